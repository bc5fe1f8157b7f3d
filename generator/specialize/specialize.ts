/**
 * specialize: `Plan` × known choices → `Plan`. Choices are folded, the clock is a bound value, results are in wire form, and
 * what no answer needs is gone: views, and aggregates that no visible column or order uses.
 */

import type { Endpoint } from '../core/endpoint.ts';
import type { Expr, NamedExpr } from '../core/expr.ts';
import type { AggregatePlan, Plan } from '../core/relation.ts';
import { mapParts, mapPlan, visitExpr, withInput } from '../core/walk.ts';

/** A statement for every combination of folded values stands in the manifest as long as there are at most so many. */
const MAX_STATEMENTS = 64;

/** The enum parameters that shape the plan, the bucket's before the retention's, as many as keep to the limit. */
export function foldedChoices(endpoint: Endpoint): readonly string[] {
  const { buckets, retention } = endpoint;
  const wanted = new Set([buckets?.intervals.by ?? null, retention?.windows.by ?? null]);
  const folded: string[] = [];
  let statements = 1;
  for (const name of wanted) {
    if (name === null) continue;
    statements *= valuesOf(endpoint, name).length;
    if (statements <= MAX_STATEMENTS) folded.push(name);
    else break;
  }
  return folded;
}

/** Every combination of the values of `choices`, in declared order, the last choice fastest. */
export function combinations(
  endpoint: Endpoint,
  choices: readonly string[],
): readonly ReadonlyMap<string, string>[] {
  let all: readonly ReadonlyMap<string, string>[] = [new Map()];
  for (const name of choices) {
    all = all.flatMap(known =>
      valuesOf(endpoint, name).map(value => new Map([...known, [name, value]])),
    );
  }
  return all;
}

function valuesOf(endpoint: Endpoint, name: string): readonly string[] {
  const values = endpoint.params.find(param => param.name === name)?.values;
  if (values === undefined || values === null)
    throw new Error(`\`${name}\` is no enum of ${endpoint.name}`);
  return values;
}

/** `plan` with the parameters of `known` fixed to their values. */
export function specialize(plan: Plan, known: ReadonlyMap<string, string>): Plan {
  const answered = plan.node === 'views' ? plan.input : plan;
  return inWireForm(askingOneMore(withoutUnused(mapPlan(answered, expr => fold(expr, known)))));
}

function fold(expr: Expr, known: ReadonlyMap<string, string>): Expr {
  if (expr.kind === 'now')
    return { kind: 'param', name: 'now', form: 'value', scalar: 'timestamp', nullable: false };
  if (expr.kind !== 'choice') return mapParts(expr, part => fold(part, known));
  const value = known.get(expr.param);
  if (value !== undefined) {
    const chosen = expr.cases.find(c => c.value === value);
    if (chosen === undefined) throw new Error(`\`${expr.param}\` has no case for ${value}`);
    return fold(chosen.result, known);
  }
  const { scalar, nullable } = expr;
  const subject: Expr = {
    kind: 'param',
    name: expr.param,
    form: 'value',
    scalar: 'string',
    nullable: false,
  };
  const whens = expr.cases.map(c => ({ value: c.value, result: fold(c.result, known) }));
  return { kind: 'case', subject, whens, otherwise: null, scalar, nullable };
}

/** Aggregations keep only the measures that something above them reads. */
function withoutUnused(plan: Plan): Plan {
  const used = new Set<string>();
  mapPlan(plan, expr => {
    visitExpr(expr, part => {
      if (part.kind === 'field') used.add(part.name);
    });
    return expr;
  });
  const pruned = (aggregate: AggregatePlan): AggregatePlan => ({
    ...aggregate,
    measures: aggregate.measures.filter(measure => used.has(measure.name)),
  });
  const visit = (node: Plan): Plan => {
    if (node.node === 'scan') return node;
    if (node.node === 'aggregate') return pruned(node);
    if (node.node === 'fill') return { ...node, input: pruned(node.input) };
    return { ...node, input: visit(node.input) };
  };
  return visit(plan);
}

/** Below the answer's columns, or below the step that they are made from. */
function askingOneMore(plan: Plan): Plan {
  if (plan.node === 'limit') return plan.isCap ? { ...plan, count: plan.count + 1 } : plan;
  if (plan.node === 'scan') throw new Error('an answer has a limit');
  return withInput(plan, askingOneMore(plan.input));
}

function inWireForm(plan: Plan): Plan {
  if (plan.node !== 'project') throw new Error('an answer ends in a projection');
  return { ...plan, columns: plan.columns.map(wired) };
}

/** Text and numbers are in wire form as they are. */
function wired({ name, expr }: NamedExpr): NamedExpr {
  if (expr.kind === 'record' || ['string', 'int64', 'float64'].includes(expr.scalar))
    return { name, expr };
  return { name, expr: { kind: 'wire', of: expr, scalar: expr.scalar, nullable: expr.nullable } };
}
