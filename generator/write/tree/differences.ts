import { encodeFile } from '../../core/output/content.ts';
import { unifiedPatch } from '../patch.ts';
import type { TreeComparison, Verdict } from './compare.ts';

/** One file of `generated/` that differs from the wanted content, and the patch that corrects it. */
export interface Difference {
  /** `conflicted`: Git could not merge the file. `reformatted`: it means what it should. */
  readonly kind: 'stale' | 'missing' | 'orphaned' | 'edited' | 'conflicted' | 'reformatted';
  readonly path: string;
  /** Only of a conflict: the line with which it begins. */
  readonly line?: number;
  /** A unified diff. Apply it in the folder that its paths start from, with one leading part of the paths stripped. */
  readonly patch: string;
}

/** Lists the differences of a comparison. */
export function differencesOf({ verdicts }: TreeComparison, folder: string): Difference[] {
  return verdicts.flatMap(verdict => {
    const { path, present, wanted } = verdict;
    if (present === null && wanted === null) return [];
    const patch = unifiedPatch(folder + path, present?.() ?? null, wanted && encodeFile(wanted));
    return [{ ...kindOf(verdict), path, patch }];
  });
}

function kindOf({ state, claim }: Verdict): Pick<Difference, 'kind' | 'line'> {
  if (claim?.kind === 'conflicted') return claim;
  if (claim?.kind === 'edited' || claim?.kind === 'reformatted') return { kind: claim.kind };
  if (state === 'created') return { kind: 'missing' };
  return { kind: state === 'removed' ? 'orphaned' : 'stale' };
}
