/** Lengths of texts that every engine has. */
import type { Domain } from './entry.ts';

/** The largest position in a text that every engine can address. */
export const MOST_CHARACTERS = 4_294_967_295n;
/** The longest text that every engine can make. */
export const MOST_MADE = 1_000_000n;

export const countedDomain = (argument: number, most = MOST_CHARACTERS): Domain => ({
  argument,
  within: [0n, most],
});
