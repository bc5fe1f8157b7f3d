/** The aggregate functions that are translated, keyed by the analyser's names. */
import { makeAggregate } from '../../core/expr/aggregates.ts';
import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { AggregateExpr, Listing, PlanExpr, SortKey } from '../../core/expr/expr.ts';
import { FALSE, textLiteral } from '../../core/expr/literals.ts';
import { ITEM_TYPES, isScalar, listOf, type Scalar, type Type } from '../../core/types/scalar.ts';
import type { AggregateName } from '../../functions/names.ts';
import { literalCount, literalText } from '../calls.ts';
import { type TranslationContext, typed } from '../context.ts';
import { exprOf } from '../expr.ts';
import type { Cells } from '../rows.ts';
import { planAggregate } from '../scans/grouping/grouping.ts';
import { sortKeys } from '../scans/sort.ts';
import { functionName, shownName } from '../tree/names.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { opaque } from '../unfolded.ts';
import { existing, mayFail } from './failing.ts';
import { readsInPlace } from './in-place.ts';

interface Aggregate {
  /** Keyed by the type of the argument; `''` means no argument. */
  readonly fn: Readonly<Partial<Record<Type | '', AggregateName>>>;
  /** The functions of the DISTINCT form, keyed likewise; empty if it has none. */
  readonly distinct: Aggregate['fn'];
  readonly nullable: boolean;
}

const EXACT = ['string', 'int64', 'decimal', 'bool', 'timestamp', 'datetime', 'date'] as const;
const ORDERED = [...EXACT, 'float64'] as const;

function of(fn: AggregateName, takes: readonly Scalar[]): Aggregate['fn'] {
  return Object.fromEntries(takes.map(scalar => [scalar, fn]));
}

function valued(fn: Aggregate['fn'], distinct: Aggregate['fn'] = {}): Aggregate {
  return { fn, distinct, nullable: true };
}

function counted(fn: Aggregate['fn'], distinct: Aggregate['fn'] = {}): Aggregate {
  return { fn, distinct, nullable: false };
}

const LEAST = of('min', ORDERED);
const GREATEST = of('max', ORDERED);
const DIFFERENT = of('count_distinct', ORDERED);

const LIST: Readonly<Record<string, Aggregate>> = {
  $count_star: counted({ '': 'count_rows' }),
  count: counted(of('count', ORDERED), DIFFERENT),
  countif: counted(of('count_if', ['bool'])),
  // an exact count is a valid estimate
  approx_count_distinct: counted(of('count_distinct', EXACT)),
  sum: valued({
    int64: 'exact_sum_int64',
    float64: 'exact_sum_float64',
    decimal: 'sum_decimal',
  }),
  avg: valued({
    int64: 'exact_avg_int64',
    float64: 'exact_avg_float64',
    decimal: 'exact_avg_decimal',
  }),
  min: valued(LEAST, LEAST),
  max: valued(GREATEST, GREATEST),
  logical_or: valued({ bool: 'max' }, { bool: 'max' }),
  logical_and: valued({ bool: 'min' }, { bool: 'min' }),
  bit_or: valued({ int64: 'bit_or_agg' }, { int64: 'bit_or_agg' }),
  any_value: valued(of('any_value', ORDERED)),
  stddev_pop: valued({ float64: 'exact_stddev_pop' }),
  var_pop: valued({ float64: 'exact_var_pop' }),
  stddev: valued({ float64: 'stddev' }),
  stddev_samp: valued({ float64: 'stddev' }),
  variance: valued({ float64: 'variance' }),
  var_samp: valued({ float64: 'variance' }),
  corr: valued({ float64: 'exact_corr' }),
  covar_pop: valued({ float64: 'exact_covar_pop' }),
  covar_samp: valued({ float64: 'exact_covar_samp' }),
  array_concat_agg: valued(
    Object.fromEntries(ITEM_TYPES.map(item => [listOf(item), 'list_concat_agg'])),
  ),
  string_agg: valued({ string: 'string_agg' }, { string: 'string_agg' }),
  // DISTINCT over floats is left out: some engine has two zeros
  array_agg: valued(
    of('list_agg', ITEM_TYPES),
    of(
      'list_agg',
      ITEM_TYPES.filter(item => item !== 'float64'),
    ),
  ),
};

/** Names of the aggregates that are translated, as the analyser writes them. */
export const TRANSLATED_AGGREGATES: readonly string[] = Object.keys(LIST);

/** `isGrouped`: every group has at least one row. */
export function aggregateOf(
  node: ResolvedNode,
  cells: Cells,
  isGrouped: boolean,
  context: TranslationContext,
): AggregateExpr<PlanExpr> {
  const name = functionName(node);
  const isDistinct = node.flag('distinct');
  const parts = node.nodes('argument_list');
  const isInPlace = readsInPlace(name, node, parts) !== null;
  const type = isInPlace ? null : typed(node, context);
  if (isInPlace) node.value('type');
  const given = parts.map(part => guarded(exprOf(part, cells, context)));
  const found = isInPlace ? undefined : LIST[name];
  const key = isDistinct ? asKey : countedValue;
  const args = found === LIST['count'] ? given.map(key) : given;
  const fn = (isDistinct ? found?.distinct : found?.fn)?.[args[0]?.scalar ?? ''];
  if (node.kind !== 'aggregate_function_call' || fn === undefined) {
    const form = isDistinct ? ' with DISTINCT' : '';
    const rest = found === undefined || form !== '' ? '' : ' of these arguments';
    context.refuse(`the aggregate ${shownName(name)}${form}${rest}`, node);
  }
  const isText = fn === 'string_agg';
  const isArray = fn === 'list_agg';
  const isJoined = fn === 'list_concat_agg';
  const isIgnoring = isJoined || (isArray && ignoresNull(args, node, context));
  const listing = { isDistinct, limit: isArray ? limitOf(node, context) : null, cells, context };
  return {
    kind: 'aggregate',
    fn: fn ?? 'count_rows',
    args: fn === undefined ? [] : isText ? stringAggArguments(args, node, context) : args,
    rank: null,
    listing: isJoined
      ? joinedListing(node, cells, context)
      : isText || isArray
        ? listingOf(args, node, listing)
        : null,
    filter: null,
    scalar: type !== null && (isScalar(type) || isArray || isJoined) ? type : 'int64',
    nullable: isArray || isJoined ? isIgnoring || !isGrouped : (found?.nullable ?? false),
  };
}

/** The number of NULLs in the list of ARRAY_AGG, which must be none. Returns `null` if it has no NULLs. */
export function nullsIn(
  { fn, args: [of] }: AggregateExpr<PlanExpr>,
  node: ResolvedNode,
): AggregateExpr<PlanExpr> | null {
  if (fn !== 'list_agg' || of === undefined || !of.nullable) return null;
  if (node.text('null_handling_modifier') === 'IGNORE_NULLS') return null;
  return planAggregate('count_if', [testNull(of)]);
}

/** Whether ARRAY_AGG leaves out NULLs, which lists of quern cannot contain. */
function ignoresNull(
  [of]: readonly PlanExpr[],
  node: ResolvedNode,
  context: TranslationContext,
): boolean {
  const isIgnoring = node.text('null_handling_modifier') === 'IGNORE_NULLS';
  // a NULL beyond the limit is allowed; without an order, any value may be beyond it
  const isOrdered = node.peekAll('order_by_item_list').length > 0;
  if (of?.nullable === true && !isIgnoring && isOrdered && node.peek('limit') !== null)
    context.refuse(
      'ARRAY_AGG with ORDER BY and LIMIT of a value that may be NULL, without IGNORE NULLS',
      node,
    );
  return isIgnoring;
}

export function limitOf(node: ResolvedNode, context: TranslationContext): number | null {
  const limit = node.nodeOrNull('limit');
  const count = limit === null ? null : literalCount(exprOf(limit, new Map(), context));
  if (limit !== null && (count === null || count > MILLION))
    context.refuse('LIMIT of this value', limit);
  return count === null ? null : Number(count);
}

const MILLION = 1_000_000n;
const MOST_QUANTILES = 10_000n;

const QUANTILES = 'approx_quantiles';

/** Whether an aggregate is a list. */
export function isListed(node: ResolvedNode): boolean {
  return [QUANTILES, 'array_agg'].includes(functionName(node));
}

/**
 * The items of APPROX_QUANTILES: the values at the nearest ranks. Items that nothing reads are removed later. Returns `null` for any other
 * aggregate.
 */
export function quantilesOf(
  node: ResolvedNode,
  cells: Cells,
  context: TranslationContext,
): readonly AggregateExpr<PlanExpr>[] | null {
  if (functionName(node) !== QUANTILES || node.flag('distinct')) return null;
  node.value('type');
  const [of, parts] = node.nodes('argument_list').map(part => exprOf(part, cells, context));
  const count = literalCount(parts);
  const isKnown = count !== null && count > 0n && count <= MOST_QUANTILES;
  if (of === undefined || !isKnown || !ORDERED.some(scalar => scalar === of.scalar)) {
    context.refuse('the aggregate APPROX_QUANTILES of these arguments', node);
    return [];
  }
  return Array.from({ length: Number(count) + 1 }, (_, i) => {
    const rank = { numerator: BigInt(i), denominator: count };
    return makeAggregate('quantile', of.scalar, [guarded(of)], true, { rank });
  });
}

/** Some engine evaluates every branch of a choice inside an aggregate, so a choice that may fail is made opaque. */
function guarded(arg: PlanExpr): PlanExpr {
  return arg.kind === 'call' && CHOOSING.has(arg.fn) && mayFail(arg) ? opaque(arg) : arg;
}

/** The value, or one that is computed wherever the value is. */
function countedValue(arg: PlanExpr): PlanExpr {
  const exists = existing(arg);
  return exists === null ? arg : makeCall('nullif', 'bool', [exists, FALSE], true);
}

/** Floats are counted as groups have them: one zero and one NaN. */
export function asKey(arg: PlanExpr): PlanExpr {
  if (arg.scalar !== 'float64') return arg;
  return makeCall('float_key', arg.scalar, [arg]);
}

const CHOOSING: ReadonlySet<string> = new Set(['if', 'case']);

/** The text of STRING_AGG and its separator. */
export function stringAggArguments(
  [of, between]: readonly PlanExpr[],
  node: ResolvedNode,
  context: TranslationContext,
) {
  const comma: PlanExpr = textLiteral(',');
  if (of === undefined) return [];
  if (between !== undefined && literalText(between) === null)
    context.refuse('STRING_AGG with a separator that is computed', node);
  return [of, between ?? comma];
}

/** The order of STRING_AGG and ARRAY_AGG. The values themselves break ties, and are the order of a text that has none. */
export function listingOf(
  [of]: readonly PlanExpr[],
  node: ResolvedNode,
  {
    isDistinct,
    limit,
    cells,
    context,
  }: { isDistinct: boolean; limit: number | null; cells: Cells; context: TranslationContext },
): Listing<PlanExpr> {
  const keys = sortKeys(node, cells, context);
  // any order is right, and the values' own is the same on every engine
  if (keys.length === 0) context.inlined.add(functionName(node));
  return { distinct: isDistinct, orderBy: totalOrder(keys, of), limit };
}

/** Lists one behind another: some engine cannot order by lists, so the text does by something else. */
function joinedListing(
  node: ResolvedNode,
  cells: Cells,
  context: TranslationContext,
): Listing<PlanExpr> {
  const orderBy = sortKeys(node, cells, context);
  if (orderBy.length === 0 || node.nodeOrNull('limit') !== null)
    context.refuse('ARRAY_CONCAT_AGG without ORDER BY, or with LIMIT', node);
  return { distinct: false, orderBy, limit: null };
}

/** `keys`, and as the last key the value itself unless `keys` contains it. */
export function totalOrder(keys: readonly SortKey[], of: PlanExpr | undefined): readonly SortKey[] {
  const isByValue = keys.some(
    ({ expr }) => JSON.stringify(shown(expr)) === JSON.stringify(shown(of)),
  );
  const last = of === undefined || isByValue ? [] : [{ expr: of, descending: false }];
  return [...keys, ...last];
}

function shown(expr: PlanExpr | undefined): unknown {
  return expr?.kind === 'column' ? [expr.relation, ...expr.path] : expr?.kind;
}
