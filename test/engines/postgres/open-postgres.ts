/** A database of PostgreSQL. Each statement runs in the extended protocol, which takes one at a time. */
import { SqlError } from '../sql-error.ts';
import type { Binding, OpenTestEngine, ResultSet, TestTable } from '../test-engine.ts';
import { columnShapes, isRestored, restoredItems, storedRows } from '../values/stored-shape.ts';
import {
  boundText,
  columnText,
  decodeText,
  listText,
  PARAMETER_TYPES,
  quoteName,
  typeOf,
  typeText,
} from './postgres-values.ts';
import { openSession, type Session } from './session.ts';

const [READS, WRITES] = ['on', 'off'].map(is => `SET default_transaction_read_only = ${is}`) as [
  string,
  string,
];

/** Opens an empty database of its own; several may be open at once. */
export async function openPostgres(): Promise<OpenTestEngine> {
  const session = await openSession();
  await session.query(READS);
  let loaded: readonly string[] = [];
  return {
    name: 'postgres',
    async load(tables) {
      await session.query(WRITES);
      for (const name of loaded) await session.query(`DROP TABLE IF EXISTS ${quoteName(name)}`);
      loaded = tables.map(table => table.name);
      for (const table of tables) await loadTable(session, table);
      await session.query(READS);
    },
    run: (sql, bindings = []) => runStatement(session, sql, bindings),
    async execute(sql) {
      await session.query(WRITES);
      await refusals(() => session.query(sql)).finally(() => session.query(READS));
    },
    close: session.close,
  };
}

async function runStatement(
  session: Session,
  sql: string,
  bindings: readonly Binding[],
): Promise<ResultSet> {
  const { fields, rows } = await refusals(() => session.query(sql, parametersOf(bindings)));
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, type: typeOf(dataTypeID) })),
    rows: rows.map(row => row.map((text, i) => decodeText(text, fields[i]?.dataTypeID ?? 0))),
  };
}

const TEXT = 25;

/** A number that the statement leaves out has a type, too. */
function parametersOf(bindings: readonly Binding[]) {
  const last = Math.max(0, ...bindings.map(({ position }, i) => position ?? i + 1));
  const types = Array<number>(last).fill(TEXT);
  const values = Array<string | null>(last).fill(null);
  for (const [i, { scalar, value, position = i + 1 }] of bindings.entries()) {
    const [one, list] = PARAMETER_TYPES[scalar];
    types[position - 1] = Array.isArray(value) ? list : one;
    values[position - 1] = Array.isArray(value)
      ? listText(value.map(item => boundText(scalar, item)))
      : boundText(scalar, value as Exclude<typeof value, readonly unknown[]>);
  }
  return { types, values };
}

export async function loadTable(session: Session, table: TestTable): Promise<void> {
  const name = quoteName(table.name);
  const shapes = columnShapes(table);
  const columns = shapes.map(
    column =>
      `${quoteName(column.name)} ${typeText(column.shape)}${column.required ? ' NOT NULL' : ''}`,
  );
  await session.query(`CREATE TABLE ${name} (${columns.join(', ')})`);
  const rows = storedRows(table).map(row => {
    const members = row.map(
      (value, i) => `${JSON.stringify(shapes[i]?.name)}:${columnText(value)}`,
    );
    return `{${members.join(',')}}`;
  });
  if (rows.length > 0) {
    const names = shapes.map(column => quoteName(column.name));
    const values = shapes.map((column, i) => `${names[i]}::${typeText(column.shape)}`);
    await session.query(
      `INSERT INTO ${name} SELECT ${values.join(', ')} FROM json_to_recordset($1) AS given(${names.map(one => `${one} text`).join(', ')})`,
      { types: [114], values: [`[${rows.join(',')}]`] },
    );
  }
  if (isRestored(table)) await restore(session, table);
}

/** Puts a table in its place that has the stored types. */
async function restore(session: Session, table: TestTable): Promise<void> {
  const name = quoteName(table.name);
  const items = restoredItems(table, quoteName, (of, type) =>
    type === 'bytea' ? `decode(${of}, 'base64')` : `CAST(${of} AS ${type})`,
  );
  await session.query(`ALTER TABLE ${name} RENAME TO restored`);
  await session.query(`CREATE TABLE ${name} AS SELECT ${items} FROM restored`);
  await session.query('DROP TABLE restored');
}

async function refusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new SqlError(error.message, { cause: error });
  }
}
