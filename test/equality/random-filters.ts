/** Random filters of callers over the columns of random endpoints. */
import fc from 'fast-check';

/** Each filter once; an operator that only its author can name, and one that is chosen by type. */
const FILTERS = [
  'f_s: { of: s, operators: [like, not_like, eq, differs] }',
  'f_u: { of: u, operators: [like, contains, is_null], ignore_case: true }',
  'f_i: i',
  'f_tags: { of: tags, operators: [has, has_all, like, not_like] }',
  'f_d: { of: d, operators: [ne, lt, gte] }',
];

/** Lines of a specification: none, or the clause. */
export const filters: fc.Arbitrary<readonly string[]> = fc
  .record({ chosen: fc.subarray(FILTERS, { minLength: 1, maxLength: 3 }), any: fc.boolean() })
  .map(({ chosen, any }) => [
    ...(any ? ['match: any'] : []),
    'filters:',
    ...chosen.map(one => `  ${one}`),
  ]);
