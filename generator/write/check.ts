import type { Refusal } from './refusal.ts';
import type { TreeComparison } from './tree/compare.ts';

/** Lists the refusals of a write. */
export function refusalsOf({ verdicts, refusals }: TreeComparison): Refusal[] {
  return [...verdicts.flatMap(({ conflict }) => conflict ?? []), ...refusals];
}
