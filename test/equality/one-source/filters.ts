/** Random filters of callers over the columns of random endpoints. */
import fc from 'fast-check';

/** Each filter once; an operator that only its author can name, and one that is chosen by type. */
const FILTERS = [
  'f_s: { of: s, operators: [like, not_like, eq, differs] }',
  'f_u: { of: u, operators: [like, contains, is_null], ignore_case: true }',
  'f_i: i',
  'f_tags: { of: tags, operators: [has, has_all, like, not_like] }',
  'f_m: { of: m, operators: [in, not_in, ne, lt, gte] }',
  'f_d: { of: d, operators: [ne, lt, gte] }',
];
const CHOSEN =
  'f_id: { of: id, by: f_how, cases: { is: eq, has: contains, starts: starts_with, like: matches, no: not_matches, not: ne } }';

/** The parameter that chooses the operator of `f_id`. */
export const FILTER_PARAMS = ['f_how: { enum: [is, has, starts, like, no, not], default: has }'];

function nameOf(filter: string): string {
  return filter.slice(0, filter.indexOf(':'));
}

function written(all: readonly string[]): readonly string[] {
  return ['filters:', ...all.map(one => `  ${one}`)];
}

/** Lines of a specification: none, or the clause. */
export const filters: fc.Arbitrary<readonly string[]> = fc
  .record({
    chosen: fc.subarray([...FILTERS, CHOSEN], { minLength: 1, maxLength: 3 }),
    any: fc.boolean(),
    listed: fc.boolean(),
  })
  .map(({ chosen, any, listed }) => [
    ...(any ? ['match: any'] : []),
    ...(listed ? [`filters: [${chosen.map(nameOf).join(', ')}]`] : written(chosen)),
  ]);

/** The block of the data set, which a list of names uses. */
export const DECLARED: readonly string[] = written([...FILTERS, CHOSEN]);
