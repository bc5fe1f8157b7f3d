/** Conditions on rows. */
import type { PlanExpr } from '../../core/expr.ts';
import type { Context } from '../context.ts';
import { mayFail } from '../failing.ts';
import type { Rows, Tie } from '../rows.ts';
import type { Node } from '../tree.ts';
import { relationsIn } from './reads.ts';

/** The rows of which all conditions are true; those on the row around a subquery tie the rows to it. */
export function chosen(
  rows: Rows,
  conditions: readonly PlanExpr[],
  node: Node,
  context: Context,
): Rows {
  const isOuter = readsAround(context);
  const keys = conditions.filter(isOuter).flatMap((condition): readonly Tie[] => {
    const [one, two] = condition.kind === 'call' && condition.fn === 'eq' ? condition.args : [];
    const tie = one !== undefined && two !== undefined ? tieOf(one, two, context) : null;
    if (tie === null) context.refuse('a condition on the row around that is no equality', node);
    return tie === null ? [] : [tie];
  });
  const own = conditions.filter(condition => !isOuter(condition));
  const tied = { ...rows, ties: { ...rows.ties, keys: [...rows.ties.keys, ...keys] } };
  return own.length === 0 ? tied : filtered(tied, own);
}

function tieOf(one: PlanExpr, two: PlanExpr, context: Context): Tie | null {
  const isOuter = readsAround(context);
  const [of, around] = isOuter(one) ? [two, one] : [one, two];
  const near = context.around.at(-1)?.names ?? new Set();
  const isWhole = [...relationsIn(around)].every(name => near.has(name));
  // some engine joins by bits, where 0 and -0 differ
  const isExact = of.scalar !== 'float64' && around.scalar !== 'float64';
  return isWhole && isExact && !isOuter(of) && relationsIn(of).size > 0 ? { of, around } : null;
}

/** Whether an expression reads a value of the row around a subquery. */
export function readsAround({ around }: Context): (expr: PlanExpr) => boolean {
  return expr => [...relationsIn(expr)].some(name => around.some(({ names }) => names.has(name)));
}

export function filtered(rows: Rows, conditions: readonly PlanExpr[]): Rows {
  const predicates = conditions.map(expr => ({ when: null, expr }));
  return { ...rows, relation: { node: 'filter', input: rows.relation, predicates } };
}

export function conjuncts(condition: PlanExpr): readonly PlanExpr[] {
  const { kind } = condition;
  return kind === 'call' && condition.fn === 'and'
    ? condition.args.flatMap(conjuncts)
    : [inTwoValues(condition)];
}

/** A condition that is true for the same rows: to set NULL apart from false says nothing here, and engines skip less of a table by it. */
function inTwoValues(condition: PlanExpr): PlanExpr {
  if (condition.kind !== 'call') return condition;
  const { fn, args } = condition;
  if (fn === 'and' || fn === 'or') return { ...condition, args: args.map(inTwoValues) };
  const [found, first, ...rest] = args;
  const isFound = fn === 'case' && isLiteral(first, true) && !mayFail(condition);
  const results = rest.filter((_, i) => i % 2 === 1 || i === rest.length - 1);
  return found !== undefined &&
    isFound &&
    results.every(one => isLiteral(one, null) || isLiteral(one, false))
    ? found
    : condition;
}

function isLiteral(expr: PlanExpr | undefined, value: boolean | null): boolean {
  return expr?.kind === 'literal' && expr.value === value;
}
