/** Plans a page: the rows after the last row of the previous page, limited as callers choose. */

import { makeCall } from '../core/expr/calls.ts';
import type { Expr, Predicate } from '../core/expr/expr.ts';
import type { PortableEndpoint } from '../core/plan/endpoint.ts';
import { CURSOR, hiddenKeys, tellsRows } from '../core/plan/pages.ts';
import type { Query } from '../core/plan/query.ts';

/**
 * Adds to the answer of `endpoint` the condition on rows or groups that starts a page, and its sort keys after the shown
 * columns. Without pages, returns the answer unchanged.
 */
export function paged(endpoint: PortableEndpoint): Query {
  if (endpoint.pages === null) return endpoint;
  const hidden = hiddenKeys(endpoint);
  const shown = hidden.map(output => ({ ...output, hidden: false }));
  const outputs = [...endpoint.outputs.filter(output => !hidden.includes(output)), ...shown];
  const keys = keysOf(endpoint);
  if (keys.length === 0) return { ...endpoint, outputs };
  const behind: Predicate = { when: CURSOR, expr: behindLast(keys) };
  return endpoint.aggregates
    ? { ...endpoint, outputs, having: [...endpoint.having, behind] }
    : { ...endpoint, outputs, where: [...endpoint.where, behind] };
}

interface Key {
  readonly expr: Expr;
  readonly after: Expr;
  readonly descending: boolean;
}

/**
 * Returns the sort keys in order. Empty if there is at most one row, or if requests choose the order: statements exist only for
 * known orders, and the saved query returns the first page.
 */
function keysOf({ pages, outputs, orderBy }: PortableEndpoint): readonly Key[] {
  const keys = orderBy.flatMap(item => ('output' in item ? item : []));
  if (keys.length < orderBy.length) return [];
  return keys.flatMap(({ output, descending }) => {
    const expr = outputs.find(({ name }) => name === output)?.expr;
    const key = pages?.keys.find(each => each.output === output);
    if (expr === undefined || expr.kind === 'record') throw new Error(`no key is ${output}`);
    if (key === undefined || !tellsRows(expr)) return [];
    const { scalar, after } = key;
    const value: Expr = {
      kind: 'param',
      name: after,
      form: 'value',
      from: 'after',
      scalar,
      nullable: false,
    };
    return { expr, after: value, descending };
  });
}

/** Uses `a >= x AND (a > x OR …)` instead of `a > x OR a = x AND …`, because engines can then skip the rows before the first key. */
function behindLast([key, ...rest]: readonly Key[]): Expr {
  if (key === undefined) throw new Error('pages have a sort key');
  const { expr, after, descending } = key;
  const behind = makeCall<Expr>(descending ? 'lt' : 'gt', 'bool', [expr, after]);
  if (rest.length === 0) return behind;
  const from = makeCall<Expr>(descending ? 'le' : 'ge', 'bool', [expr, after]);
  return makeCall<Expr>('and', 'bool', [
    from,
    makeCall<Expr>('or', 'bool', [behind, behindLast(rest)]),
  ]);
}
