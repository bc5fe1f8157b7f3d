/** Data sets as tables of the test engines, in the layout that quern compiles against. */
import { DIALECTS } from '../../engines/index.ts';
import {
  answeredSources,
  type PortableEndpoint,
  type Project,
} from '../../generator/core/plan/endpoint.ts';
import {
  type Field,
  isDerived,
  type Source,
  storedName,
} from '../../generator/core/spec/source.ts';
import { held, isRecords, type Type } from '../../generator/core/types/scalar.ts';
import { columnType } from '../../generator/sql/schema.ts';
import { statementText } from '../../generator/sql/sql.ts';
import type { FieldType, TableColumn, TestTable } from '../engines/test-engine.ts';
import type { Tables } from '../reference/answer.ts';
import type { Row } from '../reference/language/evaluate.ts';

/** The tables that an endpoint's saved query names on an engine: `rows` in its own data sets, none in the views. */
export function tablesOf(
  endpoint: PortableEndpoint,
  dialect: string,
  rows: Tables | readonly Row[],
): readonly TestTable[] {
  const answered = answeredSources(endpoint).map(source => {
    const own = 'length' in rows ? rows : (rows.get(source.name) ?? []);
    return tableOf(source, dialect, own);
  });
  const views = endpoint.views.map(view => tableOf(view.source, dialect, []));
  const names = new Set(answered.map(({ name }) => name));
  return [...answered, ...views.filter(({ name }) => !names.has(name))];
}

/** The tables of data sets of a project, each with its rows. */
export function tablesOfSources(
  { sources }: Project,
  dialect: string,
  rows: Readonly<Record<string, readonly Row[]>>,
): readonly TestTable[] {
  return Object.entries(rows).map(([name, held]) => {
    const found = sources.find(source => source.name === name);
    if (found === undefined) throw new Error(`no data set ${name}`);
    return tableOf(found, dialect, held);
  });
}

function tableOf(source: Source, dialect: string, rows: readonly Row[]): TestTable {
  const table = source.tables[dialect];
  if (table === undefined) throw new Error(`${source.name} has no table for ${dialect}`);
  const stored = source.columns.filter(column => !isDerived(column));
  const named = (key: string) => {
    const column = stored.find(({ name }) => name === key);
    return column === undefined ? key : storedName(column, dialect);
  };
  return {
    name: table.name.join('.'),
    layout: table.records,
    columns: Object.fromEntries(
      stored.map(column => [
        storedName(column, dialect),
        columnOf(column, table.records === 'repeated', dialect),
      ]),
    ),
    rows: rows.map(row => asStored(row, stored, dialect)),
    ...(table.final === true ? { replacedBy: (source.keys[0] ?? []).map(named) } : {}),
  };
}

/** A row or record by the names that its table has. */
function asStored(record: object, fields: readonly Field[], dialect: string): Row {
  const entries = Object.entries(record).map(([name, value]) => {
    const field = fields.find(one => one.name === name);
    if (field === undefined) return [name, value];
    const inner = (one: unknown): unknown => {
      if (field.fields.length === 0 || typeof one !== 'object' || one === null) return one;
      return Array.isArray(one) ? one.map(inner) : asStored(one, field.fields, dialect);
    };
    return [storedName(field, dialect), inner(value)];
  });
  return Object.fromEntries(entries);
}

function columnOf(column: Field, repeated: boolean, dialect: string): TableColumn {
  const known = { type: typeOf(column, dialect), required: !column.nullable };
  const engine = DIALECTS.get(dialect);
  if (engine === undefined || !isRetyped(column, dialect)) return known;
  return { ...known, stored: statementText(columnType(column, repeated, engine)) };
}

function isRetyped({ stored, fields }: Field, dialect: string): boolean {
  const type = stored?.[dialect]?.type ?? null;
  return type !== null || fields.some(field => isRetyped(field, dialect));
}

/** The type of a column or field as tables of tests have it. */
export function typeOf(field: Field, dialect: string): FieldType {
  // BigQuery's evaluator converts no tables
  if (dialect === 'bigquery' && field.stored?.['bigquery']?.type === 'DATETIME') return 'datetime';
  if (field.digits !== null) return { decimal: field.digits };
  const parts = () =>
    Object.fromEntries(
      field.fields.map(part => [storedName(part, dialect), typeOf(part, dialect)]),
    );
  if (isRecords(field.type)) return { records: parts() };
  return field.type === 'record' ? { record: parts() } : leafType(field.type);
}

/** The type of a column or field that is not a record, as tables of tests have it. */
export function leafType(type: Type): FieldType {
  const { as, of } = held(type);
  if (as === 'map') return { map: of };
  return as === 'one' ? of : { list: of };
}
