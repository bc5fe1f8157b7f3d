/** The pattern that a call searches for, if it is written out. */
import type { CallExpr } from '../core/expr/expr.ts';
import type { AnyExpr } from '../core/expr/walk.ts';
import type { FunctionName } from './names.ts';

/** `search`: only whether a text contains a match; `find`: which part of the text it is; `groups`: also the parts of its groups. */
export type PatternUse = 'search' | 'find' | 'groups';

const GROUP = /\\[1-9]/;

const USES: Partial<Record<FunctionName, (third: unknown) => PatternUse>> = {
  matches: () => 'search',
  regexp_extract: group => (group === 0n ? 'find' : 'groups'),
  list_matches: group => (group === 0n ? 'find' : 'groups'),
  regexp_replace: by => (GROUP.test(String(by).replaceAll('\\\\', '')) ? 'groups' : 'find'),
};

export interface Searched {
  readonly pattern: string;
  readonly use: PatternUse;
}

export function searchedBy({ fn, args }: CallExpr<AnyExpr>): Searched | null {
  const use = USES[fn];
  if (use === undefined) return null;
  const [, pattern, third] = args;
  if (pattern?.kind !== 'literal') return null;
  if (typeof pattern.value !== 'string') return null;
  return { pattern: pattern.value, use: use(third?.kind === 'literal' ? third.value : null) };
}
