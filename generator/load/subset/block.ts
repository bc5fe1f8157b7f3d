/** Mappings and lists by lines. The column of their keys and dashes is their indent. */
import type { MappingEntry, Node } from '../../core/spec/document.ts';
import { MAX_YAML_DEPTH } from '../tokens.ts';
import { blockTextAt } from './block-text.ts';
import { bracketsAt } from './flow.ts';
import { added, type Key, keyAt } from './key.ts';
import { plainLinesAt } from './plain-lines.ts';
import {
  afterSpaces,
  countNode,
  ended,
  makePlace,
  restOfLine,
  skipLines,
  type TextReading,
} from './reading.ts';
import { emptyNode, quotedAt, textNode } from './texts.ts';

/** The mapping whose first key is at `reading.at`. `first`: that key, if it was read already. */
export function blockMapping(
  reading: TextReading,
  indent: number,
  depth: number,
  first: Key | null = null,
): Node | null {
  if (depth > MAX_YAML_DEPTH || !countNode(reading)) return null;
  const start = reading.at;
  const found = new Map<string, MappingEntry>();
  let next = first;
  while (reading.column === indent) {
    const key = next ?? keyAt(reading);
    if (key === null) return null;
    next = null;
    reading.at = key.end;
    const value = entryValue(reading, indent, depth);
    if (value === null || !added(reading, found, key, value)) return null;
  }
  const place = makePlace(reading, start, reading.end);
  const entries = [...found.values()];
  const node: Node = { kind: 'mapping', place, flow: false, incomplete: false, entries };
  return closed(reading, indent) ? node : null;
}

/** The list whose first dash is at `reading.at`. */
function blockList(reading: TextReading, indent: number, depth: number): Node | null {
  if (depth > MAX_YAML_DEPTH || !countNode(reading)) return null;
  const start = reading.at;
  const items: Node[] = [];
  while (reading.column === indent && isDash(reading)) {
    const item = itemValue(reading, indent, depth);
    if (item === null) return null;
    items.push(item);
  }
  const node: Node = { kind: 'sequence', place: makePlace(reading, start, reading.end), items };
  return closed(reading, indent) ? node : null;
}

function isDash({ text, at }: TextReading): boolean {
  const next = text[at + 1];
  return text[at] === '-' && (next === ' ' || next === '\n' || next === undefined);
}

/**
 * Closes a collection: it owns the comments after it, unless all are less deep. Returns false if the next line is deeper than the
 * collection, which is a fault.
 */
function closed(reading: TextReading, indent: number): boolean {
  if (indent > 0 && reading.comment >= indent) {
    reading.end = reading.at;
    reading.comment = -1;
  }
  return reading.column <= indent;
}

// ---- values ---------------------------------------------------------------------------------------------------------

/** The value after the `:` before `reading.at`. */
function entryValue(reading: TextReading, indent: number, depth: number): Node | null {
  const line = restOfLine(reading.text, reading.at);
  if (line === null) return inlineValue(reading, indent, depth);
  const empty = afterSpaces(reading.text, reading.at);
  const hasComment = reading.text[empty] === '#';
  skipLines(reading, line, Number.POSITIVE_INFINITY);
  if (reading.column > indent) return nestedValue(reading, indent, depth);
  if (reading.column === indent && isDash(reading)) return blockList(reading, indent, depth + 1);
  return hasComment ? null : emptyValue(reading, empty);
}

/** The value after the dash at `reading.at`. */
function itemValue(reading: TextReading, indent: number, depth: number): Node | null {
  const { text, at: dash, comment } = reading;
  const line = restOfLine(text, dash + 1);
  const start = afterSpaces(text, dash + 1);
  if (line === null) {
    reading.column = indent + start - dash;
    reading.at = start;
    reading.comment = -1;
    return nestedValue(reading, indent, depth);
  }
  skipLines(reading, line, Number.POSITIVE_INFINITY);
  if (reading.column > indent) return nestedValue(reading, indent, depth);
  const hasComment = text[start] === '#' || comment !== -1;
  return hasComment ? null : emptyValue(reading, start);
}

/** A comment near an empty value may belong to it: that is for the library. */
function emptyValue(reading: TextReading, at: number): Node | null {
  if (reading.comment !== -1) return null;
  reading.end = at;
  return emptyNode(reading, at);
}

/**
 * The value that begins at `reading.at`, the first text of its line or after a dash. After a comment, the library continues a text on lines
 * that are less deep.
 */
function nestedValue(reading: TextReading, indent: number, depth: number): Node | null {
  const { column } = reading;
  if (isDash(reading)) return blockList(reading, column, depth + 1);
  const key = keyAt(reading);
  if (key !== null) return blockMapping(reading, column, depth + 1, key);
  return reading.comment === -1 ? inlineValue(reading, indent, depth) : null;
}

/** The scalar, list or mapping after the spaces at `reading.at`. Further lines of it are deeper than `indent`. */
function inlineValue(reading: TextReading, indent: number, depth: number): Node | null {
  const { text } = reading;
  const start = afterSpaces(text, reading.at);
  reading.at = start;
  switch (text[start]) {
    case '|':
    case '>':
      return blockTextAt(reading, indent);
    case '[':
    case '{':
      return ended(reading, indent, bracketsAt(reading, { indent, depth: depth + 1 }));
    case '"':
    case "'":
      return quotedValue(reading, indent);
    default:
      return plainLinesAt(reading, indent);
  }
}

function quotedValue(reading: TextReading, indent: number): Node | null {
  const start = reading.at;
  const quoted = quotedAt(reading.text, start);
  if (quoted === null) return null;
  reading.at = quoted.end;
  return ended(reading, indent, textNode(reading, start, quoted));
}
