/** The clauses of a body, which an endpoint and its steps have alike. */

import { type JsonSchema, mapping, named, part, words } from './parts.ts';
import { predicate } from './predicate-schema.ts';

export const MAX_ROWS = 10_000;
export const LIMIT_TITLE = 'Limit';

const expression = words('An expression of the portable language.');

/** With `by` (or the table that belongs to it) one value for each value of an enum, else one for all. */
function byChoice(table: string, fixed: readonly string[]): JsonSchema {
  const none = Object.fromEntries(fixed.map(name => [name, false]));
  const chosen = { anyOf: [{ required: ['by'] }, { required: [table] }] };
  return {
    allOf: [
      { if: { not: chosen }, else: { required: ['by', table], properties: none } },
      { if: chosen, else: { required: fixed } },
    ],
  };
}

const last = part('duration', 'How far back from now the window reaches.');
const step = part('step', 'The length of a bucket.');

const buckets: JsonSchema = {
  ...mapping(
    {
      of: words('The timestamp that is grouped by.'),
      as: part('name', 'The name of the output column; by default the name of `of`.'),
      by: words('An enum parameter that chooses the window.'),
      window: {
        type: 'string',
        enum: ['aligned', 'sliding'],
        default: 'aligned',
        description:
          '`aligned`: whole buckets, from the one that holds now - `last` to the current one. `sliding`: exactly the last span; the first bucket may be partial.',
      },
      gaps: {
        type: 'string',
        enum: ['omit', 'zero'],
        default: 'omit',
        description: 'Whether empty buckets are left out or returned with counts of 0.',
      },
      intervals: {
        type: 'object',
        additionalProperties: mapping({ last, step }, ['last', 'step']),
        description: 'The window for each value of the `by` parameter.',
      },
      last,
      step,
    },
    ['of'],
  ),
  ...byChoice('intervals', ['last', 'step']),
  description: 'Groups rows by a truncated timestamp.',
};

const retention: JsonSchema = {
  ...mapping(
    {
      of: words('The timestamp that the window is measured on.'),
      by: words('An enum parameter that chooses the window.'),
      windows: {
        type: 'object',
        additionalProperties: part('duration'),
        description: 'The window for each value of the `by` parameter.',
      },
      window: part('duration', 'The window for all.'),
    },
    ['of'],
  ),
  ...byChoice('windows', ['window']),
  description: 'Rows must be newer than now minus the window.',
};

const DESCRIBED = {
  value: expression,
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

/** An expression alone, or with more. */
function outputOf(keys: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    ...mapping(keys, ['value']),
    type: ['string', 'object'],
    minLength: 1,
    description: 'An expression, or one with what is said of it.',
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
        on: words('A condition on columns, with an equality between the two sides.'),
        kind: {
          type: 'string',
          enum: ['left', 'inner'],
          default: 'left',
          description:
            '`left` keeps rows that find none, with NULL in its columns; `inner` drops them.',
        },
        many: {
          type: 'boolean',
          description: 'Whether a row may find several; else it is proven to find at most one.',
        },
        unscoped: UNSCOPED,
      },
      ['of'],
    ),
    description: 'A data set or step whose columns are named behind the name of the entry.',
  },
  'Relations beside `from`, in order.',
);

/** The clauses that an endpoint and a step have alike. */
export const BODY: Readonly<Record<string, JsonSchema>> = {
  from: words('The data set or step whose rows are meant.'),
  union: {
    type: 'array',
    items: words('A data set or step.'),
    minItems: 2,
    description: 'In place of `from`: relations with the same columns, whose rows are meant.',
  },
  label: part('name', 'Beside `union`: a column that says of which relation a row is.'),
  join,
  where: {
    type: 'array',
    items: predicate,
    description: 'Predicates, all of which must hold.',
  },
  having: {
    type: 'array',
    items: predicate,
    description: 'Predicates on the output columns, groups and windows included.',
  },
  buckets,
  group_by: named(outputOf(DESCRIBED), 'Further grouping columns: a name and its expression.'),
  retention,
  select: {
    type: ['object', 'array'],
    propertyNames: part('name'),
    additionalProperties: outputOf({ ...DESCRIBED, hidden: HIDDEN }),
    minProperties: 1,
    items: part('name', 'A column of the data set.'),
    minItems: 1,
    description: 'The output columns: a mapping of names to expressions, or a list of columns.',
  },
  order_by: {
    type: 'array',
    items: part('order'),
    description: 'Output columns, `name`, `name asc` or `name desc`.',
  },
  limit: {
    title: LIMIT_TITLE,
    type: ['integer', 'string'],
    minimum: 1,
    maximum: MAX_ROWS,
    pattern: '^@[A-Za-z_][A-Za-z0-9_]*$',
    description:
      'How many rows the query asks for, at most `max_rows`; or a parameter that says it, as `@limit`.',
  },
  distinct: { type: 'boolean', description: 'Whether equal rows stand once.' },
  unscoped: UNSCOPED,
};

/** A body reads one relation, or several one after another. */
export const EITHER_FROM: JsonSchema = {
  allOf: [{ if: { required: ['union'] }, else: { required: ['from'] } }, { required: ['select'] }],
};

export const STEPS: JsonSchema = named(
  {
    ...mapping(BODY),
    ...EITHER_FROM,
    description: 'A relation with the clauses of an answer.',
  },
  'Relations of the endpoint, which it and further steps read by their names.',
);
