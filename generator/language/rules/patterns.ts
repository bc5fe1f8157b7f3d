/**
 * The rules for functions with a pattern. A pattern is a literal, or is checked when a request contains it; every engine reads it alike.
 */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { textLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import { PATTERN_TYPES } from '../../params/index.ts';
import { mayFindNothing, patternFault } from '../../params/patterns/pattern.ts';
import { capturingGroups, withoutGroups } from '../../params/patterns/tokens.ts';
import { convert } from '../coerce.ts';
import type { CheckContext } from '../context.ts';
import { checkParam } from '../parameters.ts';
import type { Syntax } from '../syntax/syntax.ts';

/** Checks an argument. */
export type CheckArgument = (syntax: Syntax) => Expr | null;

export function checkMatches(
  context: CheckContext,
  [subject, pattern]: readonly Syntax[],
  check: CheckArgument,
): Expr | null {
  if (subject === undefined || pattern === undefined)
    throw new Error('`matches` has two arguments');
  const searched = checkText(context, subject, check);
  const checked =
    pattern.kind === 'param'
      ? checkParam(context, pattern, 'pattern')
      : literalOf(writtenPattern(context, pattern, check, PATTERNS));
  if (searched === null || checked === null) return null;
  return makeCall('matches', 'bool', [searched, checked]);
}

const PATTERNS = `A pattern is a text or a parameter of type \`${PATTERN_TYPES.join('` or `')}\``;

function literalOf(pattern: string | null): Expr | null {
  return pattern === null ? null : textLiteral(pattern);
}

/** The argument as a text. */
export function checkText(
  context: CheckContext,
  syntax: Syntax,
  check: CheckArgument,
): Expr | null {
  const expr = check(syntax);
  return expr === null ? null : convert(context, { expr, span: syntax }, 'string');
}

/** The pattern in a literal argument; it is never a text from a column. */
function writtenPattern(
  context: CheckContext,
  syntax: Syntax,
  check: CheckArgument,
  otherwise: string,
): string | null {
  const expr = check(syntax);
  if (expr === null) return null;
  if (expr.kind !== 'literal' || typeof expr.value !== 'string' || expr.scalar !== 'string') {
    const hint = 'Use `contains` to look for a value.';
    return context.refuse('type-mismatch', syntax, otherwise, hint);
  }
  const fault = patternFault(expr.value);
  if (fault === null) return expr.value;
  return context.refuse('invalid-pattern', syntax, `The text is not a valid RE2 pattern: ${fault}`);
}

export function checkPatternCall(
  context: CheckContext,
  fn: 'regexp_extract' | 'regexp_replace',
  [subject, pattern, by]: readonly Syntax[],
  check: CheckArgument,
): Expr | null {
  if (subject === undefined || pattern === undefined) throw new Error(`\`${fn}\` has a pattern`);
  const searched = checkText(context, subject, check);
  const written = knownPattern(context, fn, pattern, check);
  const replacement = by === undefined ? '' : checkReplacement(context, by, check, written);
  if (searched === null || written === null || replacement === null) return null;
  if (fn === 'regexp_extract') return extractMatch(searched, written);
  if (!mayFindNothing(written)) return replaced(searched, written, replacement);
  const message = 'The pattern may match the empty text, and engines disagree where to replace it';
  const hint = 'Let it match at least one character: write `+` instead of `*`.';
  return context.refuse('invalid-pattern', pattern, message, hint);
}

/** A literal pattern. A parameter is not allowed, because the pattern's groups must be known. */
function knownPattern(
  context: CheckContext,
  fn: string,
  syntax: Syntax,
  check: CheckArgument,
): string | null {
  const message = `The pattern of \`${fn}\` must be a literal`;
  if (syntax.kind !== 'param') return writtenPattern(context, syntax, check, message);
  const hint = 'Write the pattern as a text; only `matches` takes one from a caller.';
  return context.refuse('type-mismatch', syntax, message, hint);
}

/** The match of the only group, otherwise the whole match; NULL if that is empty. */
export function extractMatch(searched: Expr, pattern: string): Expr {
  const groups = capturingGroups(pattern);
  const args =
    groups === 1
      ? [searched, textLiteral(pattern), wholeLiteral(1n)]
      : [searched, textLiteral(withoutGroups(pattern)), wholeLiteral(0n)];
  const found = makeCall('regexp_extract', 'string', args, true);
  return makeCall('nullif', 'string', [found, textLiteral('')], true);
}

export function replaced(searched: Expr, pattern: string, by: string): Expr {
  return makeCall('regexp_replace', 'string', [searched, textLiteral(pattern), textLiteral(by)]);
}

/** The replacement, which may refer only to groups of the pattern. A faulty pattern has already been reported. */
function checkReplacement(
  context: CheckContext,
  syntax: Syntax,
  check: CheckArgument,
  pattern: string | null,
): string | null {
  const expr = check(syntax);
  if (expr === null) return null;
  if (expr.kind !== 'literal' || typeof expr.value !== 'string' || expr.scalar !== 'string') {
    const hint = 'Use `replace` if the pattern is a plain text.';
    return context.refuse('type-mismatch', syntax, 'The replacement must be a literal', hint);
  }
  if (pattern === null) return expr.value;
  const groups = capturingGroups(pattern);
  const odd = (expr.value.match(/\\.?/gsu) ?? []).find(part => !isReference(part, groups));
  if (odd === undefined) return expr.value;
  const message = `\`${odd}\` in the replacement is not a group of the pattern, which has ${groups}`;
  const hint =
    'Write `\\1` for the first group, `\\0` for the whole match, `\\\\` for a backslash.';
  return context.refuse('invalid-pattern', syntax, message, hint);
}

function isReference(part: string, groups: number): boolean {
  return part === '\\\\' || (/^\\[0-9]$/.test(part) && Number(part.slice(1)) <= groups);
}
