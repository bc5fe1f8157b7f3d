/** The entries of a followed log: those that are shown, and those that wait while the user reads further down. */
import type { AnswerRow } from '../data/row.ts';
import type { EntryShape } from '../data/shapes.ts';
import { mergeEntries } from './tail.ts';

export interface Live {
  /** The answer that it began with. */
  readonly answer: readonly AnswerRow[];
  readonly shown: readonly AnswerRow[];
  /** All entries if some of them wait; else `shown`. */
  readonly all: readonly AnswerRow[];
  readonly waiting: number;
  /** The last fault, in the service's words; `null` after a success. */
  readonly fault: string | null;
  /** More entries arrived than fit into one answer. */
  readonly isCut: boolean;
}

export function begun(answer: readonly AnswerRow[]): Live {
  return { answer, shown: answer, all: answer, waiting: 0, fault: null, isCut: false };
}

/** Adds the rows of a further answer; `isHeld` keeps the new ones back. */
export function arrived(
  live: Live,
  rows: readonly AnswerRow[],
  shape: Pick<EntryShape, 'time' | 'id'>,
  isHeld: boolean,
): Live {
  const { entries, added, isCut } = mergeEntries(live.all, rows, shape);
  const next = { ...live, all: entries, fault: null, isCut: live.isCut || isCut };
  return isHeld
    ? { ...next, waiting: live.waiting + added }
    : { ...next, shown: entries, waiting: 0 };
}

export function stopWithFault(live: Live, fault: string): Live {
  return { ...live, fault };
}

/** Shows the entries that waited. */
export function released(live: Live): Live {
  return { ...live, shown: live.all, waiting: 0 };
}
