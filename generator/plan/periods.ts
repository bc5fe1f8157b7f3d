/**
 * Plans a body that compares periods. Its rows are grouped once, by group and period; then the row of each group combines the
 * values of both periods.
 */

import { makeCall } from '../core/expr/calls.ts';
import { COUNTING, makeColumn } from '../core/expr/columns.ts';
import type { AggregateExpr, Expr, PlanExpr, Predicate } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';
import { exprKey } from '../core/expr/walk.ts';
import { OWN_BUCKET, type Query } from '../core/plan/query.ts';
import type { AggregateRelation, Filled, Measure, NamedExpr } from '../core/plan/relation.ts';
import { replacing, rowExpr } from './row-expr.ts';

export interface Aggregation {
  readonly relation: AggregateRelation;
  /** The measures in the form in which gaps are filled. */
  readonly filled: readonly Filled[];
  /** The conditions that select the groups of the answer. */
  readonly kept: readonly Predicate<PlanExpr>[];
  /** Returns the aggregation's column that contains a group or an aggregate, read from `relation`; `null` for other expressions. */
  readonly columnAt: (part: Expr, relation: string) => PlanExpr | null;
}

/** Returns the same aggregate over the rows of the current period. */
export function dropPrevious({ previous: _, ...current }: AggregateExpr): AggregateExpr {
  return current;
}

interface Comparing {
  /** Groups and aggregates of the current period, by expression key. */
  readonly columns: ReadonlyMap<string, NamedExpr<PlanExpr | AggregateExpr<PlanExpr>>>;
  /** The aggregates of the previous period that the body names. */
  readonly previous: readonly AggregateExpr[];
  readonly prefix: string;
  readonly fresh: (name: string) => string;
}

/** Extends `grouped`, with one row for each group, by the values of the previous period as further measures. */
export function withPreviousPeriod(
  grouped: AggregateRelation,
  { compare, buckets }: Pick<Query, 'compare' | 'buckets'>,
  { columns, previous, prefix, fresh }: Comparing,
): Aggregation {
  if (compare === null) throw new Error('a body without periods compares them');
  const period: NamedExpr = { name: fresh('is_previous'), expr: rowExpr(compare.isPrevious) };
  const periods = `${prefix}/periods`;
  const read = ({ name, expr }: NamedExpr<PlanExpr | AggregateExpr<PlanExpr>>): PlanExpr =>
    makeColumn(periods, name, expr);
  const isPrevious = read({ ...period, expr: { ...period.expr, nullable: false } });
  const isCurrent = makeCall('not', 'bool', [isPrevious]);
  const ofPeriod = (measure: Measure, name: string, filter: PlanExpr): Measure => ({
    name,
    expr: {
      ...PICK,
      scalar: measure.expr.scalar,
      args: [read(measure)],
      filter,
    },
  });
  const names = new Map(grouped.measures.map(({ name }) => [name, fresh(`current_${name}`)]));
  const currentName = ({ name }: { readonly name: string }) => names.get(name) ?? name;
  const before = new Map(
    previous.map(aggregate => {
      const measure = grouped.measures.find(
        ({ name }) => name === columns.get(exprKey(dropPrevious(aggregate)))?.name,
      );
      if (measure === undefined)
        throw new Error(`${aggregate.fn} of the current period is missing`);
      const name = fresh(`previous_${measure.name}`);
      return [
        exprKey(aggregate),
        { measure, column: ofPeriod(measure, name, isPrevious) },
      ] as const;
    }),
  );
  const isOneRow = grouped.keys.length === 0;
  const isFilled = buckets?.gaps === 'zero';
  const present: Measure = {
    name: fresh('current_rows'),
    expr: { ...PICK, fn: 'count_if', scalar: 'int64', nullable: false, args: [isCurrent] },
  };
  const relation: AggregateRelation = {
    node: 'aggregate',
    name: grouped.name,
    input: { ...grouped, name: periods, keys: [...grouped.keys, period] },
    keys: grouped.keys.map((key, i) => ({
      name: key.name,
      expr:
        i === 0 && compare.moved !== null
          ? bucketOf(read(key), compare.moved, isPrevious)
          : read(key),
    })),
    measures: [
      ...grouped.measures.map(measure => ofPeriod(measure, currentName(measure), isCurrent)),
      ...[...before.values()].map(({ column }) => column),
      ...(isOneRow || isFilled ? [] : [present]),
    ],
  };
  const counts = new Set([
    ...grouped.measures.filter(({ expr }) => !expr.nullable).map(currentName),
    ...[...before.values()].flatMap(({ measure, column }) =>
      measure.expr.nullable ? [] : [column.name],
    ),
  ]);
  const column = (
    name: string,
    { scalar }: PlanExpr | AggregateExpr<PlanExpr>,
    of: string,
  ): PlanExpr => makeColumn(of, name, { scalar, nullable: !counts.has(name) });
  /** Replaces NULL by 0 for counts of a period without rows. */
  const counted = (of: PlanExpr): PlanExpr =>
    of.nullable || isFilled
      ? of
      : {
          ...makeCall('coalesce', of.scalar, [{ ...of, nullable: true }, zero(of)]),
          nullable: false,
        };
  const rows: PlanExpr = makeColumn(relation.name, present.name, COUNTING);
  return {
    relation,
    filled: relation.measures.map(({ name, expr: { scalar } }) => {
      return { name, scalar, nullable: !counts.has(name) };
    }),
    kept:
      isOneRow || isFilled
        ? []
        : [{ when: null, expr: makeCall('gt', 'bool', [rows, makeLiteral('int64', 0n)]) }],
    columnAt: (part: Expr, of: string) => {
      const past = before.get(exprKey(part));
      if (past !== undefined) return counted(column(past.column.name, past.measure.expr, of));
      const found = columns.get(exprKey(part));
      if (found === undefined) return null;
      const key = grouped.keys.find(({ name }) => name === found.name);
      if (key !== undefined) return { ...read(key), relation: of } as PlanExpr;
      const current = column(currentName(found), found.expr, of);
      return isOneRow ? counted(current) : current;
    },
  };
}

/** Returns the bucket of the current period to which a group of either period belongs. */
function bucketOf(own: PlanExpr, moved: Expr, isPrevious: PlanExpr): PlanExpr {
  const later = replacing(moved, part =>
    part.kind === 'column' && part.relation === OWN_BUCKET.relation ? own : null,
  );
  return { ...makeCall('if', own.scalar, [isPrevious, later, own]), nullable: false };
}

/** Picks the value of one period. A group has at most one row for each period, so the maximum is that row's value. */
const PICK: Omit<AggregateExpr<PlanExpr>, 'scalar'> = {
  kind: 'aggregate',
  fn: 'max',
  nullable: true,
  args: [],
  rank: null,
  listing: null,
  filter: null,
};

function zero({ scalar }: PlanExpr): PlanExpr {
  if (scalar !== 'int64') throw new Error(`a ${scalar} is not a count`);
  return makeLiteral('int64', 0n);
}
