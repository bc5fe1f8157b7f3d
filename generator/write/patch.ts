import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** Loaded with the first patch: most commands show none, and Node takes long to load its twenty files. */
function differ(): typeof import('diff') {
  return load('diff');
}

// The time to find the shortest patch grows with the square of the changed lines. Beyond this number the patch replaces the
// whole text.
const longestEdit = 1000;

/** Returns the unified diff between two contents of a file; null means no file. */
export function unifiedPatch(path: string, from: Buffer | null, to: Buffer | null): string {
  const fromName = from === null ? '/dev/null' : `a/${path}`;
  const toName = to === null ? '/dev/null' : `b/${path}`;
  const [before, after] = [from?.toString() ?? '', to?.toString() ?? ''];
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = differ();
  const patch = createTwoFilesPatch(fromName, toName, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
    maxEditLength: longestEdit,
  });
  return patch ?? replacement(fromName, toName, before, after);
}

function replacement(fromName: string, toName: string, before: string, after: string): string {
  const { FILE_HEADERS_ONLY, formatPatch } = differ();
  const [removed, added] = [linesOf(before), linesOf(after)];
  const hunk = {
    oldStart: 1,
    oldLines: removed.length,
    newStart: 1,
    newLines: added.length,
    lines: [...marked('-', removed, before), ...marked('+', added, after)],
  };
  const names = { oldFileName: fromName, newFileName: toName };
  const headers = { oldHeader: undefined, newHeader: undefined };
  return formatPatch({ ...names, ...headers, hunks: [hunk] }, FILE_HEADERS_ONLY);
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function marked(sign: string, lines: readonly string[], text: string): string[] {
  const marks = lines.map(line => sign + line);
  return text === '' || text.endsWith('\n') ? marks : [...marks, '\\ No newline at end of file'];
}
