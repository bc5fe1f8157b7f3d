/** The clauses of time: buckets and retention. */
import { GAPS } from '../core/plan/query.ts';
import { type JsonSchema, mapping, nullableSchema, PARTS, part, wordsSchema } from './parts.ts';

/** Requires a value for each value of an enum if `by` or `table` is present, else one value for all. */
function byChoice(table: string, fixed: readonly string[]): readonly JsonSchema[] {
  const chosen = { anyOf: [{ required: ['by'] }, { required: [table] }] };
  return [
    { if: { not: chosen }, else: { required: ['by', table], properties: none(fixed) } },
    { if: chosen, else: { required: fixed } },
  ];
}

function none(names: readonly string[]): Readonly<Record<string, false>> {
  return Object.fromEntries(names.map(name => [name, false]));
}

const last = part('duration', 'How far back from now the window reaches.');
const step = part('step', 'The length of a bucket.');

export const STEP_TITLE = 'Step of a window';

/** A step, the parameter that sets it, or a choice by an enum. */
const windowStep: JsonSchema = {
  title: STEP_TITLE,
  type: ['string', 'object'],
  pattern: `${PARTS.bucketStep.pattern}|^@[A-Za-z_][A-Za-z0-9_]*$`,
  properties: {
    by: wordsSchema('An enum parameter.'),
    cases: {
      type: 'object',
      additionalProperties: part('bucketStep'),
      minProperties: 1,
      description: 'The step for each value of the `by` parameter.',
    },
  },
  required: ['by', 'cases'],
  additionalProperties: false,
};

/** Whether a mapping has a key of a window whose ends are expressions. */
const windowed = {
  anyOf: ['from', 'to', 'steps', 'zone'].map(name => ({ required: [name] })),
};

export const buckets: JsonSchema = {
  ...mapping(
    {
      of: wordsSchema('The timestamp or date to group by.'),
      as: part('name', 'The name of the output column; by default the name of `of`.'),
      from: wordsSchema('The start of the window: an expression of parameters and `now()`.'),
      to: wordsSchema('The end of the window, which is excluded: an expression like `from`.'),
      by: wordsSchema('An enum parameter that chooses the window.'),
      window: {
        type: 'string',
        enum: ['aligned', 'sliding'],
        default: 'aligned',
        description:
          '`aligned`: whole buckets, from the one that contains now - `last` to the current one. `sliding`: exactly the time since now - `last`; the first bucket may be partial.',
      },
      gaps: {
        type: 'string',
        enum: GAPS,
        default: 'omit',
        description:
          'Empty buckets: `omit` leaves them out; the others return them, `zero` with counts of 0, `empty` with NULL, and `previous` with the values of the previous bucket.',
      },
      intervals: {
        type: 'object',
        additionalProperties: mapping({ last, step }, ['last', 'step']),
        description: 'The window for each value of the `by` parameter.',
      },
      last,
      step: {
        type: ['string', 'object'],
        description:
          'The length of a bucket; with `from` also a parameter such as `@step`, or a choice by an enum parameter.',
      },
      steps: {
        type: 'object',
        propertyNames: part('bucketStep'),
        additionalProperties: nullableSchema(PARTS.duration),
        minProperties: 2,
        description:
          'With `from`: steps in ascending order, each with the longest window that uses it. The last one has `null`: all longer windows use it.',
      },
      zone: wordsSchema(
        'With `from`: the time zone of steps of a day and longer, or a parameter such as `@zone`.',
      ),
    },
    ['of'],
  ),
  if: windowed,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    required: ['from', 'to'],
    properties: { step: windowStep, ...none(['by', 'intervals', 'last', 'window']) },
    oneOf: [{ required: ['step'] }, { required: ['steps'] }],
  },
  else: { properties: { step }, allOf: byChoice('intervals', ['last', 'step']) },
  description: 'Groups rows into buckets of time, by a timestamp or date.',
};

export const retention: JsonSchema = {
  ...mapping(
    {
      of: wordsSchema('The timestamp that must lie in the window.'),
      by: wordsSchema('An enum parameter that chooses the window.'),
      windows: {
        type: 'object',
        additionalProperties: part('duration'),
        description: 'The window for each value of the `by` parameter.',
      },
      window: part('duration', 'The window, if it is the same for all requests.'),
    },
    ['of'],
  ),
  allOf: byChoice('windows', ['window']),
  description: 'Rows must be newer than now minus the window.',
};

export const window: JsonSchema = {
  ...mapping(
    {
      of: wordsSchema('The timestamp or date that must lie in the window.'),
      from: wordsSchema('The start of the window: an expression of parameters and `now()`.'),
      to: wordsSchema('The end of the window, which is excluded: an expression like `from`.'),
    },
    ['of', 'from', 'to'],
  ),
  description: 'Rows must lie in a window of time.',
};
