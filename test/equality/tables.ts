/** Data sets as tables of the test engines, in the layout that quern compiles against. */
import type { Endpoint, Field, Source } from '../../generator/ir.ts';
import type { FieldType, TestTable } from '../engines/test-engine.ts';
import type { Row } from '../reference/evaluate.ts';

/** The tables that an endpoint's saved query names on an engine: `rows` in its own data set, none in the views. */
export function tablesOf(
  endpoint: Endpoint,
  dialect: string,
  rows: readonly Row[],
): readonly TestTable[] {
  const answered = tableOf(endpoint.from.source, dialect, rows);
  const views = endpoint.views.map(view => tableOf(view.source, dialect, []));
  return [answered, ...views.filter(view => view.name !== answered.name)];
}

function tableOf(source: Source, dialect: string, rows: readonly Row[]): TestTable {
  const table = source.tables[dialect];
  if (table === undefined) throw new Error(`${source.name} has no table for ${dialect}`);
  const stored = source.columns.filter(column => column.is === null);
  return {
    name: table.name.join('.'),
    layout: table.records,
    columns: Object.fromEntries(
      stored.map(column => [column.name, { type: typeOf(column), required: !column.nullable }]),
    ),
    rows,
  };
}

function typeOf(field: Field): FieldType {
  if (field.type !== 'record') return field.type;
  return { record: Object.fromEntries(field.fields.map(part => [part.name, typeOf(part)])) };
}

/** Why an endpoint cannot be executed over tables made from its data set alone; `null` where it can. */
export function notExecutable(endpoint: Endpoint, dialect: string): string | null {
  for (const { source } of [endpoint.from, ...endpoint.views]) {
    const table = source.tables[dialect];
    if (table === undefined || table.name.length > 1)
      return 'the table lies in another schema than the tests have';
    if (table.where !== null) return 'a fixed condition names columns that are not declared';
    if (hasOwnSql(source.columns, dialect))
      return 'a column is read by SQL over columns that are not declared';
  }
  return null;
}

function hasOwnSql(fields: readonly Field[], dialect: string): boolean {
  return fields.some(
    field => field.text[dialect] !== undefined || hasOwnSql(field.fields, dialect),
  );
}
