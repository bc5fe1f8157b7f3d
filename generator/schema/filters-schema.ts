/** The JSON Schema of filters that callers compose. */
import { FILTER_OPERATORS } from '../core/plan/filters.ts';
import { type JsonSchema, mapping, namedSchema, part, wordsSchema } from './parts.ts';
import { when } from './predicate-schema.ts';

const filter: JsonSchema = {
  ...mapping(
    {
      of: wordsSchema('The expression to compare, computed from the rows that are read.'),
      operators: {
        type: 'array',
        items: { type: 'string', enum: FILTER_OPERATORS },
        minItems: 1,
        description: 'The operators that callers may use; by default all operators of its type.',
      },
      max_length: {
        type: 'integer',
        minimum: 1,
        description: 'The maximum number of characters of a text or pattern.',
      },
      ignore_case: { type: 'boolean', description: 'Whether comparisons ignore letter case.' },
      key: {
        type: 'boolean',
        description: 'Whether callers name a key of the map, as in `?label[region]=eu`.',
      },
      except: {
        ...mapping({ when }, ['when']),
        description: 'When the filter is ignored.',
      },
      description: wordsSchema('The meaning of the filter, for callers.'),
    },
    ['of'],
  ),
  type: ['string', 'object'],
  minLength: 1,
  description: 'An expression, or a mapping with an expression and options.',
};

export const FILTERS: Readonly<Record<string, JsonSchema>> = {
  filters: namedSchema(
    filter,
    'Conditions that callers compose, as in `?status__gte=400`: a name and its expression.',
  ),
  match: {
    type: 'string',
    enum: ['all', 'any'],
    default: 'all',
    description:
      'With `filters`: whether a row must meet all filters of a request, or at least one.',
  },
  prefix: part('name', 'With `filters`: a prefix for the names of their parameters.'),
};
