/** Texts between braces and brackets that a comma ends, as in `{ description: Minutes, at least one }`. */
import { cutAt } from '../../core/report/cut-values.ts';
import { cutWords } from '../../core/report/reporting-cuts.ts';
import { nearest } from '../../core/report/suggestion.ts';
import { isOneText } from '../../core/report/whole-text.ts';
import type { MappingEntry, MappingNode, Node } from '../../core/spec/document.ts';
import type { Shape } from '../shape.ts';
import type { Fault } from './fault.ts';
import { isEmpty } from './spot.ts';

/** The fault of the whole text of which an entry is a piece; `null` if no comma cuts it. `shapeOf`: the shape of a known key. */
export function commaCut(
  { flow, entries }: MappingNode,
  entry: MappingEntry,
  known: readonly string[],
  shapeOf: (name: string) => Shape<unknown> | null,
): Fault | null {
  const isPiece = ({ name, value }: MappingEntry) => isEmpty(value) && shapeOf(name) === null;
  if (!flow || !isPiece(entry)) return null;
  const at = entries.indexOf(entry);
  const from = entries.slice(0, at).findLastIndex(one => !isPiece(one));
  const begin = entries[from];
  const shape = begin === undefined ? null : shapeOf(begin.name);
  if (begin?.value.kind !== 'scalar' || begin.value.style !== 'plain') return null;
  // several items are meant where a list may be
  if (shape?.kinds.includes('string') !== true || shape.kinds.includes('array')) return null;
  const next = entries.findIndex((one, index) => index > at && !isPiece(one));
  const pieces = entries.slice(from + 1, next === -1 ? undefined : next);
  const { source, start } = begin.value.place;
  const place = { source, start, end: pieces.at(-1)?.place.end ?? entry.place.end };
  const text = source.text.slice(start, place.end);
  // a text with a colon that is read whole
  const hasColon = !isOneText(begin.value.text);
  if (!isOneText(hasColon ? source.text.slice(begin.value.place.end, place.end) : text))
    return null;
  if (pieces.some(({ name, place: { end } }) => isKey(source.text, end, name, known))) return null;
  const code = shape.hasCommas === true ? 'unquoted-text' : 'yaml-syntax';
  return { code, place, ...cutWords(text) };
}

/** Whether a piece has a colon, or is nearly a known key. */
function isKey(text: string, end: number, name: string, known: readonly string[]): boolean {
  return /^\s*:/.test(text.slice(end, end + REACH)) || nearest(name, known) !== null;
}

/** The most space before a colon that is read. */
const REACH = 200;

/** The fault of the whole text of which an item between brackets is a piece; `null` if no comma cuts it. */
export function commaCutItem({ place }: Node, item: Node): Fault | null {
  if (item.kind !== 'scalar' || item.style !== 'plain' || !/[('"]/.test(item.text)) return null;
  if (place.source.text[place.start] !== '[') return null;
  const cut = cutAt(item.place);
  if (cut?.sign !== ',' || cut.place.start !== item.place.start) return null;
  const { source, start, end } = cut.place;
  // it was read whole
  if (end === item.place.end) return null;
  const code = cut.whole.length === 0 ? 'yaml-syntax' : 'unquoted-text';
  return { code, place: cut.place, ...cutWords(source.text.slice(start, end)) };
}
