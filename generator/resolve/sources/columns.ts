/** The columns of a data set: their types and derivations. */

import type { Report } from '../../core/report/diagnostics.ts';
import type { Entry, ExpressionText, Located } from '../../core/spec/located.ts';
import { type Field, fieldAt } from '../../core/spec/source.ts';
import type { FieldSpec, SourceSpec } from '../../core/spec/sources-spec.ts';
import type { DecimalDigits } from '../../core/types/decimal.ts';
import { FRACTION_DIGITS, MAX_PRECISION } from '../../core/types/decimal.ts';
import {
  ITEM_TYPES,
  type ItemField,
  isMap,
  listOf,
  mapOf,
  recordsOf,
  SCALARS,
  type Type,
  typeWords,
} from '../../core/types/scalar.ts';
import { distinctNames, suggest, summarizeNames } from '../names/names.ts';
import { computedExpression, resolveComputed, type WrittenColumn } from './computed.ts';
import { type AuthorSqlOf, engineSqlOf } from './sql-text.ts';
import { resolveStored, type StoredTypesOf } from './stored.ts';

/** The context of resolving a data set. */
export interface SourceContext {
  readonly columns: readonly Entry<FieldSpec>[];
  /** Paths of the columns in reported cycles. */
  readonly circular: Set<string>;
  /** Paths of the columns with reported faults. */
  readonly broken: Set<string>;
  readonly authorSql: AuthorSqlOf;
  readonly storedTypes: StoredTypesOf;
  /** The engines that have a table of the data set, and those among them that store its records as arrays. */
  readonly engines: readonly string[];
  readonly repeated: readonly string[];
  readonly report: Report;
}

/** The columns in declared order. Resolves stored columns and paths to them first, then computed columns. */
export function resolveColumns(
  context: SourceContext,
  { name, columns }: SourceSpec,
): readonly Field[] {
  const written = columns.flatMap((entry): WrittenColumn | [] => {
    const is = computedExpression(entry, columns);
    if (is === null) return [];
    reportConstraints(context, entry.value, is);
    return { name: entry.name, text: is, type: declaredType(entry.value), spec: entry.value };
  });
  distinctNames(columns, 'column', context.report);
  const computedNames = new Set(written.map(({ text }) => text));
  const stored = columns.filter(({ value: { is } }) => is === null || !computedNames.has(is));
  const fields = stored.map(entry => resolveField(context, entry, []));
  const computed = resolveComputed(name.value, written, fields, context.broken, context.report);
  const all = new Map([...computed, ...fields.map(field => [field.name, field] as const)]);
  return columns.flatMap(entry => all.get(entry.name) ?? []);
}

/** Reports `required` and `optional` on a computed column: its expression determines whether it may be NULL. */
function reportConstraints(
  { report }: SourceContext,
  spec: FieldSpec,
  { place }: ExpressionText,
): void {
  const written = [...(spec.required ? ['required'] : []), ...(spec.optional ? ['optional'] : [])];
  for (const key of written) {
    const message = `\`${key}\` cannot be combined with an expression, which itself decides whether the column may be NULL`;
    report('clause-conflict', place, message, 'Remove it.');
  }
}

function resolveFields(
  context: SourceContext,
  specs: readonly Entry<FieldSpec>[],
  above: readonly string[],
): readonly Field[] {
  distinctNames(specs, `field of \`${above.join('.')}\``, context.report);
  return specs.flatMap(entry => {
    const is = computedExpression(entry, context.columns);
    if (is === null) return resolveField(context, entry, above);
    const message = `\`is\` computes a column, and \`${entry.name}\` is a field of a record`;
    context.report('clause-conflict', is.place, message, 'Declare a column outside the record.');
    context.broken.add([...above, entry.name].join('.'));
    return [];
  });
}

function resolveField(
  context: SourceContext,
  { name, value }: Entry<FieldSpec>,
  above: readonly string[],
): Field {
  const path = [...above, name];
  if (value.map !== null && above.length > 0) {
    const message = 'A map cannot be a field of a record';
    context.report(
      'type-mismatch',
      value.map.place,
      message,
      'Declare the field as `json`, or the map as a column.',
    );
  }
  return {
    name,
    type: typeOf(value),
    digits: digitsOf(value),
    nullable: !value.required,
    optional: value.optional,
    description: value.description,
    unit: value.unit,
    ...(value.tags.length === 0 ? {} : { tags: value.tags.map(tag => tag.value) }),
    fields: fieldsOf(context, value, path),
    // a derived record is reported elsewhere
    is:
      value.is === null || value.record !== null ? null : follow(context, value, [path.join('.')]),
    ...resolveStored(context, value, { type: typeOf(value), path }),
    text: Object.fromEntries(
      value.text.map(({ name, value }) => [
        name,
        engineSqlOf(value, context.authorSql(name), context.report),
      ]),
    ),
  };
}

function fieldsOf(
  context: SourceContext,
  { record, list, by, stored, text }: FieldSpec,
  path: readonly string[],
): readonly Field[] {
  if (record !== null) return resolveFields(context, record, path);
  if (list?.of !== 'records') {
    if (by !== null) {
      const message = '`by` names a field of the records of a list, and this column has none';
      context.report('clause-conflict', by.place, message, 'Remove it.');
    }
    return [];
  }
  for (const { name, place } of [...stored, ...text].map(({ name, value }) => ({
    name,
    place: value.place,
  }))) {
    const message = `A list of records cannot have a type or SQL of its own on \`${name}\``;
    context.report('clause-conflict', place, message, 'Remove it.');
  }
  reportItemFields(context, list.fields, path);
  // an item is read as it is, also where records are stored as arrays
  const fields = resolveFields({ ...context, repeated: [] }, list.fields, path);
  if (by !== null) reportKey(context, by, fields);
  return fields;
}

/** Reports fields of the records of a list that have SQL of their own. */
function reportItemFields(
  context: SourceContext,
  entries: readonly Entry<FieldSpec>[],
  path: readonly string[],
): void {
  for (const { name, place, value } of entries) {
    const at = [...path, name];
    if (value.record !== null) reportItemFields(context, value.record, at);
    const [own] = value.text;
    if (own === undefined) continue;
    const message = `\`${at.join('.')}\` is a field of the records of a list, which cannot have \`${own.name}\``;
    context.report(
      'clause-conflict',
      place,
      message,
      'Leave the field out, or declare the column as `json`.',
    );
    context.broken.add(at.join('.'));
  }
}

/** Reports a key of a list of records that is no text, or no field of theirs. */
function reportKey(
  { report }: SourceContext,
  { value, place }: Located<string>,
  fields: readonly Field[],
): void {
  const key = fieldAt(fields, value.split('.'));
  if (key?.type === 'string') return;
  const message =
    key === undefined
      ? `The records have no field \`${value}\``
      : `\`${value}\` is \`${typeWords(key.type)}\`, and records are found by a text`;
  const texts = fields.filter(({ type }) => type === 'string').map(({ name }) => name);
  report('unknown-column', place, message, suggest(value, texts));
}

function typeOf(spec: FieldSpec): Type | 'record' {
  const type = declaredType(spec);
  if (type === null && spec.record === null)
    throw new Error('A column has neither type, record, list nor map.');
  return type ?? 'record';
}

function declaredType({ type, list, map, by }: FieldSpec): Type | null {
  if (list?.of === 'records') return recordsOf(itemFields(list.fields), by?.value ?? null);
  const item = ITEM_TYPES.find(name => name === list?.type.value);
  if (item !== undefined) return listOf(item);
  const value = ITEM_TYPES.find(name => name === map?.value);
  if (value !== undefined) return mapOf(value);
  return SCALARS.find(name => name === type?.value) ?? null;
}

/** The fields of the records of a list. Those that they cannot have are reported. */
function itemFields(entries: readonly Entry<FieldSpec>[]): readonly ItemField[] {
  return entries.flatMap(({ name, value }): ItemField | [] => {
    if (value.record !== null) return { name, type: itemFields(value.record) };
    const type = declaredType(value);
    return type === null || isMap(type) ? [] : { name, type };
  });
}

/** The digits of a decimal; their faults are reported already. */
function digitsOf(spec: FieldSpec): DecimalDigits | null {
  if (spec.type?.value !== 'decimal') return null;
  const { precision, scale } = spec;
  return {
    precision: precision?.value ?? MAX_PRECISION,
    scale: scale?.value ?? FRACTION_DIGITS,
  };
}

/**
 * The path of the stored leaf at the end of a chain of derived columns. Returns `null` if there is none. Reports a fault at the column that
 * has it, so a later link of the chain is reported only at its own column.
 */
function follow(
  context: SourceContext,
  spec: FieldSpec,
  chain: readonly string[],
): readonly string[] | null {
  const { is } = spec;
  if (is === null) throw new Error('The column is not derived.');
  const first = chain.length === 1;
  const target = find(context, is, first);
  if (target === null || !fits(context, spec, target, first)) return null;
  if (target.is === null) return is.value.split('.');
  if (!chain.includes(is.value)) return follow(context, target, [...chain, is.value]);
  reportCircle(context, is, chain);
  return null;
}

function reportCircle(
  { circular, report }: SourceContext,
  is: Located<string>,
  chain: readonly string[],
): void {
  if (chain.some(path => circular.has(path))) return;
  for (const path of chain) circular.add(path);
  const message = `The columns ${summarizeNames(chain)} are derived from each other`;
  report('cyclic-output', is.place, message, 'Derive one of them from a column that is stored.');
}

function find(context: SourceContext, is: Located<string>, says: boolean): FieldSpec | null {
  let entries = context.columns;
  let found: FieldSpec | null = null;
  for (const name of is.value.split('.')) {
    const entry = entries.find(candidate => candidate.name === name);
    if (entry === undefined) {
      const message = `There is no column \`${is.value}\`: nothing is called \`${name}\` there`;
      const names = entries.map(candidate => candidate.name);
      if (says) context.report('unknown-column', is.place, message, suggest(name, names));
      return null;
    }
    found = entry.value;
    entries = found.record ?? [];
  }
  return found;
}

function fits(
  { report }: SourceContext,
  spec: FieldSpec,
  target: FieldSpec,
  says: boolean,
): boolean {
  const [wanted, found] = [typeOf(spec), typeOf(target)];
  if (spec.is === null || wanted === found) return true;
  if (!says) return false;
  const path = spec.is.value;
  if (found === 'record') {
    const message = `\`${path}\` is a record, and a column can only be derived from a single value`;
    report('misplaced-record', spec.is.place, message, 'Name one of its fields.');
  } else {
    const message = `The column is \`${wanted}\`, and \`${path}\` is \`${found}\``;
    report('type-mismatch', spec.is.place, message);
  }
  return false;
}
