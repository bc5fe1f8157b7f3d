/** Blocks of text: `|` keeps its line breaks, `>` folds them. */
import type { Node } from '../../core/spec/document.ts';
import { scalarNode } from '../scalar.ts';
import { afterSpaces, countNode, nextLine, skipLines, type TextReading } from './reading.ts';

/** Without a number, and without `+`. */
const HEADER = /([|>])(-?)(?: *| +#[^\n]*)\n/y;

/** The block whose header is at `reading.at`. Its lines are deeper than `indent`. Goes to the next value. */
export function blockTextAt(reading: TextReading, indent: number): Node | null {
  const { source, text, at: start } = reading;
  HEADER.lastIndex = start;
  const [header, mode, chomp] = HEADER.exec(text) ?? [];
  if (header === undefined) return null;
  const body = bodyAt(text, start + header.length, indent);
  if (body === null || !countNode(reading)) return null;
  const value = mode === '|' ? body.lines.join('\n') : folded(body.lines);
  reading.end = body.end;
  skipLines(reading, body.end, Number.POSITIVE_INFINITY);
  const style = mode === '|' ? 'literal' : 'folded';
  return scalarNode(source, start, body.end, style, chomp === '-' ? value : `${value}\n`);
}

interface Body {
  /** Without their indentation. */
  readonly lines: readonly string[];
  readonly end: number;
}

/**
 * The lines from `start` on that are as deep as the first one, without empty lines at the end. Returns `null` if the first one is empty, or
 * if a line has only spaces.
 */
function bodyAt(text: string, start: number, indent: number): Body | null {
  const depth = afterSpaces(text, start) - start;
  const lines: string[] = [];
  let count = 0;
  let end = start;
  for (let line = start; line < text.length; ) {
    const at = afterSpaces(text, line);
    const isEmpty = at === text.length || text[at] === '\n';
    if (isEmpty && (at > line || count === 0)) return null;
    if (!isEmpty && at - line < depth) break;
    const next = nextLine(text, at);
    lines.push(isEmpty ? '' : text.slice(line + depth, next).replace('\n', ''));
    line = next;
    if (isEmpty) continue;
    count = lines.length;
    end = next;
  }
  return depth > indent && count > 0 ? { lines: lines.slice(0, count), end } : null;
}

/** Joins lines with spaces, except beside empty and deeper lines. */
function folded(lines: readonly string[]): string {
  let value = '';
  let between = '';
  let wasDeeper = false;
  for (const line of lines) {
    const isDeeper = line.startsWith(' ');
    if (line === '') {
      if (between === '\n') value += '\n';
      else between = '\n';
      continue;
    }
    if (isDeeper && between === ' ') between = '\n';
    else if (isDeeper && !wasDeeper && between === '\n') between = '\n\n';
    value += between + line;
    between = isDeeper ? '\n' : ' ';
    wasDeeper = isDeeper;
  }
  return value;
}
