import type { Comparison, Verdict } from './compare.ts';
import { unifiedPatch } from './patch.ts';
import { recordName } from './paths.ts';
import type { Refusal } from './refusal.ts';

/** One file of `generated/` that is not what it should be, and the way from it to what it should be. */
export interface Difference {
  readonly kind: 'stale' | 'missing' | 'orphaned' | 'edited';
  readonly path: string;
  /** A unified diff, to be applied where its folder is found, with one leading part of its paths stripped. */
  readonly patch: string;
}

/** The differences that a comparison shows, the record last: its digests are nothing to read. */
export function differencesOf({ verdicts }: Comparison, folder: string): Difference[] {
  const isRecord = ({ path }: Verdict) => path === recordName;
  const files = [...verdicts.filter(one => !isRecord(one)), ...verdicts.filter(isRecord)];
  return files.flatMap(verdict => {
    const { path, present, wanted } = verdict;
    if (present === null && wanted === null) return [];
    return [{ kind: kindOf(verdict), path, patch: unifiedPatch(folder + path, present, wanted) }];
  });
}

function kindOf({ state, conflict }: Verdict): Difference['kind'] {
  if (conflict?.kind === 'edited') return 'edited';
  if (state === 'created') return 'missing';
  return state === 'removed' ? 'orphaned' : 'stale';
}

/** The refusals of a write; a record that cannot be read hides all others. */
export function refusalsOf(comparison: Comparison): Refusal[] {
  if (comparison.garbled !== null) return [comparison.garbled];
  return [...comparison.verdicts.flatMap(({ conflict }) => conflict ?? []), ...comparison.refusals];
}
