/** The JSON Schema of predicates and their conditions. */
import { CHOSEN_EXPRESSION, casesOf, expressionCase, IS_CHOICE } from './cases-schema.ts';
import { definition, type JsonSchema, mapping, wordsSchema } from './parts.ts';

const params: JsonSchema = {
  type: 'array',
  items: wordsSchema('A parameter.'),
  minItems: 1,
};

/** A condition as a mapping with one entry. */
const ONE_CONDITION: JsonSchema = {
  minLength: 1,
  properties: {
    any: { ...params, description: 'Parameters, at least one of which must be present.' },
    absent: wordsSchema('A parameter that must be absent.'),
  },
  additionalProperties: {
    type: ['string', 'number', 'boolean'],
    description: 'The value that the parameter must have: a value of its enum, `true` or `false`.',
  },
  minProperties: 1,
  maxProperties: 1,
};

const condition: JsonSchema = {
  ...ONE_CONDITION,
  type: ['string', 'array', 'object'],
  items: {
    ...ONE_CONDITION,
    type: ['string', 'object'],
    description: 'A parameter that must be present, or a mapping with one entry.',
  },
  minItems: 1,
  description:
    'A condition on parameters: a parameter that must be present, a list of conditions that must all be true, or a mapping with one entry: `any` of several parameters, `absent`, or the name of a parameter and its value. A predicate whose condition is false is ignored.',
};

export const when = definition('condition');
const filter = CHOSEN_EXPRESSION;
const WITHOUT_GUARD = { when: false, filter: false, any: false };

const IS_ANY_OR_CHOICE: JsonSchema = {
  type: 'object',
  anyOf: [{ required: ['any'] }, { required: ['by'] }, { required: ['cases'] }],
};

const wholePredicate: JsonSchema = {
  ...mapping({
    when,
    filter,
    ...casesOf(expressionCase),
    any: {
      type: 'array',
      items: mapping({ when, filter }, ['when', 'filter']),
      minItems: 1,
      description:
        'Predicates. Of those whose `when` is true, at least one must be true; if no `when` is true, all rows pass.',
    },
  }),
  type: ['string', 'object'],
  minLength: 1,
  allOf: [
    { if: IS_ANY_OR_CHOICE, else: { required: ['when', 'filter'] } },
    { if: { not: IS_CHOICE }, else: { required: ['by', 'cases'], properties: WITHOUT_GUARD } },
    {
      if: { not: { type: 'object', required: ['any'] } },
      else: { properties: { when: false, filter: false } },
    },
  ],
  description:
    'A predicate, a choice among several, one with a condition on parameters, or several of which one must be true.',
};

export const predicate = definition('predicate');

/** The definitions that predicates refer to. */
export const PREDICATES = { condition, predicate: wholePredicate };
