/** Moves steps that only one union reads into the union itself. */
import type { PlanExpr } from '../core/expr/expr.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type {
  AggregateRelation,
  ProjectRelation,
  Relation,
  Step,
  UnionArm,
  UnionRelation,
} from '../core/plan/relation.ts';
import { inputsOf, visitExprs } from '../core/plan/walk-plan.ts';

/** A part of a union that computes its own columns. */
export type Arm = AggregateRelation | ProjectRelation;

export function isArm(relation: Relation): relation is Arm {
  return relation.node === 'aggregate' || relation.node === 'project';
}

/** Returns `steps` with such steps moved into their unions. `others` are the other relations that may read a step. */
export function withArms(steps: readonly Step[], others: readonly Relation[]): readonly Step[] {
  if (steps.every(({ relation }) => relation.node !== 'union')) return steps;
  const reads = readsOf([...steps.map(({ relation }) => relation), ...others]);
  const known = new Map(steps.map(({ name, relation }) => [name, relation]));
  const merged = new Set<string>();
  const arm = (input: UnionArm): UnionArm => {
    const { relation, columns } = input;
    if (relation.node !== 'read' || reads.get(relation.step) !== 1) return input;
    const step = known.get(relation.step);
    if (step === undefined || !isArm(step) || !fits(step, input)) return input;
    merged.add(relation.step);
    const own = columns.map(
      (column): PlanExpr =>
        column.kind === 'column' ? { ...column, relation: step.name } : column,
    );
    return { relation: step, columns: own };
  };
  const united = steps.map(({ name, relation }) => ({
    name,
    relation: relation.node === 'union' ? withInputs(relation, arm) : relation,
  }));
  return united.filter(({ name }) => !merged.has(name));
}

function withInputs(union: UnionRelation, change: (input: UnionArm) => UnionArm): UnionRelation {
  return { ...union, inputs: union.inputs.map(change) };
}

/** Whether the union shows every column that the step groups by, and its columns are unchanged columns or literals. */
function fits(step: Arm, { columns }: UnionArm): boolean {
  const isPlain = columns.every(({ kind }) => kind === 'column' || kind === 'literal');
  const shown = new Set(columns.flatMap(of => (of.kind === 'column' ? of.path.slice(0, 1) : [])));
  const isGrouped = groupsOf(step)?.every(name => shown.has(name)) ?? false;
  return isPlain && isGrouped;
}

/** Returns the names of the columns by which rows are grouped; `null` if rows are sorted or cut. */
function groupsOf(step: Arm): readonly string[] | null {
  if (step.node === 'aggregate') return step.keys.map(({ name }) => name);
  const { input, columns } = step;
  if (input.node === 'sort' || input.node === 'limit') return null;
  if (input.node !== 'aggregate') return [];
  const keys = new Set(input.keys.map(({ name }) => name));
  return columns.flatMap(({ name, expr }) =>
    expr.kind === 'column' && expr.relation === input.name && keys.has(expr.path[0] ?? '')
      ? [name]
      : [],
  );
}

/** Counts how often each step is read, including by semi-joins. */
function readsOf(relations: readonly Relation[]): ReadonlyMap<string, number> {
  const reads = new Map<string, number>();
  const add = (step: string) => reads.set(step, (reads.get(step) ?? 0) + 1);
  const visit = (relation: Relation): void => {
    if (relation.node === 'read') add(relation.step);
    inputsOf(relation).forEach(visit);
  };
  for (const relation of relations) {
    visit(relation);
    visitExprs(relation, expr =>
      visitExpr<PlanExpr>(expr, part => {
        if (part.kind === 'within') add(part.column.relation);
      }),
    );
  }
  return reads;
}
