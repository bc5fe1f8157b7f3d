/** Casts. */
import { cast, type LibraryFunction, NOT_PRINTED } from '../rule.ts';

export default [
  {
    name: 'cast_string',
    group: 'casts',
    signature: 'cast_string(x)',
    meaning:
      'The text of an `int64`, a `decimal` (`12.5`), a `bool` (`true`, `false`) or a `date` (`2026-01-15`).',
    example: 'cast_string(status)',
    refuses: { float64: NOT_PRINTED('floats'), timestamp: NOT_PRINTED('timestamps') },
    rule: cast('string', [
      ['int64', 'string_from_int64', 'operands'],
      ['decimal', 'string_from_decimal', 'operands'],
      ['bool', 'string_from_bool', 'operands'],
      ['date', 'string_from_date', 'operands'],
      ['string', null, 'operands'],
    ]),
  },
  {
    name: 'cast_int64',
    group: 'casts',
    signature: 'cast_int64(x)',
    meaning:
      'The `int64` of a text, a `float64` or a `decimal` (rounded, halves away from zero) or a `bool`; NULL if the value has none.',
    example: 'cast_int64(code)',
    rule: cast('int64', [
      ['string', 'int64_from_string', 'always'],
      ['float64', 'int64_from_float64', 'always'],
      ['decimal', 'int64_from_decimal', 'always'],
      ['bool', 'int64_from_bool', 'operands'],
      ['int64', null, 'operands'],
    ]),
  },
  {
    name: 'parse_int64',
    group: 'casts',
    signature: 'parse_int64(text)',
    meaning:
      'Like `cast_int64` of a text, but ASCII whitespace around the number is ignored, and `0x1F` is a hexadecimal number, before which only spaces are ignored.',
    example: 'parse_int64(code)',
    rule: cast('int64', [['string', 'parsed_int64', 'always']]),
  },
  {
    name: 'cast_float64',
    group: 'casts',
    signature: 'cast_float64(x)',
    meaning:
      'The `float64` of a text, an `int64` or a `decimal`; NULL if the text is not a number. Beyond 15 digits, the last ones may differ between engines.',
    example: 'cast_float64(code)',
    rule: cast('float64', [
      ['string', 'float64_from_string', 'always'],
      ['int64', 'float64_from_int64', 'operands'],
      ['decimal', 'float64_from_decimal', 'operands'],
      ['float64', null, 'operands'],
    ]),
  },
  {
    name: 'cast_decimal',
    group: 'casts',
    signature: 'cast_decimal(x)',
    meaning:
      'The `decimal` of an `int64`, or of a text such as `-12.5`; NULL for any other text, and for more digits than a `decimal` can have.',
    example: 'cast_decimal(code)',
    refuses: { float64: 'Read it as a text: a `float64` is seldom the exact decimal.' },
    rule: cast('decimal', [
      ['string', 'decimal_from_string', 'always'],
      ['int64', 'decimal_from_int64', 'operands'],
      ['decimal', null, 'operands'],
    ]),
  },
  {
    name: 'cast_timestamp',
    group: 'casts',
    signature: 'cast_timestamp(x)',
    meaning: 'The timestamp of an ISO 8601 text; NULL for any other text.',
    example: 'cast_timestamp(code)',
    rule: cast('timestamp', [
      ['string', 'timestamp_from_string', 'always'],
      ['timestamp', null, 'operands'],
    ]),
  },
  {
    name: 'cast_date',
    group: 'casts',
    signature: 'cast_date(x)',
    meaning: 'The `date` of a text such as `2026-01-15`; NULL for any other text.',
    example: 'cast_date(code)',
    refuses: { timestamp: 'Use `date(timestamp)`.' },
    rule: cast('date', [
      ['string', 'date_from_string', 'always'],
      ['date', null, 'operands'],
    ]),
  },
] satisfies readonly LibraryFunction[];
