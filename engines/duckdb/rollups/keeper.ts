/**
 * Keeps the copies of rollups for DuckDB, in a folder beside the database: files whose names are numbers, of which the greatest is read.
 * A refresh writes the next one under another name and renames it when it is whole, so that a crash leaves the last file as it is.
 */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { COVERED, type CopyDefinition } from '../../../generator/core/spec/rollup-copy.ts';
import { messageOf } from '../../../generator/system/errors.ts';
import { EngineFailure } from '../../engine.ts';
import { type Copies, type CopyState, RefreshRunning, type RollupKeeper } from '../../rollups.ts';
import { copiesFile, copiesIn } from '../driver/copies.ts';
import type { DuckDbSource } from '../driver/options.ts';
import { resolveDuckDbSource } from '../driver/prepare.ts';
import { quoteLiteral, quoteName } from '../driver/text.ts';
import { loadDuckDb } from '../driver/values.ts';
import { createFileViews } from '../files/views.ts';
import type { DuckDbSettings } from '../settings.ts';
import { Refresh } from './refresh.ts';
import { attached, instant, Statements } from './sql.ts';

export default { open } satisfies RollupKeeper<DuckDbSettings>;

/** The name of the last file. No database has it. */
const LAST = 'quern last';
const inLast = (table: string) => `${quoteName(LAST)}.${quoteName(table)}`;

async function open(
  settings: DuckDbSettings,
  setup: Parameters<RollupKeeper<DuckDbSettings>['open']>[1],
): Promise<Copies> {
  const folder = setup.pathOf(settings.rollups);
  const source = resolveDuckDbSource(settings, setup);
  const { instance, connection } = await openEntries(source).catch(unavailable);
  const sql = new Statements(connection);
  return {
    refresh: (definitions, options) =>
      new Refresh(sql, folder, definitions, options).run().catch(unavailable),
    status: definitions => status(sql, folder, definitions).catch(unavailable),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function unavailable(cause: unknown): never {
  if (cause instanceof EngineFailure || cause instanceof RefreshRunning) throw cause;
  throw new EngineFailure('unavailable', messageOf(cause), { cause });
}

/** The tables under the names that statements have for them. */
async function openEntries(source: DuckDbSource) {
  const { api } = await loadDuckDb();
  if ('database' in source && !existsSync(source.database))
    throw new EngineFailure('unavailable', `the database \`${source.database}\` does not exist`);
  const instance = await api.DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  if ('database' in source) {
    // as DuckDB names it where it opens the file itself
    const [name = ''] = basename(source.database).split('.');
    const own = quoteName(name);
    await connection.run(`ATTACH ${quoteLiteral(source.database)} AS ${own} (READ_ONLY)`);
    await connection.run(`USE ${own}`);
  } else {
    await createFileViews(api, use => use(connection), source.files).refresh();
  }
  return { instance, connection };
}

async function status(
  sql: Statements,
  folder: string,
  definitions: readonly CopyDefinition[],
): Promise<readonly CopyState[]> {
  const last = copiesIn(folder).at(-1);
  if (last !== undefined) await sql.run(`${attached(copiesFile(folder, last), LAST)} (READ_ONLY)`);
  const found =
    last === undefined
      ? []
      : await sql.rows(`SELECT name, epoch_us(until)::VARCHAR, entries FROM ${inLast(COVERED)}`);
  const covered = new Map(found.map(row => [String(row[0]), row]));
  const states: CopyState[] = [];
  for (const { source, rollup, name, table, of } of definitions) {
    const row = covered.get(name);
    if (row === undefined) {
      states.push({ source, rollup, until: null, rows: 0n, counted: 0n, found: 0n });
      continue;
    }
    const until = BigInt(String(row[1]));
    const [rows = 0n] = await sql.numbers(`SELECT count(*) FROM ${inLast(name)}`);
    const [all = 0n] = await sql.numbers(
      `SELECT (SELECT count(*) FROM ${table}) - count(*) FROM ${table} WHERE ${of} >= ${instant(until)}`,
    );
    states.push({ source, rollup, until, rows, counted: BigInt(String(row[2])), found: all });
  }
  if (last !== undefined) await sql.run(`DETACH ${quoteName(LAST)}`);
  return states;
}
