/** Names of functions, and whether they are called with SAFE. */
import type { ResolvedNode } from './tree.ts';

/** The analyser names its own functions `ZetaSQL:name`; a team's functions have another prefix. */
const BUILT_IN = 'ZetaSQL:';

export function functionName(node: ResolvedNode): string {
  const whole = node.part('function').text('name');
  return whole.startsWith(BUILT_IN) ? whole.slice(BUILT_IN.length) : `${whole}()`;
}

/** The name as an author writes it. */
export function shownName(name: string): string {
  const shown = name.startsWith('$') ? name.slice(1).replaceAll('_', ' ') : name;
  return OPERATORS[name] ?? shown.toUpperCase();
}

/** Operators whose names in the analyser are no words of a text. */
const OPERATORS: Readonly<Record<string, string>> = {
  $add: '`+`',
  $subtract: '`-`',
  $unary_minus: '`-`',
  $multiply: '`*`',
  $divide: '`/`',
  $concat_op: '`||`',
  $equal: '`=`',
  $not_equal: '`!=`',
  $less: '`<`',
  $less_or_equal: '`<=`',
  $greater: '`>`',
  $greater_or_equal: '`>=`',
  $bitwise_and: '`&`',
  $bitwise_or: '`|`',
  $bitwise_xor: '`^`',
  $bitwise_not: '`~`',
  $bitwise_left_shift: '`<<`',
  $bitwise_right_shift: '`>>`',
  $in_array: 'IN UNNEST',
  $case_no_value: 'CASE',
  $case_with_value: 'CASE',
  $make_array: 'a list in brackets',
  $array_at_offset: '`[OFFSET(…)]`',
  $array_at_ordinal: '`[ORDINAL(…)]`',
  $safe_array_at_offset: '`[SAFE_OFFSET(…)]`',
  $safe_array_at_ordinal: '`[SAFE_ORDINAL(…)]`',
  $subscript: '`[…]`',
};

/** Whether `SAFE.` precedes the function. */
export function isSafeCall(node: ResolvedNode): boolean {
  return node.text('error_mode') === 'SAFE_ERROR_MODE';
}
