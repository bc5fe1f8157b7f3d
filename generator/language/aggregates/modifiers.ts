/** The parts of a call other than its arguments: reports those that are not allowed, and applies a filter to an aggregate. */
import type { AggregateExpr, Expr } from '../../core/expr/expr.ts';
import { isAggregateRule, isPlaced, type LibraryFunction } from '../../functions/rule.ts';
import type { CallSyntax } from '../calls.ts';
import { type CheckContext, joinConditions } from '../context.ts';
import type { Span } from '../syntax/syntax.ts';

const LISTING = '`list_agg` and `string_agg` take it.';
const DISTINCT =
  'Count different values with `count_distinct(x)`; `list_agg` and `string_agg` take `distinct`.';
const FILTER = 'Write `if(condition, x, null)`, or filter the aggregate.';

const IGNORED = 'Leave it out: aggregates ignore NULL.';
/** The hints of functions that do not ignore NULL. */
const KNOWN: Readonly<Record<string, string>> = {
  any_value: 'Write `any_value(x) filter (where x is not null)`.',
  count: 'Write `count(x)`, which counts the rows where `x` is not NULL.',
  lag: 'Write `last_value(x ignore nulls) over (order by y rows between unbounded preceding and 1 preceding)`.',
  lead: 'Write `first_value(x ignore nulls) over (order by y rows between 1 following and unbounded following)`.',
};

/** Whether the function may leave out NULLs. */
function isIgnoring(name: string): boolean {
  return name === 'first_value' || name === 'last_value';
}

/** Reports `wrong-arguments` for each modifier that the function does not accept; returns whether it did. */
export function refuseModifiers(
  { refuse }: CheckContext,
  { modifiers: { distinct, ignoreNulls, orderBy, limit, filter, over } }: CallSyntax,
  { name, rule }: LibraryFunction,
): boolean {
  const isPlain = !(distinct || ignoreNulls || limit || filter || over) && orderBy.length === 0;
  if (isPlain) return false;
  const lists = rule.kind === 'listing';
  const isWindow = isAggregateRule(rule) || isPlaced(rule);
  const [key] = orderBy;
  const wrong: readonly (readonly [Span | null | undefined, what: string, hint: string])[] = [
    [
      lists ? null : distinct,
      '`distinct`',
      name === 'count' ? 'Use `count_distinct(x)`.' : DISTINCT,
    ],
    [isIgnoring(name) ? null : ignoreNulls, '`ignore nulls`', KNOWN[name] ?? IGNORED],
    [lists ? null : key?.of, '`order by`', LISTING],
    [
      rule.kind === 'listing' && rule.fn === 'list_agg' ? null : limit,
      '`limit`',
      'Use `limit` as a clause of the endpoint; `list_agg` takes it.',
    ],
    [isAggregateRule(rule) ? null : filter, '`filter`', FILTER],
    [isWindow ? null : over, '`over`', 'Write `over` after an aggregate or a window function.'],
  ];
  const found = wrong.flatMap(([span, ...rest]) =>
    span == null ? [] : [[span, ...rest] as const],
  );
  for (const [span, what, hint] of found)
    refuse('wrong-arguments', span, `\`${name}\` takes no ${what}`, hint);
  return found.length > 0;
}

/** `of`, over the rows for which the condition is true. */
export function filterAggregate(of: AggregateExpr, condition: Expr): AggregateExpr {
  switch (of.fn) {
    case 'count_rows':
      return { ...of, fn: 'count_if', args: [condition] };
    case 'count_if':
      return { ...of, args: [joinConditions('and', [condition, ...of.args])] };
    default:
      return { ...of, filter: condition };
  }
}
