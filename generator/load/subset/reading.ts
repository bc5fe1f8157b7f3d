/** The state of reading one text, and the steps from line to line. */
import type { Place, SourceText } from '../../core/report/diagnostics.ts';
import type { Node } from '../../core/spec/document.ts';
import { MAX_NODES } from '../tokens.ts';

/** Half of them: the library also counts some of the comments and spaces. */
const MOST_NODES = MAX_NODES / 2;

/** The state of reading one text. Every function that returns `null` leaves the text to the YAML library; what it has read is lost. */
export interface TextReading {
  readonly source: SourceText;
  readonly text: string;
  /** The offset of what is read next. Between values it is that of the next text that is neither space nor comment. */
  at: number;
  /** The column of `at`, between values; -1 at the end of the text. */
  column: number;
  /** The column of the deepest comment before `at` that does not yet belong to a value or a collection; -1 without one. */
  comment: number;
  /** Where the last value ends, its comments and line break included: there a collection ends whose last value it is. */
  end: number;
  nodes: number;
}

export function readingOf(source: SourceText): TextReading {
  return { source, text: source.text, at: 0, column: 0, comment: -1, end: 0, nodes: 0 };
}

export function makePlace({ source }: TextReading, start: number, end: number): Place {
  return { source, start, end };
}

/** Counts one key or value. Returns false if they are too many. */
export function countNode(reading: TextReading): boolean {
  reading.nodes += 1;
  return reading.nodes <= MOST_NODES;
}

// ---- lines ----------------------------------------------------------------------------------------------------------

/** The first offset from `at` on that has no space. */
export function afterSpaces(text: string, at: number): number {
  let next = at;
  while (text[next] === ' ') next += 1;
  return next;
}

/**
 * The start of the line after the one at `at`, of which only space and a comment are left. Returns `null` if there is more, or if the
 * comment is not separated from the text before it.
 */
export function restOfLine(text: string, at: number): number | null {
  const next = afterSpaces(text, at);
  if (next === text.length) return next;
  if (text[next] === '\n') return next + 1;
  return text[next] === '#' && next > at ? nextLine(text, next) : null;
}

export function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/**
 * Goes from the start of a line to the next text that is neither space nor comment. Returns where the value before it ends: comments
 * directly after the value belong to it if they are deeper than `indent`, the column of its collection.
 */
export function skipLines(reading: TextReading, lineStart: number, indent: number): number {
  const { text } = reading;
  let end = lineStart;
  let line = lineStart;
  reading.comment = -1;
  for (;;) {
    const at = afterSpaces(text, line);
    const column = at - line;
    if (text[at] === '#') {
      line = nextLine(text, at);
      if (reading.comment === -1 && column > indent) end = line;
      else reading.comment = Math.max(reading.comment, column);
    } else if (text[at] === '\n') {
      line = at + 1;
    } else {
      reading.at = at;
      reading.column = at < text.length ? column : -1;
      return end;
    }
  }
}

/** Goes from the end of a value, at `reading.at`, to the next one. `indent` is the column of its collection. */
export function ended(reading: TextReading, indent: number, node: Node | null): Node | null {
  const line = restOfLine(reading.text, reading.at);
  if (node === null || line === null) return null;
  reading.end = skipLines(reading, line, indent);
  return node;
}
