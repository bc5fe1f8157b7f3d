/** Keys: a text on one line, and the `:` after it. */
import type { Place } from '../../core/report/diagnostics.ts';
import type { MappingEntry, Node } from '../../core/spec/document.ts';
import { FORBIDDEN_KEYS } from '../forbidden-keys.ts';
import { afterSpaces, countNode, makePlace, type TextReading } from './reading.ts';
import { plainAt, plainInBracketsAt, quotedAt, type YamlText } from './texts.ts';

export interface Key {
  readonly name: string;
  readonly place: Place;
  /** The offset after the `:`. */
  readonly end: number;
}

/** The library refuses longer ones. */
const LONGEST = 1024;

/** The key at `reading.at`. Returns `null` if there is none, or if it is for the library. */
export function keyAt(reading: TextReading): Key | null {
  return keyOf(reading, textAt(reading, plainAt), isBlank);
}

/** The same between brackets, where no space is needed after quotes and `:`. */
export function keyInBracketsAt(reading: TextReading): Key | null {
  const text = textAt(reading, plainInBracketsAt);
  return keyOf(reading, text, text?.style === 'plain' ? isBlank : () => true);
}

function textAt(
  { text, at }: TextReading,
  plain: (text: string, at: number) => YamlText | null,
): YamlText | null {
  return text[at] === '"' || text[at] === "'" ? quotedAt(text, at) : plain(text, at);
}

function isBlank(character: string): boolean {
  return character === '' || character === ' ' || character === '\n';
}

function keyOf(
  reading: TextReading,
  found: YamlText | null,
  mayFollow: (character: string) => boolean,
): Key | null {
  if (found === null) return null;
  const { text, at } = reading;
  const colon = afterSpaces(text, found.end);
  if (text[colon] !== ':' || !mayFollow(text.charAt(colon + 1))) return null;
  if (colon - at > LONGEST || !isUsable(found.value)) return null;
  return { name: found.value, place: makePlace(reading, at, found.end), end: colon + 1 };
}

function isUsable(name: string): boolean {
  return name !== '<<' && !FORBIDDEN_KEYS.has(name);
}

/** Adds an entry. Returns false if there is one of that name, or if the text has too many values. */
export function added(
  reading: TextReading,
  entries: Map<string, MappingEntry>,
  { name, place }: Key,
  value: Node,
): boolean {
  if (entries.has(name) || !countNode(reading)) return false;
  entries.set(name, { name, place, value });
  return true;
}
