/**
 * Finds groups and windows that need no step of their own: the SELECT that computes them also computes the columns shown from
 * them. Their expressions are inlined, so each must be used only once, or be a whole output.
 */
import type { ColumnExpr, PlanExpr, SortKey } from '../../core/expr/expr.ts';
import { exprKey, mapChoice, mapNode, visitExpr } from '../../core/expr/walk.ts';
import type {
  AggregateRelation,
  ProjectRelation,
  Relation,
  WindowRelation,
} from '../../core/plan/relation.ts';
import { mapExprs } from '../../core/plan/walk-plan.ts';
import { recordFrom } from '../row-expr.ts';

/** An input that the SELECT computes itself. */
export type InnerRelation = AggregateRelation | (WindowRelation & { readonly kept: null });

/** Returns the groups or windows that `select` can compute together with its own columns; `null` if there are none. */
export function innerOf(select: Relation, isAnswer: boolean): InnerRelation | null {
  if (select.node !== 'project') return null;
  const { inner, keys, isCounted } = below(select);
  if (inner === null || (isAnswer && inner.node === 'aggregate')) return null;
  const named = uses(select, keys, inner, isAnswer);
  const computed = inner.node === 'aggregate' ? inner.measures : inner.columns;
  const isOnce = computed.every(({ name }) => (named.inside.get(name) ?? 0) <= 1);
  const isOrdered = computed.some(({ name }) => named.order.has(name));
  if (!isOnce || (isOrdered && !isCounted)) return null;
  if (inner.node === 'window') return leafOf(inner) === null ? null : inner;
  const areShown = inner.keys.every(
    ({ name }) => named.whole.get(name) === 1 && !named.inside.has(name),
  );
  return areShown ? inner : null;
}

/**
 * Returns the relation below an order and a limit, and the sort keys. `isCounted`: whether the number of kept rows, if limited,
 * is constant.
 */
function below(select: ProjectRelation): {
  readonly inner: InnerRelation | null;
  readonly keys: readonly SortKey[];
  readonly isCounted: boolean;
} {
  let { input } = select;
  let keys: readonly SortKey[] = [];
  let isCounted = true;
  if (input.node === 'limit') {
    isCounted = typeof input.count === 'number' && input.skip === null;
    input = input.input;
  }
  if (input.node === 'sort') ({ keys, input } = input);
  return { inner: isInner(input) ? input : null, keys, isCounted };
}

export function isInner(relation: Relation): relation is InnerRelation {
  return relation.node === 'aggregate' || (relation.node === 'window' && relation.kept === null);
}

interface Uses {
  /** How often a column is a whole output, and how often it occurs inside an expression. */
  readonly whole: ReadonlyMap<string, number>;
  readonly inside: ReadonlyMap<string, number>;
  /** The columns by which rows are sorted. */
  readonly order: ReadonlySet<string>;
}

function uses(
  { columns }: ProjectRelation,
  keys: readonly SortKey[],
  { name: relation }: InnerRelation,
  isAnswer: boolean,
): Uses {
  const whole = new Map<string, number>();
  const inside = new Map<string, number>();
  const order = new Set<string>();
  const count = (counts: Map<string, number>, name = '') =>
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const add = (expr: PlanExpr, found: (name: string) => void): void =>
    visitExpr<PlanExpr>(expr, part => {
      if (part.kind === 'column' && part.relation === relation) found(part.path[0] ?? '');
      // some engine iterates over a list in a subquery, which cannot aggregate the rows around it
      if (part.kind === 'lookup' || part.kind === 'each') add(part.of, found);
    });
  const outputs = new Set<string>();
  for (const { expr } of columns) {
    if (expr.kind === 'record') continue;
    if (!isAnswer || WIRED.has(expr.scalar)) outputs.add(exprKey(expr));
    if (expr.kind === 'column' && expr.relation === relation) count(whole, expr.path[0]);
    else add(expr, name => count(inside, name));
  }
  for (const { expr } of keys) {
    add(expr, name => order.add(name));
    if (!outputs.has(exprKey(expr))) add(expr, name => count(inside, name));
  }
  return { whole, inside, order };
}

/** Types whose values are returned unchanged, so that rows can be sorted by the output. */
const WIRED: ReadonlySet<string> = new Set(['string', 'int64', 'float64']);

type Named = Extract<Relation, { name: string }>;

/** The relation whose rows a window reads; `null` if they are of several. */
function leafOf({ input }: WindowRelation): Named | null {
  const of = input.node === 'filter' ? input.input : input;
  return 'name' in of && of.node !== 'items' ? of : null;
}

/** Makes `select` read columns that only pass through its windows directly from the windows' input. */
export function overInput(select: Relation, inner: InnerRelation): Relation {
  const leaf = inner.node === 'window' ? leafOf(inner) : null;
  if (inner.node !== 'window' || leaf === null) return select;
  const own = new Set(inner.columns.map(({ name }) => name));
  const isPassed = ({ relation, path: [first = ''] }: ColumnExpr) =>
    relation === inner.name && !own.has(first);
  const change = (expr: PlanExpr): PlanExpr => {
    if (expr.kind === 'column') return isPassed(expr) ? { ...expr, relation: leaf.name } : expr;
    return expr.kind === 'choice' ? mapChoice(expr, change) : mapNode(expr, change);
  };
  const changed = mapExprs(select, change);
  if (changed.node !== 'project') return changed;
  const columns = changed.columns.map(({ name, expr }) => ({
    name,
    expr: expr.kind === 'record' ? recordFrom(leaf.name, expr) : expr,
  }));
  return { ...changed, columns };
}
