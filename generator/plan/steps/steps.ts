/**
 * Cuts a plan into the steps that a statement needs, and names them.
 *
 * A SELECT filters, joins, groups, sorts and cuts rows once and in this order. A relation that computes columns for another
 * computation is a separate step: aggregations, windows, unions, filled gaps, projections below the answer. One SELECT computes
 * and shows only the relations that `fused.ts` finds.
 */
import type { Plan, ReadRelation, Relation, Step } from '../../core/plan/relation.ts';
import { mapInputs } from '../../core/plan/walk-plan.ts';
import { withArms } from '../arms.ts';
import { innerOf, overInput } from './fused.ts';
import { renameSteps } from './names.ts';

/** Turns every such relation of `plan` into a step, and chooses names that can be printed. */
export function inSteps(plan: Plan): Plan {
  const steps: Step[] = [];
  for (const { name, relation } of plan.steps) {
    const cut = withoutSteps(relation, steps);
    steps.push({ name, relation: cut });
  }
  const views = plan.views.map(({ name, relation }) => {
    const own: Step[] = [];
    const cut = withoutSteps(relation, own);
    if (own.length > 0) throw new Error(`the view ${name} is more than one step`);
    return { name, relation: cut };
  });
  const answer = withoutSteps(plan.answer, steps, true);
  const whole = withArms(steps, [...views.map(({ relation }) => relation), answer]);
  return renameSteps({ views, steps: whole, answer });
}

/** Appends the inputs of `relation` that must be steps to `steps`, and reads them from there. */
function withoutSteps(relation: Relation, steps: Step[], isAnswer = false): Relation {
  const inner = innerOf(relation, isAnswer);
  return inner === null
    ? cutBelow(relation, steps, null)
    : cutBelow(overInput(relation, inner), steps, inner.name);
}

/** Moves steps below `select` out of it, except the relation named `inner`, which stays part of it. */
function cutBelow(select: Relation, steps: Step[], inner: string | null): Relation {
  return mapInputs(select, input => {
    if (inner !== null)
      return cutBelow(input, steps, 'name' in input && input.name === inner ? null : inner);
    const cut = withoutSteps(input, steps);
    if (!isStep(cut)) return cut;
    steps.push({ name: cut.name, relation: cut });
    const read: ReadRelation = { node: 'read', name: cut.name, step: cut.name };
    return read;
  });
}

const STEPS = ['aggregate', 'window', 'union', 'fill', 'named', 'project'] as const;

function isStep(
  relation: Relation,
): relation is Extract<Relation, { node: (typeof STEPS)[number] }> {
  return STEPS.some(node => node === relation.node);
}
