/** The clauses of a body, which endpoints, steps and relations share. */

import { buckets, retention, window } from './buckets-schema.ts';
import {
  CHOICES,
  CHOSEN_EXPRESSION,
  casesOf,
  expressionCase,
  IS_CHOICE,
  orCases,
} from './cases-schema.ts';
import { FILTERS } from './filters-schema.ts';
import { definition, type JsonSchema, mapping, namedSchema, part, wordsSchema } from './parts.ts';
import { PREDICATES, predicate } from './predicate-schema.ts';

export const MAX_ROWS = 10_000;
export const LIMIT_TITLE = 'Limit';

const DESCRIBED = {
  ...casesOf(expressionCase),
  value: {
    ...CHOSEN_EXPRESSION,
    description: 'An expression, or a choice among several; required without `by` and `cases`.',
  },
  description: wordsSchema('The meaning of the column.'),
  unit: wordsSchema('The unit of the values, such as `ms`.'),
  encode: wordsSchema(
    'How the value is written in JSON. A timestamp: `rfc3339` (default), `epoch_micros` or `epoch_millis`; an `int64`: `plain` (default) or `string`; a `decimal`: `plain` (default, a text) or `number`; any other type: `plain`.',
  ),
};
const HIDDEN: JsonSchema = {
  type: 'boolean',
  description:
    'Whether the column is only computed, for other expressions and `order_by`, and never returned.',
};

/** An expression, a choice of several, or a mapping that contains one of these and further `keys`. */
function outputOf(keys: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const said = Object.keys(keys).filter(key => key !== 'by' && key !== 'cases');
  const none = Object.fromEntries(said.map(key => [key, false]));
  return {
    ...mapping(keys),
    type: ['string', 'object'],
    minLength: 1,
    allOf: [
      { if: { not: IS_CHOICE }, else: { required: ['by', 'cases'], properties: none } },
      { if: IS_CHOICE, else: { required: ['value'] } },
    ],
    description:
      'An expression, a choice among several, or a mapping with one of these and properties of the column.',
  };
}

const UNSCOPED: JsonSchema = {
  type: 'boolean',
  description: 'Whether the rows of all tenants are read, although the data set has a `scope`.',
};

const join: JsonSchema = namedSchema(
  {
    ...mapping(
      {
        of: wordsSchema('The data set or step to join.'),
        each: wordsSchema(
          'Instead of `of`: a list. Its items are joined to their row, one row per item, under the name of the entry.',
        ),
        on: wordsSchema('A condition on columns, with an equality between the two sides.'),
        kind: {
          type: 'string',
          enum: ['left', 'inner'],
          description:
            '`left` keeps rows without a match, with NULL in the joined columns; `inner` drops them. The default is `left`, or `inner` with `each`.',
        },
        many: {
          type: 'boolean',
          description:
            'Whether a row may match several rows; otherwise quern must be able to prove that it matches at most one.',
        },
        retention: {
          ...retention,
          description: 'Rows of the joined relation must be newer than now minus the window.',
        },
        unscoped: UNSCOPED,
      },
      [],
    ),
    allOf: [
      { if: { required: ['each'] }, else: { required: ['of'] } },
      {
        if: { not: { required: ['each'] } },
        else: {
          properties: { of: false, on: false, many: false, retention: false, unscoped: false },
        },
      },
    ],
    description:
      'A data set, step or list to join. Expressions read its columns as `entry.column`, with the name of the entry.',
  },
  'Relations to join, in this order.',
);

const SORT_KEYS: JsonSchema = {
  allOf: [
    { if: { type: 'array' }, else: part('order') },
    {
      if: { not: { type: 'array' } },
      else: { type: 'array', items: part('order'), minItems: 1 },
    },
  ],
};

const PARAM = '^@[A-Za-z_][A-Za-z0-9_]*$';
export const OFFSET_TITLE = 'Offset';
/** The most rows that a caller may skip. */
export const MAX_OFFSET = 10_000;
export const OFFSET: JsonSchema = {
  title: OFFSET_TITLE,
  type: 'string',
  pattern: PARAM,
  description:
    "The parameter that sets how many rows are skipped before `limit` applies, such as `'@skip'`.",
};

const LIMIT: JsonSchema = {
  title: LIMIT_TITLE,
  type: ['integer', 'string'],
  minimum: 1,
  maximum: MAX_ROWS,
  pattern: PARAM,
};

const CLAUSES: Readonly<Record<string, JsonSchema>> = {
  from: orCases(
    'The data set or step to read, or a choice among several.',
    wordsSchema('A data set or step.'),
  ),
  union: {
    type: 'array',
    items: wordsSchema('A data set or step.'),
    minItems: 2,
    description: 'Instead of `from`: relations with the same columns, all of whose rows are read.',
  },
  label: part(
    'name',
    'With `union`: the name of a column that shows which relation each row comes from.',
  ),
  join,
  where: {
    type: 'array',
    items: predicate,
    description: 'Predicates, all of which must be true.',
  },
  ...FILTERS,
  having: {
    type: 'array',
    items: predicate,
    description: 'Predicates on the output columns, including groups and window functions.',
  },
  buckets,
  group_by: namedSchema(
    outputOf(DESCRIBED),
    'Columns to group by: each a name and its expression.',
  ),
  retention,
  window,
  compare: {
    type: 'string',
    enum: ['previous'],
    description:
      'With `buckets` or `window`: outputs may use `previous_…` for the values of the previous period.',
  },
  select: {
    type: ['object', 'array'],
    propertyNames: part('name'),
    additionalProperties: outputOf({ ...DESCRIBED, hidden: HIDDEN }),
    items: part('name', 'A column of the data set.'),
    minItems: 1,
    description:
      'The output columns: a mapping of names to expressions, or a list of columns. With groups it may be `{}`, which returns only the groups.',
  },
  order_by: orCases(
    'Output columns to sort by: `name`, `name asc` or `name desc`. The list, or an item of it, may be a choice whose cases are single sort keys or lists.',
    {
      type: 'array',
      items: orCases('A sort key, or a choice among several.', part('order'), SORT_KEYS),
    },
    SORT_KEYS,
  ),
  limit: orCases(
    'How many rows to return, at most `max_rows`: a number, a parameter such as `@limit`, or a choice.',
    LIMIT,
  ),
  distinct: { type: 'boolean', description: 'Whether duplicate rows are removed.' },
  unscoped: UNSCOPED,
};

/** References to the clauses, for endpoints, steps and relations. */
export const BODY: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.keys(CLAUSES).map(name => [name, definition(name)]),
);

/** The definitions that bodies refer to. */
export const BODIES = { ...CHOICES, ...PREDICATES, ...CLAUSES };

/** A body reads one relation or a union of several. Without groups, it must select something. */
export const EITHER_FROM: JsonSchema = {
  allOf: [
    { if: { required: ['union'] }, else: { required: ['from'] } },
    { required: ['select'] },
    {
      if: { anyOf: [{ required: ['group_by'] }, { required: ['buckets'] }] },
      else: { properties: { select: { type: ['object', 'array'], minProperties: 1 } } },
    },
  ],
};

export const STEPS: JsonSchema = namedSchema(
  {
    ...mapping(BODY),
    ...EITHER_FROM,
    description: 'A relation, written with the clauses of an endpoint.',
  },
  'Relations that the endpoint and its other steps read by name.',
);
