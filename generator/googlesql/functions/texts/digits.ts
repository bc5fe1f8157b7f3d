/**
 * Bytes, of which plans have the hexadecimal digits: these are equal where the bytes are, and sort like them. A function that reads more
 * of bytes than that, or writes them as an answer, must write their digits: `TO_HEX(x)`.
 */
import type { ResolvedNode } from '../../tree/tree.ts';
import { holdsBytes, type TypeMessage } from '../../tree/types.ts';

/** Functions that take bytes. */
const COMPARING: ReadonlySet<string> = new Set([
  ...['$equal', '$not_equal', '$less', '$less_or_equal', '$greater', '$greater_or_equal'],
  ...['$between', '$in', '$is_null', '$is_distinct_from', '$is_not_distinct_from'],
  ...['coalesce', 'ifnull', 'if', 'nullif', '$case_no_value', '$case_with_value'],
  ...['to_hex', 'to_base64', 'count', 'any_value', 'min', 'max', 'approx_count_distinct'],
]);

/** Functions of texts whose results are bytes. */
const DIGESTS: readonly string[] = ['md5', 'sha1', 'sha256'];

/** Whether a function takes or returns bytes and reads more than their digits. */
export function readsBytes(
  name: string,
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
): boolean {
  if (COMPARING.has(name)) return false;
  return parts.some(isOfBytes) || (isOfBytes(node) && !DIGESTS.includes(name));
}

export function isOfBytes({ fields }: ResolvedNode): boolean {
  return holdsBytes(fields.get('type') as TypeMessage | null | undefined);
}
