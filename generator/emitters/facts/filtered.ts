/** Finds the filter that compares a column's value. Pages offer it next to a value that they show. */

import type { Expr, RecordExpr } from '../../core/expr/expr.ts';
import { exprKey } from '../../core/expr/walk.ts';
import type { PortableEndpoint } from '../../core/plan/endpoint.ts';
import type { Query } from '../../core/plan/query.ts';
import { computedAs } from './computed.ts';

type Body = Pick<Query, 'filters' | 'from' | 'joins'>;

/** Returns the first filter over the value of an expression of the answer, in the expression's body or in the steps that it reads. */
export function filterOver(
  endpoint: PortableEndpoint,
  expr: Expr | RecordExpr,
  body: Body = endpoint,
): string | undefined {
  const own = body.filters.find(({ of }) => readKey(of) === readKey(expr));
  if (own !== undefined) return own.name;
  const read = readIn(endpoint, expr, body);
  return read && filterOver(endpoint, read.value, read.query);
}

/**
 * Returns the first filter over each member of a map or list in the answer, by the member's key or index; for example a filter
 * over `labels['region']`.
 */
export function memberFilters(
  endpoint: PortableEndpoint,
  expr: Expr | RecordExpr,
  body: Body = endpoint,
): ReadonlyMap<string, string> {
  const own = body.filters.flatMap(({ name, of }) => {
    const member = memberOf(of);
    const isOurs = member !== null && readKey(member.of) === readKey(expr);
    return isOurs ? [[member.key, name] as const] : [];
  });
  const read = readIn(endpoint, expr, body);
  const inner = read ? memberFilters(endpoint, read.value, read.query) : [];
  return new Map([...inner, ...own.reverse()]);
}

/** Returns the map or list of which an expression reads one known member; `null` for other expressions. */
function memberOf(expr: Expr): { readonly of: Expr; readonly key: string } | null {
  if (expr.kind !== 'call' || (expr.fn !== 'map_value' && expr.fn !== 'list_item')) return null;
  const [of, key] = expr.args;
  return of !== undefined && key?.kind === 'literal' ? { of, key: String(key.value) } : null;
}

/**
 * Returns how a step computes a column of the answer. Steps joined by a left join do not count: a row remains even if the join
 * finds nothing, so filters of the joined step do not choose rows.
 */
function readIn(endpoint: PortableEndpoint, expr: Expr | RecordExpr, { from, joins }: Body) {
  if (expr.kind !== 'column') return undefined;
  const inner = joins.filter(({ kind }) => kind === 'inner').map(({ input }) => input);
  return computedAs(endpoint, expr, [from, ...inner]);
}

/** A key that ignores nullability: the same value may be nullable in one place and not in another. */
function readKey(expr: Expr | RecordExpr): string {
  return expr.kind === 'column' ? JSON.stringify([expr.relation, ...expr.path]) : exprKey(expr);
}
