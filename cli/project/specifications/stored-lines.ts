/** Writes `stored` into `sources.yaml`: all else keeps its place, words and comments. */
import {
  type Document,
  entryOf,
  type MappingEntry,
  type MappingNode,
} from '../../../generator/core/spec/document.ts';
import { type StoredLine, writeStoredType } from '../../../server/observe/findings.ts';
import { type Edit, mappingOf, withEdits } from './edits.ts';

export interface SourceLine extends StoredLine {
  /** The name of the data set. */
  readonly source: string;
}

/** The column or field at `path` of a data set; `null` if the file does not declare it. */
export function columnAt(
  document: Document,
  source: string,
  path: readonly string[],
): MappingEntry | null {
  const columns = ['sources', source, 'columns'].reduce(partAt, mappingOf(document));
  const [first = '', ...fields] = path;
  let found = columns === null ? null : entryOf(columns, first);
  for (const name of fields) {
    const field = mappingIn(found);
    const record = partAt(field, 'record') ?? partAt(partAt(field, 'list'), 'record');
    found = record === null ? null : entryOf(record, name);
  }
  return found;
}

function partAt(node: MappingNode | null, key: string): MappingNode | null {
  return node === null ? null : mappingIn(entryOf(node, key));
}

function mappingIn(entry: MappingEntry | null): MappingNode | null {
  return entry?.value.kind === 'mapping' ? entry.value : null;
}

/** The text of the file with these lines. Lines of columns that it does not declare are left out. */
export function withStoredLines(document: Document, lines: readonly SourceLine[]): string {
  const { text } = document.source;
  const edits = lines.flatMap(line => {
    const entry = columnAt(document, line.source, line.path);
    return entry === null ? [] : [editOf(text, entry, line)];
  });
  return withEdits(text, edits);
}

function editOf(text: string, { value }: MappingEntry, { engine, type }: StoredLine): Edit {
  const one = `${engine}: ${writeStoredType(type)}`;
  // a short form, such as `id: int64`
  if (value.kind !== 'mapping') {
    const { start, end } = value.place;
    return { start, end, text: `{ type: ${text.slice(start, end)}, stored: { ${one} } }` };
  }
  const stored = entryOf(value, 'stored')?.value;
  if (stored?.kind !== 'mapping') return added(text, value, `stored: { ${one} }`);
  const known = entryOf(stored, engine)?.value.place;
  if (known === undefined) return added(text, stored, one);
  return { start: known.start, end: known.end, text: writeStoredType(type) };
}

const TYPE_KEYS: ReadonlySet<string> = new Set(['type', 'list', 'map']);

/** Adds an entry after the type, or before the fields: in the same braces, or on a line like those of the other entries. */
function added(text: string, { entries, flow }: MappingNode, entry: string): Edit {
  const after = entries.find(({ name }) => TYPE_KEYS.has(name)) ?? entries.at(-1);
  if (after === undefined) throw new Error('a mapping that compiled has entries');
  const { end } = after.value.place;
  if (flow) return { start: end, end, text: `, ${entry}` };
  const { start } = after.place;
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const lineEnd = text.indexOf('\n', end);
  // fields on lines of their own have no end that a line could follow
  if (after.value.kind === 'mapping') return { start, end: start, text: `${entry}\n${indent}` };
  const at = lineEnd === -1 ? text.length : lineEnd;
  return { start: at, end: at, text: `\n${indent}${entry}` };
}
