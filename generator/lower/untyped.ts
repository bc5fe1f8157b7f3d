/** Conditions that compare the text of a leaf before its type is tested. */
import { makeCall } from '../core/expr/calls.ts';
import type { ColumnExpr, SqlExpr } from '../core/expr/expr.ts';
import { FALSE, textLiteral } from '../core/expr/literals.ts';
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
  const comparison = { ...condition, args: texts };
  const parts = [
    comparison,
    ...typeTests(
      leaf,
      args.filter(arg => arg !== leaf),
    ),
  ];
  return parts.length === 1 ? comparison : { ...condition, fn: 'and', args: parts };
}

/** The texts of values that are no texts begin so. */
const OTHER_TYPES = /^([-0-9{]|\[|true$|false$)/;

/** The test of the type, which is left out where each value can only be a text. */
function typeTests(leaf: ColumnExpr, values: readonly SqlExpr[]): readonly SqlExpr[] {
  const doubtful = values.filter(value => !isPlainText(value));
  if (doubtful.length === 0) return [];
  // without `coalesce`, the planner would take both for rare, and count too few rows
  const isText = makeCall<SqlExpr>(
    'coalesce',
    'bool',
    [{ ...leaf, untyped: 'is text', scalar: 'bool' }, FALSE],
    false,
  );
  const [value] = doubtful;
  if (value?.kind !== 'param' || doubtful.length > 1 || value.scalar !== 'string') return [isText];
  // the planner computes it once, and for most values reads no type
  const fits = makeCall<SqlExpr>('fits', 'bool', [value, textLiteral(OTHER_TYPES.source)], false);
  const isPlain = makeCall<SqlExpr>('not', 'bool', [fits]);
  return [makeCall('or', 'bool', [isPlain, isText])];
}

function isPlainText(value: SqlExpr): boolean {
  return (
    value.kind === 'literal' && typeof value.value === 'string' && !OTHER_TYPES.test(value.value)
  );
}
