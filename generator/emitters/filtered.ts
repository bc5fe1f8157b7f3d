/** The filter of callers that compares the value of a column: pages offer it beside a value that they show. */
import type { PortableEndpoint } from '../core/endpoint.ts';
import type { Expr, RecordExpr } from '../core/expr.ts';
import type { Query } from '../core/query.ts';
import { exprKey } from '../core/walk.ts';
import { computedAs } from './computed.ts';

/**
 * The first filter over the value of an expression of the answer, in its own body or in the steps that this reads. A row stays
 * where a left join finds nothing for it, so that filters of what is joined so do not choose rows.
 */
export function filterOver(
  endpoint: PortableEndpoint,
  expr: Expr | RecordExpr,
  { filters, from, joins }: Pick<Query, 'filters' | 'from' | 'joins'> = endpoint,
): string | undefined {
  const own = filters.find(({ of }) => readKey(of) === readKey(expr));
  if (own !== undefined || expr.kind !== 'column') return own?.name;
  const inner = joins.filter(({ kind }) => kind === 'inner').map(({ input }) => input);
  const read = computedAs(endpoint, expr, [from, ...inner]);
  return read && filterOver(endpoint, read.value, read.query);
}

/** The same value may be NULL in one place and not in another. */
function readKey(expr: Expr | RecordExpr): string {
  return expr.kind === 'column' ? JSON.stringify([expr.relation, ...expr.path]) : exprKey(expr);
}
