/** Handles records that steps pass on: each leaf becomes a column of the step, and readers rebuild the record. */

import { mapQuery } from '../clauses/fold.ts';
import type { ColumnExpr, Expr, RecordExpr } from '../core/expr/expr.ts';
import { mapParts, mapRecord } from '../core/expr/walk.ts';
import { inputsRead, type OutputColumn, type Query } from '../core/plan/query.ts';
import { freshNames } from './steps/fresh-names.ts';
import type { Bodies } from './steps/merge.ts';

/** Names of the columns that contain a step's leaves, by their paths. */
type Leaves = ReadonlyMap<string, string>;

/** Returns the same bodies without records in steps. */
export function withoutRecords({ steps, answer }: Bodies): Bodies {
  const known = new Map<string, Leaves>();
  const plain = steps.map(({ name, query }) => {
    const { outputs, leaves } = flattened(query.outputs);
    if (leaves.size > 0) known.set(name, leaves);
    return { name, query: leaves.size > 0 ? { ...query, outputs } : query };
  });
  if (known.size === 0) return { steps, answer };
  return {
    steps: plain.map(({ name, query }) => ({ name, query: reading(query, known) })),
    answer: reading(answer, known),
  };
}

function flattened(outputs: Query['outputs']): {
  readonly outputs: readonly OutputColumn[];
  readonly leaves: Leaves;
} {
  const fresh = freshNames(outputs.map(({ name }) => name));
  const leaves = new Map<string, string>();
  const flat = outputs.flatMap((output): readonly OutputColumn[] => {
    const { expr } = output;
    if (expr.kind !== 'record') return [output];
    return leavesOf(expr, [output.name]).map(([path, leaf]) => {
      const name = fresh(path.join('_'));
      leaves.set(path.join('.'), name);
      return { ...output, name, expr: leaf };
    });
  });
  return { outputs: flat, leaves };
}

function leavesOf(
  { fields }: RecordExpr,
  path: readonly string[],
): readonly (readonly [readonly string[], ColumnExpr])[] {
  return fields.flatMap(({ name, value }) =>
    value.kind === 'record'
      ? leavesOf(value, [...path, name])
      : [[[...path, name], value] as const],
  );
}

/** Replaces the leaves that `query` reads by those columns. */
function reading(query: Query, known: ReadonlyMap<string, Leaves>): Query {
  const inputs = inputsRead(query).flatMap(input => (input.kind === 'step' ? [input] : []));
  const byName = new Map(inputs.map(({ name, step }) => [name, known.get(step)]));
  const leaf = (column: ColumnExpr, leaves: Leaves | undefined): ColumnExpr => {
    const name = leaves?.get(column.path.join('.'));
    return name === undefined ? column : { ...column, path: [name] };
  };
  const change = (expr: Expr): Expr => {
    if (expr.kind === 'column') return leaf(expr, byName.get(expr.relation));
    if (expr.kind !== 'within') return mapParts(expr, change);
    const { column } = expr;
    return { ...expr, of: change(expr.of), column: leaf(column, known.get(column.relation)) };
  };
  const record = (of: RecordExpr) =>
    mapRecord(
      of,
      column => leaf(column, byName.get(column.relation)),
      relation => relation,
    );
  return mapQuery(query, change, record);
}
