/** The live tail of a log: the entries seen so far, the next request, and the wait before it. Times are milliseconds. */
import { formatJson } from '../data/json-text.ts';
import { type AnswerRow, type Column, cellOf } from '../data/row.ts';
import type { EntryShape } from '../data/shapes.ts';
import { formatRfc3339, readInstantMillis } from '../data/values.ts';

/** How to ask for entries that arrived since. */
export interface Tail {
  /** The name of the parameter that bounds the time from below. */
  readonly lowerBound: string;
  /** Rows from an instant on, inclusive, in RFC 3339. Rejects if the service answers with a problem. */
  readonly request: (from: string) => Promise<readonly AnswerRow[]>;
}

/** The maximum number of entries that are kept, so that a tail left running overnight does not fill the tab's memory. */
export const MOST_ENTRIES = 10_000;

const EVERY = 2_000;
const LONGEST = 60_000;

/** The wait before the next request; each failure in a row doubles it. */
export function waitOf(failures: number): number {
  return Math.min(EVERY * 2 ** failures, LONGEST);
}

/** The newest first; entries of one instant keep their order. */
export function newestFirst(rows: readonly AnswerRow[], time: Column): readonly AnswerRow[] {
  const timed = rows.map(row => ({ row, at: readInstantMillis(time, cellOf(row, time.name)) }));
  timed.sort((a, b) => (b.at ?? Number.NEGATIVE_INFINITY) - (a.at ?? Number.NEGATIVE_INFINITY));
  return timed.map(({ row }) => row);
}

/** The instant to ask from: inclusive, because it may get more entries. `null` if there are no entries. */
export function lowerBoundOf(entries: readonly AnswerRow[], time: Column): string | null {
  const instants = entries.map(row => readInstantMillis(time, cellOf(row, time.name)));
  const newest = instants.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
  return newest === null ? null : formatRfc3339(newest);
}

export interface MergedTail {
  readonly entries: readonly AnswerRow[];
  /** The number of new entries. */
  readonly added: number;
  /** The answer contains nothing that was seen before, so entries between may have been cut. */
  readonly isCut: boolean;
}

/** Adds the new entries of an answer. */
export function mergeEntries(
  entries: readonly AnswerRow[],
  answer: readonly AnswerRow[],
  { time, id }: Pick<EntryShape, 'time' | 'id'>,
): MergedTail {
  const identity = (row: AnswerRow) => formatJson(id === null ? row : cellOf(row, id.name));
  const seen = new Set(entries.map(identity));
  const fresh = answer.filter(row => {
    const name = identity(row);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
  if (fresh.length === 0) return { entries, added: 0, isCut: false };
  const isCut = entries.length > 0 && fresh.length === answer.length;
  const all = newestFirst([...fresh, ...entries], time).slice(0, MOST_ENTRIES);
  return { entries: all, added: fresh.length, isCut };
}
