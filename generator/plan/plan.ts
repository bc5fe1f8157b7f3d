/**
 * plan: `PortableEndpoint` → `Plan`. The tree of the whole endpoint, independent of engines: all views, all hidden columns, and
 * every choice by a parameter as an explicit node. `specialize` and `saved` derive the two forms of the query from it.
 *
 * The planner's own relations have names that begin with `/`, which no data set has. `inSteps` replaces them by printed names.
 */
import type { PortableEndpoint } from '../core/plan/endpoint.ts';
import type { View } from '../core/plan/query.ts';
import type { NamedExpr, Plan, Relation } from '../core/plan/relation.ts';
import { planOfAnswer, planOfRows, planOfStep } from './bodies.ts';
import { withoutComputed } from './computed.ts';
import { viewRows } from './conditions.ts';
import { withoutRecords } from './records.ts';
import { type Bodies, mergeBodies } from './steps/merge.ts';
import { inSteps } from './steps/steps.ts';
import { byFirstRows } from './windows/runs.ts';

/** Plans `endpoint` with its own limit, or the cap of the service. */
export function planEndpoint(endpoint: PortableEndpoint): Plan {
  const views = endpoint.views.map(view => ({
    name: view.source.name,
    relation: viewPlan(view, endpoint),
  }));
  const plain = planned(endpoint);
  const steps = plain.steps.map(step => ({ name: step.name, relation: planOfStep(step) }));
  return inSteps({ views, steps, answer: planOfAnswer({ ...endpoint, ...plain.answer }) });
}

/** Plans all rows that the body of `endpoint` reads, in no order. */
export function planRows(endpoint: PortableEndpoint): Plan {
  const plain = planned(endpoint);
  const steps = plain.steps.map(step => ({ name: step.name, relation: planOfStep(step) }));
  return inSteps({ views: [], steps, answer: planOfRows(plain.answer) });
}

/** The bodies of `endpoint` as they are planned. */
function planned(endpoint: PortableEndpoint): Bodies {
  const whole = mergeBodies({ steps: endpoint.steps, answer: endpoint });
  return byFirstRows(withoutRecords(withoutComputed(whole)));
}

function viewPlan(view: View, endpoint: PortableEndpoint): Relation {
  const columns = view.source.columns.map((column): NamedExpr => {
    const scalar = column.type === 'record' ? 'json' : column.type;
    const path = column.is ?? [column.name];
    const relation = view.source.name;
    const { name, computed, nullable } = column;
    if (computed !== undefined) return { name, expr: computed };
    return { name, expr: { kind: 'column', relation, path, scalar, nullable } };
  });
  const input = viewRows(view, endpoint.retention);
  return { node: 'project', name: `/view/${view.source.name}`, input, columns };
}
