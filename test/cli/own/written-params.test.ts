/** The parameters that `quern new --sql` finds in a query. */
import { expect, it } from 'vitest';
import { writtenQuery } from '../../../cli/own/written-params.ts';
import { DIALECTS } from '../../../engines/index.ts';
import { resolveInputs } from '../../../generator/compile.ts';

const TABLES =
  'bigquery: { table: shop.orders }, duckdb: { table: orders }, clickhouse: { table: orders }';
const SOURCES = `sources:
  orders:
    tables: { ${TABLES}, postgres: { table: orders } }
    columns: { id: string, placed_at: timestamp, total: { type: decimal, precision: 10, scale: 2 }, items: int64, tags: { list: string } }
  visits:
    tables: { duckdb: { table: visits } }
    columns: { id: int64, at: date }
`;
const { project } = resolveInputs([{ path: 'sources.yaml', bytes: SOURCES }], {
  dialects: null,
});
const { sources } = project;

/** The parameters as short texts: `name: type`, with `?` for an unknown type and `[]` after a list. */
function found(engine: string, text: string) {
  const dialect = DIALECTS.get(engine);
  if (dialect === undefined) throw new Error(`no dialect is named ${engine}`);
  const query = writtenQuery(text, dialect, sources);
  const params = query.params.map(
    ({ name, type, isList }) => `${name}: ${type ?? '?'}${isList ? '[]' : ''}`,
  );
  return { text: query.text, params: params.join(', ') };
}

it.each([
  [
    'bigquery',
    'WHERE id = @x AND placed_at BETWEEN @a AND @b',
    'x: string, a: timestamp, b: timestamp',
  ],
  ['bigquery', 'WHERE o.id IN UNNEST(@x) AND @now > placed_at', 'x: string[]'],
  ['bigquery', 'WHERE `items` NOT IN (@a, @b) LIMIT @n', 'a: int64, b: int64, n: int64'],
  ['bigquery', 'WHERE a = b AND @x <= o.placed_at', 'x: timestamp'],
  ['bigquery', "WHERE id = '@no' -- @no\n AND total > @x", 'x: decimal'],
  ['bigquery', 'WHERE lower(id) = @x', 'x: ?'],
  [
    'duckdb',
    'WHERE id IN (SELECT unnest(@x)) AND list_contains(@y, items)',
    'x: string[], y: int64[]',
  ],
  ['clickhouse', 'WHERE has(@x, o.items) AND id ILIKE @y', 'x: int64[], y: string'],
])('finds parameters and their types in %s: %s', (engine, where, params) => {
  const table = engine === 'bigquery' ? 'orders' : 'orders o';
  const text = `SELECT id FROM ${table} ${where}`;
  expect(found(engine, text)).toEqual({ text, params });
});

it('has no type for a column that two data sets of the statement have with different types', () => {
  const joined = 'SELECT 1 FROM orders o JOIN visits v ON v.at = @day WHERE o.id = @id';
  expect(found('duckdb', joined).params).toBe('day: date, id: ?');
});

it.each([
  ['duckdb', 'id = $x AND items = ?', 'id = @x AND items = ?', 'x: string'],
  ['postgres', 'id = $1 AND items = @n', 'id = $1 AND items = @n', 'n: int64'],
  [
    'clickhouse',
    'a > {n:UInt64} AND b > { at : DateTime } AND c = {id:String} AND d = {day:Date}',
    'a > @n AND b > @at AND c = @id AND d = @day',
    'n: int64, at: timestamp, id: string, day: date',
  ],
  [
    'clickhouse',
    'a = {{Float64(price, 1.5)}} AND b = {{ word }} AND c = {{ a + b }}',
    'a = @price AND b = @word AND c = {{ a + b }}',
    'price: float64, word: ?',
  ],
])('writes named placeholders of %s as parameters: %s', (engine, where, written, params) => {
  const before = 'SELECT id FROM orders WHERE ';
  expect(found(engine, before + where)).toEqual({ text: before + written, params });
});
