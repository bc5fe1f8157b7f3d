/** Functions that read JSON documents. */
import type { Type } from '../../core/types/scalar.ts';
import type { LibraryFunction } from '../rule.ts';

type Named = Extract<LibraryFunction['rule'], { kind: 'json' }>['fn'];

/** The value at a path, or the document itself. */
function reading(fn: Named, gives: Type, meaning: string, path: string): LibraryFunction {
  return {
    name: fn,
    group: 'documents',
    signature: `${fn}(document, path) or ${fn}(document)`,
    meaning,
    example: `${fn}(payload, '${path}')`,
    rule: { kind: 'json', fn, gives },
  };
}

export default [
  reading(
    'json_string',
    'string',
    'The text at the path, or the document itself if it is a text; NULL for any other value.',
    'user.id',
  ),
  reading(
    'json_text',
    'string',
    'The text at the path as it is, `true` or `false`, or a whole number of at most 18 digits; NULL for any other value.',
    'user.id',
  ),
  reading(
    'json_int64',
    'int64',
    'The whole number at the path, including `5.0` and `1e3`; NULL for any other value, and beyond 64 bits.',
    'items[0].count',
  ),
  reading(
    'json_float64',
    'float64',
    'The number at the path; NULL for any other value.',
    'timing.total',
  ),
  reading(
    'json_bool',
    'bool',
    '`true` or `false` at the path; NULL for any other value.',
    'user.verified',
  ),
  reading(
    'json_list',
    'list<string>',
    'The texts in the array at the path, in its order; other items are left out. An empty list for any other value.',
    'labels',
  ),
  reading(
    'json_exists',
    'bool',
    'Whether there is a value at the path, including `null` of JSON; never NULL.',
    'user.id',
  ),
  reading(
    'json_type',
    'string',
    'The type of the value at the path: `object`, `array`, `string`, `number`, `boolean`, or `null` for the `null` of JSON. NULL if there is no value.',
    'user.id',
  ),
  reading(
    'json_length',
    'int64',
    'The number of items in the array at the path; 0 for any other value.',
    'items',
  ),
  {
    name: 'json_items',
    group: 'documents',
    signature: 'json_items(document, path) or json_items(document)',
    meaning:
      'The items of the array at the path; none for any other value. Only `each` of a join takes them, and functions of documents read them.',
    example: "json_items(payload, 'items')",
    rule: { kind: 'documents' },
  },
] satisfies readonly LibraryFunction[];
