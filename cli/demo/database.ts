/** The demo's database: made if it is missing or was made with other options. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { makeFolder } from '../../generator/system/folders.ts';
import { processExists } from '../../generator/system/lock.ts';
import { wordsOf } from '../engines.ts';
import { systemFailure } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import type { Host } from '../terminal/host.ts';
import { unlessInterrupted } from '../verb.ts';
import { makeDemoLogs } from './logs.ts';

export interface DemoOptions {
  readonly file: string;
  /** The CREATE TABLE statements of the data sets. */
  readonly schema: string;
  readonly seed: number;
  readonly days: number;
  readonly rows: number;
  /** Microseconds since 1970 UTC. */
  readonly now: bigint;
  readonly onProgress: (made: number) => void;
  /** An interruption leaves nothing half-made. */
  readonly host: Host;
}
export interface DemoDatabase {
  /** The reference of the project with the most entries. */
  readonly project: string;
  readonly isNew: boolean;
}

/** The options that a database was made with. They are stored in the database itself, so the two stay together. */
interface About {
  readonly key: string;
  /** Microseconds since 1970 UTC, as text. */
  readonly now: string;
  readonly project: string;
}

/** Older logs would leave the shortest windows empty. */
const FRESH_MICROS = 60_000_000n;

/** Makes the database, unless a fresh one for the same options exists. Rejects with `Failure` if it cannot be made. */
export async function demoDatabase(options: DemoOptions): Promise<DemoDatabase> {
  const { file, now } = options;
  const key = keyOf(options);
  onDisk(file, () => {
    makeFolder(dirname(file));
    removeAbandoned(file);
  });
  const about = existsSync(file) ? await readAbout(file) : null;
  const age = about === null ? null : now - BigInt(about.now);
  if (about?.key === key && age !== null && age >= 0n && age < FRESH_MICROS) {
    return { project: about.project, isNew: false };
  }
  return { project: await replaceDatabase(options, key), isNew: true };
}

function keyOf({ schema, seed, days, rows }: DemoOptions): string {
  return createHash('sha256')
    .update(JSON.stringify([schema, seed, days, rows]))
    .digest('hex');
}

/** Runs a step of making `file`. Throws `Failure` if the file system refuses. */
function onDisk(file: string, step: () => void): void {
  try {
    step();
  } catch (error) {
    throw systemFailure(error, `\`${file}\` cannot be made`);
  }
}

/** Removes files left by killed demos. Each is named after its process number, which this process may now have. */
function removeAbandoned(file: string): void {
  const [directory, name] = [dirname(file), basename(file)];
  for (const other of readdirSync(directory)) {
    if (!other.startsWith(name)) continue;
    const [, pid] = /^\.(\d+)\.next(\.wal|\.tmp)?$/.exec(other.slice(name.length)) ?? [];
    if (pid === undefined || (Number(pid) !== process.pid && processExists(Number(pid)))) continue;
    rmSync(join(directory, other), { recursive: true, force: true });
  }
}

/** The new database is complete before it replaces the old one. */
async function replaceDatabase(options: DemoOptions, key: string): Promise<string> {
  const { file } = options;
  const next = `${file}.${process.pid}.next`;
  options.onProgress(0);
  const making = makeDatabase(next, options, key).catch(unwritable);
  try {
    const project = await unlessInterrupted(options.host, making);
    onDisk(file, () => renameSync(next, file));
    return project;
  } finally {
    // wait, because work that still runs may create the removed files again
    await making.catch(() => undefined);
    for (const end of ['', '.wal', '.tmp']) rmSync(next + end, { recursive: true, force: true });
  }
}

async function makeDatabase(next: string, options: DemoOptions, key: string): Promise<string> {
  return withConnection(next, {}, async connection => {
    const stop = stopping(connection, options.host.interrupted);
    const { projects } = await makeDemoLogs({ ...options, connection }).finally(stop);
    const [project = ''] = projects;
    const about: About = { key, now: String(options.now), project };
    await connection.run('CREATE TABLE quern_demo AS SELECT $1 AS about', [JSON.stringify(about)]);
    return project;
  });
}

/** Interrupts the connection after `signal` is aborted. Repeats it, because an interrupt between two statements is lost. */
function stopping(connection: DuckDBConnection, signal: AbortSignal): () => void {
  const timer = setInterval(() => {
    if (signal.aborted) connection.interrupt();
  }, 20);
  return () => clearInterval(timer);
}

/** DuckDB has no error code for file system errors. */
function unwritable(cause: unknown): never {
  if (!(cause instanceof Error) || !/\bIO Error\b|Could not write file/.test(cause.message))
    throw cause;
  const message = `The demo's database cannot be made: ${wordsOf(cause.message)}`;
  throw new Failure(EXIT.environment, message, { cause });
}

/** `null` if the file is not a database of the demo. */
async function readAbout(file: string): Promise<About | null> {
  try {
    const text = await withConnection(file, { access_mode: 'READ_ONLY' }, async connection => {
      const rows = await connection.runAndReadAll('SELECT about FROM quern_demo');
      return String(rows.getRows()[0]?.[0]);
    });
    const { key, now, project } = Object(JSON.parse(text));
    return typeof key === 'string' && /^\d+$/.test(now)
      ? { key, now, project: `${project}` }
      : null;
  } catch {
    return null;
  }
}

async function withConnection<T>(
  file: string,
  settings: Readonly<Record<string, string>>,
  use: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const { DuckDBInstance: Instance } = await import('@duckdb/node-api');
  const instance: DuckDBInstance = await Instance.create(file, { ...settings });
  try {
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    try {
      return await use(connection);
    } finally {
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
}
