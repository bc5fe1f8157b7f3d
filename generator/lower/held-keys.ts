/**
 * Join keys that an engine may fold into constants. ClickHouse then finds no key in a second join and refuses the
 * statement.
 */
import { makeCall } from '../core/expr/calls.ts';
import type { ColumnExpr, SqlExpr } from '../core/expr/expr.ts';
import { mayFoldCall } from '../core/expr/folding.ts';
import { exprKey, visitExpr } from '../core/expr/walk.ts';
import type { NamedExpr, Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf, mapInputs, mapRelations, selectsOf } from '../core/plan/walk-plan.ts';

type Select = Relation<SqlExpr>;

/** How a column of a step is computed. */
interface Definition {
  /** The relation that computes it, and the SELECT whose columns `expr` uses. */
  readonly owner: Select;
  readonly column: string;
  readonly expr: SqlExpr;
  readonly select: Select;
}

/** `plan` with such keys protected from folding. */
export function withHeldKeys(plan: Plan<SqlExpr>): Plan<SqlExpr> {
  const steps: Steps = new Map(plan.steps.map(({ name, relation }) => [name, relation]));
  const folding: Folding = { steps, known: new Map(), facts: new Map() };
  const held = new Map<Select, Set<string>>();
  const hold = (column: ColumnExpr, select: Select): void => {
    const found = definitionOf(column, select, steps);
    if (found === null) return;
    const { owner, expr } = found;
    if (expr.kind === 'column') hold(expr, found.select);
    else if (isJoined(found.owner, steps) && mayFold(expr, found.select, folding))
      held.set(owner, (held.get(owner) ?? new Set()).add(found.column));
  };
  const visit = (relation: Select, select: Select): void => {
    for (const input of inputsOf(relation)) visit(input, select);
    if (relation.node !== 'join' || relation.kind === 'inner') return;
    visitExpr<SqlExpr>(relation.on, part => {
      if (part.kind === 'column') hold(part, select);
    });
  };
  const all = [...plan.views, ...plan.steps].map(({ relation }) => relation);
  for (const select of [...all, plan.answer].flatMap(selectsOf)) visit(select, select);
  return held.size === 0 ? plan : mapRelations(plan, relation => withHeld(relation, held));
}

function withHeld(relation: Select, held: ReadonlyMap<Select, ReadonlySet<string>>): Select {
  const names = held.get(relation);
  const below = mapInputs(relation, input => withHeld(input, held));
  if (names === undefined) return below;
  const keep = <E>({ name, expr }: NamedExpr<E>): NamedExpr<E | SqlExpr> => ({
    name,
    expr: names.has(name) ? heldBack(expr as SqlExpr) : expr,
  });
  switch (below.node) {
    case 'project':
      return { ...below, columns: below.columns.map(keep) };
    case 'aggregate':
      return { ...below, keys: below.keys.map(keep) };
    case 'window':
      return { ...below, kept: below.kept?.map(keep) ?? null };
    default:
      throw new Error(`a ${below.node} computes no column`);
  }
}

function heldBack(of: SqlExpr): SqlExpr {
  return makeCall('unfolded', of.scalar, [of]);
}

type Steps = ReadonlyMap<string, Select>;

/** `null` if the column is stored, or computed from several rows. */
function definitionOf(
  { relation: name, path: [column = ''] }: ColumnExpr,
  select: Select,
  steps: Steps,
): Definition | null {
  const owner = named(select, name);
  return owner === null ? null : shownBy(owner, column, select, steps);
}

function named(select: Select, name: string): Select | null {
  if ('name' in select && select.name === name) return select;
  for (const input of inputsOf(select)) {
    const found = named(input, name);
    if (found !== null) return found;
  }
  return null;
}

/** The definition of the column that `relation` shows as `column`. */
function shownBy(
  relation: Select,
  column: string,
  select: Select,
  steps: Steps,
): Definition | null {
  const among = (columns: readonly NamedExpr<unknown>[]): Definition | null => {
    const expr = columns.find(({ name }) => name === column)?.expr as SqlExpr | undefined;
    return expr === undefined ? null : { owner: relation, column, expr, select };
  };
  switch (relation.node) {
    case 'read': {
      const step = steps.get(relation.step);
      return step === undefined ? null : shownBy(step, column, step, steps);
    }
    case 'filter':
    case 'sort':
    case 'limit':
    case 'named':
      return shownBy(relation.input, column, select, steps);
    case 'project':
      return among(relation.columns);
    case 'aggregate':
      return among(relation.keys);
    case 'window':
      return relation.kept === null
        ? shownBy(relation.input, column, select, steps)
        : among(relation.kept);
    default:
      return null;
  }
}

/** Whether `relation` contains a join that an engine would merge it with. */
function isJoined(relation: Select, steps: Steps): boolean {
  switch (relation.node) {
    case 'join':
    case 'fill':
      return true;
    case 'read': {
      const step = steps.get(relation.step);
      return step !== undefined && isJoined(step, steps);
    }
    case 'filter':
    case 'sort':
    case 'limit':
    case 'named':
    case 'project':
    case 'window':
      return isJoined(relation.input, steps);
    default:
      return false;
  }
}

interface Folding {
  readonly steps: Steps;
  /** Whether each definition folds, for those already checked. */
  readonly known: Map<SqlExpr, boolean>;
  /** For each SELECT, the conditions that all its rows fulfil. */
  readonly facts: Map<Select, ReadonlySet<string>>;
}

/** Whether `expr` may be constant: through the request, the clock, or conditions of its own SELECT. */
function mayFold(expr: SqlExpr, select: Select, folding: Folding): boolean {
  const { steps, known } = folding;
  const folds = (part: SqlExpr) => mayFold(part, select, folding);
  switch (expr.kind) {
    case 'column': {
      const found = definitionOf(expr, select, steps);
      if (found === null) return false;
      const whether = known.get(found.expr) ?? mayFold(found.expr, found.select, folding);
      known.set(found.expr, whether);
      return whether;
    }
    case 'call':
      return mayFoldCall(expr, folds) || factsOf(select, folding).has(exprKey(expr));
    case 'trunc':
    case 'shift':
    case 'wire':
      return folds(expr.of);
    // no engine folds a CASE by its subject
    case 'case':
    case 'each':
    case 'lookup':
    case 'within':
      return false;
    default:
      return true;
  }
}

function factsOf(select: Select, { facts }: Folding): ReadonlySet<string> {
  const known = facts.get(select);
  if (known !== undefined) return known;
  const found = new Set(conditionsIn(select).flatMap(conjuncts).map(exprKey));
  facts.set(select, found);
  return found;
}

function conditionsIn(relation: Select): readonly SqlExpr[] {
  const own =
    relation.node === 'filter'
      ? relation.predicates.flatMap(one => ('any' in one ? [] : [one.expr]))
      : [];
  return [...own, ...inputsOf(relation).flatMap(conditionsIn)];
}

function conjuncts(expr: SqlExpr): readonly SqlExpr[] {
  return expr.kind === 'call' && expr.fn === 'and' ? expr.args.flatMap(conjuncts) : [expr];
}
