/** The findings of looks at NDJSON files. */
import type * as DuckDb from '@duckdb/node-api';
import { quoteLiteral } from '../../driver/text.ts';
import type { DuckDbFiles } from '../files.ts';
import { type FoundFile, itself } from '../paths.ts';
import { nextAfter } from '../pause.ts';
import { type CommaLine, commasIn } from './commas.ts';
import { keysOfEntries, type LinesFacts, linesRelation } from './lines.ts';
import { absentIn, FIRST, neededPaths, type Path } from './sparse.ts';

/** The findings in some files, kept for the next look. */
export interface Contents {
  /** The files as they were read. */
  readonly files: readonly FoundFile[];
  /** The needed paths that no entry has; `null` if there was no entry. */
  readonly absent: readonly Path[] | null;
  /** The keys of the first entries; only if a needed column is absent, which may mean one of them. */
  readonly keys: readonly string[];
  /** Lines with a comma before a closing bracket, one of each file. */
  readonly commas: readonly CommaLine[];
  /** No file is read again before this instant, by `performance.now()`. */
  readonly notBefore: number;
}
export const NOTHING_READ: Contents = {
  files: [],
  absent: null,
  keys: [],
  commas: [],
  notBefore: 0,
};

/** Reads the files that have changed since the last look; all of them if one is gone or has shrunk. */
export async function lookIntoLines(
  connection: DuckDb.DuckDBConnection,
  files: DuckDbFiles,
  present: readonly FoundFile[],
  facts: LinesFacts,
  known: Contents,
): Promise<Contents> {
  const started = performance.now();
  const asRead = new Set(known.files.map(identityOf));
  const changed = present.filter(file => !asRead.has(identityOf(file)));
  const isSame = changed.length === 0 && present.length === known.files.length;
  if (isSame || started < known.notBefore) return known;
  const before = hasOnlyGrown(known.files, present) ? known.absent : null;
  const of = before === null ? present : changed;
  const paths = before ?? neededPaths(files.columns, files.reads);
  const relation = linesRelation(files, facts, true, listOf(of));
  const absent = paths.length === 0 ? [] : await absentIn(connection, files, paths, relation);
  const isAbsent = absent?.some(path => path.length === 1) === true;
  const keys = isAbsent ? await keysIn(connection, listOf(present)) : known.keys;
  const added =
    files.invalid === 'skip' || changed.length === 0
      ? []
      : await commasIn(connection, listOf(changed));
  const commas = [...commasOf(present, known), ...added];
  return { files: present, absent: absent ?? before, keys, commas, notBefore: nextAfter(started) };
}

async function keysIn(
  connection: DuckDb.DuckDBConnection,
  files: string,
): Promise<readonly string[]> {
  const rows = (await connection.runAndReadAll(keysOfEntries(files, FIRST))).getRows();
  return rows.map(([key]) => String(key));
}

/** Those of files that are still as they were read. */
export function commasOf(
  present: readonly FoundFile[],
  { files, commas }: Pick<Contents, 'files' | 'commas'>,
): readonly CommaLine[] {
  if (commas.length === 0) return commas;
  const now = new Set(present.map(identityOf));
  const kept = new Set(files.filter(one => now.has(identityOf(one))).map(({ path }) => path));
  return commas.filter(({ file }) => kept.has(file));
}

function identityOf({ path, size, changed }: FoundFile): string {
  return `${size} ${changed} ${path}`;
}

function hasOnlyGrown(before: readonly FoundFile[], now: readonly FoundFile[]): boolean {
  const sizes = new Map(now.map(({ path, size }) => [path, size]));
  return before.every(({ path, size }) => (sizes.get(path) ?? -1n) >= size);
}

function listOf(files: readonly FoundFile[]): string {
  return `[${files.map(({ path }) => quoteLiteral(itself(path))).join(', ')}]`;
}
