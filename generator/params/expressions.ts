/** The few nodes of expressions that decoding is built from. */
import type { CallExpr, LiteralExpr, PlainExpr, Typed } from '../core/expr.ts';
import type { FunctionName } from '../core/functions.ts';
import type { Type, Value } from '../core/scalar.ts';

/** A literal; `null` is the NULL of that scalar. */
export function literal(scalar: Type, value: Value | null): LiteralExpr {
  return { kind: 'literal', scalar, nullable: value === null, value };
}

/** A call that answers `scalar`, NULL where an argument is. */
export function call<E extends Typed>(
  fn: FunctionName,
  scalar: Type,
  args: readonly E[],
): CallExpr<E> {
  return { kind: 'call', fn, scalar, nullable: args.some(arg => arg.nullable), args };
}

/** A call that gives a `scalar`, or NULL even if no argument is NULL: a cast that may fail, for one. */
export function maybe<E extends Typed>(
  fn: FunctionName,
  scalar: Type,
  args: readonly E[],
): CallExpr<E> {
  return { ...call(fn, scalar, args), nullable: true };
}

/** A test that is never NULL: `is_null` and `is_not_null`. */
export function test(fn: 'is_null' | 'is_not_null', of: PlainExpr): CallExpr {
  return { kind: 'call', fn, scalar: 'bool', nullable: false, args: [of] };
}

/** The conjunction of `conditions`, at least one. */
export function all(conditions: readonly PlainExpr[]): PlainExpr {
  const [first, ...rest] = conditions;
  if (first === undefined) throw new Error('a conjunction has at least one condition');
  return rest.length === 0 ? first : call('and', 'bool', conditions);
}

/** A caller's text where there is one: an empty text is an absent one. */
export function present(raw: PlainExpr): PlainExpr {
  return maybe('nullif', 'string', [raw, literal('string', '')]);
}

/** Whether the whole of `text` matches an RE2 pattern. */
export function matchesWhole(text: PlainExpr, pattern: string): PlainExpr {
  return call('matches', 'bool', [text, literal('string', whole(pattern))]);
}

/** Whether the whole of `text` is of one of quern's own grammars, which stand in the common part of all engines' patterns. */
export function fitsWhole(text: PlainExpr, pattern: string): PlainExpr {
  return call('fits', 'bool', [text, literal('string', whole(pattern))]);
}

/** The pattern of a search that finds what `pattern` matches as a whole; `$` is the end of the text in RE2. */
export function whole(pattern: string): string {
  return `^(?:${pattern})$`;
}
