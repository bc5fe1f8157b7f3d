/** Data sets in which expressions look values up, as in `user in orders.user`. Each becomes a step with only the named columns. */

import { mapQuery } from '../../clauses/fold.ts';
import type { ColumnExpr, Expr } from '../../core/expr/expr.ts';
import { mapParts } from '../../core/expr/walk.ts';
import {
  NO_CLAUSES,
  type OutputColumn,
  type Query,
  type QueryStep,
  type SourceInput,
} from '../../core/plan/query.ts';

interface Bodies {
  readonly steps: readonly QueryStep[];
  readonly answer: Query;
}

/** The same bodies, preceded by a step for each data set in `looked`, which expressions name by its key. */
export function withValueSteps(
  { steps, answer }: Bodies,
  looked: ReadonlyMap<string, SourceInput>,
): Bodies {
  if (looked.size === 0) return { steps, answer };
  const columns = new Map([...looked.keys()].map(name => [name, new Map<string, ColumnExpr>()]));
  const change = (expr: Expr): Expr => {
    const named = expr.kind === 'within' ? columns.get(expr.column.relation) : undefined;
    if (expr.kind !== 'within' || named === undefined) return mapParts(expr, change);
    const name = expr.column.path.join('_');
    named.set(name, expr.column);
    return { ...expr, of: change(expr.of), column: { ...expr.column, path: [name] } };
  };
  const changed = {
    steps: steps.map(({ name, query }) => ({ name, query: mapQuery(query, change) })),
    answer: mapQuery(answer, change),
  };
  const added = [...columns].map(([name, named]): QueryStep => {
    const input = looked.get(name);
    if (input === undefined) throw new Error(`nothing is known of ${name}`);
    return { name, query: valuesOf(input, named) };
  });
  return { ...changed, steps: [...added, ...changed.steps] };
}

function valuesOf(from: SourceInput, columns: ReadonlyMap<string, ColumnExpr>): Query {
  const outputs = [...columns].map(
    ([name, column]): OutputColumn => ({
      name,
      role: 'value',
      expr: { ...column, relation: from.name },
      hidden: false,
      description: null,
      unit: null,
      encode: 'plain',
      within: {},
    }),
  );
  return { ...NO_CLAUSES, from, outputs };
}
