/** Conditions on rows. */
import { makeCall } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral } from '../../core/expr/literals.ts';
import { exprKey } from '../../core/expr/walk.ts';
import type { TranslationContext } from '../context.ts';
import { mayFail } from '../functions/failing.ts';
import type { Rows, Tie } from '../rows.ts';
import { conjunction } from '../subqueries/found.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { relationsIn } from './reads.ts';

/**
 * The rows for which all conditions are true. Equalities with the row around a subquery tie the rows to it. A condition that reads only the
 * row around guards a tie: unless it is true, that row has no equal rows.
 */
export function selectRows(
  rows: Rows,
  whole: readonly PlanExpr[],
  node: ResolvedNode,
  context: TranslationContext,
): Rows {
  const isOuter = readsAround(context);
  const conditions = whole.flatMap(one => (isOuter(one) ? commonFirst(one) : [one]));
  const isAlone = readsAroundAlone(context);
  const nodes = joinedNodes(node, ['$and']);
  const nodeOf = (one: PlanExpr) =>
    (nodes.length === whole.length ? nodes[whole.indexOf(one)] : null) ?? node;
  const outer = conditions.filter(isOuter);
  const guards = outer.filter(isAlone);
  const keys = outer.flatMap((condition): readonly Tie[] => {
    if (isAlone(condition)) return [];
    const [one, two] = condition.kind === 'call' && condition.fn === 'eq' ? condition.args : [];
    const tie = one !== undefined && two !== undefined ? tieOf(one, two, context) : null;
    if (tie !== null) return [tie];
    if (!compare(condition, node, context))
      context.refuse('a correlated condition that is not an equality', nodeOf(condition));
    return [];
  });
  const own = conditions.filter(condition => !isOuter(condition));
  const [first, ...more] = [...rows.ties.keys, ...keys];
  if (first === undefined && guards.length > 0)
    context.refuse(
      'a condition that reads only the outer query, without an equality that links the subquery to it',
      node,
    );
  const all = first === undefined ? [] : [guarded(first, guards), ...more];
  const tied = { ...rows, ties: { ...rows.ties, keys: all } };
  return own.length === 0 ? tied : restrictRows(tied, own);
}

/** The parts that these operators join. */
export function joinedNodes(
  node: ResolvedNode,
  operators: readonly ('$and' | '$or')[],
): readonly ResolvedNode[] {
  const called = node.fields.get('function') as { readonly name?: string } | undefined;
  return operators.some(operator => called?.name === `ZetaSQL:${operator}`)
    ? node.peekAll('argument_list').flatMap(part => joinedNodes(part, operators))
    : [node];
}

const FLIPPED = { ne: 'ne', lt: 'gt', le: 'ge', gt: 'lt', ge: 'le' } as const;

/** Notes the one comparison with the row around that the rows of an EXISTS may have. Returns whether it is one. */
function compare(condition: PlanExpr, node: ResolvedNode, context: TranslationContext): boolean {
  if (context.compared.get(node) !== null || condition.kind !== 'call') return false;
  const { fn, args } = condition;
  const [one, two] = args;
  if (!isComparison(fn) || one === undefined || two === undefined || args.some(mayFail))
    return false;
  const tie = tieOf(one, two, context);
  if (tie === null) return false;
  context.compared.set(node, { ...tie, fn: tie.of === one ? fn : FLIPPED[fn] });
  return true;
}

function isComparison(fn: string): fn is keyof typeof FLIPPED {
  return fn in FLIPPED;
}

function guarded(tie: Tie, guards: readonly PlanExpr[]): Tie {
  if (guards.length === 0) return tie;
  const { scalar } = tie.around;
  const args = [conjunction(guards), tie.around, nullLiteral(scalar)];
  return { ...tie, around: makeCall('if', scalar, args, true) };
}

/** `a AND b OR a AND c` as `a` and `b OR c`. */
function commonFirst(condition: PlanExpr): readonly PlanExpr[] {
  if (condition.kind !== 'call' || condition.fn !== 'or') return [condition];
  const sides = condition.args.map(conjuncts);
  const keys = sides.map(side => new Set(side.map(exprKey)));
  const isCommon = (one: PlanExpr) => keys.every(known => known.has(exprKey(one)));
  const common = sides[0]?.filter(isCommon) ?? [];
  if (common.length === 0) return [condition];
  const rest = sides.map(side => side.filter(one => !isCommon(one)));
  if (rest.some(side => side.length === 0)) return common;
  return [...common, makeCall('or', 'bool', rest.map(conjunction), condition.nullable)];
}

/** Whether a condition reads only the nearest row around and cannot fail. */
function readsAroundAlone({ around }: TranslationContext): (expr: PlanExpr) => boolean {
  const near = around.at(-1)?.names ?? new Set();
  return expr => {
    const read = [...relationsIn(expr)];
    return read.length > 0 && read.every(name => near.has(name)) && !mayFail(expr);
  };
}

function tieOf(one: PlanExpr, two: PlanExpr, context: TranslationContext): Tie | null {
  const isOuter = readsAround(context);
  const [of, around] = isOuter(one) ? [two, one] : [one, two];
  const near = context.around.at(-1)?.names ?? new Set();
  const isWhole = [...relationsIn(around)].every(name => near.has(name));
  // some engine joins by bits, where 0 and -0 differ
  const isExact = of.scalar !== 'float64' && around.scalar !== 'float64';
  return isWhole && isExact && !isOuter(of) && relationsIn(of).size > 0 ? { of, around } : null;
}

/** Whether an expression reads a value of the row around a subquery. */
export function readsAround({ around }: TranslationContext): (expr: PlanExpr) => boolean {
  return expr => [...relationsIn(expr)].some(name => around.some(({ names }) => names.has(name)));
}

export function restrictRows(rows: Rows, conditions: readonly PlanExpr[]): Rows {
  const predicates = conditions.map(expr => ({ when: null, expr }));
  return { ...rows, relation: { node: 'filter', input: rows.relation, predicates } };
}

export function conjuncts(condition: PlanExpr): readonly PlanExpr[] {
  const { kind } = condition;
  return kind === 'call' && condition.fn === 'and'
    ? condition.args.flatMap(conjuncts)
    : [inTwoValues(condition)];
}

/**
 * A condition that is true for the same rows. NULL and false mean the same here; distinguishing them would keep engines from skipping parts
 * of a table.
 */
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
