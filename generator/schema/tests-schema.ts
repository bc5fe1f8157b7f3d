/**
 * The JSON Schema of an endpoint's `tests`. The content of rows depends on the data set and the outputs, so it is checked together with
 * them.
 */
import { type JsonSchema, mapping, namedSchema, part, wordsSchema } from './parts.ts';

const PLAIN = ['string', 'number', 'boolean'];

function rows(what: string): JsonSchema {
  return { type: 'array', items: { type: 'object' }, description: what };
}

const test = mapping(
  {
    now: wordsSchema('The time of the request, such as `2026-01-15T10:07:00Z`.'),
    params: namedSchema(
      { type: [...PLAIN, 'array'], items: { type: PLAIN } },
      'The parameters of the request; for a list, its items.',
    ),
    given: {
      ...rows(
        'The entries of the data set, or of several data sets by name. A column that an entry leaves out is NULL.',
      ),
      type: ['array', 'object'],
      additionalProperties: rows('The entries of a data set.'),
    },
    expect: rows('The rows of the answer; `quern test -u` writes them.'),
  },
  ['now', 'given'],
);

export const TESTS: JsonSchema = {
  type: 'object',
  propertyNames: part('testName'),
  additionalProperties: test,
  description:
    'Tests by name, each with a request. The first one that expects rows is the example in the documentation.',
};
