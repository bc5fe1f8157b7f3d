/** The steps that make the rows of parts of a match. */
import { makeColumn } from '../../core/expr/columns.ts';
import type { AggregateExpr, Predicate, SqlExpr } from '../../core/expr/expr.ts';
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
import type { RollupCopy } from '../../core/spec/rollup-copy.ts';
import { spelledAsRolled } from '../../core/spec/source.ts';
import type { FreshNames } from '../../plan/steps/fresh-names.ts';
import { armsOf, startOfStep } from './arms.ts';
import { besideStep, copyTable, untilOf } from './copy.ts';
import type { Entries, Match } from './match.ts';
import { type Meaning, noDependence, rollupExpr } from './rewrite.ts';
import { overRelation, type Rolled } from './rolled.ts';

/** A copy that quern keeps, and the step that says where it ends. */
export interface CoveredCopy {
  readonly copy: RollupCopy;
  readonly covered: string;
}

/**
 * The last step, `parts`, has the keys, the dimensions that measures read, and the parts. `kept`: the copy of the rollup; `null` if the
 * engine has one in place of the table.
 */
export function partSteps(
  match: Match,
  { table }: Entries,
  parts: string,
  fresh: FreshNames,
  kept: CoveredCopy | null,
): readonly Step<SqlExpr>[] {
  const { filters, keys, rolled, zones } = match;
  const columns = [...keys, ...match.measured, ...match.parts].map(({ name }) => name);
  const body = { name: fresh('rolled'), step: kept === null ? match.fresh('step') : 'step' };
  const step = startOfStep(rolled.of, rolled.rollup.step);
  const stepOfRow = kept === null ? step : makeColumn(body.name, body.step, rolled.of);
  const until = kept === null ? null : untilOf(kept.covered);
  const arms = armsOf(filters, zones, rolled, stepOfRow, until);
  const beside: Beside = (rows, predicates) => {
    if (kept === null) return filtered(rows, predicates);
    const name = fresh('covered');
    const own = predicates.map(predicate =>
      mapPredicate(predicate, expr => overRelation(expr, kept.covered, name)),
    );
    return filtered(besideStep(rows, kept.covered, name), own);
  };
  const entries = [arms.head, arms.tail].flatMap(predicates =>
    predicates === null ? [] : [armOfEntries(match, beside(table, predicates), fresh('counted'))],
  );
  if (kept !== null) {
    const whole = armOfCopy(match, kept.copy, body, rows => beside(rows, arms.body));
    return [{ name: parts, relation: unionOf(parts, columns, [whole, ...entries]) }];
  }
  return [
    { name: body.name, relation: rolledRows(match, table, body, step, arms.body) },
    { name: parts, relation: unionOf(parts, columns, [armOfBody(match, body), ...entries]) },
  ];
}

/** The rows for which the conditions are true; these may name the end of the copy. */
type Beside = (rows: TableRelation, predicates: readonly Predicate<SqlExpr>[]) => Relation<SqlExpr>;

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
    dimension: (dimension, expr) => makeColumn(name, match.nameOf(dimension, expr), expr),
    instant: makeColumn(name, step, match.rolled.of),
  };
  const over = (expr: SqlExpr) => rollupExpr(expr, match.rolled, meaning, noDependence());
  return {
    relation: { node: 'read', name, step: name },
    columns: [
      ...[...match.keys, ...match.measured].map(({ expr }) => over(expr)),
      ...match.parts.map(({ name: part, expr }) => makeColumn(name, part, expr)),
    ],
  };
}

/** The rows of a copy, each of one step and one combination of dimensions. */
function armOfCopy(
  match: Match,
  copy: RollupCopy,
  { name, step }: Body,
  within: (rows: TableRelation) => Relation<SqlExpr>,
): UnionArm<SqlExpr> {
  const { rolled } = match;
  const meaning: Meaning = {
    dimension: (dimension, expr) => makeColumn(name, dimension, expr),
    instant: makeColumn(name, step, rolled.of),
  };
  const over = (expr: SqlExpr) => rollupExpr(expr, rolled, meaning, noDependence());
  const others = match.filters.others.map(predicate => mapPredicate(predicate, over));
  return {
    relation: filtered(within(copyTable(copy, rolled, name)), others),
    columns: [
      ...[...match.keys, ...match.measured].map(({ expr }) => over(expr)),
      ...match.parts.map(({ expr }) => makeColumn(name, storedPart(expr, rolled), expr)),
    ],
  };
}

/** The name of the column of a copy that has a part. */
function storedPart(of: AggregateExpr<SqlExpr>, { parts }: Rolled): string {
  const found = parts.find(({ expr }) => exprKey(expr) === exprKey(of));
  if (found === undefined) throw new Error('a rollup lacks a part');
  return found.name;
}

function armOfEntries(match: Match, input: Relation<SqlExpr>, name: string): UnionArm<SqlExpr> {
  const { keys } = match;
  // a dimension that is a key is grouped by only once
  const known = new Map(keys.map(key => [exprKey(key.expr), key]));
  const further = match.measured.filter(({ expr }) => !known.has(exprKey(expr)));
  const grouped = [...keys, ...further];
  const columnFor = (of: NamedExpr<SqlExpr>) =>
    makeColumn(name, known.get(exprKey(of.expr))?.name ?? of.name, of.expr);
  return {
    relation: {
      node: 'aggregate',
      name,
      input,
      keys: grouped,
      measures: match.parts,
    },
    columns: [
      ...keys.map(key => makeColumn(name, key.name, key.expr)),
      ...match.measured.map(columnFor),
      ...match.parts.map(({ name: part, expr }) => makeColumn(name, part, expr)),
    ],
  };
}

function filtered(
  input: Relation<SqlExpr>,
  predicates: readonly Predicate<SqlExpr>[],
): Relation<SqlExpr> {
  return predicates.length === 0 ? input : { node: 'filter', input, predicates };
}
