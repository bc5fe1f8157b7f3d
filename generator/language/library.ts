/**
 * The portable library: every function that an expression may call, as data. The checker uses the rules, the documentation the rest. A
 * function means the same on every engine, which is its meaning in GoogleSQL.
 */
import aggregates from './library/aggregates.ts';
import casts from './library/casts.ts';
import collections from './library/collections.ts';
import conditions from './library/conditions.ts';
import json from './library/json.ts';
import numbers from './library/numbers.ts';
import partsOfTexts from './library/parts-of-texts.ts';
import patterns from './library/patterns.ts';
import type { LibraryFunction } from './library/rule.ts';
import texts from './library/texts.ts';
import time from './library/time.ts';
import windows from './library/windows.ts';

export const LIBRARY: readonly LibraryFunction[] = [
  ...aggregates,
  ...windows,
  ...texts,
  ...partsOfTexts,
  ...patterns,
  ...conditions,
  ...time,
  ...numbers,
  ...casts,
  ...collections,
  ...json,
];

const BY_NAME: ReadonlyMap<string, LibraryFunction> = new Map(LIBRARY.map(f => [f.name, f]));

/** The function of that name, in any letter case. Returns `null` if the library has none. */
export function libraryFunction(name: string): LibraryFunction | null {
  return BY_NAME.get(name.toLowerCase()) ?? null;
}
