import type { TreeComparison } from './compare.ts';
import type { Refusal } from './refusal.ts';

/** Lists the refusals of a write. An unreadable record hides all others. */
export function refusalsOf(comparison: TreeComparison): Refusal[] {
  if (comparison.garbled !== null) return [comparison.garbled];
  return [...comparison.verdicts.flatMap(({ conflict }) => conflict ?? []), ...comparison.refusals];
}
