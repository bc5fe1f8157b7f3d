/** The JSON Schema of filters that callers compose. */
import { FILTER_OPERATORS } from '../core/filters.ts';
import { type JsonSchema, mapping, named, part, words } from './parts.ts';
import { when } from './predicate-schema.ts';

const filter: JsonSchema = {
  ...mapping(
    {
      of: words('The expression that is compared, over the rows that are read.'),
      operators: {
        type: 'array',
        items: { type: 'string', enum: FILTER_OPERATORS },
        minItems: 1,
        description: 'The operators that callers may use; by default all that its type has.',
      },
      max_length: {
        type: 'integer',
        minimum: 1,
        description: 'The greatest number of characters of a text or pattern.',
      },
      ignore_case: { type: 'boolean', description: 'Whether letter case counts for nothing.' },
      key: { type: 'boolean', description: 'Whether callers name keys of a map.' },
      except: {
        ...mapping({ when }, ['when']),
        description: 'Where the filter counts for nothing.',
      },
      description: words('The meaning of the filter, for callers.'),
    },
    ['of'],
  ),
  type: ['string', 'object'],
  minLength: 1,
  description: 'An expression, or one with what callers may ask of it.',
};

export const FILTERS: Readonly<Record<string, JsonSchema>> = {
  filters: named(
    filter,
    'Conditions that callers compose, as in `?status__gte=400`: a name and its expression.',
  ),
  match: {
    type: 'string',
    enum: ['all', 'any'],
    default: 'all',
    description:
      'Beside `filters`: whether all that a request asks of them must hold, or one of it.',
  },
  prefix: part('name', 'Beside `filters`: the beginning of the names of their parameters.'),
};
