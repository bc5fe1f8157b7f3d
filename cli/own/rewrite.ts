/** Writes the columns of own SQL into a specification. Existing declarations keep their place, words and comments. */
import {
  entryOf,
  type MappingEntry,
  type MappingNode,
  type Node,
} from '../../generator/core/spec/document.ts';
import { type Edit, withEdits } from '../project/specifications/edits.ts';
import type { FoundColumn } from './columns.ts';

/** The text of a file with these columns. `root`: its tree; `fits`: whether a declared type may stay. */
export function withColumns(
  text: string,
  root: MappingNode,
  columns: readonly FoundColumn[],
  fits: (column: string, type: string) => boolean,
): string {
  return withEdits(text, editsOf(text, root, columns, fits));
}

function editsOf(
  text: string,
  root: MappingNode,
  columns: readonly FoundColumn[],
  fits: (column: string, type: string) => boolean,
): readonly Edit[] {
  const known = entryOf(root, 'columns');
  const declared = known?.value.kind === 'mapping' ? known.value : null;
  if (known === null) return [added(text, root, columns)];
  if (declared === null || declared.entries.length === 0) return [replaced(text, known, columns)];
  const gone = declared.entries.filter(({ name }) => columns.every(column => column.name !== name));
  const fresh = columns.filter(({ name }) => entryOf(declared, name) === null);
  const changed = declared.entries.flatMap(entry => {
    const column = columns.find(({ name }) => name === entry.name);
    const type = typeOf(entry.value);
    if (column === undefined || type === null || fits(entry.name, type.text)) return [];
    return [{ start: type.place.start, end: type.place.end, text: column.type }];
  });
  // No column stays, so new ones cannot be written next to an existing one.
  if (gone.length === declared.entries.length) return [replaced(text, known, columns)];
  return declared.flow
    ? [...changed, ...flowEdits(declared, gone, fresh)]
    : [...changed, ...blockEdits(text, declared, gone, fresh)];
}

function typeOf(value: Node) {
  const node = value.kind === 'mapping' ? entryOf(value, 'type')?.value : value;
  return node?.kind === 'scalar' ? node : null;
}

function lines(columns: readonly FoundColumn[], indent: string): string {
  return columns.map(({ name, type }) => `\n${indent}${name}: ${type}`).join('');
}

/** After the statements. */
function added(text: string, root: MappingNode, columns: readonly FoundColumn[]): Edit {
  const query = entryOf(root, 'query');
  if (query === null) throw new Error('a file of own statements has `query`');
  const body = `columns:${lines(columns, '  ')}`;
  if (root.flow) throw new Error('a specification is not a mapping in braces');
  const at = nextLine(text, query.value.place.end);
  const isOnLine = text[at - 1] !== '\n';
  return { start: at, end: at, text: isOnLine ? `\n${body}` : `${body}\n` };
}

/** Replaces everything under the key. */
function replaced(
  text: string,
  { place, value }: MappingEntry,
  columns: readonly FoundColumn[],
): Edit {
  const isFlow = value.kind === 'mapping' && value.flow;
  const inline = columns.map(({ name, type }) => `${name}: ${type}`).join(', ');
  if (isFlow) return { start: value.place.start, end: value.place.end, text: `{ ${inline} }` };
  const end = place.end + text.slice(place.end, value.place.end).trimEnd().length;
  return { start: place.end, end, text: `:${lines(columns, '  ')}` };
}

/** Removes a column with everything up to the next one; for the last column, also the comma before it. */
function flowEdits(
  { entries }: MappingNode,
  gone: readonly MappingEntry[],
  fresh: readonly FoundColumn[],
): readonly Edit[] {
  const left = entries.filter(entry => !gone.includes(entry));
  const last = left.at(-1);
  if (last === undefined) throw new Error('a column is left');
  const more = fresh.map(({ name, type }) => `, ${name}: ${type}`).join('');
  const { end } = last.value.place;
  const final = entries.at(-1)?.value.place.end ?? end;
  const cuts = gone
    .filter(entry => entries.indexOf(entry) < entries.indexOf(last))
    .map(entry => ({
      start: entry.place.start,
      end: entries[entries.indexOf(entry) + 1]?.place.start ?? entry.value.place.end,
      text: '',
    }));
  return [...cuts, { start: end, end: final, text: more }];
}

/** Removes whole lines of the column; keeps comments. */
function blockEdits(
  text: string,
  { entries }: MappingNode,
  gone: readonly MappingEntry[],
  fresh: readonly FoundColumn[],
): readonly Edit[] {
  const cuts = gone.map(({ place, value }) => {
    const start = text.lastIndexOf('\n', place.start - 1) + 1;
    return { start, end: nextLine(text, value.place.end), text: '' };
  });
  const first = entries[0];
  const last = entries.at(-1);
  if (first === undefined || last === undefined || fresh.length === 0) return cuts;
  const { start } = first.place;
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const at = nextLine(text, last.value.place.end);
  const body = lines(fresh, indent).slice(1);
  const isEnd = text[at - 1] !== '\n';
  return [...cuts, { start: at, end: at, text: isEnd ? `\n${body}` : `${body}\n` }];
}

/** Where the line after the value begins. A value of several lines may already end there. */
function nextLine(text: string, end: number): number {
  const trimmed = text.slice(0, end).trimEnd().length;
  const at = text.indexOf('\n', trimmed);
  return at < 0 ? text.length : at + 1;
}
