/** The filter of callers that compares the value of a column: pages offer it beside a value that they show. */
import type { PortableEndpoint } from '../core/endpoint.ts';
import type { Expr, RecordExpr } from '../core/expr.ts';
import type { Query } from '../core/query.ts';
import { exprKey } from '../core/walk.ts';

/** The first filter over the value of an expression of the answer, in its own body or in the steps that this reads. */
export function filterOver(
  endpoint: PortableEndpoint,
  expr: Expr | RecordExpr,
  { filters, from }: Pick<Query, 'filters' | 'from'> = endpoint,
): string | undefined {
  const own = filters.find(({ of }) => readKey(of) === readKey(expr));
  if (own !== undefined || expr.kind !== 'column') return own?.name;
  if (from.kind !== 'step' || from.name !== expr.relation) return undefined;
  const step = endpoint.steps.find(({ name }) => name === from.step);
  const read = step && valueAt(step.query, expr.path);
  return step && read && filterOver(endpoint, read, step.query);
}

/** The same value may be NULL in one place and not in another. */
function readKey(expr: Expr | RecordExpr): string {
  return expr.kind === 'column' ? JSON.stringify([expr.relation, ...expr.path]) : exprKey(expr);
}

function valueAt({ outputs }: Query, [name, ...path]: readonly string[]) {
  let value = outputs.find(output => output.name === name)?.expr;
  for (const part of path) {
    const fields = value?.kind === 'record' ? value.fields : [];
    value = fields.find(field => field.name === part)?.value;
  }
  return value;
}
