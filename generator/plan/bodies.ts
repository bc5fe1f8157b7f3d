/** Converts bodies to relations: the answer of an endpoint, and its steps. */

import { makeColumn } from '../core/expr/columns.ts';
import type { Expr, PlanExpr, RecordExpr, SortKey } from '../core/expr/expr.ts';
import { holds } from '../core/expr/walk.ts';
import type { PortableEndpoint } from '../core/plan/endpoint.ts';
import type { Query, QueryStep } from '../core/plan/query.ts';
import type {
  AggregateRelation,
  NamedExpr,
  ProjectRelation,
  Relation,
} from '../core/plan/relation.ts';
import { mapPredicate } from '../core/plan/walk-plan.ts';
import { aggregation, filled } from './aggregation.ts';
import { readingPlan } from './conditions.ts';
import { type Cut, cutOf, orderKeys } from './order.ts';
import { paged } from './paged.ts';
import type { Aggregation } from './periods.ts';
import { recordFrom, replacing, rowExpr } from './row-expr.ts';
import { scoped } from './scoped.ts';
import { addWindows, hasWindows, type PlannedRows, planWindowStep } from './windows/windows.ts';

/** Plans the answer, cut at its own limit or at the cap of the service. */
export function planOfAnswer(endpoint: PortableEndpoint): Relation {
  const query = scoped(paged(endpoint), '');
  const cap = { count: endpoint.maxRows, isCap: true, skip: null };
  const first = cutOf(endpoint, endpoint.offset) ?? cap;
  if (query.distinct) return projected('/answer', distinctOf(query, '', first));
  const isEntries = !query.aggregates && query.from.kind === 'source' && query.joins.length === 0;
  if (isEntries && !isComputed(query)) return entries(query, first);
  return projected('/answer', shownOf(query, '', first));
}

/** Plans all rows with the shown columns. */
export function planOfRows(query: Query): Relation {
  return projected('/answer', shownOf(scoped(query, ''), '', null));
}

/** Whether choosing or computing a row needs more than that row. */
function isComputed(query: Query): boolean {
  return query.having.length > 0 || hasWindows(query);
}

/** Plans a step with exactly its columns. */
export function planOfStep({ name, query: whole }: QueryStep): Relation {
  const query = scoped(whole, name);
  const cut = cutOf(query);
  if (query.distinct) return distinctStep(name, distinctOf(query, name, cut), cut);
  const isGroups = query.aggregates && cut === null && !isComputed(query);
  const grouped = isGroups ? groupsAlone(name, query) : null;
  return grouped ?? windowsAlone(name, query, cut) ?? projected(name, shownOf(query, name, cut));
}

/** Plans rows with windows directly as the step, if they have exactly its columns; else returns `null`. */
function windowsAlone(name: string, query: Query, cut: Cut): Relation | null {
  if (cut !== null || query.having.length > 0 || !hasWindows(query)) return null;
  return planWindowStep(query, name, query.aggregates ? groupsOf(query, name) : rowsOf(query));
}

/** Rows, and the columns that are shown from them. */
interface Shown {
  readonly rows: Relation;
  readonly columns: ProjectRelation['columns'];
}

function projected(name: string, { rows, columns }: Shown): ProjectRelation {
  return { node: 'project', name, input: rows, columns };
}

/** Plans unchanged entries of a data set. One step with all columns finds, sorts and cuts them; then they are put into shape. */
function entries(query: Query, cut: Cut): Relation {
  const found = ordered(readingPlan(query), query, rowExpr, cut);
  const name = '/entries';
  const input: Relation = { node: 'named', name, input: found };
  const keys = sortKeys(query, over(name));
  return projected('/answer', {
    rows: keys.length === 0 ? input : { node: 'sort', input, keys },
    columns: visible(query, over(name), of => recordFrom(name, of)),
  });
}

function shownOf(query: Query, prefix: string, cut: Cut): Shown {
  const rows = query.aggregates ? groupsOf(query, prefix) : rowsOf(query);
  const { relation, known, record } = addWindows(query, prefix, rows);
  const change = (expr: Expr) => replacing(expr, known);
  return {
    rows: ordered(filtered(relation, query, change), query, change, cut),
    columns: visible(query, change, record),
  };
}

function filtered(input: Relation, { having }: Query, change: Change): Relation {
  const predicates = having.map(predicate => mapPredicate(predicate, change));
  return predicates.length === 0 ? input : { node: 'filter', input, predicates };
}

function rowsOf(query: Query): PlannedRows {
  const known = (part: Expr) => (part.kind === 'column' ? part : null);
  return { relation: readingPlan(query), known, record: of => of };
}

function groupsOf(query: Query, prefix: string): PlannedRows {
  const groups = aggregation(query, prefix);
  const { relation: grouped, columnAt, kept } = groups;
  const { buckets } = query;
  if (kept.length > 0) {
    const relation: Relation = { node: 'filter', input: grouped, predicates: kept };
    return { relation, known: part => columnAt(part, grouped.name), record: of => of };
  }
  const relation =
    buckets === null || buckets.gaps === 'omit'
      ? grouped
      : filled(groups, buckets, buckets.gaps, prefix);
  return { relation, known: part => columnAt(part, relation.name), record: of => of };
}

/** Plans distinct rows: groups by all shown columns, without measures. */
function distinctOf(query: Query, prefix: string, cut: Cut): Shown {
  const all = shownOf(query, prefix, null);
  const below = `${prefix}/all_rows`;
  const keys = all.columns.map(({ name, expr }): NamedExpr => {
    if (expr.kind === 'record') throw new Error(`${name} is a record among distinct rows`);
    return { name, expr: query.aggregates ? makeColumn(below, name, expr) : expr };
  });
  const relation: AggregateRelation = {
    node: 'aggregate',
    name: `${prefix}/distinct_rows`,
    input: query.aggregates ? projected(below, all) : all.rows,
    keys,
    measures: [],
  };
  const columns = keys.map(({ name, expr }) => ({
    name,
    expr: makeColumn(relation.name, name, expr),
  }));
  const byName = new Map(columns.map(({ name, expr }) => [name, expr]));
  const sortedBy = orderKeys(query, name => {
    const column = byName.get(name);
    if (column === undefined) throw new Error(`distinct rows have no column ${name}`);
    return column;
  });
  const isSorted = cut !== null && sortedBy.length > 0;
  const input: Relation = isSorted ? { node: 'sort', input: relation, keys: sortedBy } : relation;
  return { rows: cut === null ? input : { node: 'limit', input, ...cut }, columns };
}

/** Plans distinct rows as a step. If no rows are cut, the groups themselves are the step. */
function distinctStep(name: string, shown: Shown, cut: Cut): Relation {
  const { rows } = shown;
  return cut === null && rows.node === 'aggregate' ? { ...rows, name } : projected(name, shown);
}

/** Plans the groups directly as the step, if they have exactly its columns; else returns `null`. */
function groupsAlone(name: string, query: Query): Relation | null {
  if (query.compare !== null) return null;
  if (query.buckets !== null && query.buckets.gaps !== 'omit') return null;
  const { relation, columnAt } = aggregation(query, name);
  const names = shownNames(query, relation, columnAt);
  if (names === null) return null;
  const renamed = <C extends { readonly name: string }>(columns: readonly C[]) =>
    columns.map(column => ({ ...column, name: names.get(column.name) ?? column.name }));
  const { keys, measures } = relation;
  return { ...relation, name, keys: renamed(keys), measures: renamed(measures) };
}

/**
 * Returns, for each column of the groups, the name of the output that shows it; `null` if the outputs are not exactly these
 * columns.
 */
function shownNames(
  { outputs }: Query,
  { name: relation, keys, measures }: Aggregation['relation'],
  columnAt: Aggregation['columnAt'],
): ReadonlyMap<string, string> | null {
  const names = new Map<string, string>();
  for (const { name, expr, hidden } of outputs) {
    if (expr.kind === 'record') return null;
    const column = columnAt(expr, relation);
    if (column?.kind !== 'column' || names.has(column.path[0] ?? '')) return null;
    if (!hidden) names.set(column.path[0] ?? '', name);
  }
  return [...keys, ...measures].every(({ name }) => names.has(name)) ? names : null;
}

// ---- outputs --------------------------------------------------------------------------------------------------------

/** Converts an expression of the body to an expression over planned rows. */
type Change = (expr: Expr) => PlanExpr;

/** Converts expressions to read from a relation that passes on all columns in scope below it. */
function over(relation: string): Change {
  return expr => replacing(expr, part => (part.kind === 'column' ? { ...part, relation } : null));
}

function ordered(rows: Relation, query: Query, change: Change, cut: Cut): Relation {
  const keys = cut === null ? [] : sortKeys(query, change);
  const input: Relation = keys.length === 0 ? rows : { node: 'sort', input: rows, keys };
  return cut === null ? input : { node: 'limit', input, ...cut };
}

/** Returns the sort keys except constants: they order nothing, and an engine may treat a number as the position of a column. */
function sortKeys(query: Query, change: Change): readonly SortKey[] {
  const outputs = new Map(query.outputs.map(output => [output.name, output]));
  const keys = orderKeys(query, output => {
    const expr = outputs.get(output)?.expr;
    if (expr === undefined || expr.kind === 'record') throw new Error(`cannot order by ${output}`);
    return change(expr);
  });
  return keys.filter(({ expr }) => holds(expr, 'column'));
}

function visible(
  query: Query,
  change: Change,
  record: PlannedRows['record'],
): readonly NamedExpr<PlanExpr | RecordExpr>[] {
  const shown = query.outputs.filter(output => !output.hidden);
  return shown.map(({ name, expr }) => ({
    name,
    expr: expr.kind === 'record' ? record(expr) : change(expr),
  }));
}
