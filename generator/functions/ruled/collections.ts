/** Functions of lists and maps. */
import { ITEM_TYPES, listOf, mapOf, SCALARS } from '../../core/types/scalar.ts';
import type { LibraryFunction } from '../rule.ts';

export default [
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
