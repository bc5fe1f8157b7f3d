/** What each operator and scalar function takes, and gives for values, by GoogleSQL's meaning. */
import casts from './functions/casts.ts';
import collections from './functions/collections.ts';
import conditions from './functions/conditions.ts';
import digests from './functions/digests.ts';
import json from './functions/json.ts';
import numbers from './functions/numbers.ts';
import operators from './functions/operators.ts';
import parts from './functions/parts.ts';
import patterns from './functions/patterns.ts';
import type { Rule } from './functions/rule.ts';
import safe from './functions/safe.ts';
import spans from './functions/spans.ts';
import texts from './functions/texts.ts';
import times from './functions/times.ts';

const RULES = {
  ...operators,
  ...conditions,
  ...texts,
  ...parts,
  ...patterns,
  ...numbers,
  ...times,
  ...spans,
  ...casts,
  ...collections,
  ...json,
  ...digests,
  ...safe,
} as const;

export type FunctionName = keyof typeof RULES;
export const FUNCTIONS: Readonly<Record<FunctionName, Rule>> = RULES;
