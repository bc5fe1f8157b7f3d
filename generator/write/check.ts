import type { TreeComparison } from './compare.ts';
import type { Refusal } from './refusal.ts';

/** Lists the refusals of a write. */
export function refusalsOf({ verdicts, refusals }: TreeComparison): Refusal[] {
  return [...verdicts.flatMap(({ conflict }) => conflict ?? []), ...refusals];
}
