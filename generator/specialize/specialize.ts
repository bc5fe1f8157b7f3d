/**
 * specialize: `Plan` × known choices → `Plan`. Choices are folded, the clock is a bound value, results are in wire form, and
 * what no answer needs is gone: views, and what `unused.ts` finds.
 */

import type { Endpoint, Param, PortableEndpoint } from '../core/endpoint.ts';
import type { PlanExpr, RecordExpr, SqlExpr } from '../core/expr.ts';
import type { NamedExpr, Plan, Relation } from '../core/relation.ts';
import { mapNode } from '../core/walk.ts';
import { mapInputs, mapPlan, mapRelations } from '../core/walk-plan.ts';
import { listedValue } from '../params/index.ts';
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
export function specialize(
  plan: Plan,
  known: ReadonlyMap<string, string>,
  params: readonly Param[],
): Plan<SqlExpr> {
  const folded = mapPlan({ ...plan, views: [] }, expr => fold(expr, { known, params }));
  return inWireForm(mapRelations(withoutUnused(folded), askingOneMore));
}

interface Chosen {
  readonly known: ReadonlyMap<string, string>;
  readonly params: readonly Param[];
}

function fold(expr: PlanExpr, chosen: Chosen): SqlExpr {
  if (expr.kind === 'now')
    return { kind: 'param', name: 'now', form: 'value', scalar: 'timestamp', nullable: false };
  if (expr.kind !== 'choice') return mapNode(expr, part => fold(part, chosen));
  const value = chosen.known.get(expr.param);
  if (value !== undefined) {
    const found = expr.cases.find(c => c.value === value);
    if (found === undefined) throw new Error(`\`${expr.param}\` has no case for ${value}`);
    return fold(found.result, chosen);
  }
  const { scalar, nullable } = expr;
  const param = chosen.params.find(({ name }) => name === expr.param);
  if (param === undefined) throw new Error(`the plan names the unknown parameter ${expr.param}`);
  const subject = {
    kind: 'param',
    name: param.name,
    form: 'value',
    scalar: param.scalar,
    nullable: false,
  } as const;
  const whens = expr.cases.map(c => ({
    value: listedValue(param, c.value),
    result: fold(c.result, chosen),
  }));
  return { kind: 'case', subject, whens, otherwise: null, scalar, nullable };
}

function askingOneMore(relation: Relation<SqlExpr>): Relation<SqlExpr> {
  const of = mapInputs(relation, askingOneMore);
  if (of.node !== 'limit' || !of.isCap || typeof of.count !== 'number') return of;
  return { ...of, count: of.count + 1 };
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
