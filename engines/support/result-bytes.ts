/** Measures the memory of a result, so that one answer cannot exhaust it. */
import type { Cell, Row } from '../engine.ts';
import { EngineFailure } from '../engine.ts';

/** The size that a number, a date or a NULL counts as. */
const FIXED_BYTES = 8;

/** The bytes that a cell counts for: a text by its UTF-16 units, any other value eight. */
export function cellBytes(cell: Cell): number {
  return typeof cell === 'string' ? cell.length : FIXED_BYTES;
}

/** Counts rows as they are read: throws the `too_large` failure with the row that is too much. */
export function createByteCount(maxBytes: number): (row: Row) => void {
  let bytes = 0;
  return row => {
    for (const cell of row) bytes += cellBytes(cell);
    if (bytes > maxBytes) {
      throw new EngineFailure('too_large', `the rows take more than ${maxBytes} bytes`);
    }
  };
}
