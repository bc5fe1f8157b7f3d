/**
 * ClickHouse within the process (chdb). The quirks that this file answers:
 *
 * - Rows of a statement that failed stand in front of the next statement's answer on the same
 *   session. Every failure is therefore followed by a statement whose answer is thrown away, and
 *   statements take turns, so that no other one comes between.
 * - Several statements in one text are all executed, and their answers stand one after the other;
 *   an answer that holds more than the rows it says is refused.
 * - NULL bound to a parameter of type `String` becomes '' without a word, and a Nullable parameter
 *   that nothing is bound to becomes NULL; both are refused here.
 * - The database that a session begins in takes the name of a table that it lacks for a file's, so
 *   tables lie in one of their own, which lives in memory and puts no limit on names.
 * - One data directory per process: only one of these engines can be open at a time.
 */
import { type ChdbResult, Session } from 'chdb';
import { SqlError } from '../sql-error.ts';
import { columnShapes, storedRows } from '../stored-shape.ts';
import type { Binding, ResultSet, TestEngine, TestTable } from '../test-engine.ts';
import { columnTypeText, quoteName, rowLine, scalarText } from './clickhouse-values.ts';
import { readRowBinary } from './row-binary.ts';

const DATABASE = 'loaded';
// By position: a field whose name JSON must escape is not found by name, and silently left NULL.
const INSERT_SETTINGS = 'input_format_json_named_tuples_as_objects = 0';

export interface ClickHouseOptions {
  /** Settings of the session, as the service's adapter would send them. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

/**
 * Opens an empty server of its own in a temporary directory. A binding is bound by the type that
 * the statement gives its placeholder, `{name:Type}`; timestamps as `YYYY-MM-DD hh:mm:ss.ffffff` in
 * UTC.
 */
export async function openClickHouse(options: ClickHouseOptions = {}): Promise<TestEngine> {
  const session = new Session();
  const inTurn = turns();
  // The zone of `now64()` and of zoneless columns; else the machine's.
  const settings = { session_timezone: 'UTC', ...options.settings };
  for (const [name, value] of Object.entries(settings)) {
    session.query(`SET ${quoteName(name)} = ${typeof value === 'number' ? value : `'${value}'`}`);
  }
  return {
    name: 'clickhouse',
    load: tables =>
      inTurn(async () => {
        await execute(session, `DROP DATABASE IF EXISTS ${DATABASE}`);
        await execute(session, `CREATE DATABASE ${DATABASE} ENGINE = Memory`);
        await execute(session, `USE ${DATABASE}`);
        for (const table of tables) await loadTable(session, table);
      }),
    run: (sql, bindings = []) => inTurn(() => runStatement(session, sql, bindings)),
    close: () => inTurn(async () => session.close()),
  };
}

/** Runs each piece of work when those before it have settled. */
function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

async function loadTable(session: Session, table: TestTable): Promise<void> {
  const columns = columnShapes(table).map(
    column => `${quoteName(column.name)} ${columnTypeText(column)}`,
  );
  const name = quoteName(table.name);
  await execute(session, `CREATE TABLE ${name} (${columns.join(', ')}) ENGINE = Memory`);
  const lines = storedRows(table).map(rowLine);
  if (lines.length === 0) return;
  const insert = `INSERT INTO ${name} SETTINGS ${INSERT_SETTINGS} FORMAT JSONCompactEachRow`;
  await execute(session, `${insert} ${lines.join('\n')}`);
}

async function runStatement(
  session: Session,
  sql: string,
  bindings: readonly Binding[],
): Promise<ResultSet> {
  checkBindings(sql, bindings);
  const answer = await execute(session, sql, bindings);
  return readRowBinary(Buffer.from(answer.bytes()), answer.rowsRead);
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

function checkBindings(sql: string, bindings: readonly Binding[]): void {
  for (const [, name, type] of sql.matchAll(PLACEHOLDER)) {
    if (name === undefined || type === undefined) continue;
    const binding = bindings.find(candidate => candidate.name === name);
    if (binding === undefined) throw new SqlError(`no value is bound to {${name}}`);
    if (binding.value === null && !type.startsWith('Nullable')) {
      throw new SqlError(`NULL is bound to {${name}:${type}}, which is not Nullable`);
    }
  }
}

async function execute(
  session: Session,
  sql: string,
  bindings: readonly Binding[] = [],
): Promise<ChdbResult> {
  const parameters = bindings.map(({ name, scalar, value }) => [name, scalarText(scalar, value)]);
  try {
    const format = 'RowBinaryWithNamesAndTypes';
    return await session.queryBindAsync(sql, Object.fromEntries(parameters), { format });
  } catch (error) {
    await session.queryAsync('SELECT 1');
    if (!(error instanceof Error)) throw error;
    throw new SqlError(error.message, { cause: error });
  }
}
