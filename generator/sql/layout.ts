/** How SQL is laid out. Breaks are NUL until the very end, which no text can hold, so re-indenting never touches a literal. */
import type { Segment } from '../core/statement.ts';

export const BREAK = '\0';
const WIDTH = 88;

export function indented(text: string, by = '  '): string {
  return text.replaceAll(BREAK, BREAK + by);
}

/** `change` applied to the text of a segment. */
export function mapSegment(segment: Segment, change: (text: string) => string): Segment {
  return typeof segment === 'string'
    ? change(segment)
    : { when: segment.when, sql: change(segment.sql) };
}

/** Breaks become newlines. */
export function finished(text: string): string {
  return text.replaceAll(BREAK, '\n');
}

/** `SELECT a, b` on one line where that fits, else one item a line. */
export function selectList(items: readonly string[]): string {
  return selectPieces(items).join('');
}

/** The same, cut around each item of several lines, which statements often share. */
export function selectPieces(items: readonly string[]): readonly string[] {
  const line = `SELECT ${items.join(', ')}`;
  if (line.length <= WIDTH && !line.includes(BREAK)) return [line];
  const pieces: string[] = [];
  let run = 'SELECT';
  for (const [i, item] of items.entries()) {
    const text = `${BREAK}  ${indented(item)}${i < items.length - 1 ? ',' : ''}`;
    if (!item.includes(BREAK)) run += text;
    else {
      pieces.push(run, text);
      run = '';
    }
  }
  return run === '' ? pieces : [...pieces, run];
}

/** `open`, the items one under another, `close`; on one line where that fits. */
export function bracketed(open: string, items: readonly string[], close: string): string {
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length <= WIDTH && !line.includes(BREAK)) return line;
  return `${open}${items.map(item => `${BREAK}  ${indented(item)}`).join(',')}${BREAK}${close}`;
}
