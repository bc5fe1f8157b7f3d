/** What functions ask of arguments beside their types: a literal that is outside is refused, any other value gives NULL. */
import type { Expr } from '../core/expr.ts';
import { isNull } from './coerce.ts';
import { type Context, call, type Operand } from './context.ts';
import type { Domain } from './library/rule.ts';
import { rangeOf } from './ranges.ts';

/** The arguments, NULL where they are outside; `null` where that was reported. */
export function inDomains(
  context: Context,
  fn: string,
  operands: readonly Operand[],
  args: readonly Expr[],
  domains: readonly Domain[],
): readonly Expr[] | null {
  const outside = domains.filter(domain => isOutside(args[domain.argument], domain));
  for (const { argument, words } of outside) {
    const span = operands[argument]?.span ?? { start: 0, end: 0 };
    const message = `The ${ORDINALS[argument] ?? 'last'} argument of \`${fn}\` must be ${words}`;
    context.refuse('wrong-arguments', span, message);
  }
  return outside.length > 0 ? null : domains.reduce(guarded, args);
}

const ORDINALS = ['first', 'second', 'third'] as const;

function isOutside(arg: Expr | undefined, domain: Domain): boolean {
  if (arg?.kind !== 'literal') return domain.isWritten === true;
  if (isNull(arg)) return domain.isWritten === true;
  if (domain.isFilled === true && arg.value === '') return true;
  const [least, most] = domain.within ?? [];
  return typeof arg.value === 'bigint' && least !== undefined && most !== undefined
    ? arg.value < least || arg.value > most
    : false;
}

function guarded(args: readonly Expr[], { argument, within, isFilled }: Domain): readonly Expr[] {
  const arg = args[argument];
  if (arg === undefined || arg.kind === 'literal') return args;
  if (within !== undefined) return args.with(argument, inside(arg, within));
  if (isFilled !== true) return args;
  // engines want some of these constant, which they would not be inside a condition
  return args.with(0, where(call('ne', 'bool', [arg, text('')]), args[0] ?? arg));
}

/** A whole number, NULL where it is outside; only what it may exceed is asked. */
function inside(arg: Expr, [least, most]: readonly [bigint, bigint]): Expr {
  const [low, high] = rangeOf(arg);
  if (low >= least && high <= most) return arg;
  if (high <= most) return where(call('ge', 'bool', [arg, whole(least)]), arg);
  if (low >= least) return where(call('le', 'bool', [arg, whole(most)]), arg);
  return where(call('between', 'bool', [arg, whole(least), whole(most)]), arg);
}

function where(condition: Expr, then: Expr): Expr {
  const none: Expr = { kind: 'literal', scalar: then.scalar, nullable: true, value: null };
  return call('if', then.scalar, [condition, then, none], true);
}

export function whole(value: bigint): Expr {
  return { kind: 'literal', scalar: 'int64', nullable: false, value };
}

export function text(value: string): Expr {
  return { kind: 'literal', scalar: 'string', nullable: false, value };
}
