/**
 * The portable library: every function that an expression may call, as data. The checker uses the rules, the documentation the rest. A
 * function means the same on every engine, which is its meaning in GoogleSQL.
 */

import plainCollections from './plain/collections.ts';
import plainNumbers from './plain/numbers.ts';
import plainPartsOfTexts from './plain/parts-of-texts.ts';
import plainPatterns from './plain/patterns.ts';
import plainTexts from './plain/texts.ts';
import plainTimes from './plain/times.ts';
import type { LibraryFunction } from './rule.ts';
import aggregates from './ruled/aggregates.ts';
import casts from './ruled/casts.ts';
import collections from './ruled/collections.ts';
import conditions from './ruled/conditions.ts';
import json from './ruled/json.ts';
import numbers from './ruled/numbers.ts';
import partsOfTexts from './ruled/parts-of-texts.ts';
import patterns from './ruled/patterns.ts';
import texts from './ruled/texts.ts';
import time from './ruled/time.ts';
import windows from './ruled/windows.ts';

export const LIBRARY: readonly LibraryFunction[] = [
  ...aggregates,
  ...windows,
  ...plainTexts,
  ...texts,
  ...plainPartsOfTexts,
  ...partsOfTexts,
  ...plainPatterns,
  ...patterns,
  ...conditions,
  ...plainTimes,
  ...time,
  ...plainNumbers,
  ...numbers,
  ...casts,
  ...plainCollections,
  ...collections,
  ...json,
];

/** Functions that one entry describes whole, except for their spellings. */
export const PLAIN = [
  ...plainTexts,
  ...plainPartsOfTexts,
  ...plainPatterns,
  ...plainNumbers,
  ...plainCollections,
  ...plainTimes,
];

const BY_NAME: ReadonlyMap<string, LibraryFunction> = new Map(LIBRARY.map(f => [f.name, f]));

/** The function of that name, in any letter case. Returns `null` if the library has none. */
export function libraryFunction(name: string): LibraryFunction | null {
  return BY_NAME.get(name.toLowerCase()) ?? null;
}
