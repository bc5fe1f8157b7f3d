/** The domains of arguments: a literal outside its domain is an error; any other value outside makes the result NULL. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { nullLiteral, textLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import type { Domain } from '../../functions/entry.ts';
import { isNull } from '../coerce.ts';
import type { CheckContext, Operand } from '../context.ts';
import type { Scope } from '../scope.ts';
import { findRange, type IntegerRange } from './ranges.ts';

/** The arguments, with NULL for values outside their domains. Returns `null` if a fault was reported. */
export function inDomains(
  context: CheckContext,
  fn: string,
  operands: readonly Operand[],
  args: readonly Expr[],
  domains: readonly Domain[],
): readonly Expr[] | null {
  const outside = domains.filter(domain => isOutside(args[domain.argument], domain));
  for (const domain of outside) {
    const span = operands[domain.argument]?.span ?? { start: 0, end: 0 };
    const which = ORDINALS[domain.argument] ?? 'last';
    const message = `The ${which} argument of \`${fn}\` must be ${asked(domain)}`;
    context.refuse('wrong-arguments', span, message);
  }
  return outside.length > 0
    ? null
    : domains.reduce((all, domain) => guarded(all, domain, context.scope.params), args);
}

const ORDINALS = ['first', 'second', 'third'] as const;

/** The domain in words, after "must be". */
function asked({ within, isWritten, isConstant, isFilled, lacks }: Domain): string {
  const range = within === undefined ? '' : ` from ${within[0]} to ${within[1]}`;
  if (within !== undefined) return `a ${isWritten === true ? 'literal ' : ''}whole number${range}`;
  if (lacks !== undefined) return `a text without \`${lacks}\``;
  const filled = isFilled === true ? 'a text that is not empty' : 'a text';
  if (isWritten === true) return `${filled}, as a literal`;
  return isConstant === true ? `${filled}, as a literal or a parameter` : filled;
}

function isOutside(arg: Expr | undefined, domain: Domain): boolean {
  if (arg?.kind === 'param') return domain.isWritten === true;
  if (arg?.kind !== 'literal') return domain.isWritten === true || domain.isConstant === true;
  if (isNull(arg)) return domain.isWritten === true || domain.isConstant === true;
  if (domain.isFilled === true && arg.value === '') return true;
  if (domain.lacks !== undefined) return String(arg.value).includes(domain.lacks);
  const [least, most] = domain.within ?? [];
  return typeof arg.value === 'bigint' && least !== undefined && most !== undefined
    ? arg.value < least || arg.value > most
    : false;
}

/** Guards a whole number, and a text that lacks another. Other texts are literals or parameters, and an empty parameter counts as absent. */
function guarded(
  args: readonly Expr[],
  { argument, within, isOwn, lacks }: Domain,
  params: Scope['params'],
): readonly Expr[] {
  const arg = args[argument];
  if (arg === undefined || arg.kind === 'literal' || isOwn === true) return args;
  if (lacks !== undefined) return args.with(argument, without(arg, lacks));
  if (within === undefined) return args;
  return args.with(argument, inside(arg, within, params));
}

/** A text, or NULL if it contains the part. */
function without(arg: Expr, part: string): Expr {
  return where(
    makeCall('not', 'bool', [makeCall('contains', 'bool', [arg, textLiteral(part)])]),
    arg,
  );
}

/** A whole number, or NULL if it is outside. Tests only bounds that it may exceed. */
function inside(arg: Expr, [least, most]: IntegerRange, params: Scope['params']): Expr {
  const [low, high] = findRange(arg, params);
  if (low >= least && high <= most) return arg;
  if (high <= most) return where(makeCall('ge', 'bool', [arg, wholeLiteral(least)]), arg);
  if (low >= least) return where(makeCall('le', 'bool', [arg, wholeLiteral(most)]), arg);
  return where(makeCall('between', 'bool', [arg, wholeLiteral(least), wholeLiteral(most)]), arg);
}

function where(condition: Expr, then: Expr): Expr {
  return makeCall('case', then.scalar, [condition, then, nullLiteral(then.scalar)], true);
}
