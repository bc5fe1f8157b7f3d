/** The JSON Schema of `endpoints/<name>.yaml`, for validation, for completion in editors and for the documentation. */
import { EITHER_BODY, ownKeys } from './own-schema.ts';
import { DIALECT, either, type JsonSchema, mapping, named, PARTS, part, words } from './parts.ts';
import { predicate } from './predicate-schema.ts';
import { TESTS } from './tests-schema.ts';

export const MAX_ROWS = 10_000;
export const CACHE_TITLE = 'Cache';

const expression = words('An expression of the portable language.');
const literal = { type: ['string', 'number', 'boolean'] };
const bound = { type: ['string', 'number'] };
const length = { type: 'integer', minimum: 0 };

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

/** A parameter of an endpoint, which may be one of those that all endpoints share. */
const param = (paramTypes: readonly string[]): JsonSchema => ({
  ...mapping({
    use: words(
      'A parameter of `sources.yaml`, of which this one is a copy with what is changed here.',
    ),
    ...paramKeys(paramTypes),
  }),
  ...either('type', 'enum', 'use'),
});

/** A parameter that `sources.yaml` declares for all endpoints. */
export const sharedParam = (paramTypes: readonly string[]): JsonSchema => ({
  ...mapping(paramKeys(paramTypes)),
  ...either('type', 'enum'),
});

const paramKeys = (paramTypes: readonly string[]): Readonly<Record<string, JsonSchema>> => ({
  type: {
    ...words('What the value is. Either this or `enum`.'),
    ...(paramTypes.length === 0 ? {} : { enum: paramTypes }),
  },
  enum: {
    type: 'array',
    items: literal,
    minItems: 1,
    description: 'The values that the parameter may have. Either this or `type`.',
  },
  required: {
    type: 'boolean',
    description: 'Whether a caller must give a value. An empty value is an absent value.',
  },
  default: { ...literal, description: 'What an absent value means.' },
  otherwise: {
    type: 'string',
    enum: ['reject', 'default'],
    description: 'What any other value of an enum means: an error, or the default.',
  },
  description: words('What the parameter is for, in the words of its callers.'),
  example: { ...literal, description: 'A value for the documentation.' },
  min: { ...bound, description: 'The least value.' },
  max: { ...bound, description: 'The greatest value.' },
  min_length: { ...length, description: 'The least number of characters.' },
  max_length: { ...length, description: 'The greatest number of characters.' },
  pattern: words('An RE2 pattern that the whole text must match.'),
  deprecated: { type: 'boolean', description: 'Whether callers should stop using it.' },
  absent: {
    type: 'string',
    enum: [''],
    description: 'Beside `query`: an absent value is an empty text instead of NULL.',
  },
});

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

const cache: JsonSchema = {
  title: CACHE_TITLE,
  ...mapping(
    {
      ttl: part('duration', 'How long rows may be kept.'),
      refresh: part('refresh', 'How soon kept rows are refreshed; 0 for never.'),
    },
    ['ttl'],
  ),
  type: ['string', 'object'],
  pattern: '^off$',
  description: '`off`, or how long rows are kept and when they are refreshed.',
};

/** The schema; `open` lists the parameter types and dialects where editors should know them. */
export function endpointSchema(open: {
  readonly paramTypes: readonly string[];
  readonly dialects: readonly string[];
}): JsonSchema {
  const engine = open.dialects.length === 0 ? {} : { enum: open.dialects };
  return {
    $schema: DIALECT,
    title: 'Endpoint',
    description: 'One endpoint: which rows of which data set it answers.',
    ...mapping(
      {
        endpoint: part('endpointName', 'The name in the path. The file has the same name.'),
        id: part('id'),
        summary: words('One sentence.'),
        description: words('What a caller should know; it is shown as it is written.'),
        engines: {
          type: 'array',
          items: { ...words('An engine.'), ...engine },
          minItems: 1,
          description:
            'The engines that the endpoint is compiled for; all enabled ones by default.',
        },
        from: words('The data set whose rows are answered.'),
        views: {
          type: 'array',
          items: words('A data set.'),
          description:
            'Further data sets, defined in the saved query with the same `where` and `retention`, never answered.',
        },
        params: named(param(open.paramTypes), 'The parameters of the query string.'),
        where: {
          type: 'array',
          items: predicate,
          description: 'Predicates, all of which must hold.',
        },
        buckets,
        group_by: named(
          outputOf(DESCRIBED),
          'Further grouping columns: a name and its expression.',
        ),
        retention,
        select: {
          type: ['object', 'array'],
          propertyNames: part('name'),
          additionalProperties: outputOf({ ...DESCRIBED, hidden: HIDDEN }),
          minProperties: 1,
          items: part('name', 'A column of the data set.'),
          minItems: 1,
          description:
            'The output columns: a mapping of names to expressions, or a list of columns.',
        },
        order_by: {
          type: 'array',
          items: part('order'),
          description: 'Output columns, `name`, `name asc` or `name desc`.',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_ROWS,
          description: 'How many rows the query asks for; at most `max_rows`.',
        },
        max_rows: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_ROWS,
          default: 1000,
          description: 'The cap that the service enforces whatever the query says.',
        },
        cache: { $ref: '#/$defs/cache' },
        sandbox: { type: 'boolean', enum: [false], description: 'Only `false` for now.' },
        tests: TESTS,
        ...ownKeys(engine),
      },
      ['endpoint', 'id'],
    ),
    ...EITHER_BODY,
    $defs: { ...PARTS, cache },
  };
}
