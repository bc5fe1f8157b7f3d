/** Conditions that compare the text of a leaf before its type is tested. */
import type { ColumnExpr, SqlExpr } from '../core/expr/expr.ts';
import { FALSE } from '../core/expr/literals.ts';
import { mapList, someExpr, withMembers } from '../core/expr/walk.ts';
import type { Plan, Relation } from '../core/plan/relation.ts';
import { inputsOf, mapInputs, mapRelations } from '../core/plan/walk-plan.ts';
import type { Source } from '../core/spec/source.ts';
import { isOwn, leafAt } from '../sql/columns.ts';
import type { Dialect } from '../sql/dialect.ts';

/** `plan`, in which such a condition stands before each one that all rows fulfil and that compares a text in a record. */
export function withUntyped(plan: Plan<SqlExpr>, dialect: Dialect): Plan<SqlExpr> {
  return dialect.readsUntyped ? mapRelations(plan, of => changed(of, dialect)) : plan;
}

function changed(relation: Relation<SqlExpr>, dialect: Dialect): Relation<SqlExpr> {
  const of = mapInputs(relation, input => changed(input, dialect));
  if (of.node !== 'filter') return of;
  const tables = tablesIn(of);
  const isLeaf = ({ relation, path, scalar }: ColumnExpr): boolean => {
    const source = tables.get(relation);
    if (source === undefined || path.length === 1 || scalar !== 'string') return false;
    return isOwn(leafAt(source, path), dialect);
  };
  const predicates = mapList(of.predicates, one =>
    'any' in one ? one : withMembers(one, { expr: compared(one.expr, isLeaf) }),
  );
  return withMembers(of, { predicates });
}

function tablesIn(relation: Relation<SqlExpr>): ReadonlyMap<string, Source> {
  if (relation.node === 'table') return new Map([[relation.name, relation.source]]);
  return new Map(inputsOf(relation).flatMap(input => [...tablesIn(input)]));
}

function compared(condition: SqlExpr, isLeaf: (column: ColumnExpr) => boolean): SqlExpr {
  if (condition.kind !== 'call') return condition;
  const { fn, args } = condition;
  if (fn === 'and')
    return withMembers(condition, { args: mapList(args, part => compared(part, isLeaf)) });
  if (fn !== 'eq' && fn !== 'in_list') return condition;
  const leaf = args.find((arg): arg is ColumnExpr => arg.kind === 'column' && isLeaf(arg));
  const depends = args.every(arg => someExpr<SqlExpr>(arg, part => part.kind === 'column'));
  if (leaf === undefined || depends) return condition;
  const texts = args.map(arg => (arg === leaf ? { ...leaf, untyped: 'text' as const } : arg));
  // without `coalesce`, the planner would take both for rare, and count too few rows
  const isText = {
    ...condition,
    fn: 'coalesce',
    args: [{ ...leaf, untyped: 'is text', scalar: 'bool' }, FALSE],
    nullable: false,
  } as const;
  return { ...condition, fn: 'and', args: [{ ...condition, args: texts }, isText] };
}
