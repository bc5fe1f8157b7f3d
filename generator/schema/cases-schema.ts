/** The JSON Schema of choices: an option for each value of an enum parameter, or for the presence and absence of a parameter. */
import { definition, type JsonSchema, mapping, wordsSchema } from './parts.ts';

const by: JsonSchema = {
  ...mapping(
    {
      present: wordsSchema(
        'A parameter that may be absent. The cases are `yes` (present) and `no` (absent).',
      ),
    },
    ['present'],
  ),
  type: ['string', 'object'],
  minLength: 1,
  description:
    'The enum parameter that selects the case, or `{ present: … }` with a parameter that may be absent.',
};

/** An expression as a case: `null` needs no quotes. */
export const expressionCase: JsonSchema = {
  type: ['string', 'null'],
  minLength: 1,
  description: 'An expression of the portable language.',
};

/** The two keys of a choice; `each` is the schema of its cases. */
export function casesOf(each: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return {
    by,
    cases: {
      type: 'object',
      additionalProperties: each,
      minProperties: 1,
      description: 'One entry for each value of `by`.',
    },
  };
}

/** Recognises a choice, even an incomplete one. */
export const IS_CHOICE: JsonSchema = {
  type: 'object',
  anyOf: [{ required: ['by'] }, { required: ['cases'] }],
};

/** A value of the schema `one`, or a choice of several. */
export function orCases(description: string, one: JsonSchema, each: JsonSchema = one): JsonSchema {
  const { type } = one;
  const typed = type === undefined ? {} : { type: [type, 'object'].flat() };
  return {
    ...typed,
    description,
    allOf: [
      { if: IS_CHOICE, else: one },
      { if: { not: IS_CHOICE }, else: mapping(casesOf(each), ['by', 'cases']) },
    ],
  };
}

/** An expression, or a choice of several. */
export const CHOSEN_EXPRESSION = definition('chosenExpression');

/** The definitions that choices refer to. */
export const CHOICES = {
  chosenExpression: orCases(
    'An expression, or a choice among several.',
    wordsSchema('An expression of the portable language.'),
    expressionCase,
  ),
};
