/** Date parts among the arguments of a function. */
import type { ResolvedNode } from '../../tree/tree.ts';

/** The word of a date part, such as HOUR; in the tree it is an enum value. Returns `null` for any other argument. */
export function readDatePart(node: ResolvedNode): string | null {
  if (node.kind !== 'literal') return null;
  const type = node.fields.get('type') as { readonly type_kind?: string } | undefined;
  if (type?.type_kind !== 'TYPE_ENUM') return null;
  for (const field of ['type', 'value', 'has_explicit_type', 'float_literal_id']) node.value(field);
  node.value('preserve_in_literal_remover');
  const value = node.fields.get('value') as { value?: { enum_value?: number } } | undefined;
  return PARTS[value?.value?.enum_value ?? -1] ?? 'a part of a date';
}

/** The numbers of `DateTimestampPart` in ZetaSQL's `datetime_part.proto`. */
const PARTS: Readonly<Record<number, string>> = {
  1: 'YEAR',
  2: 'MONTH',
  3: 'DAY',
  4: 'DAYOFWEEK',
  5: 'DAYOFYEAR',
  6: 'QUARTER',
  7: 'HOUR',
  8: 'MINUTE',
  9: 'SECOND',
  10: 'MILLISECOND',
  11: 'MICROSECOND',
  12: 'NANOSECOND',
  13: 'DATE',
  14: 'WEEK',
  16: 'TIME',
  17: 'ISOYEAR',
  18: 'ISOWEEK',
  19: 'WEEK_MONDAY',
  20: 'WEEK_TUESDAY',
  21: 'WEEK_WEDNESDAY',
  22: 'WEEK_THURSDAY',
  23: 'WEEK_FRIDAY',
  24: 'WEEK_SATURDAY',
};
