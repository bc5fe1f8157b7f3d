/** How a size in bytes is written. */
import { type JsonSchema, wordsSchema } from './parts.ts';

/** Errors in a size refer to this text. */
export const SIZE_TITLE = 'Size';
export const SIZE_HINT = 'Use a whole number and `KiB`, `MiB`, `GiB` or `TiB`, such as `256MiB`.';

/** A whole number and a unit. The reader checks the text, because it may contain a variable. */
export function size(description: string): JsonSchema {
  return { ...wordsSchema(description), title: SIZE_TITLE };
}
