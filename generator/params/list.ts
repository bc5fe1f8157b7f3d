/** Lists: several values of one parameter. A list is a set: order and repetition have no meaning. */
import type { ListShape } from '../core/plan/param.ts';
import { counted } from '../core/report/words.ts';
import type { ParamValue, Value } from '../core/types/scalar.ts';
import { isListValue } from '../core/types/scalar.ts';
import { paramType } from './index.ts';

/** The items in a text of an address: split at the separator, if there is one. Other places have lists, whose items are whole. */
export function itemsIn(text: string, { separator }: ListShape): readonly string[] {
  return separator === null ? [text] : text.split(separator);
}

/** Each value once, ordered by text, so that two lists of the same values are the same list. */
export function asSet(values: readonly Value[], type: string): readonly Value[] {
  const { format } = paramType(type);
  const byText = new Map(values.map(value => [format(value), value]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/** The number of items that there must be, in words after "must be"; `null` if `count` is allowed. */
export function countFault(count: number, { minItems, maxItems }: ListShape): string | null {
  if (count < minItems) return `a list of at least ${counted(minItems, 'item')}, not ${count}`;
  if (count > maxItems) return `a list of at most ${counted(maxItems, 'item')}, not ${count}`;
  return null;
}

/** The text that a caller writes for a value; for a list, one text per item. */
export function textsOf(
  { type }: { readonly type: string },
  value: ParamValue,
): string | readonly string[] {
  const { format } = paramType(type);
  return isListValue(value) ? value.map(format) : format(value);
}

/** The text that a caller of the saved query writes for a value; for a list, a JSON array. */
export function savedText(texts: string | readonly string[]): string {
  return typeof texts === 'string' ? texts : JSON.stringify(texts);
}

/** The type of the value of a parameter, in words: `list of int64`. */
export function paramTypeWords(type: string, list: ListShape | null): string {
  return list === null ? type : `list of ${type}`;
}
