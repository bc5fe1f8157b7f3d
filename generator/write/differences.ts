import { encodeFile } from '../core/output/content.ts';
import type { TreeComparison, Verdict } from './compare.ts';
import { unifiedPatch } from './patch.ts';
import { recordName } from './paths.ts';

/** One file of `generated/` that differs from the wanted content, and the patch that corrects it. */
export interface Difference {
  readonly kind: 'stale' | 'missing' | 'orphaned' | 'edited';
  readonly path: string;
  /** A unified diff. Apply it in the folder that its paths start from, with one leading part of the paths stripped. */
  readonly patch: string;
}

/** Lists the differences of a comparison. The record is last, because nobody reads its digests. */
export function differencesOf({ verdicts }: TreeComparison, folder: string): Difference[] {
  const isRecord = ({ path }: Verdict) => path === recordName;
  const files = [...verdicts.filter(one => !isRecord(one)), ...verdicts.filter(isRecord)];
  return files.flatMap(verdict => {
    const { path, present, wanted } = verdict;
    if (present === null && wanted === null) return [];
    const patch = unifiedPatch(folder + path, present?.() ?? null, wanted && encodeFile(wanted));
    return [{ kind: kindOf(verdict), path, patch }];
  });
}

function kindOf({ state, conflict }: Verdict): Difference['kind'] {
  if (conflict?.kind === 'edited') return 'edited';
  if (state === 'created') return 'missing';
  return state === 'removed' ? 'orphaned' : 'stale';
}
