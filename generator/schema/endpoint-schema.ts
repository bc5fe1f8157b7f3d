/** The JSON Schema of `endpoints/<name>.yaml`, for validation, for completion in editors and for the documentation. */

import { DEFAULT_MAX_ITEMS, MOST_ITEMS } from '../core/plan/param.ts';
import { COMPATS } from '../core/types/compat.ts';
import { ACCEPTED_FORMS } from '../core/types/scalar.ts';
import { BODIES, BODY, MAX_ROWS, OFFSET, STEPS } from './body-schema.ts';
import { EITHER_BODY, ownKeys } from './own-schema.ts';
import {
  DIALECT,
  type JsonSchema,
  mapping,
  namedSchema,
  PARTS,
  part,
  wordsSchema,
} from './parts.ts';
import { SANDBOX, VIEWS } from './sandbox-schema.ts';
import { TESTS } from './tests-schema.ts';

export const CACHE_TITLE = 'Cache';

const literal = { type: ['string', 'number', 'boolean'] };
const literals = { type: [...literal.type, 'array'], items: literal, minItems: 1 };
const bound = { type: ['string', 'number'] };
const length = { type: 'integer', minimum: 0 };
const items = { type: 'integer', minimum: 1, maximum: MOST_ITEMS };

/** A parameter has a type, listed values, or both; or it is a list of these. */
const TYPED = [
  { required: ['type'], not: { required: ['list'] } },
  { required: ['enum'], not: { anyOf: [{ required: ['type'] }, { required: ['list'] }] } },
  { required: ['list'], not: { anyOf: [{ required: ['type'] }, { required: ['enum'] }] } },
];

/** The properties of a single value or of each item of a list. */
const itemKeys = (paramTypes: readonly string[]): Readonly<Record<string, JsonSchema>> => ({
  type: {
    ...wordsSchema('The type of the value; `string` if only `enum` is given.'),
    ...(paramTypes.length === 0 ? {} : { enum: paramTypes }),
  },
  enum: {
    type: 'array',
    items: literal,
    minItems: 1,
    description: 'The values that the parameter may have: texts, or values of its `type`.',
  },
  aliases: {
    type: 'object',
    additionalProperties: literal,
    minProperties: 1,
    description:
      'With `enum`: other texts that callers may send, each with the value that it means.',
  },
  min: { ...bound, description: 'The minimum value.' },
  max: { ...bound, description: 'The maximum value.' },
  min_length: { ...length, description: 'The minimum number of characters.' },
  max_length: { ...length, description: 'The maximum number of characters.' },
  pattern: wordsSchema('An RE2 pattern that the whole text must match.'),
  accept: {
    type: 'string',
    enum: ACCEPTED_FORMS,
    description:
      'Another form in which callers may send a `timestamp`: whole milliseconds since 1970 UTC.',
  },
});

/** A parameter with `list` has these keys inside `list`, next to the type of its items. */
const BOUNDS = ['aliases', 'min', 'max', 'min_length', 'max_length', 'pattern', 'accept'];
const WITHIN_LIST: JsonSchema = {
  if: { not: { required: ['list'] } },
  else: { properties: Object.fromEntries(BOUNDS.map(name => [name, false])) },
};

/** A parameter of an endpoint, which may copy one that all endpoints share. */
const param = (paramTypes: readonly string[]): JsonSchema => ({
  ...mapping({
    use: wordsSchema('A parameter of `sources.yaml` to copy; the other keys change the copy.'),
    ...paramKeys(paramTypes),
  }),
  oneOf: [...TYPED, { required: ['use'] }],
  ...WITHIN_LIST,
});

/** A parameter that `sources.yaml` declares for all endpoints. */
export const sharedParam = (paramTypes: readonly string[]): JsonSchema => ({
  ...mapping(paramKeys(paramTypes)),
  oneOf: TYPED,
  ...WITHIN_LIST,
});

const paramKeys = (paramTypes: readonly string[]): Readonly<Record<string, JsonSchema>> => ({
  ...itemKeys(paramTypes),
  list: {
    ...mapping(itemKeys(paramTypes)),
    type: ['string', 'object'],
    minLength: 1,
    description:
      'Instead of `type`: the parameter is a list. The type of its items, or a mapping with their `type` or `enum` and their bounds.',
  },
  min_items: { ...items, minimum: 0, description: 'The minimum number of different items.' },
  max_items: {
    ...items,
    default: DEFAULT_MAX_ITEMS,
    description: 'The maximum number of different items.',
  },
  separator: {
    type: 'string',
    minLength: 1,
    maxLength: 1,
    description: 'A character that separates items, for callers who do not repeat the parameter.',
  },
  required: {
    type: 'boolean',
    description: 'Whether a caller must send a value. An empty value counts as absent.',
  },
  default: {
    ...literals,
    description:
      'The value if the parameter is absent. For a list, a list. For a `timestamp` or `date`, also an expression of `now()`.',
  },
  otherwise: {
    type: 'string',
    enum: ['reject', 'default'],
    description: 'Whether any other value of an enum is an error or means the default.',
  },
  description: wordsSchema('The purpose of the parameter, for callers.'),
  example: { ...literals, description: 'A value for the documentation. For a list, a list.' },
  deprecated: { type: 'boolean', description: 'Whether callers should stop using it.' },
  absent: {
    type: 'string',
    enum: [''],
    description: 'With `query`: an absent value is an empty text instead of NULL.',
  },
});

const PAGES: JsonSchema = {
  ...mapping(
    {
      size: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_ROWS,
        description: 'How many rows a page has if the caller does not send `page_size`.',
      },
      max_size: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_ROWS,
        description: 'The maximum `page_size` of a caller; `max_rows` by default.',
      },
      expires: part('duration', 'How long a cursor is valid; `1 hour` by default.'),
    },
    ['size'],
  ),
  description: 'Returns the rows in pages, in the order of `order_by`.',
};

const cache: JsonSchema = {
  title: CACHE_TITLE,
  ...mapping(
    {
      ttl: part('duration', 'How long rows may be cached.'),
      refresh: part('refresh', 'After how long cached rows are refreshed; 0 for never.'),
    },
    ['ttl'],
  ),
  type: ['string', 'object'],
  pattern: '^off$',
  description: '`off`, or how long rows are cached and when they are refreshed.',
};

/** The schema; `open` lists the parameter types and dialects, if editors should offer them. */
export function endpointSchema(open: {
  readonly paramTypes: readonly string[];
  readonly dialects: readonly string[];
}): JsonSchema {
  const engine = open.dialects.length === 0 ? {} : { enum: open.dialects };
  return {
    $schema: DIALECT,
    title: 'Endpoint',
    description: 'One endpoint: which rows of which data set it returns.',
    ...mapping(
      {
        endpoint: part('endpointName', 'The name in the path. The file has the same name.'),
        id: part('id'),
        aliases: {
          type: 'array',
          items: part('endpointName'),
          minItems: 1,
          description: 'Other names of the endpoint, for callers who still use them.',
        },
        compat: {
          type: 'string',
          enum: COMPATS,
          description:
            'The service that the endpoint replaces: answers and errors have the format that its clients expect.',
        },
        ignore: {
          type: 'array',
          items: wordsSchema('The name of a parameter.'),
          minItems: 1,
          description:
            'Undeclared parameters that the endpoint ignores instead of rejecting; `sql` is not allowed.',
        },
        summary: wordsSchema('One sentence.'),
        description: wordsSchema('Facts that a caller should know, shown as written.'),
        engines: {
          type: 'array',
          items: { ...wordsSchema('An engine.'), ...engine },
          minItems: 1,
          description:
            'The engines that the endpoint is compiled for; all enabled ones by default.',
        },
        views: VIEWS,
        params: namedSchema(param(open.paramTypes), 'The parameters of the query string.'),
        ...BODY,
        steps: STEPS,
        max_rows: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_ROWS,
          default: 1000,
          description: 'The maximum number of rows, which the service always enforces.',
        },
        offset: OFFSET,
        pages: PAGES,
        cache: { $ref: '#/$defs/cache' },
        sandbox: SANDBOX,
        tests: TESTS,
        ...ownKeys(engine),
      },
      ['endpoint', 'id'],
    ),
    ...EITHER_BODY,
    $defs: { ...PARTS, ...BODIES, cache },
  };
}
