/** Writes the rows that tests expect into the specification and leaves the rest unchanged. */
import type { Place } from '../../generator/core/report/diagnostics.ts';
import {
  entryOf,
  type MappingEntry,
  type MappingNode,
} from '../../generator/core/spec/document.ts';
import { inlineText, listText } from '../../generator/load/yaml-text.ts';
import { type Edit, withEdits } from '../project/specifications/edits.ts';
import type { TestRow } from './rehearsal.ts';

/** The text of a file with new expected rows for its tests, by name. `root` is its tree. */
export function withExpectations(
  text: string,
  root: MappingNode,
  rows: ReadonlyMap<string, readonly TestRow[]>,
): string {
  const tests = entryOf(root, 'tests')?.value;
  if (tests?.kind !== 'mapping') throw new Error('the file has no tests');
  const edits = [...rows].map(([name, answered]) => {
    const test = entryOf(tests, name)?.value;
    if (test?.kind !== 'mapping') throw new Error(`the file has no test ${name}`);
    return editOf(text, test, answered);
  });
  return withEdits(text, edits);
}

function editOf(text: string, test: MappingNode, rows: readonly TestRow[]): Edit {
  const known = entryOf(test, 'expect');
  return known === null ? added(text, test, rows) : replaced(text, test, known, rows);
}

/** Keeps a comment between the key and its rows; removes comments among the rows with them. */
function replaced(
  text: string,
  test: MappingNode,
  { place, value }: MappingEntry,
  rows: readonly TestRow[],
): Edit {
  const { start: from } = value.place;
  if (test.flow) return { start: from, end: value.place.end, text: inlineText(rows) };
  const between = text.slice(place.end, from);
  const start = place.end + between.trimEnd().length;
  const end = from + withoutRest(text.slice(from, value.place.end), columnOf(text, from)).length;
  if (rows.length > 0) return { start, end, text: listed(rows, indentOf(text, place)) };
  const colon = place.end + between.indexOf(':') + 1;
  return { start: colon, end, text: ` []${text.slice(colon, start)}` };
}

/**
 * The range of a list without brackets extends to the next key. Empty lines, and comments indented less than its items,
 * do not belong to it.
 */
function withoutRest(list: string, column: number): string {
  if (!list.startsWith('-')) return list.trimEnd();
  const lines = list.split('\n');
  const last = lines.findLastIndex(
    (line, i) => i === 0 || (line.trim() !== '' && (/^ */.exec(line)?.[0].length ?? 0) >= column),
  );
  return lines
    .slice(0, last + 1)
    .join('\n')
    .trimEnd();
}

/** Adds rows after the test's last line, or before its closing brace. */
function added(text: string, test: MappingNode, rows: readonly TestRow[]): Edit {
  const [first] = test.entries;
  const last = test.entries.at(-1);
  if (first === undefined || last === undefined) throw new Error('a test is empty');
  const { end } = last.value.place;
  if (test.flow) return { start: end, end, text: `, expect: ${inlineText(rows)}` };
  const indent = indentOf(text, first.place);
  const at = endOfLine(text, end);
  const written = rows.length > 0 ? `expect:${listed(rows, indent)}` : 'expect: []';
  return { start: at, end: at, text: `${text[at - 1] === '\n' ? '' : '\n'}${indent}${written}` };
}

function listed(rows: readonly TestRow[], indent: string): string {
  const inner = `${indent}  `;
  return `\n${inner}${listText(rows, inner)}`;
}

function indentOf(text: string, { start }: Place): string {
  return ' '.repeat(columnOf(text, start));
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** A comment may follow the value on its line. */
function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', text[from - 1] === '\n' ? from - 1 : from);
  if (at < 0) return text.length;
  return text[at - 1] === '\r' ? at - 1 : at;
}
