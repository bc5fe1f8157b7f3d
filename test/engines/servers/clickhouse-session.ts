/**
 * A chdb session that answers as a server does where chdb alone does not: a parameter that is missing is an error also where
 * its type is Nullable, so are several statements in one text, and settings hold for one query.
 */
import { Session } from 'chdb';
import { quoteName } from '../clickhouse/clickhouse-values.ts';
import {
  DATABASE,
  execute,
  loadTables,
  placeholdersIn,
  turns,
  withoutQuoted,
} from '../clickhouse/session.ts';
import type { TestTable } from '../test-engine.ts';
import { errorText } from './clickhouse-faults.ts';
import type { parameterValue } from './clickhouse-request.ts';

export interface Query {
  readonly sql: string;
  readonly format: string;
  readonly database: string;
  /** NULL as `null`. */
  readonly parameters: Readonly<Record<string, ReturnType<typeof parameterValue>>>;
  readonly settings: Readonly<Record<string, string>>;
}

export interface Rows {
  readonly bytes: Buffer;
  readonly count: number;
  readonly readBytes: number;
}

export interface ClickHouseSession {
  /** Rejects with an error whose message is ClickHouse's. */
  readonly answer: (query: Query) => Promise<Rows>;
  /** What the server's owner runs: without checks. */
  readonly command: (sql: string) => Promise<void>;
  readonly load: (tables: readonly TestTable[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the one session that a process can have, with the tables loaded. */
export async function openSession(tables: readonly TestTable[]): Promise<ClickHouseSession> {
  const session = new Session();
  const inTurn = turns();
  /** Those of the query before: they are taken back where the next one lacks them. */
  let settings: Query['settings'] = {};
  await loadTables(session, tables);
  const answer = async (query: Query): Promise<Rows> => {
    check(query);
    await set(session, settings, query.settings);
    settings = query.settings;
    await execute(session, `USE ${quoteName(query.database)}`);
    const result = await execute(session, query.sql, query.parameters, query.format);
    const bytes = Buffer.from(result.bytes());
    return { bytes, count: result.rowsRead, readBytes: result.bytesRead };
  };
  return {
    answer: query => inTurn(() => answer(query)),
    command: sql => inTurn(async () => void (await execute(session, sql))),
    load: others => inTurn(() => loadTables(session, others)),
    close: () => inTurn(async () => session.close()),
  };
}

export { DATABASE };

function check({ sql, parameters }: Query): void {
  if (/;\s*\S/.test(withoutQuoted(sql))) {
    throw new Error(errorText(62, 'Syntax error (Multi-statements are not allowed)'));
  }
  for (const { name } of placeholdersIn(sql)) {
    if (Object.hasOwn(parameters, name)) continue;
    throw new Error(errorText(456, `Substitution \`${name}\` is not set`));
  }
}

async function set(
  session: Session,
  before: Query['settings'],
  after: Query['settings'],
): Promise<void> {
  const changes = Object.entries(after)
    .filter(([name, value]) => before[name] !== value)
    .map(([name, value]) => `${quoteName(name)} = '${value.replace(/[\\']/g, '\\$&')}'`);
  const resets = Object.keys(before)
    .filter(name => !Object.hasOwn(after, name))
    .map(name => `${quoteName(name)} = DEFAULT`);
  const all = [...resets, ...changes];
  if (all.length > 0) await execute(session, `SET ${all.join(', ')}`);
}
