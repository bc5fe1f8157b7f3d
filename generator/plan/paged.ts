/** A page: the rows behind the last one of the page before, cut as callers say. */
import type { PortableEndpoint } from '../core/endpoint.ts';
import type { Expr, Predicate } from '../core/expr.ts';
import { CURSOR, hiddenKeys, tellsRows } from '../core/pages.ts';
import type { Query } from '../core/query.ts';
import { call } from '../params/expressions.ts';

/**
 * The answer of `endpoint`, with the condition that begins a page, on rows or on groups, and with its sort keys behind what is
 * shown; as it is where there are no pages.
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
 * In their order. None where there is at most one row; nor where requests choose the order: statements are made for known orders
 * alone, and the saved query answers the first page.
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
    // drivers bind no decimals
    const bound = scalar === 'decimal' ? 'string' : scalar;
    const param: Expr = {
      kind: 'param',
      name: after,
      form: 'value',
      from: 'after',
      scalar: bound,
      nullable: false,
    };
    const value = bound === scalar ? param : call<Expr>('decimal_from_string', scalar, [param]);
    return { expr, after: value, descending };
  });
}

/** `a >= x AND (a > x OR …)` rather than `a > x OR a = x AND …`: engines skip what lies before the first key. */
function behindLast([key, ...rest]: readonly Key[]): Expr {
  if (key === undefined) throw new Error('pages have a sort key');
  const { expr, after, descending } = key;
  const behind = call<Expr>(descending ? 'lt' : 'gt', 'bool', [expr, after]);
  if (rest.length === 0) return behind;
  const from = call<Expr>(descending ? 'le' : 'ge', 'bool', [expr, after]);
  return call<Expr>('and', 'bool', [from, call<Expr>('or', 'bool', [behind, behindLast(rest)])]);
}
