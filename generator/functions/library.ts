/**
 * The portable library: every function that an expression may call, as data. The checker uses the rules, the documentation the rest. A
 * function means the same on every engine, which is its meaning in GoogleSQL.
 */
import aggregates from './aggregates.ts';
import casts from './casts.ts';
import collections from './collections.ts';
import conditions from './conditions.ts';
import json from './json.ts';
import numbers from './numbers.ts';
import partsOfTexts from './parts-of-texts.ts';
import patterns from './patterns.ts';
import type { LibraryFunction } from './rule.ts';
import texts from './texts.ts';
import time from './time.ts';
import windows from './windows.ts';

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
