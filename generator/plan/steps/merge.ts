/**
 * Merges a step into its only reader if the step only chooses and renames rows: one SELECT is equivalent. A computed column of
 * such a step is inlined if it is used once. If one is used more often, the step stays and computes it.
 */

import { mapQuery, showsAllRows, visitQuery } from '../../clauses/fold.ts';
import type { Expr, RecordExpr } from '../../core/expr/expr.ts';
import { holds, mapParts } from '../../core/expr/walk.ts';
import { inputsRead, listRelations, type Query, type QueryStep } from '../../core/plan/query.ts';
import { renamedInputs } from '../scoped.ts';
import { freshNames } from './fresh-names.ts';

export interface Bodies {
  /** In an order in which each step reads only earlier steps. */
  readonly steps: readonly QueryStep[];
  readonly answer: Query;
}

export function mergeBodies({ steps, answer }: Bodies): Bodies {
  const reads = countReads([...steps.map(({ query }) => query), answer]);
  const kept = new Map<string, Query>();
  const merge = (query: Query): Query => {
    const { from } = query;
    const step = from.kind === 'step' ? kept.get(from.step) : undefined;
    if (from.kind !== 'step' || step === undefined || reads.get(from.step) !== 1) return query;
    if (!choosesRows(step) || !fits(query, step)) return query;
    kept.delete(from.step);
    return mergedInto(query, step);
  };
  for (const { name, query } of steps) kept.set(name, merge(query));
  const last = merge(answer);
  return { steps: [...kept].map(([name, query]) => ({ name, query })), answer: last };
}

/** Counts how often each step is read. */
export function countReads(queries: readonly Query[]): ReadonlyMap<string, number> {
  const reads = new Map<string, number>();
  const add = (step: string) => reads.set(step, (reads.get(step) ?? 0) + 1);
  for (const query of queries) {
    for (const input of inputsRead(query))
      for (const part of listRelations(input)) if (part.kind === 'step') add(part.step);
    visitQuery(query, part => {
      if (part.kind === 'within') add(part.column.relation);
    });
  }
  return reads;
}

/** Whether the body only chooses rows: each of its rows is a row that it reads. */
function choosesRows(step: Query): boolean {
  return (
    showsAllRows(step) &&
    !step.aggregates &&
    step.outputs.every(({ expr }) => expr.kind === 'record' || !holds(expr, 'window'))
  );
}

function fits(query: Query, step: Query): boolean {
  const named = new Map<string, number>();
  visitQuery(query, part => {
    const [column = ''] = part.kind === 'column' ? part.path : [];
    if (part.kind === 'column' && part.relation === query.from.name)
      named.set(column, (named.get(column) ?? 0) + 1);
  });
  const isOnce = step.outputs.every(
    ({ name, expr }) =>
      expr.kind === 'column' || expr.kind === 'record' || (named.get(name) ?? 0) <= 1,
  );
  // a comparison considers only the edge of its own retention
  const hasNone = query.retention === null && query.compare === null;
  return isOnce && (step.retention === null || hasNone);
}

function mergedInto(query: Query, step: Query): Query {
  const own = query.joins.map(({ input }) => input.name);
  const fresh = freshNames(own);
  const names = new Map(inputsRead(step).map(({ name }) => [name, fresh(name)]));
  const inner = renamedInputs(step, name => names.get(name) ?? name);
  const outputs = new Map(inner.outputs.map(({ name, expr }) => [name, expr]));
  const change = (expr: Expr): Expr => {
    if (expr.kind !== 'column' || expr.relation !== query.from.name) return mapParts(expr, change);
    const output = at(outputs, expr.path);
    if (output.kind === 'record') throw new Error(`${expr.path.join('.')} is a record`);
    return output;
  };
  const record = (of: RecordExpr): RecordExpr => {
    const output = of.relation === query.from.name ? at(outputs, of.path) : of;
    if (output.kind !== 'record') throw new Error(`${of.path.join('.')} is not a record`);
    return output;
  };
  const outer = mapQuery(query, change, record);
  return {
    ...outer,
    from: inner.from,
    joins: [...inner.joins, ...outer.joins],
    where: [...inner.where, ...outer.where],
    retention: outer.retention ?? inner.retention,
  };
}

/** Returns an output or, if the output is a record, the field at the rest of the path. */
function at(
  outputs: ReadonlyMap<string, Expr | RecordExpr>,
  [first = '', ...fields]: readonly string[],
): Expr | RecordExpr {
  let found = outputs.get(first);
  for (const name of fields) {
    const { fields: parts } = found?.kind === 'record' ? found : { fields: [] };
    found = parts.find(part => part.name === name)?.value;
  }
  if (found === undefined) throw new Error(`a step has no column ${[first, ...fields].join('.')}`);
  return found;
}
