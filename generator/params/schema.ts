/** The parts of JSON Schema 2020-12 that several types share. */
import type { Constraints } from '../core/plan/param.ts';
import type { Value } from '../core/types/scalar.ts';
import { wholePattern } from './expressions.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The schema of a text with its lengths and its pattern. */
export function textSchema({ minLength, maxLength, pattern }: Constraints): Schema {
  return {
    type: 'string',
    ...(minLength === null ? {} : { minLength }),
    ...(maxLength === null ? {} : { maxLength }),
    ...(pattern === null || !isEcmaPattern(pattern)
      ? {}
      : { pattern: inSlashes(wholePattern(pattern)) }),
  };
}

/** The schema of a number with its bounds. */
export function numberSchema(base: Schema, { min, max }: Constraints): Schema {
  return { ...base, ...bound('minimum', min), ...bound('maximum', max) };
}

/**
 * Most readers parse JSON numbers as doubles, so a bound that a double cannot represent exactly is left out rather than
 * rounded.
 */
function bound(keyword: 'minimum' | 'maximum', value: Value | null): Schema {
  if (value === null) return {};
  const number = Number(value);
  return typeof value === 'bigint' && BigInt(number) !== value ? {} : { [keyword]: number };
}

/** JSON Schema's patterns are ECMA-262, which does not have RE2's own syntax (`\z`, `(?i)`, `[[:alpha:]]`). */
function isEcmaPattern(pattern: string): boolean {
  try {
    new RegExp(wholePattern(pattern), 'u');
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Escapes slashes and line breaks, because a code generator may put the pattern between slashes. */
function inSlashes(pattern: string): string {
  return pattern.replace(/\\.|[/\n\r\u2028\u2029]/gs, found => SPELLED.get(found) ?? found);
}

const SPELLED: ReadonlyMap<string, string> = new Map([
  ['/', '\\/'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
]);
