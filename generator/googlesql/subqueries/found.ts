/** Joins the rows around a subquery with its result. */
import { makeCall } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { heldOn } from '../../core/expr/held-on.ts';
import { TRUE } from '../../core/expr/literals.ts';
import type { JoinRelation, Relation } from '../../core/plan/relation.ts';
import type { RowComparison, TranslationContext } from '../context.ts';
import type { PlanCell, Rows, Ties } from '../rows.ts';
import { listReadable, relationsIn } from '../scans/reads.ts';

/** A subquery, and the rows around it. */
export interface Subquery {
  readonly outer: Rows;
  readonly rows: Rows;
  /** Its first column. */
  readonly cell: PlanCell;
  /** The value that `IN` looks for; `null` for all other kinds. */
  readonly of: PlanCell | null;
  /** Whether false and NULL mean the same. */
  readonly isCondition: boolean;
  /** The comparison of an EXISTS with the row around that is no equality. */
  readonly comparison: RowComparison | null;
  readonly context: TranslationContext;
}

/** The rows around, joined with the rows of the subquery, and the result as an expression over both. */
export interface JoinedSubquery {
  readonly rows: Rows;
  readonly cell: PlanExpr;
}

/** The rows around, each joined with at most one row of `right`: the one for which all conditions are true. */
export function beside(
  outer: Rows,
  kind: JoinRelation['kind'],
  right: Relation,
  on: readonly PlanExpr[],
): Rows {
  const isAlone = outer.relation.node === 'unit' && kind === 'inner';
  const join = { node: 'join', kind, right, on: heldOn(conjunction(on)), toOne: true } as const;
  return isAlone ? { ...outer, relation: right } : joined(outer, join);
}

/** Joins each row with the rows of `right`, which are computed from that row. */
export function besideEach(rows: Rows, kind: JoinRelation['kind'], right: Relation): Rows {
  return joined(rows, { node: 'join', kind, right, on: TRUE, toOne: false });
}

/** Keeps a filter of the rows above the join. */
function joined(rows: Rows, join: Omit<JoinRelation, 'left'>): Rows {
  const below = (left: Relation): Relation =>
    left.node === 'filter' ? { ...left, input: below(left.input) } : { ...join, left };
  return { ...rows, relation: below(rows.relation) };
}

/** Whether all conditions are true. */
export function conjunction(conditions: readonly PlanExpr[]): PlanExpr {
  const [only = TRUE, ...more] = conditions;
  const nullable = conditions.some(one => one.nullable);
  return more.length === 0 ? only : makeCall('and', 'bool', conditions, nullable);
}

/** The equalities that tie rows to the rows around. */
export function tiesOf({ keys }: Ties): readonly PlanExpr[] {
  return keys.map(({ of, around }) =>
    makeCall('eq', 'bool', [around, of], of.nullable || around.nullable),
  );
}

/** A column of rows that may be missing. */
export function makeNullable(column: PlanExpr): PlanExpr {
  return { ...column, nullable: true };
}

export function reads(expr: PlanExpr, { relation }: Rows): boolean {
  const names = listReadable(relation);
  return [...relationsIn(expr)].some(name => names.has(name));
}

/** The only column of rows when only their value matters. */
export const VALUE = 'value#';

export function foundValue({ cells }: Rows): PlanExpr {
  const value = cells.get(VALUE);
  if (value === undefined || value.kind === 'fields') throw new Error('the values are a column');
  return value;
}
