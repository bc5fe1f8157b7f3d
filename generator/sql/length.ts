/** Bounds the text of a statement. */
import type { Segment } from '../core/output/statement.ts';
import type { Sql } from './sql.ts';

/** The most bytes of one statement, in UTF-8. */
export const LONGEST_STATEMENT = 1_048_576;

/** The bytes of a saved query that are reported where the engine has a limit: its callers may send it with more text. */
export const LONG_SAVED_QUERY = 200_000;

/** Thrown while a statement is printed that would be longer, before its text exists. */
export class StatementTooLong extends Error {
  constructor() {
    super(`the statement would have more than ${LONGEST_STATEMENT} bytes`);
    this.name = 'StatementTooLong';
  }
}

/** Returns the parts of a statement. Throws `StatementTooLong` once all its arguments together are too long. */
export function limitTotalLength(): (part: Sql) => Sql {
  let length = 0;
  return part => {
    length += part.text.length;
    if (length > LONGEST_STATEMENT) throw new StatementTooLong();
    return part;
  };
}

/** Throws `StatementTooLong` if the segments of a finished statement are too long together. */
export function checkStatementLength(segments: readonly Segment[]): void {
  let length = 0;
  for (const one of segments) length += typeof one === 'string' ? one.length : one.sql.length;
  // a character has at most three bytes
  if (3 * length > LONGEST_STATEMENT && bytesOf(segments) > LONGEST_STATEMENT)
    throw new StatementTooLong();
}

/** The bytes of a statement with all its segments, in UTF-8. */
export function bytesOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + Buffer.byteLength(textOf(segment)), 0);
}

function textOf(segment: Segment): string {
  return typeof segment === 'string' ? segment : segment.sql;
}
