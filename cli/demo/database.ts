/** The demo's database: made if it is missing or was made with other options. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DemoLogs, DemoMaker } from '../../engines/demo.ts';
import { EngineFailure } from '../../engines/engine.ts';
import { DEMO } from '../../engines/index.ts';
import { makeFolder } from '../../generator/system/folders.ts';
import { processExists } from '../../generator/system/lock.ts';
import { onOneLine } from '../engines.ts';
import { systemFailure } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import type { Host } from '../terminal/host.ts';
import { unlessInterrupted } from '../verb.ts';

export interface DemoOptions extends DemoLogs {
  readonly file: string;
  /** An interruption leaves nothing half-made. */
  readonly host: Host;
}
export interface DemoDatabase {
  /** The reference of the project with the most entries. */
  readonly project: string;
  /** The text about its options that is in it. */
  readonly about: string;
  /** How many entries it has. */
  readonly rows: number;
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
  const { default: maker } = await DEMO.load();
  const key = keyOf(options);
  onDisk(file, () => {
    makeFolder(dirname(file));
    removeAbandoned(file, maker);
  });
  const text = existsSync(file) ? await maker.readAbout(file) : null;
  const about = text === null ? null : aboutOf(text);
  const age = about === null ? null : now - BigInt(about.now);
  if (about?.key === key && age !== null && age >= 0n && age < FRESH_MICROS) {
    return { project: about.project, about: `${text}`, rows: options.rows, isNew: false };
  }
  return { ...(await replaceDatabase(maker, options, key)), isNew: true };
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
function removeAbandoned(file: string, { beside }: DemoMaker): void {
  const [directory, name] = [dirname(file), basename(file)];
  for (const other of readdirSync(directory)) {
    if (!other.startsWith(name)) continue;
    const [, pid, end = ''] = /^\.(\d+)\.next(\..+)?$/.exec(other.slice(name.length)) ?? [];
    if (pid === undefined || !['', ...beside].includes(end)) continue;
    if (Number(pid) !== process.pid && processExists(Number(pid))) continue;
    rmSync(join(directory, other), { recursive: true, force: true });
  }
}

/** The new database is complete before it replaces the old one. */
async function replaceDatabase(
  maker: DemoMaker,
  options: DemoOptions,
  key: string,
): Promise<Omit<DemoDatabase, 'isNew'>> {
  const { file, host } = options;
  const next = `${file}.${process.pid}.next`;
  options.onProgress(0);
  const about = (project: string) => {
    const known: About = { key, now: String(options.now), project };
    return JSON.stringify(known);
  };
  const making = maker.make(next, options, about, host.interrupted).catch(unwritable);
  try {
    const project = await unlessInterrupted(host, making);
    onDisk(file, () => {
      for (const end of maker.beside) rmSync(file + end, { recursive: true, force: true });
      renameSync(next, file);
    });
    return { project, about: about(project), rows: options.rows };
  } finally {
    // wait, because work that still runs may create the removed files again
    await making.catch(() => undefined);
    for (const end of ['', ...maker.beside]) rmSync(next + end, { recursive: true, force: true });
  }
}

/** Throws `Failure` if the engine cannot write the file. */
function unwritable(cause: unknown): never {
  if (!(cause instanceof EngineFailure)) throw cause;
  const message = `The demo's database cannot be made: ${onOneLine(cause.message)}`;
  throw new Failure(EXIT.environment, message, { cause });
}

/** `null` if the text is not of this version of the demo. */
function aboutOf(text: string): About | null {
  try {
    const { key, now, project } = Object(JSON.parse(text));
    return typeof key === 'string' && /^\d+$/.test(now)
      ? { key, now, project: `${project}` }
      : null;
  } catch {
    return null;
  }
}
