/** Measures the memory of a result, so that one answer cannot exhaust it. */
import type { Cell, Row } from '../engine.ts';
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
