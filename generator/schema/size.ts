/** How a size in bytes is written. */
import { type JsonSchema, words } from './parts.ts';

/** Faults in a size refer to this text. */
export const SIZE_TITLE = 'Size';
export const SIZE_HINT = 'Use a whole number and `KiB`, `MiB`, `GiB` or `TiB`, such as `256MiB`.';

/** A whole number and a unit, which the reader checks: a variable may stand for it. */
export function size(description: string): JsonSchema {
  return { ...words(description), title: SIZE_TITLE };
}
