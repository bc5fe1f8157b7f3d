/** A value in a file, and its name in messages. */
import type { Place } from '../../core/report/diagnostics.ts';
import { entryOf, type MappingEntry, type Node } from '../../core/spec/document.ts';

export interface Spot {
  readonly node: Node;
  /** The spot that contains it; `null` for the whole file. */
  readonly above: Spot | null;
  /** `null` for an item of a list and for the whole file. */
  readonly entry: MappingEntry | null;
}

/** Its name in messages. */
export function labelOf({ above, entry }: Spot): string {
  if (entry !== null) return `\`${shortText(entry.name)}\``;
  return above === null ? 'The file' : `An item of ${labelOf(above)}`;
}

/** The place of its key, or of the item; for the whole file, its start. */
export function placeOfKey({ node: { place }, above, entry }: Spot): Place {
  if (entry !== null) return entry.place;
  return above === null ? { ...place, end: place.start } : place;
}

/** The place of one of its keys. */
export function keyPlace(spot: Spot, name: string): Place {
  const { node } = spot;
  return (node.kind === 'mapping' ? entryOf(node, name)?.place : null) ?? placeOfKey(spot);
}

/** The names of the keys above it; an item of a list has the name `-`. */
export function pathOf({ above, entry }: Spot): readonly string[] {
  return above === null ? [] : [...pathOf(above), entry?.name ?? '-'];
}

export function isEmpty(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null && node.text === '';
}

const EXCERPT = 60;

/** The beginning of an author's text, short enough for a message. */
export function shortText(text: string): string {
  return text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT)}…`;
}
