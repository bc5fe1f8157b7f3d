/** Adds to `sources.yaml` and `quern.yaml` as text: existing text keeps its place, words and comments. */
import { ENGINES, FILE_ENGINE, FILE_KEYS } from '../../engines/index.ts';
import { readTree } from '../../generator/compile-specs.ts';
import {
  entryOf,
  type MappingEntry,
  type MappingNode,
} from '../../generator/core/spec/document.ts';
import { withEdits } from '../project/specifications/edits.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

/** The text of `sources.yaml` with one more data set, whose `lines` are indented by two. */
export function withDataSet(path: string, text: string, lines: string): string {
  const root = rootOf(path, text);
  const sources = root === null ? null : entryOf(root, 'sources');
  if (sources?.value.kind !== 'mapping' || sources.value.flow || sources.value.entries.length === 0)
    throw unfit(
      path,
      'has no `sources` with an entry on a line of its own',
      'Write each data set on lines of its own, without braces around them.',
    );
  const last = lastOf(sources.value);
  const indent = ' '.repeat(columnOf(text, last));
  return inserted(text, endOf(text, last), reindented(lines, indent));
}

/** The text of `quern.yaml` with one more entry under `tables` of the engine that reads files, unless it has that entry. `glob`: in quotes. */
export function withFiles(path: string, text: string, name: string, glob: string): string {
  const [engine, key] = [FILE_ENGINE, FILE_KEYS.tables];
  const lines = `engines:\n  ${engine}:\n    ${key}:\n      ${name}: ${glob}\n`;
  const root = rootOf(path, text);
  if (root === null || entryOf(root, 'engines') === null)
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${lines}`;
  const tables = ['engines', engine, key].reduce<MappingNode | null>((node, key) => {
    const value = node === null ? null : entryOf(node, key)?.value;
    return value?.kind === 'mapping' && !value.flow ? value : null;
  }, root);
  if (tables === null || tables.entries.length === 0)
    throw unfit(
      path,
      `has no \`${key}\` of ${ENGINES[engine].dialect.title} with an entry on a line of its own`,
      `Write \`${key}: { ${name}: ${glob} }\` under \`${engine}\`, and its entries on lines of their own.`,
    );
  const known = entryOf(tables, name);
  if (known !== null) {
    const isSame = known.value.kind === 'scalar' && JSON.stringify(known.value.value) === glob;
    if (isSame) return text;
    throw unfit(
      path,
      `has a table \`${name}\` of other files`,
      'Give this one a name with `--as`.',
    );
  }
  const last = lastOf(tables);
  const indent = ' '.repeat(columnOf(text, last));
  return inserted(text, endOf(text, last), `${indent}${name}: ${glob}\n`);
}

function rootOf(path: string, text: string): MappingNode | null {
  const root = readTree({ path, bytes: text })?.root;
  return root?.kind === 'mapping' ? root : null;
}

function unfit(path: string, fault: string, hint: string): Failure {
  return new Failure(EXIT.usage, `\`${path}\` ${fault}`, { hint });
}

function lastOf({ entries }: MappingNode): MappingEntry {
  const last = entries.at(-1);
  if (last === undefined) throw new Error('the mapping is empty');
  return last;
}

function columnOf(text: string, { place: { start } }: MappingEntry): number {
  return start - (text.lastIndexOf('\n', start - 1) + 1);
}

/** The offset after the entry and the comments that are indented below it. */
function endOf(text: string, entry: MappingEntry): number {
  const column = columnOf(text, entry);
  let end = lineEnd(text, Math.max(entry.value.place.end - 1, entry.place.start));
  for (;;) {
    const next = lineEnd(text, end);
    const line = text.slice(end, next);
    const [, spaces = ''] = /^( *)#/.exec(line) ?? [];
    if (spaces.length <= column) return end;
    end = next;
  }
}

/** Where the next line begins. */
function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at + 1;
}

function inserted(text: string, at: number, lines: string): string {
  const begins = at === 0 || text[at - 1] === '\n';
  return withEdits(text, [{ start: at, end: at, text: begins ? lines : `\n${lines}` }]);
}

/** Changes lines that are indented by two to the indentation of the file's data sets. */
function reindented(lines: string, indent: string): string {
  return lines.replace(/^ {2}(?=.)/gm, indent);
}
