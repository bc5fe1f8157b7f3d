/** Functions of texts. */
import { ITEM_TYPES, listOf, mapOf, SCALARS } from '../../core/types/scalar.ts';
import { type LibraryFunction, NOT_PRINTED } from '../rule.ts';

export default [
  {
    name: 'matches',
    group: 'texts',
    signature: 'matches(text, pattern)',
    meaning: 'Whether the RE2 pattern matches anywhere in the text; `.` does not match a newline.',
    example: "matches(path, r'^/v[0-9]+/')",
    rule: { kind: 'matches' },
  },
  {
    name: 'length',
    group: 'texts',
    signature: 'length(text), length(list) or length(map)',
    meaning: 'The number of code points of a text, of items of a list or of keys of a map.',
    example: 'length(path)',
    rule: {
      kind: 'scalar',
      overloads: [
        { takes: ['string'], gives: 'int64', fn: 'length', nullable: 'operands' },
        ...SCALARS.map(item => ({
          takes: [listOf(item)],
          gives: 'int64' as const,
          fn: 'list_length' as const,
          nullable: 'operands' as const,
        })),
        ...ITEM_TYPES.map(value => ({
          takes: [mapOf(value)],
          gives: 'int64' as const,
          fn: 'map_size' as const,
          nullable: 'operands' as const,
        })),
      ],
    },
  },
  {
    name: 'concat',
    group: 'texts',
    signature: 'concat(text, …)',
    meaning: 'The texts, one after another; NULL if one is NULL.',
    example: "concat(method, ' ', path)",
    refuses: {
      float64: NOT_PRINTED('floats'),
      timestamp: NOT_PRINTED('timestamps'),
    },
    rule: { kind: 'concat' },
  },
] satisfies readonly LibraryFunction[];
