/** The needs of a plan from an engine: the functions that it calls, expressions over items of lists, and the patterns that it searches for. */
import type { AggregateExpr, PlanExpr, RecordExpr, SqlExpr } from '../core/expr/expr.ts';
import { aggregateParts, partsOf } from '../core/expr/walk.ts';
import type { Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf, visitOwn } from '../core/plan/walk-plan.ts';
import type { Source } from '../core/spec/source.ts';
import { isRecords } from '../core/types/scalar.ts';
import type { Ability } from '../functions/names.ts';
import { type Searched, searchedBy } from '../functions/searched.ts';

/** `arrays`: UNNEST of records of a data set. */
export type Need =
  | { readonly kind: 'ability'; readonly ability: Ability }
  | { readonly kind: 'pattern'; readonly searched: Searched }
  | { readonly kind: 'arrays'; readonly source: Source };

export function needKey(need: Need): string {
  switch (need.kind) {
    case 'ability':
      return need.ability;
    case 'pattern':
      return `${need.searched.use} ${need.searched.pattern}`;
    case 'arrays':
      return `records of ${need.source.name}`;
  }
}

export type OnNeed = (need: Need) => void;

/** Visits each object once: after a part, the whole has only further needs. */
export class NeedFinder {
  readonly #seen = new WeakSet<object>();
  readonly #found: OnNeed;

  constructor(found: OnNeed) {
    this.#found = found;
  }

  ofExpr(expr: PlanExpr | SqlExpr | RecordExpr): void {
    if (this.#seen.has(expr)) return;
    this.#seen.add(expr);
    if (expr.kind === 'record') {
      for (const { value } of expr.fields) this.ofExpr(value);
      return;
    }
    for (const part of partsOf<PlanExpr | SqlExpr>(expr)) this.ofExpr(part);
    if (expr.kind === 'each') this.#found({ kind: 'ability', ability: 'each' });
    if (expr.kind !== 'call') return;
    this.#found({ kind: 'ability', ability: expr.fn });
    const searched = searchedBy(expr);
    if (searched !== null) this.#found({ kind: 'pattern', searched });
  }

  ofMeasure(measure: AggregateExpr<PlanExpr | SqlExpr>): void {
    if (this.#seen.has(measure)) return;
    this.#seen.add(measure);
    for (const part of aggregateParts(measure)) this.ofExpr(part);
    if (measure.fn !== 'stored') this.#found({ kind: 'ability', ability: measure.fn });
    if (isRecords(measure.scalar)) this.#found({ kind: 'ability', ability: 'records' });
  }

  ofRelation(relation: Relation<PlanExpr | SqlExpr>): void {
    if (this.#seen.has(relation)) return;
    this.#seen.add(relation);
    for (const input of inputsOf(relation)) this.ofRelation(input);
    visitOwn(relation, expr => this.ofExpr(expr));
    if (relation.node === 'aggregate')
      for (const { expr } of relation.measures) this.ofMeasure(expr);
    if (relation.node === 'records') this.#found({ kind: 'arrays', source: relation.source });
  }
}

/** The needs of a plan, each once. */
export function findNeeds(plan: Plan<PlanExpr | SqlExpr>): readonly Need[] {
  const found = new Map<string, Need>();
  const finder = new NeedFinder(need => found.set(needKey(need), need));
  for (const { relation } of plan.steps) finder.ofRelation(relation);
  finder.ofRelation(plan.answer);
  return [...found.values()];
}
