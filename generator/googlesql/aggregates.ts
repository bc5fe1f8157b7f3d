/** The aggregate functions that are translated, by the analyser's names. */
import type { AggregateExpr, Listing, PlanExpr } from '../core/expr.ts';
import type { AggregateName } from '../core/functions.ts';
import { isScalar, type Scalar, type Type } from '../core/scalar.ts';
import { literalCount, literalText } from './calls.ts';
import { type Context, typed } from './context.ts';
import { exprOf, functionName, shownName } from './expr.ts';
import { mayFail } from './failing.ts';
import { opaque } from './folding.ts';
import type { Cells } from './rows.ts';
import { sortKeys } from './scans/sort.ts';
import type { Node } from './tree.ts';

interface Aggregate {
  /** By the type of the argument; `''`: it takes no argument. */
  readonly fn: Readonly<Partial<Record<Type | '', AggregateName>>>;
  /** Of its DISTINCT form, likewise; empty where it has none. */
  readonly distinct: Aggregate['fn'];
  readonly nullable: boolean;
}

const EXACT = ['string', 'int64', 'decimal', 'bool', 'timestamp', 'date'] as const;
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
const DIFFERENT = of('count_distinct', EXACT);

const LIST: Readonly<Record<string, Aggregate>> = {
  $count_star: counted({ '': 'count_rows' }),
  count: counted(of('count', ORDERED), DIFFERENT),
  countif: counted(of('count_if', ['bool'])),
  // an exact count is as good an estimate as any
  approx_count_distinct: counted(DIFFERENT),
  sum: valued({
    int64: 'exact_sum_int64',
    float64: 'exact_sum_float64',
    decimal: 'sum_decimal',
  }),
  avg: valued({ int64: 'exact_avg_int64', float64: 'exact_avg_float64' }),
  min: valued(LEAST, LEAST),
  max: valued(GREATEST, GREATEST),
  logical_or: valued({ bool: 'max' }, { bool: 'max' }),
  logical_and: valued({ bool: 'min' }, { bool: 'min' }),
  bit_or: valued({ int64: 'bit_or_agg' }, { int64: 'bit_or_agg' }),
  any_value: valued(of('any_value', ORDERED)),
  stddev: valued({ float64: 'stddev' }),
  stddev_samp: valued({ float64: 'stddev' }),
  variance: valued({ float64: 'variance' }),
  var_samp: valued({ float64: 'variance' }),
  string_agg: valued({ string: 'string_agg' }, { string: 'string_agg' }),
};

/** The aggregates that are translated, by the analyser's names. */
export const AGGREGATES: readonly string[] = Object.keys(LIST);

export function aggregateOf(node: Node, cells: Cells, context: Context): AggregateExpr<PlanExpr> {
  const name = functionName(node);
  const isDistinct = node.flag('distinct');
  const type = typed(node, context);
  const args = node.nodes('argument_list').map(part => guarded(exprOf(part, cells, context)));
  const found = LIST[name];
  const fn = (isDistinct ? found?.distinct : found?.fn)?.[args[0]?.scalar ?? ''];
  if (node.kind !== 'aggregate_function_call' || fn === undefined) {
    const form = isDistinct ? ' with DISTINCT' : '';
    const rest = found === undefined || form !== '' ? '' : ' of these arguments';
    context.refuse(`the aggregate ${shownName(name)}${form}${rest}`, node);
  }
  const isListed = fn === 'string_agg';
  return {
    kind: 'aggregate',
    fn: fn ?? 'count_rows',
    args: fn === undefined ? [] : isListed ? textsOf(args, node, context) : args,
    rank: null,
    listing: isListed ? listingOf(args, node, { isDistinct, cells, context }) : null,
    filter: null,
    scalar: type !== null && isScalar(type) ? type : 'int64',
    nullable: found?.nullable ?? false,
  };
}

/** Quantiles are ranks that every engine can write as a decimal. */
const MILLION = 1_000_000n;
const MOST_QUANTILES = 1000n;

/**
 * The items that APPROX_QUANTILES lists: the value of the nearest rank. Those of which nobody asks an item are left out later.
 * `null`: it is another aggregate.
 */
export function quantilesOf(
  node: Node,
  cells: Cells,
  context: Context,
): readonly AggregateExpr<PlanExpr>[] | null {
  if (functionName(node) !== 'approx_quantiles' || node.flag('distinct')) return null;
  node.value('type');
  const [of, parts] = node.nodes('argument_list').map(part => exprOf(part, cells, context));
  const count = literalCount(parts);
  const isKnown = count !== null && count > 0n && count <= MOST_QUANTILES && MILLION % count === 0n;
  if (of === undefined || !isKnown || !ORDERED.some(scalar => scalar === of.scalar)) {
    context.refuse('the aggregate APPROX QUANTILES of these arguments', node);
    return [];
  }
  const { scalar } = of;
  return Array.from({ length: Number(count) + 1 }, (_, i) => ({
    kind: 'aggregate',
    fn: 'quantile',
    args: [guarded(of)],
    rank: { numerator: BigInt(i), denominator: count },
    listing: null,
    filter: null,
    scalar,
    nullable: true,
  }));
}

/** Some engine computes what an aggregate chooses among before it chooses: what may fail is kept from it. */
function guarded(arg: PlanExpr): PlanExpr {
  return arg.kind === 'call' && CHOOSING.has(arg.fn) && mayFail(arg) ? opaque(arg) : arg;
}

const CHOOSING: ReadonlySet<string> = new Set(['if', 'case']);

/** The texts of STRING_AGG and what stands between them. */
function textsOf([of, between]: readonly PlanExpr[], node: Node, context: Context) {
  const comma: PlanExpr = { kind: 'literal', value: ',', scalar: 'string', nullable: false };
  if (of === undefined) return [];
  if (between !== undefined && literalText(between) === null)
    context.refuse('STRING_AGG with a separator that is computed', node);
  return [of, between ?? comma];
}

/** The order of STRING_AGG; what it leaves open, the texts themselves decide. */
function listingOf(
  [of]: readonly PlanExpr[],
  node: Node,
  { isDistinct, cells, context }: { isDistinct: boolean; cells: Cells; context: Context },
): Listing<PlanExpr> {
  const keys = sortKeys(node, cells, context);
  if (keys.length === 0) context.refuse('STRING_AGG without ORDER BY, which has any order', node);
  const isByText = keys.some(
    ({ expr }) => JSON.stringify(shown(expr)) === JSON.stringify(shown(of)),
  );
  const last = of === undefined || isByText ? [] : [{ expr: of, descending: false }];
  return { distinct: isDistinct, orderBy: [...keys, ...last], limit: null };
}

function shown(expr: PlanExpr | undefined): unknown {
  return expr?.kind === 'column' ? [expr.relation, ...expr.path] : expr?.kind;
}
