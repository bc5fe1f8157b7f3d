/** The rows of a result as they are read: their size, so that one answer cannot exhaust the memory, and whether a caller has some. */
import type { Cell, Row, RunLimits } from '../engine.ts';
import { EngineFailure } from '../engine.ts';

/** The size of a number, a date or a NULL. */
const FIXED_BYTES = 8;

/** The size of a cell: a text's length in UTF-16 units, or 8 for any other value. */
function cellBytes(cell: Cell): number {
  return typeof cell === 'string' ? cell.length : FIXED_BYTES;
}

/** Counts rows as they are read. Throws a `too_large` failure at the row that exceeds the limit. */
export function createByteCount(maxBytes: number): (row: Row) => void {
  let bytes = 0;
  return row => {
    for (const cell of row) bytes += cellBytes(cell);
    if (bytes > maxBytes) {
      throw new EngineFailure('too_large', `the rows take more than ${maxBytes} bytes`);
    }
  };
}

export interface WatchedLimits {
  readonly limits: RunLimits;
  /** Whether the caller has no rows of the run yet. */
  readonly isRepeatable: () => boolean;
}

/** A run whose caller has taken rows must not be repeated: the caller would have them twice. */
export function watchTaken(limits: RunLimits): WatchedLimits {
  const { take } = limits;
  if (take === undefined) return { limits, isRepeatable: () => true };
  let isTaken = false;
  const watched = (rows: readonly Row[]) => {
    isTaken = true;
    take(rows);
  };
  return { limits: { ...limits, take: watched }, isRepeatable: () => !isTaken };
}
