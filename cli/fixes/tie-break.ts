/** Adds the columns that make an order total, where the hint names them. */

import { readTree } from '../../generator/compile-specs.ts';
import type { Diagnostic, Place } from '../../generator/core/report/diagnostics.ts';
import { quotedValue } from '../../generator/core/report/whole-text.ts';
import {
  entryOf,
  type MappingEntry,
  type MappingNode,
  type Node,
  type ScalarNode,
} from '../../generator/core/spec/document.ts';
import type { Edit } from '../project/specifications/edits.ts';
import type { Fix } from './fix.ts';

export function tieBreak({ code, place, hint }: Diagnostic): readonly Fix[] {
  const added = namesIn(hint ?? '');
  if (added === null) return [];
  const { file, text } = place.source;
  const document = readTree({ path: file, bytes: text });
  if (document === null) return [];
  const path = pathTo(document.root, place);
  const edits = code === 'ambiguous-order' ? inWindow(path, added) : null;
  const found = edits ?? inOrder(path, added, text);
  const names = added.order.map(name => `\`${name}\``).join(', ');
  return found === null ? [] : [{ title: `Order by ${names} too`, edits: found, isSure: true }];
}

interface Added {
  /** The names to order by. */
  readonly order: readonly string[];
  /** Those that the rows do not have yet. */
  readonly select: readonly string[];
}

const HINT =
  /^Order by (`\w+`(?:, `\w+`)*)(?: too)?(?:, and select (`\w+`(?:, `\w+`)*) for it)?(?!\w)/;

function namesIn(hint: string): Added | null {
  const found = HINT.exec(hint);
  if (found === null) return null;
  const names = (text = '') => [...text.matchAll(/\w+/g)].map(([name]) => name);
  return { order: names(found[1]), select: names(found[2]) };
}

/** The nodes around a place, the root first. */
function pathTo(node: Node, place: Place): readonly Node[] {
  const inner = node.kind === 'mapping' ? node.entries.map(({ value }) => value) : [];
  const items = node.kind === 'sequence' ? node.items : inner;
  const next = items.find(one => one.place.start <= place.start && place.end <= one.place.end);
  return next === undefined ? [node] : [node, ...pathTo(next, place)];
}

// ---- `order_by` -----------------------------------------------------------------------------------------------------

function inOrder(path: readonly Node[], added: Added, text: string): readonly Edit[] | null {
  const body = path.findLast(
    (node): node is MappingNode =>
      node.kind === 'mapping' && ORDERED.some(key => entryOf(node, key) !== null),
  );
  if (body === undefined) return null;
  const selected = added.select.length === 0 ? [] : selecting(body, added.select, text);
  if (selected === null) return null;
  const order = entryOf(body, 'order_by');
  const edit =
    order === null ? newOrder(body, added.order, text) : longer(order, added.order, text);
  return edit === null ? null : [...selected, edit];
}

/** The keys beside `order_by` that need an order. */
const ORDERED = ['order_by', 'limit', 'offset', 'pages'];

function newOrder(body: MappingNode, names: readonly string[], text: string): Edit | null {
  const before = body.entries.find(({ name }) => ORDERED.includes(name));
  return before === undefined
    ? null
    : newEntry(body, before, `order_by: [${names.join(', ')}]`, text);
}

function newEntry(body: MappingNode, before: MappingEntry, entry: string, text: string): Edit {
  const { start } = before.place;
  const between = body.flow ? ', ' : `\n${indentAt(text, start)}`;
  return { start, end: start, text: `${entry}${between}` };
}

function longer({ value }: MappingEntry, names: readonly string[], text: string): Edit | null {
  const { start } = value.place;
  if (value.kind === 'scalar') {
    const written = text.slice(start, value.place.end);
    return { start, end: value.place.end, text: `[${[written, ...names].join(', ')}]` };
  }
  const last = value.kind === 'sequence' ? value.items.at(-1) : undefined;
  if (last === undefined) return null;
  const { end } = last.place;
  const between = text[start] === '[' ? ', ' : `\n${indentAt(text, last.place.start)}- `;
  return { start: end, end, text: names.map(name => `${between}${name}`).join('') };
}

/** Adds hidden columns to a mapping of columns. A list has no hidden ones, so that the caller would see a new column. */
function selecting(
  body: MappingNode,
  names: readonly string[],
  text: string,
): readonly Edit[] | null {
  const select = entryOf(body, 'select')?.value;
  const first = select?.kind === 'mapping' ? select.entries[0] : undefined;
  if (select?.kind !== 'mapping' || first === undefined) return null;
  if (names.some(name => entryOf(select, name) !== null)) return null;
  return names.map(name =>
    newEntry(select, first, `${name}: { value: ${name}, hidden: true }`, text),
  );
}

/** The space before the first sign of a line, or before the text behind the `-` of an item. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*/.exec(line)?.[0] ?? '';
}

// ---- `over (order by …)` --------------------------------------------------------------------------------------------

const WINDOW = /\bover\s*\((?:[^()]|\([^()]*\))*\)/gi;
const FRAME = /\srows\b/i;

/** `null` if the fault is not in a text with one window. */
function inWindow(path: readonly Node[], { order }: Added): readonly Edit[] | null {
  const scalar = path.at(-1);
  if (scalar?.kind !== 'scalar') return null;
  const [window, ...others] = [...scalar.text.matchAll(WINDOW)];
  if (window === undefined || others.length > 0) return null;
  const [written] = window;
  const inside = FRAME.exec(written)?.index ?? written.length - 1;
  const at = window.index + inside;
  const names = order.join(', ');
  const isOrdered = /\border\s+by\b/i.test(written);
  const isEmpty = /\(\s*\)$/.test(written);
  const clause = isOrdered ? `, ${names}` : `${isEmpty ? '' : ' '}order by ${names}`;
  return [inserted(scalar, at, clause, path)];
}

/** Between braces, a text with a comma needs quotes. */
function inserted(scalar: ScalarNode, at: number, clause: string, path: readonly Node[]): Edit {
  const isFlow = path.some(node => node.kind === 'mapping' && node.flow);
  if (scalar.style !== 'plain' || !isFlow)
    return { start: scalar.at(at), end: scalar.at(at), text: clause };
  const { start, end } = scalar.place;
  return {
    start,
    end,
    text: quotedValue(scalar.text.slice(0, at) + clause + scalar.text.slice(at)),
  };
}
