/** The JSON Schema of `sandbox` and `views`: the relations that callers' statements read. */
import { BODY, EITHER_FROM } from './body-schema.ts';
import { type JsonSchema, mapping, wordsSchema } from './parts.ts';

const OF_VIEW = ['where', 'retention', 'select', 'unscoped'];

const view: JsonSchema = {
  ...mapping(
    {
      from: wordsSchema('A data set.'),
      ...Object.fromEntries(Object.entries(BODY).filter(([name]) => OF_VIEW.includes(name))),
    },
    ['from'],
  ),
  description: 'Rows and columns of a data set; without `select` all columns.',
};

export const VIEWS: JsonSchema = {
  type: ['array', 'object'],
  items: wordsSchema('A data set.'),
  minItems: 1,
  minProperties: 1,
  additionalProperties: view,
  description:
    'With `sandbox: true`: the relations that statements of callers can read, as a mapping, or as a list of data sets with the `where` and `retention` of the endpoint. Without it: a list of data sets that only the saved query defines, with the same `where` and `retention`.',
};

export const SANDBOX: JsonSchema = {
  type: 'boolean',
  default: false,
  description:
    'Whether callers may send their own SELECT in the parameter `sql`: GoogleSQL that reads `views`.',
};

const isSandboxed: JsonSchema = {
  required: ['sandbox'],
  properties: { sandbox: { enum: [true], description: 'The endpoint is a sandbox.' } },
};

/** Clauses of an answer, which a sandbox does not need. */
const OF_ANSWER =
  `union label distinct steps join having filters match prefix buckets group_by window compare select order_by limit offset tests`.split(
    ' ',
  );

/** Without a caller's statement, a sandbox may have no answer of its own. */
export const EITHER_CLAUSES: JsonSchema = {
  allOf: [
    {
      if: { not: isSandboxed },
      else: { required: ['views'], properties: { pages: false } },
    },
    {
      if: {
        allOf: [isSandboxed, { not: { anyOf: [{ required: ['from'] }, { required: ['union'] }] } }],
      },
      else: EITHER_FROM,
    },
    {
      if: {
        anyOf: [{ not: isSandboxed }, { required: ['from'] }, { required: ['union'] }],
      },
      else: { properties: Object.fromEntries(OF_ANSWER.map(name => [name, false])) },
    },
    {
      if: isSandboxed,
      else: { properties: { views: { type: 'array' } } },
    },
  ],
};
