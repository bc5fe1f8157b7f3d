/**
 * Bytes and times of the day, in whose place plans have other values, which are equal where these are and sort like them. A function that
 * reads more of such a value, or writes it as an answer, is refused, but for those of its type.
 */
import type { ResolvedNode } from '../tree/tree.ts';
import { readsBytes } from './texts/digits.ts';
import { readsDayTime } from './times/day-times.ts';

/** Functions that compare, choose or count values. */
const COMPARING: ReadonlySet<string> = new Set([
  ...['$equal', '$not_equal', '$less', '$less_or_equal', '$greater', '$greater_or_equal'],
  ...['$between', '$in', '$is_null', '$is_distinct_from', '$is_not_distinct_from'],
  ...['coalesce', 'ifnull', 'if', 'nullif', '$case_no_value', '$case_with_value'],
  ...['count', 'any_value', 'min', 'max', 'approx_count_distinct'],
]);

/** The words of the value of which a call reads more than plans have; `null`: of none. */
export function readsInPlace(
  name: string,
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
): string | null {
  if (COMPARING.has(name)) return null;
  if (readsBytes(name, node, parts)) return 'bytes';
  return readsDayTime(name, node, parts) ? 'a TIME' : null;
}
