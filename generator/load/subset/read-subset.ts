/**
 * Reads the part of YAML in which specifications are written, in one pass: mappings and lists by lines or in brackets, texts on one line,
 * plain texts over lines, and blocks of text. It accepts a text only if the YAML library reads the same tree without a fault; the library is
 * thirty times slower.
 */
import type { SourceText } from '../../core/report/diagnostics.ts';
import type { Node } from '../../core/spec/document.ts';
import { blockMapping } from './block.ts';
import { readingOf, skipLines, type TextReading } from './reading.ts';

/** Tabs, carriage returns, byte order marks and marks of documents: each has many rules. */
const RARE = /[\t\r\uFEFF]|^(?:---|\.\.\.)/m;

/** The tree of the text. Returns `null` if the text, or any part of it, is for the YAML library. */
export function readSubset(source: SourceText): Node | null {
  if (RARE.test(source.text)) return null;
  const reading = readingOf(source);
  skipLines(reading, 0, Number.POSITIVE_INFINITY);
  if (reading.column !== 0) return null;
  const root = blockMapping(reading, 0, 1);
  return isAtEnd(reading) ? root : null;
}

function isAtEnd({ at, text }: TextReading): boolean {
  return at === text.length;
}
