/** The rules for calls with plain values as arguments; the library of functions assigns a rule to each. */

import { makeAggregate } from '../core/expr/aggregates.ts';
import { makeCall } from '../core/expr/calls.ts';
import type { AggregateExpr, Expr } from '../core/expr/expr.ts';
import { nullLiteral, textLiteral } from '../core/expr/literals.ts';
import { suggestion } from '../core/report/diagnostics.ts';
import { DAY_PATTERN } from '../core/types/days.ts';
import { DECIMAL_PATTERN } from '../core/types/decimal.ts';
import type { Type } from '../core/types/scalar.ts';
import type { Overload } from '../functions/entry.ts';
import { LIBRARY } from '../functions/library.ts';
import type { FunctionName } from '../functions/names.ts';
import type { LibraryFunction, Rule } from '../functions/rule.ts';
import { INSTANT_PATTERN } from '../params/time/instant.ts';
import { rankOf } from './aggregates/aggregates.ts';
import { convertAll, inFloat64, isNull, refuseNull, unify, widen } from './coerce.ts';
import { type CheckContext, listScalars, type Operand } from './context.ts';
import { refuseUnknownValues } from './enum-values.ts';
import { comparable } from './operators.ts';
import { inDomains } from './rules/domains.ts';
import { findRange } from './rules/ranges.ts';
import { substrOf } from './rules/substr.ts';
import { foreignHint } from './syntax/foreign-functions.ts';
import type { Span, Syntax } from './syntax/syntax.ts';

/** A call with checked arguments. Their number is correct. */
export interface CheckedCall {
  readonly fn: LibraryFunction;
  readonly operands: readonly Operand[];
  readonly span: Span;
}
type RuleOf<Kind extends Rule['kind']> = Extract<Rule, { kind: Kind }>;

/** The number of arguments that a rule accepts. */
export function arity(rule: Rule): readonly [least: number, most: number] {
  switch (rule.kind) {
    case 'scalar':
    case 'aggregate': {
      const counts = rule.overloads.map(({ takes }) => takes.length);
      return [Math.min(...counts), Math.max(...counts)];
    }
    case 'alike':
    case 'time':
      return [rule.least, rule.most];
    case 'safe':
      return [rule.operands, rule.operands];
    case 'concat':
      return [1, Number.POSITIVE_INFINITY];
    case 'quantile':
    case 'extreme':
    case 'matches':
      return [2, 2];
    case 'listing':
      return rule.fn === 'string_agg' ? [2, 2] : [1, 1];
    case 'json':
    case 'documents':
      return [1, 2];
    case 'pattern':
      return rule.fn === 'regexp_extract' ? [2, 2] : [3, 3];
    case 'items':
      return rule.as === 'first' ? [2, 2] : [1, 2];
    case 'url':
      return rule.part === 'param' ? [2, 2] : [1, 1];
    case 'neighbour':
      return rule.fn === 'lag' || rule.fn === 'lead' ? [1, 2] : [1, 1];
    case 'tile':
    case 'size':
      return [1, 1];
    case 'window':
    case 'now':
      return [0, 0];
  }
}

export type CallSyntax = Extract<Syntax, { kind: 'call' }>;

/** Reports a function that the library does not have. */
export function refuseFunction(context: CheckContext, { name }: CallSyntax): null {
  const names = LIBRARY.map(fn => fn.name);
  const message = `The portable library has no function \`${name.name}\``;
  const hint = foreignHint(name.name) ?? suggestion(name.name.toLowerCase(), names);
  return context.refuse('unknown-function', name, message, hint);
}

/** Reports a call with too few or too many arguments. */
export function refuseCount(context: CheckContext, syntax: CallSyntax, fn: LibraryFunction): null {
  const [least, most] = arity(fn.rule);
  const takes =
    least === most ? `${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  const signatures = `\`${fn.signature.replaceAll(' or ', '` or `')}\``;
  const noun = takes === '1' || takes.endsWith(' 1') ? 'argument' : 'arguments';
  const message = `\`${fn.name}\` takes ${takes} ${noun}, found ${syntax.args.length}`;
  return context.refuse('wrong-arguments', syntax, message, `Write ${signatures}.`);
}

export function scalarCall(
  context: CheckContext,
  made: CheckedCall,
  rule: RuleOf<'scalar'>,
): Expr | null {
  const found = choose(context, made, rule.overloads);
  if (found === null) return null;
  const { fn, gives, nullable, domains = [], adds = [] } = found.overload;
  if (fn === null) return found.args[0] ?? null;
  const args = inDomains(context, made.fn.name, made.operands, found.args, domains);
  if (args === null) return null;
  const [least, most] = domains[0]?.within ?? [];
  if (fn === 'substr' && args[1] !== undefined && least !== undefined && most !== undefined)
    return substrOf(args, findRange(args[1], context.scope.params), [least, most]);
  const converted = makeCall(
    fn,
    gives,
    [...args, ...adds.map(textLiteral)],
    nullable === 'always' ? true : undefined,
  );
  const grammar = TEXT_GRAMMARS[fn];
  return grammar === undefined ? converted : whereMatches(args, grammar, converted);
}

/**
 * The texts that a cast accepts; any other text is NULL. The engines' own casts accept more (hexadecimal, spaces, epochs, named zones) or
 * less, so the text is matched before it is cast.
 */
const TEXT_GRAMMARS: Readonly<Partial<Record<FunctionName, string>>> = {
  int64_from_string: '^[+-]?[0-9]+$',
  float64_from_string: '^[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?$',
  decimal_from_string: `^(?:${DECIMAL_PATTERN})$`,
  timestamp_from_string: `^(?:${INSTANT_PATTERN})$`,
  date_from_string: `^(?:${DAY_PATTERN})$`,
};

function whereMatches(args: readonly Expr[], grammar: string, cast: Expr): Expr {
  const pattern: Expr = textLiteral(grammar);
  const none: Expr = nullLiteral(cast.scalar);
  return makeCall(
    'if',
    cast.scalar,
    [makeCall('fits', 'bool', [...args, pattern]), cast, none],
    true,
  );
}

export function aggregateCall(
  context: CheckContext,
  made: CheckedCall,
  rule: RuleOf<'aggregate'>,
): AggregateExpr | null {
  const found = choose(context, made, rule.overloads);
  if (found === null) return null;
  const { fn, gives, nullable, inFloats } = found.overload;
  const args = inFloats === true ? found.args.map(inFloat64) : found.args;
  return makeAggregate(fn, gives, args, nullable === 'always');
}

interface Chosen<Name> {
  readonly overload: Overload<Name>;
  readonly args: readonly Expr[];
}

/** The first overload that accepts the arguments unchanged; otherwise the first that accepts them widened. */
function choose<Name>(
  context: CheckContext,
  made: CheckedCall,
  overloads: readonly Overload<Name>[],
): Chosen<Name> | null {
  const sized = overloads.filter(({ takes }) => takes.length === made.operands.length);
  const exact = sized.find(({ takes }) =>
    takes.every((scalar, i) => made.operands[i]?.expr.scalar === scalar),
  );
  for (const overload of exact === undefined ? sized : [exact]) {
    const args = made.operands.map(({ expr }, i) => widen(expr, overload.takes[i] ?? expr.scalar));
    const good = args.filter(arg => arg !== null);
    if (good.length === args.length) return { overload, args: good };
  }
  return refuseOverload(context, made, sized);
}

function refuseOverload(
  context: CheckContext,
  { fn, operands, span }: CheckedCall,
  overloads: readonly Overload<unknown>[],
): null {
  const accepted = (i: number) => [...new Set(overloads.flatMap(({ takes }) => takes[i] ?? []))];
  const at = operands.findIndex(({ expr }, i) => accepted(i).every(s => widen(expr, s) === null));
  if (at === -1 && operands.length > 1) return refuseTogether(context, fn, operands, span);
  const odd = operands[Math.max(0, at)];
  if (odd === undefined) throw new Error('a call without arguments has an overload');
  return refuseArgument(context, fn, odd, accepted(Math.max(0, at)), at === -1 ? span : odd.span);
}

/** Reports arguments that each fit some overload, but not the same one. */
function refuseTogether(
  context: CheckContext,
  fn: LibraryFunction,
  operands: readonly Operand[],
  span: Span,
): null {
  const found = listScalars([...new Set(operands.map(({ expr }) => expr.scalar))], 'and');
  const message = `\`${fn.name}\` takes values of one type, found ${found}`;
  return context.refuse('type-mismatch', span, message, `Write \`${fn.signature}\`.`);
}

export function refuseArgument(
  context: CheckContext,
  fn: LibraryFunction,
  { expr }: Operand,
  accepted: readonly Type[],
  span: Span,
): null {
  const message = `\`${fn.name}\` takes ${listScalars(accepted, 'or')} here, found \`${expr.scalar}\``;
  const isTruth = expr.scalar === 'bool' && (fn.name === 'sum' || fn.name === 'avg');
  const counted = isTruth ? 'Count rows with `count_if(condition)`.' : null;
  const hint = fn.refuses?.[expr.scalar] ?? counted ?? conversionHint(expr.scalar, accepted);
  return context.refuse('type-mismatch', span, message, hint);
}

const CASTABLE: readonly Type[] = ['int64', 'decimal', 'bool', 'date'];

/** A hint with the cast from `found` to the argument's type, if the library has one. */
function conversionHint(found: Type, accepted: readonly Type[]): string | null {
  const isCounted = found === 'string' || found === 'decimal';
  if (isCounted && accepted.includes('float64')) return 'Convert it with `cast_float64`.';
  return CASTABLE.includes(found) && accepted.includes('string')
    ? 'Convert it with `cast_string`.'
    : null;
}

const NUMBERS: readonly Type[] = ['int64', 'float64', 'decimal'];

export function safeCall(
  context: CheckContext,
  made: CheckedCall,
  { fn }: RuleOf<'safe'>,
): Expr | null {
  const odd = made.operands.find(({ expr }) => !isNull(expr) && !NUMBERS.includes(expr.scalar));
  if (odd !== undefined) return refuseArgument(context, made.fn, odd, NUMBERS, odd.span);
  const args = unify(context, `\`${made.fn.name}\``, made.operands);
  const [first] = args ?? [];
  if (args === null || first === undefined) return null;
  return { kind: 'call', fn, args, scalar: first.scalar, nullable: true, orNull: true };
}

export function concatCall(context: CheckContext, { fn, operands }: CheckedCall): Expr | null {
  const odd = operands.find(({ expr }) => widen(expr, 'string') === null);
  if (odd !== undefined) {
    return refuseArgument(context, fn, odd, ['string'], odd.span);
  }
  const args = convertAll(context, operands, 'string');
  const [only] = args ?? [];
  if (args === null || only === undefined) return null;
  return args.length === 1 ? only : makeCall('concat', 'string', args);
}

export function alikeCall(
  context: CheckContext,
  made: CheckedCall,
  rule: RuleOf<'alike'>,
): Expr | null {
  switch (rule.fn) {
    case 'if':
      return ifCall(context, made);
    case 'coalesce':
      return coalesceCall(context, made);
    case 'nullif': {
      const args = comparable(context, '`nullif`', made.operands);
      const isUnknown = args !== null && refuseUnknownValues(context, made.operands);
      return args === null || isUnknown
        ? null
        : makeCall('nullif', args[0]?.scalar ?? 'string', args, true);
    }
    case 'greatest':
    case 'least': {
      const args = comparable(context, `\`${rule.fn}\``, made.operands);
      return args === null ? null : makeCall(rule.fn, args[0]?.scalar ?? 'string', args);
    }
  }
}

function ifCall(context: CheckContext, { operands }: CheckedCall): Expr | null {
  const condition = convertAll(context, operands.slice(0, 1), 'bool');
  const values = unify(context, '`if`', operands.slice(1));
  if (condition === null || values === null) return null;
  const nullable = values.some(value => value.nullable);
  return makeCall('if', values[0]?.scalar ?? 'bool', [...condition, ...values], nullable);
}

function coalesceCall(context: CheckContext, { operands }: CheckedCall): Expr | null {
  const values = unify(context, '`coalesce`', operands);
  const [first] = values ?? [];
  if (values === null || first === undefined) return null;
  const nullable = values.every(value => value.nullable);
  return values.length === 1 ? first : makeCall('coalesce', first.scalar, values, nullable);
}

const RANKED: readonly Type[] = [...NUMBERS, 'timestamp', 'date'];

export function quantileCall(
  context: CheckContext,
  made: CheckedCall,
  rule: RuleOf<'quantile'>,
): AggregateExpr | null {
  const [value, rank] = made.operands;
  if (value === undefined || rank === undefined) return null;
  if (isNull(value.expr)) return refuseNull(context, [value]);
  const isBetween = rule.fn === 'quantile_cont';
  const possible = isBetween ? NUMBERS : RANKED;
  if (!possible.includes(value.expr.scalar)) {
    return refuseArgument(context, made.fn, value, possible, value.span);
  }
  const { expr } = rank;
  const number = expr.kind === 'literal' && expr.scalar !== 'string' ? Number(expr.value) : -1;
  const exact = isNull(expr) ? null : rankOf(number, rule.decimals);
  if (exact === null) return refuseRank(context, made.fn, rank, rule.decimals);
  const of = isBetween ? asFloat64(value.expr) : value.expr;
  return makeAggregate(rule.fn, of.scalar, [of], true, { rank: exact });
}

/** A number as a `float64`; also a whole one, which engines would keep whole. */
function asFloat64(value: Expr): Expr {
  return value.scalar === 'int64'
    ? makeCall('float64_from_int64', 'float64', [value])
    : inFloat64(value);
}

function refuseRank(
  context: CheckContext,
  fn: LibraryFunction,
  rank: Operand,
  decimals: number,
): null {
  const message = `The rank of \`${fn.name}\` must be from 0 to 1, with at most ${decimals} decimals`;
  return context.refuse('wrong-arguments', rank.span, message, 'Write a number such as `0.95`.');
}
