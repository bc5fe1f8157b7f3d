/** Describes the columns of an endpoint's answers in the manifest. */
import type { Expr, RecordExpr } from '../core/expr/expr.ts';
import {
  answerColumnOf,
  arrayOf,
  describeField,
  encodedFields,
  LIST,
  said,
  type WrittenFields,
} from '../core/output/columns.ts';
import type { ManifestColumn, ManifestField } from '../core/output/manifest.ts';
import type { Endpoint, PortableEndpoint } from '../core/plan/endpoint.ts';
import type { OutputColumn } from '../core/plan/query.ts';
import { fieldAt, fieldsOfItems } from '../core/spec/source.ts';
import { fieldEncoding } from '../core/types/compat.ts';
import { type FieldEncodings, isRecords } from '../core/types/scalar.ts';
import { filterOver, memberFilters } from './facts/filtered.ts';
import { placeInOrder } from './facts/order.ts';
import { overallOf } from './facts/overall.ts';
import { currentOf } from './facts/previous.ts';
import { namesShown } from './facts/shown.ts';
import { bucketOf } from './facts/time-facts.ts';

export function manifestColumns(endpoint: Endpoint): readonly ManifestColumn[] {
  if (endpoint.body === 'portable') {
    const shown = endpoint.outputs.filter(output => !output.hidden);
    return shown.map(output => columnOf(output, endpoint));
  }
  if (endpoint.body === 'sandbox') return [];
  if (endpoint.body === 'own')
    return endpoint.columns.map(({ name, type, nullable, encode, ...column }) => {
      return { name, type, nullable, encode, ...said(column) };
    });
  return endpoint.columns.map(column => ({
    ...answerColumnOf(column, endpoint.compat),
    ...said(column),
  }));
}

function columnOf(output: OutputColumn, endpoint: PortableEndpoint): ManifestColumn {
  const { compat, buckets } = endpoint;
  const { name, expr, encode } = output;
  const type = expr.kind === 'record' ? ('record' as const) : (output.as ?? expr.scalar);
  const nullable = output.role === 'bucket' ? false : expr.kind === 'record' || expr.nullable;
  const group = output.role === 'group' ? ({ group: true } as const) : {};
  const known = {
    ...{ name, type, nullable, encode },
    ...said(output),
    ...group,
    ...orderOf(output, endpoint),
  };
  if (output.role === 'bucket' && buckets !== null) return { ...known, bucket: bucketOf(buckets) };
  if (expr.kind !== 'record' && isRecords(expr.scalar))
    return {
      ...known,
      type: 'record',
      nullable: false,
      ...recordsOf(expr, endpoint, { within: output.within, above: '' }),
    };
  if (expr.kind !== 'record')
    return {
      ...known,
      ...meaningOf(output, endpoint),
      ...filtersOf(endpoint, expr),
      ...shownBy(endpoint, output),
    };
  return { ...known, ...arrayOf(compat), fields: recordFields(expr, endpoint, output.within) };
}

function orderOf(
  { name }: OutputColumn,
  endpoint: PortableEndpoint,
): Pick<ManifestColumn, 'order'> {
  const order = placeInOrder(endpoint, name);
  return order === undefined ? {} : { order };
}

function meaningOf(
  output: OutputColumn,
  endpoint: PortableEndpoint,
): Pick<ManifestColumn, 'overall' | 'previous'> {
  const { role, expr } = output;
  if (role !== 'value' || expr.kind === 'record') return {};
  const overall = overallOf(endpoint, expr);
  const previous = currentOf(endpoint, output);
  return {
    ...(overall === undefined ? {} : { overall }),
    ...(previous === undefined ? {} : { previous }),
  };
}

/** Returns the fields of a list of records, as declared if the list is a column of the relation. */
function recordsOf(
  expr: Expr,
  { from, compat }: PortableEndpoint,
  written: Omit<WrittenFields, 'compat'>,
): Pick<ManifestField, 'array' | 'list' | 'fields'> {
  const declared = expr.kind === 'column' ? fieldAt(from.columns, expr.path)?.fields : undefined;
  const fields = declared ?? fieldsOfItems(expr.scalar);
  return { ...LIST, fields: encodedFields(fields.map(describeField), { ...written, compat }) };
}

/** Returns the filters that compare a value or one of its members, if there are any. */
function filtersOf(
  endpoint: PortableEndpoint,
  value: Expr,
): Pick<ManifestField, 'filter' | 'members'> {
  const filter = filterOver(endpoint, value);
  const members = memberFilters(endpoint, value);
  return {
    ...(filter === undefined ? {} : { filter }),
    ...(members.size === 0 ? {} : { members: Object.fromEntries(members) }),
  };
}

/** Returns the names of a column's values in data sets, if any of them differs from the column's name. */
function shownBy(
  endpoint: PortableEndpoint,
  { name, expr }: OutputColumn,
): Pick<ManifestColumn, 'shows'> {
  const shows = namesShown(endpoint, expr);
  return shows.every(one => one === name) ? {} : { shows };
}

/** Returns the fields of a selected record, with their descriptions from the relation. */
function recordFields(
  record: RecordExpr,
  endpoint: PortableEndpoint,
  within: FieldEncodings,
  above = '',
): readonly ManifestField[] {
  const { from, compat } = endpoint;
  return record.fields.map(({ name, value }) => {
    const path = [...record.path, name];
    const declared = fieldAt(from.columns, path);
    if (value.kind === 'record') {
      const fields = recordFields(value, endpoint, within, `${above}${name}.`);
      return {
        name,
        type: 'record',
        nullable: true,
        ...said(declared),
        ...arrayOf(compat),
        fields,
      };
    }
    const { scalar: type, nullable } = value;
    if (isRecords(type))
      return {
        name,
        type: 'record',
        nullable: false,
        ...said(declared),
        ...recordsOf(value, endpoint, { within, above: `${above}${name}.` }),
      };
    const encode = fieldEncoding(within, `${above}${name}`, compat, type);
    const written = encode === null ? {} : { encode };
    const compared = filtersOf(endpoint, value);
    return { name, type, nullable, ...said(declared), ...written, ...compared };
  });
}
