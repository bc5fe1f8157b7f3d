/**
 * plan: `PortableEndpoint` → `Plan`. The engine-free tree of the whole endpoint: all views, all hidden columns, every choice by
 * parameter an explicit node. `specialize` and `saved` make the two forms of the query from it.
 *
 * Relations that the planner makes have names that begin with `/`, which no data set has; `inSteps` gives them those that are
 * printed.
 */
import type { PortableEndpoint, Reading } from '../core/endpoint.ts';
import type { Expr, PlanExpr, RecordExpr, SortKey } from '../core/expr.ts';
import type { NamedExpr, Plan, ProjectRelation, Relation } from '../core/relation.ts';
import { holds, mapRecord } from '../core/walk.ts';
import { aggregation, filled } from './aggregation.ts';
import { readingPlan } from './conditions.ts';
import { replacing } from './row-expr.ts';
import { inSteps } from './steps.ts';

/** The plan of `endpoint`: its own limit, or the cap of the service. */
export function planEndpoint(endpoint: PortableEndpoint): Plan {
  const views = endpoint.views.map(view => ({
    name: view.source.name,
    relation: viewPlan(view, endpoint),
  }));
  const answer = endpoint.aggregates ? answerOfGroups(endpoint) : answerOfEntries(endpoint);
  return inSteps({ views, steps: [], answer });
}

/** Entries as they are: found, sorted and cut as one step that keeps all columns, then put into shape. */
function answerOfEntries(endpoint: PortableEndpoint): Relation {
  const table = endpoint.from.source.name;
  const found = cut(readingPlan(endpoint.from, endpoint), sortKeys(endpoint, table), endpoint);
  const name = '/entries';
  const entries: Relation = { node: 'named', name, input: found };
  return answer(sorted(entries, sortKeys(endpoint, name)), visible(endpoint, name));
}

function answerOfGroups(endpoint: PortableEndpoint): Relation {
  const { relation, toColumn } = aggregation(endpoint);
  const { buckets } = endpoint;
  const rows = buckets?.gaps === 'zero' ? filled(relation, buckets) : relation;
  const change = (expr: Expr) => toColumn(expr, rows.name);
  const found = cut(rows, sortKeys(endpoint, change), endpoint);
  return answer(found, visible(endpoint, change));
}

function answer(input: Relation, columns: ProjectRelation['columns']): Relation {
  return { node: 'project', name: '/answer', input, columns };
}

function viewPlan(view: Reading, endpoint: PortableEndpoint): Relation {
  const columns = view.source.columns.map((column): NamedExpr => {
    const scalar = column.type === 'record' ? 'json' : column.type;
    const path = column.is ?? [column.name];
    const relation = view.source.name;
    const { nullable } = column;
    return { name: column.name, expr: { kind: 'column', relation, path, scalar, nullable } };
  });
  const input = readingPlan(view, endpoint);
  return { node: 'project', name: `/view/${view.source.name}`, input, columns };
}

function cut(
  input: Relation,
  keys: readonly SortKey[],
  { limit, maxRows }: PortableEndpoint,
): Relation {
  const count = limit ?? maxRows;
  return { node: 'limit', input: sorted(input, keys), count, isCap: limit === null };
}

function sorted(input: Relation, keys: readonly SortKey[]): Relation {
  return keys.length === 0 ? input : { node: 'sort', input, keys };
}

/** How an output is written over what it is computed from: a change of its expression, or the relation that is read. */
type Over = string | ((expr: Expr) => PlanExpr);

/** A key that is the same for every row orders nothing, and an engine may take a number for the place of a column. */
function sortKeys(endpoint: PortableEndpoint, over: Over): readonly SortKey[] {
  const outputs = new Map(endpoint.outputs.map(output => [output.name, output]));
  const keys = endpoint.orderBy.map(({ output, descending }) => {
    const expr = outputs.get(output)?.expr;
    if (expr === undefined || expr.kind === 'record') throw new Error(`cannot order by ${output}`);
    return { expr: changed(expr, over), descending };
  });
  return keys.filter(({ expr }) => holds(expr, 'column'));
}

function visible(endpoint: PortableEndpoint, over: Over): ProjectRelation['columns'] {
  const shown = endpoint.outputs.filter(output => !output.hidden);
  return shown.map(({ name, expr }) => ({
    name,
    expr: expr.kind === 'record' ? recordOf(expr, over) : changed(expr, over),
  }));
}

function changed(expr: Expr, over: Over): PlanExpr {
  if (typeof over !== 'string') return over(expr);
  return replacing(expr, part => (part.kind === 'column' ? { ...part, relation: over } : null));
}

/** Records are never computed: they are read as a whole from the entries. */
function recordOf(record: RecordExpr, over: Over): RecordExpr {
  if (typeof over !== 'string') throw new Error('a record is neither grouped by nor aggregated');
  return mapRecord(
    record,
    leaf => ({ ...leaf, relation: over }),
    () => over,
  );
}
