/** What no answer needs: columns of steps that nothing above them reads. */
import type { SqlExpr } from '../core/expr.ts';
import type { Plan, ReadRelation, Relation, Step } from '../core/relation.ts';
import { visitExpr } from '../core/walk.ts';
import { inputsOf, mapExprs } from '../core/walk-plan.ts';

/** `plan`, from its answer down: what only an unneeded column reads is not needed either. */
export function withoutUnused(plan: Plan<SqlExpr>): Plan<SqlExpr> {
  const needed: Needed = new Map();
  need(plan.answer, needed);
  const steps: Step<SqlExpr>[] = [];
  for (const { name, relation: whole } of [...plan.steps].reverse()) {
    const own = needed.get(name) ?? new Set();
    const relation = pruned(whole, own);
    need(relation, needed, own);
    steps.unshift({ name, relation });
  }
  return { ...plan, steps };
}

/** Names of the columns that are read of each step. */
type Needed = Map<string, Set<string>>;

/** Adds what `relation`, which is one SELECT, reads of steps; `own` is what its readers need of itself. */
function need(relation: Relation<SqlExpr>, needed: Needed, own: ReadonlySet<string> = new Set()) {
  const steps = new Map(readsIn(relation).map(({ name, step }) => [name, step]));
  const add = (name: string, columns: Iterable<string>) => {
    const step = steps.get(name);
    if (step !== undefined) needed.set(step, new Set([...(needed.get(step) ?? []), ...columns]));
  };
  mapExprs(relation, expr => {
    visitExpr<SqlExpr>(expr, part => {
      if (part.kind === 'column') add(part.relation, part.path.slice(0, 1));
    });
  });
  // they pass on what they read
  if (relation.node === 'named' || relation.node === 'window')
    for (const name of steps.keys()) add(name, own);
  if (relation.node === 'fill') {
    const { bucket, groups, measures } = relation;
    add(relation.input.name, [bucket, ...groups, ...measures.map(({ name }) => name)]);
  }
  if (relation.node === 'union')
    for (const { relation: input, columns } of relation.inputs)
      if (input.node === 'read') add(input.name, columns);
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
    case 'project': {
      const columns = step.columns.filter(isNeeded);
      return { ...step, columns: columns.length === 0 ? step.columns.slice(0, 1) : columns };
    }
    default:
      return step;
  }
}
