/** Functions of texts. */
import { ITEM_TYPES, listOf, mapOf, SCALARS } from '../core/scalar.ts';
import { type LibraryFunction, NOT_PRINTED, plain } from './rule.ts';

/** The digest of a text, which every engine computes over the same bytes. */
function digest(of: 'md5' | 'sha1' | 'sha256', title: string, warning: string): LibraryFunction {
  return {
    name: `${of}_hex`,
    group: 'texts',
    signature: `${of}_hex(text)`,
    meaning: `The ${title} digest of the text in UTF-8, as hexadecimal digits in lower case. ${warning}`,
    example: `${of}_hex(path)`,
    rule: plain(`${of}_hex`, ['string'], 'string'),
  };
}

export default [
  {
    name: 'contains',
    group: 'texts',
    signature: 'contains(text, part)',
    meaning: 'Whether the text contains the part; case-sensitive.',
    example: "contains(path, '/rest')",
    rule: plain('contains', ['string', 'string'], 'bool'),
  },
  {
    name: 'starts_with',
    group: 'texts',
    signature: 'starts_with(text, part)',
    meaning: 'Whether the text begins with the part; case-sensitive.',
    example: "starts_with(path, '/rest')",
    rule: plain('starts_with', ['string', 'string'], 'bool'),
  },
  {
    name: 'ends_with',
    group: 'texts',
    signature: 'ends_with(text, part)',
    meaning: 'Whether the text ends with the part; case-sensitive.',
    example: "ends_with(path, '.json')",
    rule: plain('ends_with', ['string', 'string'], 'bool'),
  },
  {
    name: 'matches',
    group: 'texts',
    signature: 'matches(text, pattern)',
    meaning: 'Whether the RE2 pattern matches anywhere in the text; `.` does not match a newline.',
    example: "matches(path, r'^/v[0-9]+/')",
    rule: { kind: 'matches' },
  },
  {
    name: 'lower',
    group: 'texts',
    signature: 'lower(text)',
    meaning: 'The text in lower case; characters beyond ASCII as the engine converts them.',
    example: 'lower(path)',
    rule: plain('lower', ['string'], 'string'),
  },
  {
    name: 'upper',
    group: 'texts',
    signature: 'upper(text)',
    meaning: 'The text in upper case; characters beyond ASCII as the engine converts them.',
    example: 'upper(path)',
    rule: plain('upper', ['string'], 'string'),
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
    name: 'byte_length',
    group: 'texts',
    signature: 'byte_length(text)',
    meaning: 'The number of bytes of a text in UTF-8.',
    example: 'byte_length(path)',
    rule: plain('byte_length', ['string'], 'int64'),
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
  digest('md5', 'MD5', 'It is fast, and attackers can make two texts with one digest.'),
  digest('sha1', 'SHA-1', 'Attackers can make two texts with one digest.'),
  digest('sha256', 'SHA-256', 'It does not hide a text that can be guessed.'),
] satisfies readonly LibraryFunction[];
