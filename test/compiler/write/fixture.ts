import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { markOwn, readMarker } from '../../../generator/core/output/marker.ts';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import type { CheckResult } from '../../../generator/write/index.ts';

// Each write flushes its journal, which takes as long as the disk is busy. Tests that try hundreds of
// writes do it in memory where the system offers that; those with real processes use the disk.
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A new empty folder; `generated` in it is the directory under test. */
export function temporaryFolder(place: 'memory' | 'disk' = 'memory'): string {
  return mkdtempSync(join(place === 'memory' ? inMemory : tmpdir(), 'quern-write-'));
}

/** Generated files from path to text, each with its marker. */
export function filesOf(texts: Readonly<Record<string, string>>): GeneratedFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text: marked(path, text) }));
}

/** The content of a generated file with that text. JSON has it as a member. */
export function marked(path: string, text: string): string {
  return markOwn(path, path.endsWith('.json') ? `${JSON.stringify({ text })}\n` : text);
}

/** The text of a generated file, or of a file that somebody else wrote. */
export function unmarked(path: string, content: string): string {
  if (readMarker(content) === null) return content;
  return path.endsWith('.json')
    ? JSON.parse(content).text
    : content.slice(content.indexOf('\n') + 1);
}

/** Edits generated files by hand: their markers stay. */
export function edit(folder: string, ...paths: readonly string[]): void {
  for (const path of paths) {
    const content = readFileSync(join(folder, path), 'utf8');
    const edited = path.endsWith('.json') ? content.replace('}', ', "mine": 1}') : `${content}mine`;
    writeFileSync(join(folder, path), edited);
  }
}

/** Writes files by hand, as an author or an editor would. */
export function put(folder: string, texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Every path below a folder, in order; folders end with `/`. */
export function pathsIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map(entry => {
      const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
      return entry.isDirectory() ? `${path}/` : path;
    })
    .sort();
}

/** Path to text of every file below a folder, without the markers. */
export function textsIn(folder: string): Record<string, string> {
  const files = pathsIn(folder).filter(path => !path.endsWith('/'));
  return Object.fromEntries(
    files.map(path => [path, unmarked(path, readFileSync(join(folder, path), 'utf8'))]),
  );
}

/** A text that changes when a folder, or anything below it, is touched. */
export function stampsIn(folder: string, status?: 'without status'): Record<string, string> {
  const stamps = ['', ...pathsIn(folder)].map(path => {
    const found = lstatSync(join(folder, path), { bigint: true });
    return [path, `${found.ino} ${found.mtimeNs} ${status ?? found.ctimeNs}`];
  });
  return Object.fromEntries(stamps);
}

/** Whether the directory holds the files that a check compared it with, or will once an interrupted run is recovered. */
export function holds(result: CheckResult): boolean {
  if (result.status !== 'stale') return result.status === 'fresh';
  const { differences, refusals } = result;
  return differences.length === 0 && refusals.every(({ kind }) => kind === 'interrupted');
}

/** An answer to "does git ignore it" that goes by these paths. */
export function ignoring(...ignored: readonly string[]) {
  return async (paths: readonly string[]) => new Set(paths.filter(path => ignored.includes(path)));
}
