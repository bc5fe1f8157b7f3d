/**
 * What both ways to ask chdb share: the test engine, and the server that speaks ClickHouse's HTTP
 * interface. Their quirks are told in `open-clickhouse.ts`.
 */
import type { ChdbResult, Session } from 'chdb';
import { SqlError } from '../sql-error.ts';
import type { TestTable } from '../test-engine.ts';
import { columnShapes, isRestored, restoredItems, storedRows } from '../values/stored-shape.ts';
import { columnTypeText, quoteName, rowLine } from './clickhouse-values.ts';

/** Where loaded tables lie. */
export const DATABASE = 'loaded';
// By position: a field whose name JSON must escape is not found by name, and silently left NULL.
const INSERT_SETTINGS = 'input_format_json_named_tuples_as_objects = 0';

/** A value by its text; a `boolean` by its word. */
export type Parameters = Readonly<Record<string, Bindable | readonly Bindable[]>>;
type Bindable = string | bigint | number | boolean | null;

/** Runs each piece of work when those before it have settled. */
export function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Puts the tables in place of all that were loaded before. */
export async function loadTables(session: Session, tables: readonly TestTable[]): Promise<void> {
  await execute(session, `DROP DATABASE IF EXISTS ${DATABASE}`);
  await execute(session, `CREATE DATABASE ${DATABASE} ENGINE = Memory`);
  await execute(session, `USE ${DATABASE}`);
  for (const table of tables) await loadTable(session, table);
}

async function loadTable(session: Session, table: TestTable): Promise<void> {
  const columns = columnShapes(table).map(
    column => `${quoteName(column.name)} ${columnTypeText(column)}`,
  );
  const isForeign = isRestored(table);
  const name = quoteName(isForeign ? `${table.name} as declared` : table.name);
  const engine =
    table.replacedBy === undefined
      ? 'Memory'
      : `ReplacingMergeTree ORDER BY (${table.replacedBy.map(quoteName).join(', ')})`;
  await execute(session, `CREATE TABLE ${name} (${columns.join(', ')}) ENGINE = ${engine}`);
  const lines = storedRows(table).map(rowLine);
  const insert = `INSERT INTO ${name} SETTINGS ${INSERT_SETTINGS} FORMAT JSONCompactEachRow`;
  if (lines.length > 0) await execute(session, `${insert} ${lines.join('\n')}`);
  if (isForeign) await restore(session, table, name);
}

/** Creates the table with its stored types from the table with the declared ones. */
async function restore(session: Session, table: TestTable, declared: string): Promise<void> {
  const name = quoteName(table.name);
  const columns = columnShapes(table).map(
    column =>
      `${quoteName(column.name)} ${table.columns[column.name]?.stored ?? columnTypeText(column)}`,
  );
  const items = restoredItems(table, quoteName, (of, type) => `CAST(${of} AS ${type})`);
  await execute(session, `CREATE TABLE ${name} (${columns.join(', ')}) ENGINE = Memory`);
  await execute(session, `INSERT INTO ${name} SELECT ${items} FROM ${declared}`);
}

// Comments and quoted text first, so that a placeholder is only found where it is one.
const PLACEHOLDER = new RegExp(
  [
    /--[^\n]*|\/\*.*?\*\//,
    /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/,
    /\{\s*(\w+)\s*:\s*([^{}]*?)\s*\}/,
  ]
    .map(part => part.source)
    .join('|'),
  'gs',
);

export interface Placeholder {
  readonly name: string;
  readonly type: string;
}

export function placeholdersIn(sql: string): readonly Placeholder[] {
  return [...sql.matchAll(PLACEHOLDER)].flatMap(([, name, type]) =>
    name === undefined || type === undefined ? [] : [{ name, type }],
  );
}

/** The text without comments, quoted text and placeholders. */
export function withoutQuoted(sql: string): string {
  return sql.replace(PLACEHOLDER, ' ');
}

/** Rejects with `SqlError`, and leaves nothing of a failed statement for the next one. */
export async function execute(
  session: Session,
  sql: string,
  parameters: Parameters = {},
  format = 'RowBinaryWithNamesAndTypes',
): Promise<ChdbResult> {
  try {
    return await session.queryBindAsync(sql, parameters, { format });
  } catch (error) {
    await session.queryAsync('SELECT 1');
    if (!(error instanceof Error)) throw error;
    throw new SqlError(error.message, { cause: error });
  }
}
