/** Lists and mappings in brackets. */
import type { MappingEntry, Node } from '../../core/spec/document.ts';
import { MAX_YAML_DEPTH } from '../tokens.ts';
import { added, keyInBracketsAt } from './key.ts';
import {
  afterSpaces,
  countNode,
  makePlace,
  restOfLine,
  skipLines,
  type TextReading,
} from './reading.ts';
import { emptyNode, plainInBracketsAt, quotedAt, textNode } from './texts.ts';

/** Where a collection in brackets is: further lines of it are deeper than `indent`. */
interface Within {
  readonly indent: number;
  readonly depth: number;
}

/** The list or mapping whose bracket is at `reading.at`, and goes to its end. */
export function bracketsAt(reading: TextReading, { indent, depth }: Within): Node | null {
  if (depth > MAX_YAML_DEPTH || !countNode(reading)) return null;
  const within = { indent, depth: depth + 1 };
  return reading.text[reading.at] === '[' ? listAt(reading, within) : mappingAt(reading, within);
}

function listAt(reading: TextReading, within: Within): Node | null {
  const start = reading.at;
  const items: Node[] = [];
  const isRead = eachItem(reading, ']', within.indent, () => {
    const item = valueAt(reading, within);
    if (item !== null) items.push(item);
    return item !== null;
  });
  return isRead ? { kind: 'sequence', place: makePlace(reading, start, reading.at), items } : null;
}

function mappingAt(reading: TextReading, within: Within): Node | null {
  const start = reading.at;
  const found = new Map<string, MappingEntry>();
  const isRead = eachItem(reading, '}', within.indent, () => {
    const key = keyInBracketsAt(reading);
    if (key === null) return false;
    const value = entryValue(reading, key.end, within);
    return value !== null && added(reading, found, key, value);
  });
  const place = makePlace(reading, start, reading.at);
  const entries = [...found.values()];
  return isRead ? { kind: 'mapping', place, flow: true, incomplete: false, entries } : null;
}

/** Reads what is between the brackets, and goes after the closing one. Returns false if the text is for the library. */
function eachItem(
  reading: TextReading,
  close: string,
  indent: number,
  readItem: () => boolean,
): boolean {
  const { text } = reading;
  do {
    reading.at += 1;
    if (!skipSpace(reading, indent)) return false;
    if (text[reading.at] === close) break;
    if (!readItem() || !skipSpace(reading, indent)) return false;
  } while (text[reading.at] === ',');
  if (text[reading.at] !== close) return false;
  reading.at += 1;
  return true;
}

/** The value after a `:`, which ends at `at`. */
function entryValue(reading: TextReading, at: number, within: Within): Node | null {
  reading.at = at;
  if (!skipSpace(reading, within.indent)) return null;
  const next = reading.text[reading.at];
  const isEmpty = next === ',' || next === '}';
  return isEmpty ? emptyNode(reading, afterSpaces(reading.text, at)) : valueAt(reading, within);
}

function valueAt(reading: TextReading, within: Within): Node | null {
  const { text, at } = reading;
  const first = text[at];
  if (first === '[' || first === '{') return bracketsAt(reading, within);
  const isQuoted = first === '"' || first === "'";
  const found = isQuoted ? quotedAt(text, at) : plainInBracketsAt(text, at);
  if (found === null) return null;
  reading.at = found.end;
  return textNode(reading, at, found);
}

/** Skips space, line breaks and comments behind a text. Returns false if a line is not deep enough, or only has a comment. */
function skipSpace(reading: TextReading, indent: number): boolean {
  const { text, at } = reading;
  const line = restOfLine(text, at);
  reading.at = afterSpaces(text, at);
  if (line === null) return true;
  skipLines(reading, line, Number.POSITIVE_INFINITY);
  return reading.comment === -1 && reading.column > indent;
}
