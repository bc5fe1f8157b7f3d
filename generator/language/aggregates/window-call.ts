/** A call with `over`: a value for each row, computed from the rows around it. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr, Frame, SortKey, WindowExpr } from '../../core/expr/expr.ts';
import { nullLiteral } from '../../core/expr/literals.ts';
import { holds } from '../../core/expr/walk.ts';
import type { Type } from '../../core/types/scalar.ts';
import { type AggregateName, FARTHEST, WINDOWS, type WindowName } from '../../functions/names.ts';
import { isPlaced, type LibraryFunction, ORDERED } from '../../functions/rule.ts';
import { aggregateCall, type CallSyntax, refuseArgument } from '../calls.ts';
import { convertAll, isNull, refuseNull } from '../coerce.ts';
import { type CheckContext, joinConditions, type Operand } from '../context.ts';
import type { FrameSyntax, OverSyntax, SortSyntax, Span } from '../syntax/syntax.ts';
import type { CheckAll } from './aggregate-call.ts';
import { refuseWindow } from './aggregates.ts';

/** The computation of a window function, without its rows. */
type Computed = Pick<WindowExpr<Expr>, 'fn' | 'args' | 'scalar' | 'nullable'>;

export function checkWindow(
  context: CheckContext,
  syntax: CallSyntax,
  fn: LibraryFunction,
  checkAll: CheckAll,
): WindowExpr<Expr> | null {
  const { over, filter } = syntax.modifiers;
  if (over === null) throw new Error('a window function without a window');
  if (refuseWindow(context, syntax, `\`${fn.name}\``)) return null;
  const inner = { ...context, over: fn.name };
  const operands = checkAll(inner, syntax.args);
  const partition = checkAll(inner, over.partitionBy);
  const keys = checkKeys(inner, over.orderBy, checkAll);
  const conditions = filter === null ? [] : checkAll(inner, [filter]);
  const condition = conditions === null ? null : convertAll(inner, conditions, 'bool');
  if (operands === null || partition === null || keys === null || condition === null) return null;
  const ignoresNulls = syntax.modifiers.ignoreNulls !== null;
  const made = { context, fn, over, ignoresNulls, span: syntax };
  const computed = compute(made, operands);
  const groups = partition.map(operand => groupable(made, operand));
  const rows = frameOf(made, keys);
  if (computed === null || groups.includes(null) || rows === null) return null;
  return {
    kind: 'window',
    ...filtered(computed, condition),
    partitionBy: groups.filter(group => group !== null).filter(isOfRows),
    orderBy: keys.filter(({ expr }) => isOfRows(expr)),
    frame: rows.frame,
  };
}

/** Reports a call of a window function without `over`. */
export function refuseBare(
  { refuse }: CheckContext,
  syntax: CallSyntax,
  { name }: LibraryFunction,
): null {
  const message = `\`${name}\` is a window function and needs \`over (…)\``;
  const hint = `Write \`${name}(…) over (order by …)\`.`;
  return refuse('wrong-arguments', syntax, message, hint);
}

interface Made {
  readonly context: CheckContext;
  readonly fn: LibraryFunction;
  readonly over: OverSyntax;
  readonly ignoresNulls: boolean;
  readonly span: Span;
}

function compute(made: Made, operands: readonly Operand[]): Computed | null {
  const { context, fn, over, span } = made;
  const { rule } = fn;
  switch (rule.kind) {
    case 'window':
      return { fn: rule.fn, args: [], scalar: 'int64', nullable: false };
    case 'tile':
      return tile(made, operands);
    case 'neighbour':
      return neighbour(made, rule.fn, operands);
    case 'aggregate': {
      const aggregate = aggregateCall(context, { fn, operands, span }, rule);
      if (aggregate === null) return null;
      const { args, scalar, nullable } = aggregate;
      if (isWindow(aggregate.fn) && aggregate.fn !== 'count_distinct')
        return { fn: aggregate.fn, args, scalar, nullable };
      if (aggregate.fn === 'count_distinct' && over.orderBy.length === 0)
        return { fn: aggregate.fn, args, scalar, nullable };
      return refuseOver(made, aggregate.fn === 'count_distinct');
    }
    default:
      return refuseOver(made, false);
  }
}

function isWindow(fn: AggregateName | WindowName | 'stored'): fn is WindowName {
  return (WINDOWS as readonly string[]).includes(fn);
}

function refuseOver({ context, fn, over }: Made, isOrdered: boolean): null {
  const what = isOrdered ? '`over` with an order' : '`over`';
  const hint = isOrdered
    ? 'Leave out `order by`: it then counts all rows of the partition.'
    : 'Compute it with `group_by` in a step of its own.';
  return context.refuse('wrong-arguments', over, `\`${fn.name}\` takes no ${what}`, hint);
}

/** The number of groups is a literal. */
function tile({ context, fn }: Made, [groups]: readonly Operand[]): Computed | null {
  if (groups === undefined) throw new Error('`ntile` has an argument');
  const count = countOf(context, groups, `\`${fn.name}\` takes the number of groups`);
  return count === null ? null : { fn: 'ntile', args: [count], scalar: 'int64', nullable: false };
}

/** A literal from 1 on, which `what` names. */
function countOf(context: CheckContext, { expr, span }: Operand, what: string): Expr | null {
  const isCount = expr.kind === 'literal' && typeof expr.value === 'bigint';
  if (isCount && expr.value >= 1n && expr.value <= MOST_ROWS) return expr;
  const message = `${what} as a literal from 1 to ${MOST_ROWS}`;
  return context.refuse('wrong-arguments', span, message, 'Write a number such as `1`.');
}

const IGNORING = { first_value: 'first_known', last_value: 'last_known' } as const;

function neighbour(
  { context, fn, ignoresNulls }: Made,
  name: 'lag' | 'lead' | 'first_value' | 'last_value',
  [value, distance]: readonly Operand[],
): Computed | null {
  if (value === undefined) throw new Error(`${name} has an argument`);
  if (isNull(value.expr)) return refuseNull(context, [value]);
  const { expr } = value;
  const types: readonly Type[] = ORDERED;
  if (!types.includes(expr.scalar)) return refuseArgument(context, fn, value, ORDERED, value.span);
  const { scalar } = expr;
  if (ignoresNulls && (name === 'first_value' || name === 'last_value'))
    return { fn: IGNORING[name], args: [expr], scalar, nullable: true };
  if (distance === undefined) return { fn: name, args: [expr], scalar, nullable: true };
  const count = countOf(context, distance, `\`${name}\` takes the number of rows`);
  return count === null ? null : { fn: name, args: [expr, count], scalar, nullable: true };
}

const MOST_ROWS = FARTHEST.rows;

/** Applies a filter: where the condition is not true, the value is NULL, which aggregates ignore. */
function filtered(of: Computed, [condition]: readonly Expr[]): Computed {
  const [value] = of.args;
  if (condition === undefined) return of;
  if (value === undefined) return { ...of, fn: 'count_if', args: [condition] };
  if (of.fn === 'count_if') return { ...of, args: [joinConditions('and', [condition, value])] };
  const none: Expr = nullLiteral(value.scalar);
  return { ...of, args: [makeCall('if', value.scalar, [condition, value, none], true)] };
}

// ---- the rows around a row ------------------------------------------------------------------------------------------

function comparable({ context, fn }: Pick<Made, 'context' | 'fn'>, operand: Operand): Expr | null {
  if (isNull(operand.expr)) return refuseNull(context, [operand]);
  const types: readonly Type[] = ORDERED;
  if (types.includes(operand.expr.scalar)) return operand.expr;
  return refuseArgument(context, { ...fn, name: 'over' }, operand, ORDERED, operand.span);
}

/** An expression to partition by; BigQuery cannot partition by floats. */
function groupable(made: Made, operand: Operand): Expr | null {
  const { expr, span } = operand;
  if (expr.scalar !== 'float64' || isNull(expr)) return comparable(made, operand);
  const message = '`partition by` takes no `float64`';
  const hint = 'Make it a whole number with `cast_int64`, or a text.';
  return made.context.refuse('type-mismatch', span, message, hint);
}

function checkKeys(
  context: CheckContext,
  orderBy: readonly SortSyntax[],
  checkAll: CheckAll,
): readonly SortKey<Expr>[] | null {
  const operands = checkAll(
    context,
    orderBy.map(({ of }) => of),
  );
  if (operands === null) return null;
  const keys = operands.map((operand, i) => {
    const expr = comparable({ context, fn: OVER }, operand);
    return expr === null ? null : { expr, descending: orderBy[i]?.descending ?? false };
  });
  const good = keys.filter(key => key !== null);
  return good.length === keys.length ? good : null;
}

/** The function name for messages about types in the window itself. */
const OVER: LibraryFunction = {
  name: 'over',
  group: 'windows',
  signature: 'over (…)',
  meaning: '',
  example: '',
  rule: { kind: 'window', fn: 'row_number' },
};

/** Whether a key depends on the rows: a constant key has no effect, and engines read a number as the position of a column. */
function isOfRows(expr: Expr): boolean {
  return holds(expr, 'column') || holds(expr, 'aggregate');
}

function frameOf(made: Made, keys: readonly SortKey<Expr>[]): { frame: Frame | null } | null {
  const { context, fn, over, span } = made;
  const isOrdered = keys.some(({ expr }) => isOfRows(expr));
  const placed = isPlaced(fn.rule);
  const takesFrame = !placed || FRAMED.includes(fn.name);
  if (over.frame !== null && !takesFrame) {
    const { unit } = over.frame;
    const message = `\`${fn.name}\` does not take \`${unit}\`: it uses the whole order`;
    return context.refuse('wrong-arguments', over.frame, message, `Remove \`${unit}\`.`);
  }
  if (!isOrdered && (placed || over.frame !== null)) {
    const message = `\`${fn.name}\` depends on the order of rows, and \`over\` has no \`order by\``;
    return context.refuse(
      'wrong-arguments',
      span,
      message,
      'Add `order by` with columns of the rows.',
    );
  }
  if (over.frame !== null) return boundsOf(context, over.frame, keys);
  return { frame: takesFrame && isOrdered ? { unit: 'rows', from: null, to: 0 } : null };
}

const FRAMED: readonly string[] = ['first_value', 'last_value'];

function boundsOf(
  context: CheckContext,
  frame: FrameSyntax,
  keys: readonly SortKey<Expr>[],
): { frame: Frame | null } | null {
  const { unit, from, to } = frame;
  if (unit === 'range' && (keys.length !== 1 || keys[0]?.expr.scalar !== 'int64')) {
    const message = '`range` takes an order by one `int64`';
    const hint = 'Write `order by epoch_seconds(at) range between 3600 preceding and current row`.';
    return context.refuse('wrong-arguments', frame, message, hint);
  }
  const most = FARTHEST[unit];
  const far = [from, to].some(end => end !== null && (end > most || end < -most));
  if (far || (from !== null && to !== null && from > to)) {
    const message = far
      ? `A frame reaches at most ${most} from the row`
      : 'The frame ends before it begins';
    return context.refuse(
      'wrong-arguments',
      frame,
      message,
      `Write \`${unit} between 6 preceding and current row\`.`,
    );
  }
  const number = (end: bigint | null) => (end === null ? null : Number(end));
  return { frame: { unit, from: number(from), to: number(to) } };
}
