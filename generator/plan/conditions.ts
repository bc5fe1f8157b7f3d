/** Plans the rows that a body reads: its conditions, its time window, and its retention. */

import { rowConditions } from '../clauses/fold.ts';
import { retained } from '../clauses/retention.ts';
import { makeCall } from '../core/expr/calls.ts';
import { COUNTING, makeColumn } from '../core/expr/columns.ts';
import type { Expr, PlanExpr, Predicate } from '../core/expr/expr.ts';
import { heldOn } from '../core/expr/held-on.ts';
import { makeLiteral, nullLiteral, wholeLiteral } from '../core/expr/literals.ts';
import type {
  Input,
  ItemsInput,
  Query,
  Retention,
  SeriesInput,
  UnionInput,
  View,
} from '../core/plan/query.ts';
import type { Relation } from '../core/plan/relation.ts';
import { mapPredicate } from '../core/plan/walk-plan.ts';
import { isDerived } from '../core/spec/source.ts';
import { listOf } from '../core/types/scalar.ts';
import { movesOf } from '../language/time/buckets.ts';
import { ofRelation, withoutComputedColumns } from './computed.ts';
import { rowExpr } from './row-expr.ts';

/** Plans the rows of a body: those of its relations that pass the conditions of all clauses, in the order of the list of clauses. */
export function readingPlan(query: Query): Relation {
  return filtered(joinedPlan(query), rowConditions(query));
}

/** Plans the rows of a view, which has its endpoint's retention. */
export function viewRows({ source, where, retentionOf }: View, retention: Retention | null) {
  const table: Relation = { node: 'table', name: source.name, source };
  const stored = (expr: Expr) => rowExpr(withoutComputedColumns(expr, source.name, source.columns));
  return filtered(table, [
    ...where.map(predicate => mapPredicate(predicate, stored)),
    ...(retention === null || retentionOf === null
      ? []
      : [retained(stored(retentionOf), retention.windows)]),
  ]);
}

/** Plans the input of the body with its joins. */
function joinedPlan({ from, joins }: Query): Relation {
  return withoutIdleLeft(joins).reduce<Relation>((left, { kind, input, on, toOne }) => {
    const condition = on === null ? makeLiteral('bool', true) : heldOn(rowExpr(on));
    return { node: 'join', kind, left, right: inputPlan(input), on: condition, toOne };
  }, inputPlan(from));
}

/**
 * Turns a left join into an inner one if a later inner join requires a column of its right side to equal something: then both
 * keep the same rows.
 */
function withoutIdleLeft(joins: Query['joins']): Query['joins'] {
  const wanted: Expr[] = [];
  return joins
    .toReversed()
    .map(join => {
      const isIdle = join.kind === 'left' && wanted.some(expr => isStored(expr, join.input));
      const kind = isIdle ? 'inner' : join.kind;
      if (kind === 'inner' && join.on !== null) wanted.push(...equalIn(join.on));
      return { ...join, kind };
    })
    .toReversed();
}

/** Lists the expressions that `on` equates with something, so they are not NULL. */
function equalIn(on: Expr): readonly Expr[] {
  if (on.kind !== 'call') return [];
  if (on.fn === 'and') return on.args.flatMap(equalIn);
  return on.fn === 'eq' ? on.args : [];
}

/** Whether an expression is a column of `input` that is NULL for a row without a match; a derived column may have any value. */
function isStored(expr: Expr, { name, columns }: Input): boolean {
  if (expr.kind !== 'column' || expr.relation !== name) return false;
  const column = columns.find(one => one.name === expr.path[0]);
  return column !== undefined && !isDerived(column);
}

function inputPlan(input: Input): Relation {
  if (input.kind === 'items') return itemsPlan(input);
  if (input.kind === 'series') return seriesPlan(input);
  if (input.kind === 'union') return unionPlan(input);
  if (input.kind === 'chosen') throw new Error('a choice of relations is planned as their union');
  return input.kind === 'source'
    ? { node: 'table', name: input.name, source: input.source }
    : { node: 'read', name: input.name, step: input.step };
}

/** Plans a row for each unit. A window that the service would refuse has none. */
function seriesPlan({ name, columns, window }: SeriesInput): Relation {
  const [column] = columns;
  const { from, to, step, zone, most } = window;
  if (column === undefined || step.by !== null) throw new Error('a series has one unit');
  const { span, every, bucket } = movesOf(from, to, { step: step.value, zone });
  const units = `${name}/units`;
  const [item, index] = ['unit', 'position'];
  const at: Expr = makeColumn(units, index, COUNTING);
  if (every.kind !== 'literal') throw new Error('the unit of a series has a known length');
  const size = BigInt(String(every.value));
  const isWindow = makeCall('and', 'bool', [
    makeCall('lt', 'bool', [from, to]),
    makeCall('lt', 'bool', [span, wholeLiteral(size * BigInt(most))]),
  ]);
  const last = size === 1n ? span : makeCall('whole_divide', 'int64', [span, every]);
  const count = makeCall('if', 'int64', [
    isWindow,
    makeCall('add', 'int64', [last, wholeLiteral(1n)]),
    wholeLiteral(0n),
  ]);
  const list = makeCall('list_range', listOf('int64'), [count], false);
  const start = bucket(size === 1n ? at : makeCall('multiply', 'int64', [at, every]));
  return {
    node: 'project',
    name,
    input: {
      node: 'join',
      kind: 'inner',
      left: { node: 'unit', name: `${name}/one` },
      right: { node: 'items', name: units, list: rowExpr(list), item, index },
      on: makeLiteral('bool', true),
      toOne: false,
    },
    columns: [{ name: column.name, expr: { ...rowExpr(start), nullable: false } }],
  };
}

function itemsPlan({ name, columns, list }: ItemsInput): Relation {
  const [item, index] = columns;
  if (item === undefined || index === undefined) throw new Error('items have a place');
  return { node: 'items', name, list: rowExpr(list), item: item.name, index: index.name };
}

/** Plans a union. A `null` in one input has the type of the other inputs. */
function unionPlan({ name, columns, inputs, conditions = [], label }: UnionInput): Relation {
  const typed = columns.map(({ name, type, nullable }) => ({
    name,
    nullable,
    scalar: type === 'record' ? ('json' as const) : type,
  }));
  return {
    node: 'union',
    name,
    columns: typed.map(column => column.name),
    inputs: inputs.map((input, i) => ({
      relation: filtered(inputPlan(input), conditions.slice(i, i + 1).map(always)),
      columns: typed.map(({ name, scalar, nullable }): PlanExpr => {
        if (name === label) return makeLiteral('string', lastPart(input.name));
        if (input.nulls?.has(name)) return nullLiteral(scalar);
        const { is, computed } = input.columns.find(column => column.name === name) ?? {};
        if (computed !== undefined) return rowExpr(ofRelation(computed, input.name));
        return { kind: 'column', relation: input.name, path: is ?? [name], scalar, nullable };
      }),
    })),
  };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function filtered(input: Relation, predicates: readonly Predicate<PlanExpr>[]): Relation {
  return predicates.length === 0 ? input : { node: 'filter', input, predicates };
}

function always(expr: Expr): Predicate<PlanExpr> {
  return { when: null, expr: rowExpr(expr) };
}
