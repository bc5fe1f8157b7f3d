/** Functions of lists and maps. */
import type { Lookup } from '../../core/expr/expr.ts';
import { ITEM_TYPES, listOf, mapOf, SCALARS } from '../../core/types/scalar.ts';
import type { LibraryFunction } from '../rule.ts';

/** A function over the records of a list. */
function ofItems(
  as: Exclude<Lookup['as'], 'kept' | 'values' | 'joined'>,
  words: Pick<LibraryFunction, 'name' | 'signature' | 'meaning' | 'example'>,
): LibraryFunction {
  return { ...words, group: 'collections', rule: { kind: 'items', as } };
}

export default [
  ofItems('first', {
    name: 'item',
    signature: 'item(records, condition).field',
    meaning:
      'A field of the first record for which the condition is true, else NULL. In the condition, `.name` is a field of the record, and other names are those of the row.',
    example: "item(events, .name = 'login').at",
  }),
  ofItems('any', {
    name: 'any',
    signature: 'any(records, condition)',
    meaning: 'Whether the condition is true for any of the records.',
    example: "any(events, .name = 'login' and .ms > 500)",
  }),
  ofItems('all', {
    name: 'all',
    signature: 'all(records, condition)',
    meaning: 'Whether the condition is true for each of the records; also for none.',
    example: 'all(events, .ms < 500)',
  }),
  ofItems('count', {
    name: 'count_items',
    signature: 'count_items(records) or count_items(records, condition)',
    meaning: 'The number of the records, or of those for which the condition is true.',
    example: 'count_items(events, .ms > 500)',
  }),
  {
    name: 'overlaps',
    group: 'collections',
    signature: 'overlaps(list, list)',
    meaning: 'Whether the two lists have an item in common.',
    example: 'overlaps(tags, labels)',
    rule: {
      kind: 'scalar',
      overloads: SCALARS.map(item => ({
        takes: [listOf(item), listOf(item)],
        gives: 'bool',
        fn: 'overlaps',
        nullable: 'operands',
      })),
    },
  },
  {
    name: 'has_key',
    group: 'collections',
    signature: 'has_key(map, text)',
    meaning: 'Whether the map has the key, even with the value NULL.',
    example: "has_key(attributes, 'region')",
    rule: {
      kind: 'scalar',
      overloads: ITEM_TYPES.map(value => ({
        takes: [mapOf(value), 'string'],
        gives: 'bool',
        fn: 'has_key',
        nullable: 'operands',
      })),
    },
  },
] satisfies readonly LibraryFunction[];
