/** Aggregates and window functions. */
import type {
  AggregateExpr,
  Frame,
  Listing,
  Rank,
  SortKey,
  SqlExpr,
  WindowExpr,
} from '../../../core/expr/expr.ts';
import { isRecords } from '../../../core/types/scalar.ts';
import type { WindowName } from '../../../functions/names.ts';
import { decimalsOf, type ListingArguments, type ListingKey } from '../../dialect.ts';
import { engineSql, joined, numeral, type Sql, sql } from '../../sql.ts';
import { itemOfLeaves } from '../wire.ts';
import { asCondition } from './condition.ts';
import { type ExprContext, printExpr, printed, signed, sortKey } from './expr.ts';

export function printAggregate(of: AggregateExpr<SqlExpr>, context: ExprContext): Sql {
  const { dialect } = context;
  const { fn, rank, ranks = [], scalar, listing, filter } = of;
  if (fn === 'stored') {
    const own = of.text?.[dialect.name];
    if (own === undefined) throw new Error(`a measure has no SQL of ${dialect.name}`);
    return engineSql(own);
  }
  const spelling = dialect.aggregates[fn];
  if (spelling === null) throw new Error(`${dialect.name} cannot spell ${fn}`);
  // an aggregate ignores rows in which its condition is NULL
  const args = fn === 'count_if' ? of.args.map(asCondition) : of.args;
  const areRecords = isRecords(scalar) && fn === 'list_agg';
  const [arg] = args;
  const digits = SUMS_DECIMALS.has(fn) && arg?.kind === 'column' ? context.digits(arg) : null;
  const values = digits === null ? printed(args, context) : [digits];
  const text = spelling(areRecords ? [itemOfLeaves(scalar, values, dialect)] : values, {
    rank: rank ?? NO_RANK,
    ranks,
    scalar,
    nullable: areRecords ? [false] : args.map(arg => arg.nullable),
    listing: listing === null ? NO_LISTING : listingOf(listing, context),
    filter: filter === null ? null : printExpr(asCondition(filter), context),
  });
  return digits === null || scalar !== 'decimal' ? text : decimalsOf(dialect).stored([text]);
}

export const NO_RANK: Rank = { numerator: 0n, denominator: 1n };
export const NO_LISTING: ListingArguments = { distinct: false, keys: [], limit: null };

function listingOf(
  { distinct, orderBy, limit }: Listing<SqlExpr>,
  context: ExprContext,
): ListingArguments {
  const keys = orderBy.filter(key => !isLiteral(key.expr)).map(key => listingKey(key, context));
  return { distinct, keys, limit };
}

/** Aggregates of the exact sum of decimals, which may be stored with fewer digits. */
export const SUMS_DECIMALS: ReadonlySet<AggregateExpr['fn']> = new Set([
  'sum_decimal',
  'avg_decimal',
]);

/**
 * Merging steps may leave a constant key. It has no effect on order or partitions, and engines would read a number as a
 * column's position.
 */
function isLiteral(expr: SqlExpr): boolean {
  return expr.kind === 'literal';
}

function listingKey(key: SortKey<SqlExpr>, context: ExprContext): ListingKey {
  const { expr, descending } = key;
  const { scalar, nullable } = expr;
  const of = printExpr(expr, context);
  return { of, descending, scalar, nullable, sorted: sortKey(key, context) };
}

export function printWindow(
  { fn, args, partitionBy, orderBy, frame, scalar }: WindowExpr<SqlExpr>,
  context: ExprContext,
): Sql {
  const comma = sql`, `;
  const clauses: Sql[] = [];
  const divided = partitionBy.filter(expr => !isLiteral(expr));
  if (divided.length > 0)
    clauses.push(sql`PARTITION BY ${joined(printed(divided, context), comma)}`);
  const ordered = orderBy.filter(({ expr }) => !isLiteral(expr));
  if (ordered.length > 0) {
    const keys = ordered.map(key => sortKey(key, context));
    clauses.push(sql`ORDER BY ${joined(keys, comma)}`);
  }
  if (frame !== null) clauses.push(rowsOf(frame));
  const over = sql`OVER (${joined(clauses, sql` `)})`;
  return context.dialect.windows[fn](windowArgs(fn, args, context), over, scalar, args[0]?.scalar);
}

/** The value for a missing row must have a common type with the others. */
function windowArgs(
  fn: WindowName,
  args: readonly SqlExpr[],
  context: ExprContext,
): readonly Sql[] {
  if (fn !== 'lag' && fn !== 'lead') return printed(args, context);
  return args.map((arg, i) => (i === 1 ? printExpr(arg, context) : signed(arg, context)));
}

function rowsOf({ unit, from, to }: Frame): Sql {
  const first = from === null ? sql`UNBOUNDED PRECEDING` : bound(from);
  const last = to === null ? sql`UNBOUNDED FOLLOWING` : bound(to);
  const word = unit === 'rows' ? sql`ROWS` : sql`RANGE`;
  return sql`${word} BETWEEN ${first} AND ${last}`;
}

function bound(rows: number): Sql {
  if (rows === 0) return sql`CURRENT ROW`;
  return rows < 0 ? sql`${numeral(-rows)} PRECEDING` : sql`${numeral(rows)} FOLLOWING`;
}
