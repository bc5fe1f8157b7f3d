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
import { definition, type JsonSchema, mapping, named, part, words } from './parts.ts';
import { PREDICATES, predicate } from './predicate-schema.ts';

export const MAX_ROWS = 10_000;
export const LIMIT_TITLE = 'Limit';

const DESCRIBED = {
  ...casesOf(expressionCase),
  value: {
    ...CHOSEN_EXPRESSION,
    description: 'An expression, or a choice among several; needed without `by` and `cases`.',
  },
  description: words('The meaning of the column.'),
  unit: words('The unit of the values, such as `ms`.'),
  encode: words(
    'How the value is written in JSON. A timestamp: `rfc3339` (default), `epoch_micros` or `epoch_millis`; an `int64`: `plain` (default) or `string`; a `decimal`: `plain` (default, a text) or `number`; all else: `plain`.',
  ),
};
const HIDDEN: JsonSchema = {
  type: 'boolean',
  description: 'Computed for other expressions and for `order_by`, never returned.',
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
      'An expression or a choice among several, or a mapping with one of these and facts about it.',
  };
}

const UNSCOPED: JsonSchema = {
  type: 'boolean',
  description: 'Whether the read covers the rows of all tenants, in spite of a `scope`.',
};

const join: JsonSchema = named(
  {
    ...mapping(
      {
        of: words('The data set or step that is joined.'),
        each: words(
          'In place of `of`: a list, each item of which is joined to its row under the name of the entry.',
        ),
        on: words('A condition on columns, with an equality between the two sides.'),
        kind: {
          type: 'string',
          enum: ['left', 'inner'],
          description:
            '`left` keeps rows that find none, with NULL in its columns; `inner` drops them. `left` is the default, with `each` it is `inner`.',
        },
        many: {
          type: 'boolean',
          description: 'Whether a row may find several; else it is proven to find at most one.',
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
    description: 'A data set or step whose columns are named after the name of the entry.',
  },
  'Relations beside `from`, in order.',
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
    "The parameter that says how many rows are skipped before `limit` counts, as `'@skip'`.",
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
    'The data set or step whose rows are meant, or a choice among several.',
    words('A data set or step.'),
  ),
  union: {
    type: 'array',
    items: words('A data set or step.'),
    minItems: 2,
    description: 'In place of `from`: relations with the same columns, whose rows are meant.',
  },
  label: part('name', 'Beside `union`: the name of a column that holds the relation of each row.'),
  join,
  where: {
    type: 'array',
    items: predicate,
    description: 'Predicates, all of which must hold.',
  },
  ...FILTERS,
  having: {
    type: 'array',
    items: predicate,
    description: 'Predicates on the output columns, groups and windows included.',
  },
  buckets,
  group_by: named(outputOf(DESCRIBED), 'Further grouping columns: a name and its expression.'),
  retention,
  window,
  compare: {
    type: 'string',
    enum: ['previous'],
    description:
      'Beside `buckets` or `window`: outputs may name `previous_…` for values of the period before.',
  },
  select: {
    type: ['object', 'array'],
    propertyNames: part('name'),
    additionalProperties: outputOf({ ...DESCRIBED, hidden: HIDDEN }),
    items: part('name', 'A column of the data set.'),
    minItems: 1,
    description:
      'The output columns: a mapping of names to expressions, or a list of columns. With groups it may be `{}`.',
  },
  order_by: orCases(
    'Output columns, `name`, `name asc` or `name desc`; the list, or an item of it, may be a choice, of one or of a list.',
    {
      type: 'array',
      items: orCases('A sort key, or a choice among several.', part('order'), SORT_KEYS),
    },
    SORT_KEYS,
  ),
  limit: orCases(
    'How many rows the query asks for, at most `max_rows`; or a parameter that says it, as `@limit`; or a choice.',
    LIMIT,
  ),
  distinct: { type: 'boolean', description: 'Whether equal rows stand once.' },
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

export const STEPS: JsonSchema = named(
  {
    ...mapping(BODY),
    ...EITHER_FROM,
    description: 'A relation with the clauses of an answer.',
  },
  'Relations of the endpoint, which it and further steps read by their names.',
);
