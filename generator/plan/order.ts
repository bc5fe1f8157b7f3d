/** The order of a body's rows, and how many of them are kept. If a request chooses them, one expression covers all requests. */
import { type Chosen, mapCases } from '../core/expr/choice.ts';
import type { ChoiceExpr, PlanExpr, SortKey } from '../core/expr/expr.ts';
import { makeLiteral, nullLiteral } from '../core/expr/literals.ts';
import type { OrderKey, Query } from '../core/plan/query.ts';
import type { LimitRelation } from '../core/plan/relation.ts';

/** Returns the sort keys of all cases; `value` returns the value of an output. */
export function orderKeys(
  { orderBy }: Query,
  value: (output: string) => PlanExpr,
): readonly SortKey[] {
  const key = ({ output, descending }: OrderKey): SortKey => ({ expr: value(output), descending });
  return orderBy.flatMap(item =>
    'output' in item ? [key(item)] : chosenOrder(mapCases(item, keys => keys.map(key))),
  );
}

/** Lists the names of the outputs by which any request orders. */
export function orderNames({ orderBy }: Query): readonly string[] {
  return orderBy.flatMap(item =>
    'output' in item
      ? [item.output]
      : item.cases.flatMap(({ result }) => result.map(({ output }) => output)),
  );
}

/**
 * Merges the keys of all cases. Keys with the same type and direction, at the same position in their cases, become one key. In
 * every other case this key is NULL for all rows, so it orders nothing.
 */
function chosenOrder(choice: Chosen<readonly SortKey[]>): readonly SortKey[] {
  const length = Math.max(...choice.cases.map(({ result }) => result.length));
  return Array.from({ length }, (_, i) => keysAt(mapCases(choice, keys => keys[i]))).flat();
}

function keysAt({ by, cases }: Chosen<SortKey | undefined>): readonly SortKey[] {
  const likeness = (key: SortKey) => `${key.expr.scalar} ${key.descending}`;
  const given = cases.flatMap(({ result }) => result ?? []);
  const alike = new Map(given.map(key => [likeness(key), key]));
  return [...alike].map(([like, { expr: first, descending }]) => {
    const { scalar } = first;
    const none: PlanExpr = nullLiteral(scalar);
    const expr: ChoiceExpr<PlanExpr> = {
      kind: 'choice',
      by,
      cases: cases.map(({ value, result }) => ({
        value,
        result: result !== undefined && likeness(result) === like ? result.expr : none,
      })),
      scalar,
      nullable: true,
    };
    return { expr, descending };
  });
}

/** How many rows are kept, and how many are skipped before them; `null`: all rows are kept. */
export type Cut = Omit<LimitRelation, 'node' | 'input'> | null;

/** `offset`: the parameter with the number of rows to skip. */
export function cutOf({ limit, limitBy }: Query, offset: string | null = null): Cut {
  const skip = offset === null ? null : countOf(offset);
  if (limitBy === null) return limit === null ? null : { count: limit, skip, isCap: false };
  if (typeof limitBy === 'string') return { count: countOf(limitBy), skip, isCap: false };
  const { by, cases } = mapCases(limitBy, countOf);
  const type = { scalar: 'int64', nullable: false } as const;
  return { count: { kind: 'choice', by, cases, ...type }, skip, isCap: false };
}

function countOf(limit: number | string): PlanExpr {
  if (typeof limit === 'number') return makeLiteral('int64', BigInt(limit));
  return { kind: 'param', name: limit, form: 'value', scalar: 'int64', nullable: false };
}
