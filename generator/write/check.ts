import type { Comparison, Verdict } from './compare.ts';
import { unifiedPatch } from './patch.ts';
import type { Refusal } from './refusal.ts';

/** One file of `generated/` that is not what it should be, and the way from it to what it should be. */
export interface Difference {
  readonly kind: 'stale' | 'missing' | 'orphaned' | 'edited';
  readonly path: string;
  /** A unified diff, to be applied in the directory with one leading folder stripped. */
  readonly patch: string;
}

/** The differences that a comparison shows. */
export function differencesOf(comparison: Comparison): Difference[] {
  return comparison.verdicts.flatMap(verdict => {
    const { path, present, wanted } = verdict;
    if (present === null && wanted === null) return [];
    return [{ kind: kindOf(verdict), path, patch: unifiedPatch(path, present, wanted) }];
  });
}

function kindOf({ state, conflict }: Verdict): Difference['kind'] {
  if (conflict?.kind === 'edited') return 'edited';
  if (state === 'created') return 'missing';
  return state === 'removed' ? 'orphaned' : 'stale';
}

/** What would keep a write from being done; a record that cannot be read hides all the rest. */
export function refusalsOf(comparison: Comparison): Refusal[] {
  if (comparison.garbled !== null) return [comparison.garbled];
  return [...comparison.verdicts.flatMap(({ conflict }) => conflict ?? []), ...comparison.refusals];
}
