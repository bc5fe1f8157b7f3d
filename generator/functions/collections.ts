/** Functions of lists and maps. */
import { ITEM_TYPES, listOf, mapOf, SCALARS } from '../core/scalar.ts';
import type { LibraryFunction } from './rule.ts';

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
    name: 'contains_any',
    group: 'collections',
    signature: 'contains_any(text, list)',
    meaning: 'Whether the text contains one of the texts in the list; case-sensitive.',
    example: 'contains_any(path, tags)',
    rule: {
      kind: 'scalar',
      overloads: [
        {
          takes: ['string', 'list<string>'],
          gives: 'bool',
          fn: 'contains_any',
          nullable: 'operands',
        },
      ],
    },
  },
  {
    name: 'list_join',
    group: 'collections',
    signature: 'list_join(list, separator)',
    meaning:
      'The texts of the list, one after another, with the separator between them. The separator must be a literal or a parameter.',
    example: "list_join(tags, ', ')",
    rule: {
      kind: 'scalar',
      overloads: [
        {
          takes: ['list<string>', 'string'],
          gives: 'string',
          fn: 'list_join',
          nullable: 'operands',
          domains: [{ argument: 1, isConstant: true }],
        },
      ],
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
