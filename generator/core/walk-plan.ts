/** Walking and rebuilding plans. */
import type { Guarded, Predicate, RecordExpr } from './expr.ts';
import type { FillRelation, NamedExpr, Plan, Relation, Series, Step } from './relation.ts';
import type { Source } from './source.ts';
import { mapAggregate, mapSortKey, mapWindow } from './walk.ts';

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

/** `relation` with `change` applied to each of its direct inputs. */
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
    case 'union':
      return {
        ...relation,
        inputs: relation.inputs.map(({ relation: input, columns }) => ({
          relation: change(input),
          columns,
        })),
      };
    case 'join':
      return { ...relation, left: change(relation.left), right: change(relation.right) };
    case 'fill':
      return { ...relation, input: counted(change(relation.input)) };
    default:
      return { ...relation, input: change(relation.input) };
  }
}

/** `relation` with `change` applied to every whole expression in it. */
export function mapExprs<A, B>(relation: Relation<A>, change: (expr: A) => B): Relation<B> {
  const below = (input: Relation<A>) => mapExprs(input, change);
  switch (relation.node) {
    case 'table':
    case 'read':
    case 'unit':
    case 'records':
      return relation;
    case 'items':
      return { ...relation, list: change(relation.list) };
    case 'union':
      return {
        ...relation,
        inputs: relation.inputs.map(({ relation: input, columns }) => ({
          relation: below(input),
          columns: columns.map(change),
        })),
      };
    case 'join': {
      const { left, right, on } = relation;
      return { ...relation, left: below(left), right: below(right), on: change(on) };
    }
    case 'filter': {
      const predicates = relation.predicates.map(predicate => mapPredicate(predicate, change));
      return { ...relation, input: below(relation.input), predicates };
    }
    case 'aggregate':
      return {
        ...relation,
        input: below(relation.input),
        keys: relation.keys.map(({ name, expr }) => ({ name, expr: change(expr) })),
        measures: relation.measures.map(({ name, expr }) => ({
          name,
          expr: mapAggregate(expr, change),
        })),
      };
    case 'window': {
      const columns = relation.columns.map(({ name, expr }) => ({
        name,
        expr: mapWindow(expr, change),
      }));
      const kept = relation.kept?.map(({ name, expr }) => ({ name, expr: change(expr) })) ?? null;
      return { ...relation, input: below(relation.input), kept, columns };
    }
    case 'fill': {
      const input = counted(below(relation.input));
      return { ...relation, input, series: mapSeries(relation.series, change) };
    }
    case 'project': {
      const columns = relation.columns.map(column => mapColumn(column, change));
      return { ...relation, input: below(relation.input), columns };
    }
    case 'sort': {
      const sortKeys = relation.keys.map(key => mapSortKey(key, change));
      return { ...relation, input: below(relation.input), keys: sortKeys };
    }
    case 'limit': {
      const { count, skip } = relation;
      return {
        ...relation,
        input: below(relation.input),
        count: typeof count === 'number' ? count : change(count),
        skip: skip === null ? null : change(skip),
      };
    }
    case 'named':
    case 'distinct':
      return { ...relation, input: below(relation.input) };
  }
}

function mapSeries<A, B>(series: Series<A>, change: (expr: A) => B): Series<B> {
  if (series.kind === 'instants') {
    const { first, last, every } = series;
    return { ...series, first: change(first), last: change(last), every: change(every) };
  }
  return {
    ...series,
    span: change(series.span),
    every: change(series.every),
    bucket: change(series.bucket),
    isWindow: change(series.isWindow),
  };
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

/** `plan` with `change` applied to each view, each step and the answer as a whole. */
export function mapRelations<E>(
  plan: Plan<E>,
  change: (relation: Relation<E>) => Relation<E>,
): Plan<E> {
  const step = ({ name, relation }: Step<E>) => ({ name, relation: change(relation) });
  return {
    views: plan.views.map(step),
    steps: plan.steps.map(step),
    answer: change(plan.answer),
  };
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

export function mapPredicate<A, B>(predicate: Predicate<A>, change: (expr: A) => B): Predicate<B> {
  const guarded = <W>({ when, expr }: Guarded<A> & { readonly when: W }) => {
    return { when, expr: change(expr) };
  };
  return 'any' in predicate ? { any: predicate.any.map(guarded) } : guarded(predicate);
}

function mapColumn<A, B>(
  { name, expr }: NamedExpr<A | RecordExpr>,
  change: (expr: A) => B,
): NamedExpr<B | RecordExpr> {
  return { name, expr: isRecord(expr) ? expr : change(expr) };
}

function isRecord(expr: unknown): expr is RecordExpr {
  return typeof expr === 'object' && expr !== null && 'kind' in expr && expr.kind === 'record';
}
