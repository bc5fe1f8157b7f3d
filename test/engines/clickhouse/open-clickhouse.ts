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
import { Session } from 'chdb';
import { SqlError } from '../sql-error.ts';
import type { Binding, ColumnScalar, OpenTestEngine, ResultSet } from '../test-engine.ts';
import type { StoredScalar } from '../values/stored-shape.ts';
import { quoteName, scalarText } from './clickhouse-values.ts';
import { readRowBinary } from './row-binary.ts';
import { execute, loadTables, placeholdersIn, turns } from './session.ts';

export interface ClickHouseOptions {
  /** Settings of the session, as the service's adapter would send them. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Statements that make tables which `load` cannot. */
  readonly tables?: readonly string[];
}

/**
 * Opens an empty server of its own in a temporary directory. A binding is bound by the type that
 * the statement gives its placeholder, `{name:Type}`; timestamps as `YYYY-MM-DD hh:mm:ss.ffffff` in
 * UTC.
 */
export async function openClickHouse(options: ClickHouseOptions = {}): Promise<OpenTestEngine> {
  const session = new Session();
  const inTurn = turns();
  // The zone of `now64()` and of zoneless columns; else the machine's.
  const settings = { session_timezone: 'UTC', ...options.settings };
  for (const [name, value] of Object.entries(settings)) {
    session.query(`SET ${quoteName(name)} = ${typeof value === 'number' ? value : `'${value}'`}`);
  }
  for (const statement of options.tables ?? []) session.query(statement);
  return {
    name: 'clickhouse',
    load: tables => inTurn(() => loadTables(session, tables)),
    run: (sql, bindings = []) => inTurn(() => runStatement(session, sql, bindings)),
    execute: sql =>
      inTurn(async () => {
        await execute(session, sql);
      }),
    close: () => inTurn(async () => session.close()),
  };
}

async function runStatement(
  session: Session,
  sql: string,
  bindings: readonly Binding[],
): Promise<ResultSet> {
  checkBindings(sql, bindings);
  const parameters = bindings.map(({ name, scalar, value }) => [name, bound(scalar, value)]);
  const answer = await execute(session, sql, Object.fromEntries(parameters));
  return readRowBinary(Buffer.from(answer.bytes()), answer.rowsRead);
}

/** Items of an array are written out: numbers bare, all else between quotes. */
function bound(scalar: ColumnScalar, value: Binding['value']) {
  if (!Array.isArray(value)) return scalarText(scalar, value as StoredScalar);
  // a text of a whole list, because texts within it would be in quotes
  if (scalar === 'decimal') return `[${value.join(',')}]`;
  return value.map(item =>
    scalar === 'int64' || scalar === 'float64' ? item : scalarText(scalar, item),
  );
}

function checkBindings(sql: string, bindings: readonly Binding[]): void {
  for (const { name, type } of placeholdersIn(sql)) {
    const binding = bindings.find(candidate => candidate.name === name);
    if (binding === undefined) throw new SqlError(`no value is bound to {${name}}`);
    if (binding.value === null && !type.startsWith('Nullable')) {
      throw new SqlError(`NULL is bound to {${name}:${type}}, which is not Nullable`);
    }
  }
}
