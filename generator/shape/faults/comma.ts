/** Texts between braces that a comma ends, as in `{ description: Minutes, at least one }`. */
import { cutWords } from '../../core/report/cut-values.ts';
import type { MappingEntry, MappingNode } from '../../core/spec/document.ts';
import type { Kind } from '../kind.ts';
import type { Fault } from './fault.ts';
import { isEmpty } from './spot.ts';

/** The fault of the whole text of which an entry is a piece; `null` if no comma cuts it. `kindsOf`: what a known key takes. */
export function commaCut(
  { flow, entries }: MappingNode,
  entry: MappingEntry,
  kindsOf: (name: string) => readonly Kind[] | null,
): Fault | null {
  const isPiece = ({ name, value }: MappingEntry) => isEmpty(value) && kindsOf(name) === null;
  if (!flow || !isPiece(entry)) return null;
  const at = entries.indexOf(entry);
  const from = entries.slice(0, at).findLastIndex(one => !isPiece(one));
  const begin = entries[from];
  const kinds = begin === undefined ? null : kindsOf(begin.name);
  if (begin?.value.kind !== 'scalar' || begin.value.style !== 'plain') return null;
  // several items are meant where a list may be
  if (kinds?.includes('string') !== true || kinds.includes('array')) return null;
  const next = entries.findIndex((one, index) => index > at && !isPiece(one));
  const last = entries.at(next === -1 ? -1 : next - 1) ?? entry;
  const { source, start } = begin.value.place;
  const place = { source, start, end: last.place.end };
  const { message, hint } = cutWords(source.text.slice(start, place.end));
  return { code: 'yaml-syntax', place, message, hint };
}
