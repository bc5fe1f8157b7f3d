/**
 * An endpoint's `tests`. The content of rows depends on the data set and the outputs, so it is checked together with them.
 */
import type { MappingNode } from '../../core/spec/document.ts';
import type { Located } from '../../core/spec/located.ts';
import { plainOrList } from '../clauses/param.ts';
import { anyMapping, keyed, list, map, placed } from '../kinds/list.ts';
import { needed, object, optional, usually } from '../kinds/object.ts';
import { flag, text } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { keysNamed } from '../parts.ts';
import { as, type Of } from '../shape.ts';

/** The entries of a data set. Its name is `null` for the data set that the endpoint reads. */
export interface GivenSpec {
  readonly source: Located<string> | null;
  readonly entries: readonly MappingNode[];
}

const rows = (description: string) => list(anyMapping(), { description });

/** A list contains the entries of the answer's data set; a mapping contains a list for each data set. */
const given = union<readonly GivenSpec[], readonly GivenSpec[]>(
  'The entries of the data set, or of several data sets by name. A column that an entry leaves out is NULL.',
  as(list(anyMapping()), entries => [{ source: null, entries }]),
  as(map(rows('The entries of a data set.')), all =>
    all.map(({ name, place, value }) => ({ source: { value: name, place }, entries: value })),
  ),
);

const test = object({
  now: needed(text('The time of the request, such as `2026-01-15T10:07:00Z`.')),
  params: optional(
    keyed(
      map(plainOrList(), {
        names: keysNamed('name'),
        description: 'The parameters of the request; for a list, its items.',
      }),
    ),
  ),
  given: needed(placed(given)),
  expect: optional(rows('The rows of the answer; `quern test -u` writes them.')),
  unordered: usually(
    flag(
      'Whether the rows of the answer may come in any order. The service promises no more than `order_by` says.',
    ),
    false,
  ),
});
/** A request on given entries, and the expected rows; `null` if the author has not declared them yet. */
export type TestSpec = Of<typeof test>;

export const tests = map(test, {
  names: keysNamed('testName'),
  description:
    'Tests by name, each with a request. The first one that expects rows is the example in the documentation.',
});
