/** The filter of callers that compares the value of a column: pages offer it beside a value that they show. */
import type { PortableEndpoint } from '../core/endpoint.ts';
import type { Expr, RecordExpr } from '../core/expr.ts';
import type { Query } from '../core/query.ts';
import { exprKey } from '../core/walk.ts';
import { computedAs } from './computed.ts';

type Body = Pick<Query, 'filters' | 'from' | 'joins'>;

/** The first filter over the value of an expression of the answer, in its own body or in the steps that this reads. */
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

/** The first filter over each member of a map or a list that the answer shows, by its key or its place: over `labels['region']`. */
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

/** The map or the list that an expression reads one member of, which is known; `null` for other expressions. */
function memberOf(expr: Expr): { readonly of: Expr; readonly key: string } | null {
  if (expr.kind !== 'call' || (expr.fn !== 'map_value' && expr.fn !== 'list_item')) return null;
  const [of, key] = expr.args;
  return of !== undefined && key?.kind === 'literal' ? { of, key: String(key.value) } : null;
}

/**
 * A column of the answer as the step that it comes from computes it. A row stays where a left join finds nothing for it, so that filters
 * of what is joined so do not choose rows.
 */
function readIn(endpoint: PortableEndpoint, expr: Expr | RecordExpr, { from, joins }: Body) {
  if (expr.kind !== 'column') return undefined;
  const inner = joins.filter(({ kind }) => kind === 'inner').map(({ input }) => input);
  return computedAs(endpoint, expr, [from, ...inner]);
}

/** The same value may be NULL in one place and not in another. */
function readKey(expr: Expr | RecordExpr): string {
  return expr.kind === 'column' ? JSON.stringify([expr.relation, ...expr.path]) : exprKey(expr);
}
