/** The constraints of a parameter: checked on a value here, and as conditions inside the saved query. */
import { RE2JS } from 're2js';
import { makeCall } from '../core/expr/calls.ts';
import type { PlainExpr } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';
import type { Constraints } from '../core/plan/param.ts';
import { counted } from '../core/report/words.ts';
import { isLess } from '../core/types/decimal.ts';
import type { Value } from '../core/types/scalar.ts';
import { matchesWhole } from './expressions.ts';
import type { ParamType } from './param-type.ts';
import { isStep, nearestSteps } from './steps.ts';
import { codePoints } from './text.ts';

export const UNCONSTRAINED: Constraints = {
  min: null,
  max: null,
  minLength: null,
  maxLength: null,
  pattern: null,
};

/** The constraint that a value breaks, in words after "must be"; `null` if it breaks none. */
export function checkConstraints(
  value: Value,
  { scalar, format: spell }: Pick<ParamType, 'scalar' | 'format'>,
  constraints: Constraints,
): string | null {
  const { min, max } = constraints;
  if (min !== null && isLess(scalar, value, min)) return `at least ${spell(min)}`;
  if (max !== null && isLess(scalar, max, value)) return `at most ${spell(max)}`;
  if (constraints.step === true && typeof value === 'bigint' && !isStep(value))
    return `a step that divides a day or is whole days, such as ${nearestSteps(value).map(spell).join(' or ')}`;
  return typeof value === 'string' ? checkText(value, constraints) : null;
}

function checkText(text: string, constraints: Constraints): string | null {
  const { pattern } = constraints;
  const fault = checkLength(text, constraints);
  if (fault !== null) return fault;
  if (pattern !== null && !compiled(pattern).testExact(text)) {
    return `text that matches \`${pattern}\` as a whole`;
  }
  return null;
}

/** The length that a text must have, in words after "must be"; `null` if its length is allowed. */
export function checkLength(text: string, { minLength, maxLength }: Constraints): string | null {
  const length = codePoints(text);
  if (minLength !== null && length < minLength)
    return `at least ${counted(minLength, 'character')} long`;
  if (maxLength !== null && length > maxLength)
    return `at most ${counted(maxLength, 'character')} long`;
  return null;
}

const patterns = new Map<string, RE2JS>();

/** Caches compiled patterns. They come from specifications, so there are few and each is used often. */
function compiled(pattern: string): RE2JS {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  const fresh = RE2JS.compile(pattern);
  patterns.set(pattern, fresh);
  return fresh;
}

const DAY = makeLiteral('int64', 86_400_000_000n);
const ZERO = makeLiteral('int64', 0n);

function isWholeStep(value: PlainExpr): PlainExpr {
  const rest = (of: PlainExpr, by: PlainExpr) => makeCall('mod', 'int64', [of, by]);
  return makeCall('or', 'bool', [
    makeCall('eq', 'bool', [rest(DAY, value), ZERO]),
    makeCall('eq', 'bool', [rest(value, DAY), ZERO]),
  ]);
}

/** The same constraints as conditions on a decoded value; each is NULL if the value is. */
export function constraintConditions(
  value: PlainExpr,
  constraints: Constraints,
): readonly PlainExpr[] {
  const { min, max, minLength, maxLength, pattern, step } = constraints;
  const length = () => makeCall('length', 'int64', [value]);
  const count = (n: number) => makeLiteral('int64', BigInt(n));
  return [
    ...(min === null ? [] : [makeCall('ge', 'bool', [value, makeLiteral(value.scalar, min)])]),
    ...(max === null ? [] : [makeCall('le', 'bool', [value, makeLiteral(value.scalar, max)])]),
    ...(minLength === null ? [] : [makeCall('ge', 'bool', [length(), count(minLength)])]),
    ...(maxLength === null ? [] : [makeCall('le', 'bool', [length(), count(maxLength)])]),
    ...(pattern === null ? [] : [matchesWhole(value, pattern)]),
    ...(step === true ? [isWholeStep(value)] : []),
  ];
}
