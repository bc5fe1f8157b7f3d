/** The pattern that a call searches for, if it is written out. */
import type { CallExpr } from '../core/expr/expr.ts';
import type { AnyExpr } from '../core/expr/walk.ts';
import type { FunctionName } from './names.ts';

/** `search`: only whether a text contains a match; `find`: which part of the text it is, and its group. */
export type PatternUse = 'search' | 'find';

const USES: Partial<Record<FunctionName, PatternUse>> = {
  matches: 'search',
  regexp_extract: 'find',
  list_matches: 'find',
  regexp_replace: 'find',
};

export interface Searched {
  readonly pattern: string;
  readonly use: PatternUse;
}

export function searchedBy({ fn, args: [, pattern] }: CallExpr<AnyExpr>): Searched | null {
  const use = USES[fn];
  if (use === undefined || pattern?.kind !== 'literal') return null;
  return typeof pattern.value === 'string' ? { pattern: pattern.value, use } : null;
}
