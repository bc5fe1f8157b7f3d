/** Removes unread columns of steps, joins whose columns nothing reads, and unread steps. */
import type { RecordExpr, SqlExpr } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type {
  AggregateRelation,
  Plan,
  ProjectRelation,
  ReadRelation,
  Relation,
  Step,
  UnionArm,
  WindowRelation,
} from '../core/plan/relation.ts';
import { inputsOf, mapInputs, selectsOf, visitExprs } from '../core/plan/walk-plan.ts';

/** Starts at the answer of `plan` and works down, so columns that only a removed column reads are removed, too. */
export function withoutUnused(plan: Plan<SqlExpr>): Plan<SqlExpr> {
  const needed: Needed = new Map();
  const answer = withoutJoins(plan.answer);
  const [first] = plan.steps;
  if (first !== undefined) need(answer, needed);
  const steps: Step<SqlExpr>[] = [];
  for (const step of [...plan.steps].reverse()) {
    const { name } = step;
    const own = needed.get(name);
    if (own === undefined) continue;
    const relation = withoutJoins(pruned(step.relation, own));
    // the first step reads no other
    if (step !== first) need(relation, needed, own);
    steps.unshift({ name, relation });
  }
  return { ...plan, steps, answer };
}

/** `select`, one SELECT, without unused left joins to at most one row. These change no rows. */
function withoutJoins(select: Relation<SqlExpr>): Relation<SqlExpr> {
  if (!joinsOne(select)) return select;
  const dropped = dropJoin(select, columnsNamed(select));
  return dropped === null ? select : withoutJoins(dropped);
}

/** Whether `relation` has a left join to at most one row. */
function joinsOne(relation: Relation<SqlExpr>): boolean {
  if (relation.node === 'union') return false;
  if (relation.node === 'join' && relation.kind === 'left' && relation.toOne) return true;
  const [input] = inputsOf(relation);
  return input !== undefined && joinsOne(input);
}

/** `relation` without the last such join; `null` if it has none. `named`: how often the SELECT refers to columns of each relation. */
function dropJoin(
  relation: Relation<SqlExpr>,
  named: ReadonlyMap<string, number>,
): Relation<SqlExpr> | null {
  if (relation.node === 'join') {
    const { kind, left, right, on, toOne } = relation;
    const own = new Map<string, number>();
    countColumns(on, own);
    const name = 'name' in right ? right.name : '';
    if (kind === 'left' && toOne && (named.get(name) ?? 0) === (own.get(name) ?? 0)) return left;
    const dropped = dropJoin(left, named);
    return dropped === null ? null : { ...relation, left: dropped };
  }
  const [input] = inputsOf(relation);
  if (input === undefined || relation.node === 'union') return null;
  const dropped = dropJoin(input, named);
  return dropped === null ? null : mapInputs(relation, () => dropped);
}

function columnsNamed(select: Relation<SqlExpr>): ReadonlyMap<string, number> {
  const named = new Map<string, number>();
  visitExprs(select, expr => countColumns(expr, named));
  return named;
}

function countColumns(expr: SqlExpr | RecordExpr, named: Map<string, number>): void {
  visitExpr<SqlExpr>(expr, part => {
    if (part.kind === 'column') named.set(part.relation, (named.get(part.relation) ?? 0) + 1);
  });
}

/** For each step, the names of the columns that something reads. */
type Needed = Map<string, Set<string>>;

/** Adds the columns of steps that `relation`, one step or the answer, reads. `own`: its own columns that are read. */
function need(
  relation: Relation<SqlExpr>,
  needed: Needed,
  own: ReadonlySet<string> = new Set(),
): void {
  for (const select of selectsOf(relation)) needOne(select, needed, own);
}

function needOne(relation: Relation<SqlExpr>, needed: Needed, own: ReadonlySet<string>): void {
  const steps = new Map(readsIn(relation).map(({ name, step }) => [name, neededOf(step, needed)]));
  const add = (part: SqlExpr): void => {
    if (part.kind === 'column') steps.get(part.relation)?.add(part.path[0] ?? '');
    if (part.kind === 'within') addAll(neededOf(part.column.relation, needed), part.column.path);
  };
  visitExprs(relation, expr => visitExpr(expr, add));
  // these relations pass on the columns that their readers need
  if (relation.node === 'named' || (relation.node === 'window' && relation.kept === null))
    for (const columns of steps.values()) addAll(columns, own);
  if (relation.node === 'fill') {
    const { bucket, groups, measures } = relation;
    const columns = [bucket, ...groups, ...measures.map(({ name }) => name)];
    addAll(steps.get(relation.input.name), columns);
  }
}

/** The columns of `step` that something reads so far. */
function neededOf(step: string, needed: Needed): Set<string> {
  const known = needed.get(step) ?? new Set();
  needed.set(step, known);
  return known;
}

function addAll(columns: Set<string> | undefined, more: Iterable<string>): void {
  for (const column of more) columns?.add(column);
}

function readsIn(relation: Relation<SqlExpr>): readonly ReadRelation[] {
  return relation.node === 'read' ? [relation] : inputsOf(relation).flatMap(readsIn);
}

function pruned(step: Relation<SqlExpr>, needed: ReadonlySet<string>): Relation<SqlExpr> {
  const isNeeded = ({ name }: { readonly name: string }) => needed.has(name);
  switch (step.node) {
    case 'aggregate': {
      const measures = step.measures.filter(isNeeded);
      const isBare = step.keys.length === 0 && measures.length === 0;
      return { ...step, measures: isBare ? step.measures.slice(0, 1) : measures };
    }
    case 'fill':
      return { ...step, measures: step.measures.filter(isNeeded) };
    case 'window': {
      const { kept, columns } = step;
      if (kept === null) return step;
      const isBare = ![...kept, ...columns].some(isNeeded);
      return isBare
        ? step
        : { ...step, kept: kept.filter(isNeeded), columns: columns.filter(isNeeded) };
    }
    case 'project':
      return prunedProject(step, needed);
    case 'union': {
      const groups = new Set(step.inputs.flatMap(groupPlaces));
      const kept = step.columns.flatMap((name, i) =>
        needed.has(name) || groups.has(i) ? [i] : [],
      );
      const places = new Set(kept.length === 0 ? [0] : kept);
      const at = <T>(of: readonly T[]) => of.filter((_, i) => places.has(i));
      const inputs = step.inputs.map(({ relation, columns }) => {
        const own = at(columns);
        const read = new Set(own.flatMap(of => (of.kind === 'column' ? of.path.slice(0, 1) : [])));
        const isArm = relation.node === 'aggregate' || relation.node === 'project';
        return { relation: isArm ? pruned(relation, read) : relation, columns: own };
      });
      return { ...step, columns: at(step.columns), inputs };
    }
    default:
      return step;
  }
}

/** The positions of a union's columns by which one of its parts groups. */
function groupPlaces({ relation, columns }: UnionArm<SqlExpr>): readonly number[] {
  const groups = new Set(groupsOf(relation));
  return columns.flatMap((of, i) =>
    of.kind === 'column' && groups.has(of.path[0] ?? '') ? [i] : [],
  );
}

/** The columns of a projection or an aggregation by which rows are grouped. */
function groupsOf(relation: Relation<SqlExpr>): readonly string[] {
  if (relation.node === 'aggregate') return relation.keys.map(({ name }) => name);
  if (relation.node !== 'project') return [];
  const inner = computedIn(relation.input);
  const keys = new Set(inner === null ? [] : groupsOf(inner));
  return relation.columns.flatMap(({ name, expr }) =>
    expr.kind === 'column' && expr.relation === inner?.name && keys.has(expr.path[0] ?? '')
      ? [name]
      : [],
  );
}

/** Keeps the groups that the SELECT computes and, of its other columns, those that are needed. */
function prunedProject(
  step: ProjectRelation<SqlExpr>,
  needed: ReadonlySet<string>,
): Relation<SqlExpr> {
  const inner = computedIn(step.input);
  const groups = new Set(groupsOf(step));
  const shown = step.columns.filter(({ name }) => needed.has(name) || groups.has(name));
  const select = { ...step, columns: shown.length === 0 ? step.columns.slice(0, 1) : shown };
  if (inner === null) return select;
  const read = new Set<string>();
  visitExprs(select, expr =>
    visitExpr<SqlExpr>(expr, part => {
      if (part.kind === 'column' && part.relation === inner.name) read.add(part.path[0] ?? '');
    }),
  );
  const below = (input: Relation<SqlExpr>): Relation<SqlExpr> => {
    if (input !== inner) return mapInputs(input, below);
    return inner.node === 'aggregate'
      ? pruned(inner, read)
      : { ...inner, columns: inner.columns.filter(({ name }) => read.has(name)) };
  };
  return mapInputs(select, below);
}

/** The groups or window functions that a SELECT computes before its order and limit; `null` if it has neither. */
function computedIn(
  relation: Relation<SqlExpr>,
): AggregateRelation<SqlExpr> | WindowRelation<SqlExpr> | null {
  if (relation.node === 'limit' || relation.node === 'sort') return computedIn(relation.input);
  return relation.node === 'aggregate' || relation.node === 'window' ? relation : null;
}
