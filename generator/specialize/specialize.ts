/**
 * specialize: `Plan` × known choices → `Plan`. Choices are folded, the clock is a bound value, results are in wire form, and
 * what no answer needs is gone: views, and what `unused.ts` finds.
 */

import type { Endpoint, PortableEndpoint } from '../core/endpoint.ts';
import type { PlanExpr, RecordExpr, SqlExpr } from '../core/expr.ts';
import type { NamedExpr, Plan, Relation } from '../core/relation.ts';
import { mapNode } from '../core/walk.ts';
import { mapInputs, mapPlan, mapRelations } from '../core/walk-plan.ts';
import { withoutUnused } from './unused.ts';

/** A statement for every combination of folded values stands in the manifest as long as there are at most so many. */
const MAX_STATEMENTS = 64;

/** The enum parameters that shape the plan, buckets' before retentions', the answer's before its steps', as many as keep to the limit. */
export function foldedChoices(endpoint: PortableEndpoint): readonly string[] {
  const bodies = [endpoint, ...endpoint.steps.map(({ query }) => query)];
  const wanted = new Set([
    ...bodies.map(({ buckets }) => buckets?.intervals.by ?? null),
    ...bodies.map(({ retention }) => retention?.windows.by ?? null),
  ]);
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
  endpoint: Pick<Endpoint, 'name' | 'params'>,
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

function valuesOf(endpoint: Pick<Endpoint, 'name' | 'params'>, name: string): readonly string[] {
  const values = endpoint.params.find(param => param.name === name)?.values;
  if (values === undefined || values === null)
    throw new Error(`\`${name}\` is not an enum of ${endpoint.name}`);
  return values;
}

/** `plan` with the parameters of `known` fixed to their values. */
export function specialize(plan: Plan, known: ReadonlyMap<string, string>): Plan<SqlExpr> {
  const folded = mapPlan({ ...plan, views: [] }, expr => fold(expr, known));
  return inWireForm(mapRelations(withoutUnused(folded), askingOneMore));
}

function fold(expr: PlanExpr, known: ReadonlyMap<string, string>): SqlExpr {
  if (expr.kind === 'now')
    return { kind: 'param', name: 'now', form: 'value', scalar: 'timestamp', nullable: false };
  if (expr.kind !== 'choice') return mapNode(expr, part => fold(part, known));
  const value = known.get(expr.param);
  if (value !== undefined) {
    const chosen = expr.cases.find(c => c.value === value);
    if (chosen === undefined) throw new Error(`\`${expr.param}\` has no case for ${value}`);
    return fold(chosen.result, known);
  }
  const { scalar, nullable } = expr;
  const subject = {
    kind: 'param',
    name: expr.param,
    form: 'value',
    scalar: 'string',
    nullable: false,
  } as const;
  const whens = expr.cases.map(c => ({ value: c.value, result: fold(c.result, known) }));
  return { kind: 'case', subject, whens, otherwise: null, scalar, nullable };
}

function askingOneMore(relation: Relation<SqlExpr>): Relation<SqlExpr> {
  const of = mapInputs(relation, askingOneMore);
  return of.node === 'limit' && of.isCap ? { ...of, count: of.count + 1 } : of;
}

function inWireForm(plan: Plan<SqlExpr>): Plan<SqlExpr> {
  const { answer } = plan;
  if (answer.node !== 'project') throw new Error('an answer ends in a projection');
  return { ...plan, answer: { ...answer, columns: answer.columns.map(wired) } };
}

/** Text and numbers are in wire form as they are. */
function wired({ name, expr }: NamedExpr<SqlExpr | RecordExpr>): NamedExpr<SqlExpr | RecordExpr> {
  if (expr.kind === 'record' || ['string', 'int64', 'float64'].includes(expr.scalar))
    return { name, expr };
  return { name, expr: { kind: 'wire', of: expr, scalar: expr.scalar, nullable: expr.nullable } };
}
