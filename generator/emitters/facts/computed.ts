/** Finds how steps compute their columns. */

import type { ColumnExpr, Expr, RecordExpr } from '../../core/expr/expr.ts';
import type { PortableEndpoint } from '../../core/plan/endpoint.ts';
import type { Input, Query } from '../../core/plan/query.ts';

/**
 * Returns how a column of a step in `inputs` is computed: its value, and the body of the step. Returns `undefined` for a column
 * of a data set.
 */
export function computedAs(
  { steps }: PortableEndpoint,
  { relation, path }: ColumnExpr,
  inputs: readonly Input[],
): { readonly value: Expr | RecordExpr; readonly query: Query } | undefined {
  const input = inputs.find(({ name }) => name === relation);
  const step = input?.kind === 'step' ? steps.find(({ name }) => name === input.step) : undefined;
  const value = step && valueAt(step.query, path);
  return value && step && { value, query: step.query };
}

function valueAt({ outputs }: Query, [name, ...path]: readonly string[]) {
  let value = outputs.find(output => output.name === name)?.expr;
  for (const part of path) {
    const fields = value?.kind === 'record' ? value.fields : [];
    value = fields.find(field => field.name === part)?.value;
  }
  return value;
}
