/** The steps that make the rows of parts of a match. */
import type { ColumnExpr, Predicate, SqlExpr, Typed } from '../../core/expr/expr.ts';
import { exprKey } from '../../core/expr/walk.ts';
import type {
  AggregateRelation,
  NamedExpr,
  Relation,
  Step,
  TableRelation,
  UnionArm,
} from '../../core/plan/relation.ts';
import { mapPredicate } from '../../core/plan/walk-plan.ts';
import { spelledAsRolled } from '../../core/spec/source.ts';
import type { FreshNames } from '../../plan/steps/fresh-names.ts';
import { armsOf, startOfStep } from './arms.ts';
import type { Entries, Match } from './match.ts';
import { type Meaning, noDependence, rollupExpr } from './rewrite.ts';

export function partColumn(
  relation: string,
  name: string,
  { scalar, nullable }: Typed,
): ColumnExpr {
  return { kind: 'column', relation, path: [name], scalar, nullable };
}

/** The last step, `parts`, has the keys, the dimensions that measures read, and the parts. */
export function partSteps(
  match: Match,
  { table }: Entries,
  parts: string,
  fresh: FreshNames,
): readonly Step<SqlExpr>[] {
  const { filters, keys, rolled, zones } = match;
  const step = startOfStep(rolled.of, rolled.rollup.step);
  const arms = armsOf(filters, zones, rolled, step);
  const body = { name: fresh('rolled'), step: match.fresh('step') };
  const columns = [...keys, ...match.measured, ...match.parts].map(({ name }) => name);
  const entries = [arms.head, arms.tail].flatMap(predicates =>
    predicates === null ? [] : [armOfEntries(match, table, predicates, fresh('counted'))],
  );
  const inputs = [armOfBody(match, body), ...entries];
  return [
    { name: body.name, relation: rolledRows(match, table, body, step, arms.body) },
    { name: parts, relation: unionOf(parts, columns, inputs) },
  ];
}

/** A union has at least two arms; a single one is a projection. */
function unionOf(
  name: string,
  columns: readonly string[],
  inputs: readonly UnionArm<SqlExpr>[],
): Relation<SqlExpr> {
  const [only, ...more] = inputs;
  if (only === undefined || more.length > 0) return { node: 'union', name, columns, inputs };
  const named = columns.flatMap((column, i) => {
    const expr = only.columns[i];
    return expr === undefined ? [] : [{ name: column, expr }];
  });
  return { node: 'project', name, input: only.relation, columns: named };
}

interface Body {
  readonly name: string;
  /** The column with the starts of steps. */
  readonly step: string;
}

/** The rows of whole steps. The engine reads its copy only if every expression is one of the definition. */
function rolledRows(
  match: Match,
  table: TableRelation,
  { name, step: column }: Body,
  step: SqlExpr,
  predicates: readonly Predicate<SqlExpr>[],
): AggregateRelation<SqlExpr> {
  const { rolled, filters } = match;
  const meaning: Meaning = { dimension: (_, expr) => expr, instant: step };
  const others = filters.others.map(predicate =>
    mapPredicate(predicate, expr => rollupExpr(expr, rolled, meaning, noDependence())),
  );
  const source = { ...table, source: spelledAsRolled(table.source) };
  return {
    node: 'aggregate',
    name,
    input: filtered(source, [...others, ...predicates]),
    keys: [{ name: column, expr: step }, ...match.dimensions],
    measures: match.parts,
  };
}

function armOfBody(match: Match, { name, step }: Body): UnionArm<SqlExpr> {
  const meaning: Meaning = {
    dimension: (dimension, expr) => partColumn(name, match.nameOf(dimension, expr), expr),
    instant: partColumn(name, step, match.rolled.of),
  };
  const over = (expr: SqlExpr) => rollupExpr(expr, match.rolled, meaning, noDependence());
  return {
    relation: { node: 'read', name, step: name },
    columns: [
      ...[...match.keys, ...match.measured].map(({ expr }) => over(expr)),
      ...match.parts.map(({ name: part, expr }) => partColumn(name, part, expr)),
    ],
  };
}

function armOfEntries(
  match: Match,
  table: TableRelation,
  predicates: readonly Predicate<SqlExpr>[],
  name: string,
): UnionArm<SqlExpr> {
  const { keys } = match;
  // a dimension that is a key is grouped by only once
  const known = new Map(keys.map(key => [exprKey(key.expr), key]));
  const further = match.measured.filter(({ expr }) => !known.has(exprKey(expr)));
  const grouped = [...keys, ...further];
  const columnFor = (of: NamedExpr<SqlExpr>) =>
    partColumn(name, known.get(exprKey(of.expr))?.name ?? of.name, of.expr);
  return {
    relation: {
      node: 'aggregate',
      name,
      input: filtered(table, predicates),
      keys: grouped,
      measures: match.parts,
    },
    columns: [
      ...keys.map(key => partColumn(name, key.name, key.expr)),
      ...match.measured.map(columnFor),
      ...match.parts.map(({ name: part, expr }) => partColumn(name, part, expr)),
    ],
  };
}

function filtered(
  input: TableRelation,
  predicates: readonly Predicate<SqlExpr>[],
): Relation<SqlExpr> {
  return predicates.length === 0 ? input : { node: 'filter', input, predicates };
}
