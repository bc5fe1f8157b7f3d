/** The JSON Schema of predicates, and of the conditions that they stand under. */
import { type JsonSchema, mapping, words } from './parts.ts';

const params: JsonSchema = {
  type: 'array',
  items: words('A parameter.'),
  minItems: 1,
};

const when: JsonSchema = {
  type: ['string', 'array', 'object'],
  minLength: 1,
  items: words('A parameter.'),
  minItems: 1,
  properties: {
    any: { ...params, description: 'Parameters of which at least one is present.' },
    absent: words('A parameter that is absent.'),
  },
  additionalProperties: {
    type: ['string', 'number', 'boolean'],
    description: 'The value that a parameter has: one of an enum, `true` or `false`.',
  },
  minProperties: 1,
  maxProperties: 1,
  description:
    'A parameter, or several that must all be present, or a mapping of one entry: `any` of several, `absent`, or the name of a parameter and its value. Where it does not hold, the predicate holds for every row.',
};

const filter = words('An expression of the portable language.');

export const predicate: JsonSchema = {
  ...mapping({
    when,
    filter,
    any: {
      type: 'array',
      items: mapping({ when, filter }, ['when', 'filter']),
      minItems: 1,
      description:
        'Predicates of which at least one must hold of those whose `when` does; where none does, all rows pass.',
    },
  }),
  type: ['string', 'object'],
  minLength: 1,
  allOf: [
    { if: { type: 'object', required: ['any'] }, else: { required: ['when', 'filter'] } },
    {
      if: { not: { type: 'object', required: ['any'] } },
      else: { properties: { when: false, filter: false } },
    },
  ],
  description: 'A predicate, one with what it depends on, or several of which one must hold.',
};
