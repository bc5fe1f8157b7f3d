/** Walking and rebuilding plans. */
import type { Guarded, Predicate, RecordExpr } from '../expr/expr.ts';
import {
  aggregateParts,
  mapAggregate,
  mapList,
  mapSortKeys,
  mapWindow,
  windowParts,
  withMembers,
} from '../expr/walk.ts';
import type { Source } from '../spec/source.ts';
import type { FillRelation, NamedExpr, Plan, Relation, Series, Step } from './relation.ts';

/** The direct inputs of `relation`. */
export function inputsOf<E>(relation: Relation<E>): readonly Relation<E>[] {
  switch (relation.node) {
    case 'table':
    case 'read':
    case 'unit':
    case 'items':
    case 'records':
      return [];
    case 'union':
      return relation.inputs.map(input => input.relation);
    case 'join':
      return [relation.left, relation.right];
    default:
      return [relation.input];
  }
}

/** The SELECTs of a step: the parts of a union, or the step itself. A name refers to only one relation in each of them. */
export function selectsOf<E>(relation: Relation<E>): readonly Relation<E>[] {
  if (relation.node !== 'union') return [relation];
  return relation.inputs.map(input => ({ ...relation, inputs: [input] }));
}

/** `relation` with `change` applied to each of its direct inputs; returns the same relation if none changed. */
export function mapInputs<E>(
  relation: Relation<E>,
  change: (input: Relation<E>) => Relation<E>,
): Relation<E> {
  switch (relation.node) {
    case 'table':
    case 'read':
    case 'unit':
    case 'items':
    case 'records':
      return relation;
    case 'union': {
      const inputs = mapList(relation.inputs, input =>
        withMembers(input, { relation: change(input.relation) }),
      );
      return withMembers(relation, { inputs });
    }
    case 'join': {
      const [left, right] = [change(relation.left), change(relation.right)];
      return withMembers(relation, { left, right });
    }
    case 'fill':
      return withMembers(relation, { input: counted(change(relation.input)) });
    default:
      return withMembers(relation, { input: change(relation.input) });
  }
}

/** `relation` with `change` applied to every whole expression in it; returns the same relation if none changed. */
export function mapExprs<A, B>(relation: Relation<A>, change: (expr: A) => B): Relation<B>;
export function mapExprs(
  relation: Relation<unknown>,
  change: (expr: unknown) => unknown,
): Relation<unknown> {
  const below = (input: Relation<unknown>) => mapExprs(input, change);
  switch (relation.node) {
    case 'table':
    case 'read':
    case 'unit':
    case 'records':
      return relation;
    case 'items':
      return withMembers(relation, { list: change(relation.list) });
    case 'union': {
      const inputs = mapList(relation.inputs, input =>
        withMembers(input, {
          relation: below(input.relation),
          columns: mapList(input.columns, change),
        }),
      );
      return withMembers(relation, { inputs });
    }
    case 'join': {
      const { left, right, on } = relation;
      return withMembers(relation, { left: below(left), right: below(right), on: change(on) });
    }
    case 'filter': {
      const predicates = mapList(relation.predicates, predicate => mapPredicate(predicate, change));
      return withMembers(relation, { input: below(relation.input), predicates });
    }
    case 'aggregate':
      return withMembers(relation, {
        input: below(relation.input),
        keys: mapNamed(relation.keys, change),
        measures: mapNamed(relation.measures, expr => mapAggregate(expr, change)),
      });
    case 'window':
      return withMembers(relation, {
        input: below(relation.input),
        kept: relation.kept && mapNamed(relation.kept, change),
        columns: mapNamed(relation.columns, expr => mapWindow(expr, change)),
      });
    case 'fill': {
      const input = counted(below(relation.input));
      return withMembers(relation, { input, series: mapSeries(relation.series, change) });
    }
    case 'project': {
      const columns = mapNamed(relation.columns, expr => (isRecord(expr) ? expr : change(expr)));
      return withMembers(relation, { input: below(relation.input), columns });
    }
    case 'sort': {
      const keys = mapSortKeys(relation.keys, change);
      return withMembers(relation, { input: below(relation.input), keys });
    }
    case 'limit': {
      const { count, skip } = relation;
      return withMembers(relation, {
        input: below(relation.input),
        count: typeof count === 'number' ? count : change(count),
        skip: skip === null ? null : change(skip),
      });
    }
    case 'named':
      return withMembers(relation, { input: below(relation.input) });
  }
}

/** Calls `visit` on every whole expression in `relation`, records among them. */
export function visitExprs<E>(relation: Relation<E>, visit: (expr: E | RecordExpr) => void): void {
  const isAbove = ABOVE.has(relation.node);
  if (isAbove) visitOwn(relation, visit);
  for (const input of inputsOf(relation)) visitExprs(input, visit);
  if (!isAbove) visitOwn(relation, visit);
}

/** Relations whose expressions are visited before those of their inputs. */
const ABOVE: ReadonlySet<Relation['node']> = new Set(['project', 'sort', 'filter', 'window']);

/** The same for every view, every step and the answer. */
export function visitPlan<E>(
  { views, steps, answer }: Plan<E>,
  visit: (expr: E | RecordExpr) => void,
): void {
  for (const { relation } of [...views, ...steps]) visitExprs(relation, visit);
  visitExprs(answer, visit);
}

/** The same for `relation` without its inputs. */
export function visitOwn<E>(relation: Relation<E>, visit: (expr: E | RecordExpr) => void): void {
  switch (relation.node) {
    case 'items':
      visit(relation.list);
      return;
    case 'union':
      for (const { columns } of relation.inputs) for (const column of columns) visit(column);
      return;
    case 'join':
      visit(relation.on);
      return;
    case 'filter':
      for (const one of relation.predicates) for (const { expr } of guardedIn(one)) visit(expr);
      return;
    case 'aggregate':
      visitNamed(relation.keys, visit);
      visitNamed(relation.measures, expr => visitAll(aggregateParts(expr), visit));
      return;
    case 'window':
      visitNamed(relation.columns, expr => visitAll(windowParts(expr), visit));
      visitNamed(relation.kept ?? [], visit);
      return;
    case 'fill':
      visitSeries(relation.series, visit);
      return;
    case 'project':
      visitNamed(relation.columns, visit);
      return;
    case 'sort':
      visitNamed(relation.keys, visit);
      return;
    case 'limit':
      if (typeof relation.count !== 'number') visit(relation.count);
      if (relation.skip !== null) visit(relation.skip);
      return;
  }
}

function visitNamed<E>(all: readonly { readonly expr: E }[], visit: (expr: E) => void): void {
  visitAll(all, ({ expr }) => visit(expr));
}

/** Calls `visit` on each. Plans are walked so often that an iterator for each list is noticed. */
function visitAll<T>(all: readonly T[], visit: (one: T) => void): void {
  for (let i = 0; i < all.length; i += 1) {
    const one = all[i];
    if (one !== undefined) visit(one);
  }
}

function visitSeries<E>(series: Series<E>, visit: (expr: E) => void): void {
  const parts =
    series.kind === 'instants'
      ? [series.first, series.last, series.every]
      : [series.span, series.every, series.bucket, series.isWindow];
  for (const part of parts) visit(part);
}

function mapSeries(series: Series<unknown>, change: (expr: unknown) => unknown): Series<unknown> {
  if (series.kind === 'instants') {
    const { first, last, every } = series;
    return withMembers(series, { first: change(first), last: change(last), every: change(every) });
  }
  return withMembers(series, {
    span: change(series.span),
    every: change(series.every),
    bucket: change(series.bucket),
    isWindow: change(series.isWindow),
  });
}

/** The same columns with `change` applied to their expressions. */
function mapNamed<A, B>(
  columns: readonly { readonly name: string; readonly expr: A }[],
  change: (expr: A) => B,
): readonly { readonly name: string; readonly expr: B }[];
function mapNamed(
  columns: readonly NamedExpr<unknown>[],
  change: (expr: unknown) => unknown,
): readonly NamedExpr<unknown>[] {
  return mapList(columns, column => withMembers(column, { expr: change(column.expr) }));
}

/** A fill must be over an aggregation or over the step that contains one; throws for any other relation. */
function counted<E>(input: Relation<E>): FillRelation<E>['input'] {
  if (input.node === 'aggregate' || input.node === 'read') return input;
  throw new Error('a fill stands over an aggregation');
}

/** `plan` with `change` applied to every whole expression in it. Records are unchanged: they contain only columns. */
export function mapPlan<A, B>(plan: Plan<A>, change: (expr: A) => B): Plan<B> {
  const step = ({ name, relation }: Step<A>) => ({ name, relation: mapExprs(relation, change) });
  return {
    views: plan.views.map(step),
    steps: plan.steps.map(step),
    answer: mapExprs(plan.answer, change),
  };
}

/** `plan` with `change` applied to each view, each step and the answer as a whole; returns the same plan if nothing changed. */
export function mapRelations<E>(
  plan: Plan<E>,
  change: (relation: Relation<E>) => Relation<E>,
): Plan<E> {
  const step = (of: Step<E>) => withMembers(of, { relation: change(of.relation) });
  return withMembers(plan, {
    views: mapList(plan.views, step),
    steps: mapList(plan.steps, step),
    answer: change(plan.answer),
  });
}

/** `plan` with `change` applied to each data set that it reads. */
export function withTables(plan: Plan, change: (source: Source) => Source): Plan {
  const moved = (relation: Relation): Relation =>
    relation.node === 'table'
      ? { ...relation, source: change(relation.source) }
      : mapInputs(relation, moved);
  return mapRelations(plan, moved);
}

/** The only condition of a predicate, or the alternatives of which one must be true. */
export function guardedIn<E>(predicate: Predicate<E>): readonly Guarded<E>[] {
  return 'any' in predicate ? predicate.any : [predicate];
}

export function mapPredicate<A, B>(predicate: Predicate<A>, change: (expr: A) => B): Predicate<B>;
export function mapPredicate(
  predicate: Predicate<unknown>,
  change: (expr: unknown) => unknown,
): Predicate<unknown> {
  if (!('any' in predicate)) return withMembers(predicate, { expr: change(predicate.expr) });
  const any = mapList(predicate.any, one => withMembers(one, { expr: change(one.expr) }));
  return withMembers(predicate, { any });
}

function isRecord(expr: unknown): expr is RecordExpr {
  return typeof expr === 'object' && expr !== null && 'kind' in expr && expr.kind === 'record';
}
