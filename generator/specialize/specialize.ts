/**
 * specialize: `Plan` × known choices → `Plan`. Folds choices, binds the clock as a value, puts results in wire form,
 * and removes what the answer does not need: views, and what `unused.ts` finds.
 */

import { chooserKey, findCase } from '../core/expr/choice.ts';
import type {
  ChoiceExpr,
  NowExpr,
  ParamExpr,
  PlanExpr,
  RecordExpr,
  SqlExpr,
} from '../core/expr/expr.ts';
import { mapNode } from '../core/expr/walk.ts';
import { STEP } from '../core/output/statement-key.ts';
import type { GoogleSqlEndpoint } from '../core/plan/endpoint.ts';
import { lengthsOf, type PortableEndpoint } from '../core/plan/endpoint.ts';
import { PAGE_SIZE, type Pages } from '../core/plan/pages.ts';
import type { Param } from '../core/plan/param.ts';
import type { Lengths } from '../core/plan/query.ts';
import type { NamedExpr, Plan, Relation } from '../core/plan/relation.ts';
import { mapInputs, mapPlan, mapRelations } from '../core/plan/walk-plan.ts';
import { knownValue } from '../params/index.ts';
import { byLength } from '../plan/windows/series.ts';
import type { KnownChoices } from './choices.ts';
import { readingLate } from './late.ts';
import { sharingRanks } from './quantiles.ts';
import { withoutUnused } from './unused.ts';

type Specialized = PortableEndpoint | Pick<GoogleSqlEndpoint, 'body' | 'params'>;

/** The whole `plan` of `endpoint`, with the choices in `known` fixed to their values. */
export function specialize(plan: Plan, known: KnownChoices, endpoint: Specialized): Plan<SqlExpr> {
  return keepNeeded(foldChoices(plan, known, endpoint), endpoint);
}

/** The first half: the plan with folded choices, all its columns and all its steps. */
export function foldChoices(plan: Plan, known: KnownChoices, endpoint: Specialized): Plan<SqlExpr> {
  const { params } = endpoint;
  const lengths = endpoint.body === 'portable' ? lengthsOf(endpoint) : null;
  const chosen = { known, params, pages: pagesOf(endpoint), lengths };
  return mapPlan({ ...plan, views: [] }, folding(chosen));
}

/** The second half: as much of a folded plan as the answer needs, in wire form. */
export function keepNeeded(folded: Plan<SqlExpr>, endpoint: Specialized): Plan<SqlExpr> {
  const pages = pagesOf(endpoint);
  const used = mapRelations(withoutUnused(folded), of => askingOneMore(of, pages));
  return inWireForm(readingLate(sharingRanks(used)));
}

function pagesOf(endpoint: Specialized): Pages | null {
  return endpoint.body === 'portable' ? endpoint.pages : null;
}

/** The same for rows that another reader consumes: all rows, with their stored values. */
export function specializeRows(
  plan: Plan,
  known: KnownChoices,
  { params }: PortableEndpoint,
): Plan<SqlExpr> {
  const chosen = { known, params, pages: null, lengths: null };
  return withoutUnused(mapPlan({ ...plan, views: [] }, folding(chosen)));
}

interface Chosen {
  readonly known: KnownChoices;
  readonly params: readonly Param[];
  readonly pages: Pages | null;
  readonly lengths: Lengths | null;
}

type Fold = (expr: PlanExpr) => SqlExpr;

function folding(chosen: Chosen): Fold {
  const fold: Fold = expr => {
    if (expr.kind === 'now') return clockOf(expr, chosen);
    return expr.kind === 'choice' ? foldedChoice(expr, chosen, fold) : mapNode(expr, fold);
  };
  return fold;
}

function clockOf(expr: NowExpr, { pages }: Chosen): ParamExpr {
  const typed = { kind: 'param', form: 'value', scalar: 'timestamp', nullable: false } as const;
  if (pages === null || expr.of !== 'request') return { ...typed, name: 'now', from: 'clock' };
  return { ...typed, name: pages.bound.arrival, from: 'arrival' };
}

function foldedChoice(expr: ChoiceExpr<PlanExpr>, chosen: Chosen, fold: Fold): SqlExpr {
  const value = chosen.known.get(chooserKey(expr.by));
  if (value !== undefined) return fold(findCase(expr, value));
  const { by } = expr;
  if (typeof by !== 'string') throw new Error(`the presence of ${by.present} is not folded`);
  if (by === STEP && chosen.lengths !== null) return fold(byLength(expr, chosen.lengths));
  const { scalar, nullable } = expr;
  const param = chosen.params.find(({ name }) => name === by);
  if (param === undefined) throw new Error(`the plan names the unknown parameter ${by}`);
  const subject = {
    kind: 'param',
    name: param.name,
    form: 'value',
    scalar: param.scalar,
    nullable: false,
  } as const;
  const whens = expr.cases.map(c => ({
    value: knownValue(param, c.value),
    result: fold(c.result),
  }));
  return { kind: 'case', subject, whens, otherwise: null, scalar, nullable };
}

function askingOneMore(relation: Relation<SqlExpr>, pages: Pages | null): Relation<SqlExpr> {
  const of = mapInputs(relation, input => askingOneMore(input, pages));
  if (of.node !== 'limit') return of;
  if (pages !== null && isPageSize(of.count)) {
    return { ...of, count: { ...of.count, name: pages.bound.rows, from: 'rows' } };
  }
  if (!of.isCap || typeof of.count !== 'number') return of;
  return { ...of, count: of.count + 1 };
}

function isPageSize(count: number | SqlExpr): count is ParamExpr {
  return typeof count !== 'number' && count.kind === 'param' && count.name === PAGE_SIZE;
}

function inWireForm(plan: Plan<SqlExpr>): Plan<SqlExpr> {
  const { answer } = plan;
  if (answer.node !== 'project') throw new Error('an answer ends in a projection');
  return { ...plan, answer: { ...answer, columns: answer.columns.map(wired) } };
}

/** Values of these types are already in wire form. */
function wired({ name, expr }: NamedExpr<SqlExpr | RecordExpr>): NamedExpr<SqlExpr | RecordExpr> {
  if (expr.kind === 'record' || ['string', 'int64', 'float64'].includes(expr.scalar))
    return { name, expr };
  return { name, expr: { kind: 'wire', of: expr, scalar: expr.scalar, nullable: expr.nullable } };
}
