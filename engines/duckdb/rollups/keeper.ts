/**
 * Keeps the copies of rollups for DuckDB, in a folder beside the database: files `1.duckdb`, `2.duckdb` and so on, of which the newest is read.
 * A refresh writes the next one under another name and renames it when it is whole, so that a crash leaves the last file as it is.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type * as DuckDb from '@duckdb/node-api';
import { COVERED, type CopyDefinition } from '../../../generator/core/spec/rollup-copy.ts';
import { messageOf } from '../../../generator/system/errors.ts';
import { EngineFailure } from '../../engine.ts';
import {
  type Copies,
  type CopyState,
  type RefreshedCopy,
  type RefreshOptions,
  RefreshRunning,
  type RollupKeeper,
} from '../../rollups.ts';
import { copiesFile, copiesIn } from '../driver/copies.ts';
import type { DuckDbSource } from '../driver/options.ts';
import { resolveDuckDbSource } from '../driver/prepare.ts';
import { quoteLiteral, quoteName } from '../driver/text.ts';
import { loadLibrary } from '../driver/values.ts';
import { createFileViews } from '../files/views.ts';
import type { DuckDbSettings } from '../settings.ts';

export default { open } satisfies RollupKeeper<DuckDbSettings>;

/** A long refresh publishes after each of these. */
const DAYS_AT_ONCE = 30;
const DAY = 86_400_000_000n;

async function open(
  settings: DuckDbSettings,
  setup: Parameters<RollupKeeper<DuckDbSettings>['open']>[1],
): Promise<Copies> {
  const folder = setup.pathOf(settings.rollups);
  const source = resolveDuckDbSource(settings, setup);
  const { instance, connection } = await openEntries(source).catch(unavailable);
  const sql = new Sql(connection);
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
  const { api } = await loadLibrary();
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

type Row = readonly unknown[];

class Sql {
  readonly #connection: DuckDb.DuckDBConnection;

  constructor(connection: DuckDb.DuckDBConnection) {
    this.#connection = connection;
  }

  async run(text: string): Promise<void> {
    await this.#connection.run(text);
  }

  async rows(text: string): Promise<readonly Row[]> {
    return (await this.#connection.runAndReadAll(text)).getRows();
  }

  async numbers(text: string): Promise<readonly bigint[]> {
    const [row = []] = await this.rows(text);
    return row.map(cell => BigInt(String(cell)));
  }
}

const instant = (micros: bigint) => `make_timestamp(${micros}::BIGINT)`;

/** The files beside the entries, under names that no database has: the one that a refresh writes, the last one, and the lock. */
const [NEXT, LAST, LOCK] = ['quern next', 'quern last', 'quern lock'] as const;
const inNext = (table: string) => `${quoteName(NEXT)}.${quoteName(table)}`;
const inLast = (table: string) => `${quoteName(LAST)}.${quoteName(table)}`;
const attached = (file: string, name: string) =>
  `ATTACH ${quoteLiteral(file)} AS ${quoteName(name)}`;

/** How far a copy has counted, and how far it should. */
interface Counted {
  readonly known: bigint;
  readonly until: bigint;
  /** How many entries the copy has before `known`, if it ends there. */
  readonly counted: bigint | undefined;
}

class Refresh {
  readonly #sql: Sql;
  readonly #folder: string;
  readonly #definitions: readonly CopyDefinition[];
  readonly #options: RefreshOptions;
  readonly #next: string;
  #isChanged = false;

  constructor(
    sql: Sql,
    folder: string,
    definitions: readonly CopyDefinition[],
    options: RefreshOptions,
  ) {
    this.#sql = sql;
    this.#folder = folder;
    this.#definitions = definitions;
    this.#options = options;
    this.#next = join(folder, 'next.tmp');
  }

  async run(): Promise<readonly RefreshedCopy[]> {
    mkdirSync(this.#folder, { recursive: true });
    await this.#lock();
    try {
      await this.#begin();
      await this.#withoutOthers();
      const refreshed: RefreshedCopy[] = [];
      for (const definition of this.#definitions) {
        const days = await this.#count(definition);
        refreshed.push({ source: definition.source, rollup: definition.rollup, days });
      }
      await this.#end();
      return refreshed;
    } finally {
      await this.#sql.run(`DETACH DATABASE IF EXISTS ${quoteName(NEXT)}`);
      this.#removeNext();
      await this.#sql.run(`DETACH ${quoteName(LOCK)}`);
    }
  }

  /** DuckDB locks a file that it may write, for as long as the process lives. */
  async #lock(): Promise<void> {
    await this.#sql.run(attached(join(this.#folder, 'lock'), LOCK)).catch((cause: unknown) => {
      if (!/could not set lock/i.test(messageOf(cause))) throw cause;
      throw new RefreshRunning({ cause });
    });
  }

  /** Goes on with a copy of the last file, or from nothing if that is broken. */
  async #begin(): Promise<void> {
    this.#removeNext();
    const last = copiesIn(this.#folder).at(-1);
    if (last === undefined) return this.#open();
    const file = copiesFile(this.#folder, last);
    copyFileSync(file, this.#next);
    try {
      await this.#open();
    } catch {
      this.#options.onBroken(file);
      await this.#sql.run(`DETACH DATABASE IF EXISTS ${quoteName(NEXT)}`);
      this.#removeNext();
      await this.#open();
    }
  }

  async #open(): Promise<void> {
    await this.#sql.run(attached(this.#next, NEXT));
    await this.#sql.run(
      `CREATE TABLE IF NOT EXISTS ${inNext(COVERED)} (name VARCHAR, until TIMESTAMP, entries BIGINT)`,
    );
  }

  #removeNext(): void {
    for (const path of [this.#next, `${this.#next}.wal`]) rmSync(path, { force: true });
  }

  /** Publishes what has changed. The file before the last one stays for services that are about to open it. */
  async #end(): Promise<void> {
    await this.#sql.run(`DETACH ${quoteName(NEXT)}`);
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const known = copiesIn(this.#folder);
    renameSync(this.#next, copiesFile(this.#folder, (known.at(-1) ?? 0) + 1));
    for (const old of known.slice(0, -1)) rmSync(copiesFile(this.#folder, old), { force: true });
  }

  async #withoutOthers(): Promise<void> {
    const own = new Set([COVERED, ...this.#definitions.map(({ name }) => name)]);
    for (const name of await this.#tables()) {
      if (own.has(name)) continue;
      await this.#change([`DROP TABLE ${inNext(name)}`, ...this.#covering(name, null)]);
    }
  }

  async #tables(): Promise<readonly string[]> {
    const found = await this.#sql.rows(
      `SELECT table_name FROM duckdb_tables() WHERE database_name = '${NEXT}' ORDER BY ALL`,
    );
    return found.map(([name]) => String(name));
  }

  async #change(statements: readonly string[]): Promise<void> {
    await this.#sql.run('BEGIN');
    try {
      for (const statement of statements) await this.#sql.run(statement);
      await this.#sql.run('COMMIT');
    } catch (error) {
      await this.#sql.run('ROLLBACK');
      throw error;
    }
    this.#isChanged = true;
  }

  /** Returns how many days were counted. */
  async #count(definition: CopyDefinition): Promise<number> {
    const { name, rollup, step } = definition;
    const until = startOf(this.#options.until, step);
    const isThere = (await this.#tables()).includes(name);
    if (isThere && this.#options.anew.has(name))
      await this.#change([`DELETE FROM ${inNext(name)}`, ...this.#covering(name, null)]);
    if (!isThere) await this.#change([`CREATE TABLE ${inNext(name)} AS ${definition.empty}`]);
    const [end, counted] = await this.#sql.numbers(
      `SELECT epoch_us(until), entries FROM ${inNext(COVERED)} WHERE name = ${quoteLiteral(name)}`,
    );
    const known = earlier(end ?? until, until);
    const spans = await this.#uncounted(definition, {
      known,
      until,
      counted: end === known ? counted : undefined,
    });
    const cut = `DELETE FROM ${inNext(name)} WHERE step >= ${instant(known)}`;
    for (let done = 0; done < spans.length; done += DAYS_AT_ONCE) {
      if (done > 0) {
        await this.#end();
        await this.#begin();
      }
      this.#options.onProgress(`counting ${rollup}`, done, spans.length);
      const some = spans.slice(done, done + DAYS_AT_ONCE);
      const next = spans[done + DAYS_AT_ONCE] ?? until;
      await this.#change([
        ...(done === 0 ? [cut] : []),
        ...some.flatMap(start => recounted(definition, start, until)),
        ...this.#covering(name, next),
      ]);
    }
    if (spans.length === 0 && end !== until)
      await this.#change([cut, ...this.#covering(name, until)]);
    return spans.length;
  }

  /**
   * Where each day to count begins, ascending: the days of which the copy has another number of entries before `known` than the table, and
   * those since, of which the first begins there.
   */
  async #uncounted(
    { name, table, of }: CopyDefinition,
    { known, until, counted }: Counted,
  ): Promise<readonly bigint[]> {
    // counting what is newer is cheaper than counting what is older
    const newest = `max(${of}) FILTER (WHERE ${of} < ${instant(until)})`;
    const [older, last = 0n] = await this.#sql.numbers(
      `SELECT (SELECT count(*) FROM ${table}) - count(*), coalesce(epoch_us(${newest}), ${known - 1n}) FROM ${table} WHERE ${of} >= ${instant(known)}`,
    );
    const newer = daysBetween(known, last);
    if (older === counted) return newer;
    const found = await this.#sql.rows(`SELECT epoch_us(day) FROM (
        SELECT date_trunc('day', ${of}) AS day, count(*) AS n FROM ${table} WHERE ${of} < ${instant(known)} GROUP BY 1
      ) AS entries FULL JOIN (
        SELECT date_trunc('day', step) AS day, sum(entries)::BIGINT AS n FROM ${inNext(name)} WHERE step < ${instant(known)} GROUP BY 1
      ) AS counted USING (day)
      WHERE entries.n IS DISTINCT FROM counted.n ORDER BY 1`);
    const differing = found.map(([day]) => BigInt(String(day)));
    return [...differing, ...newer.filter(start => !differing.includes(startOf(start, DAY)))];
  }

  /** Records where a copy ends, and how many entries the copy itself has before its end; `null` removes the record. */
  #covering(name: string, until: bigint | null): readonly string[] {
    const removed = `DELETE FROM ${inNext(COVERED)} WHERE name = ${quoteLiteral(name)}`;
    if (until === null) return [removed];
    const added = `INSERT INTO ${inNext(COVERED)}
      SELECT ${quoteLiteral(name)}, ${instant(until)}, coalesce(sum(entries), 0)::BIGINT
      FROM ${inNext(name)} WHERE step < ${instant(until)}`;
    return [removed, added];
  }
}

/** The start of the step of an instant, also before 1970. */
function startOf(instant: bigint, step: bigint): bigint {
  return instant - (((instant % step) + step) % step);
}

/** The days up to the one of `last`, of which the first begins at `start`. */
function daysBetween(start: bigint, last: bigint): readonly bigint[] {
  const days: bigint[] = [];
  for (let at = start; at <= last; at = startOf(at, DAY) + DAY) days.push(at);
  return days;
}

function earlier(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** The rows of a copy, of the entries for which the condition is true. */
function selectOf({ table, columns, keys }: CopyDefinition, condition: string): string {
  const selected = columns.map(({ name, of }) => `${of} AS ${name}`).join(', ');
  const places = Array.from({ length: keys }, (_, i) => i + 1).join(', ');
  return `SELECT ${selected} FROM ${table} WHERE ${condition} GROUP BY ${places}`;
}

/** Counts the entries from `start` on, to the end of its day. */
function recounted(definition: CopyDefinition, start: bigint, until: bigint): readonly string[] {
  const { name, of } = definition;
  const end = startOf(start, DAY) + DAY;
  const entries = `${of} >= ${instant(start)} AND ${of} < ${instant(earlier(end, until))}`;
  return [
    `DELETE FROM ${inNext(name)} WHERE step >= ${instant(start)} AND step < ${instant(end)}`,
    `INSERT INTO ${inNext(name)} BY NAME ${selectOf(definition, entries)}`,
  ];
}

async function status(
  sql: Sql,
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
