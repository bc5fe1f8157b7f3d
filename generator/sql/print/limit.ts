/** The number of rows of a SELECT that are kept, and the number that is skipped first. */
import { makeCall } from '../../core/expr/calls.ts';
import type { SqlExpr } from '../../core/expr/expr.ts';
import { makeLiteral, nullLiteral } from '../../core/expr/literals.ts';
import type { Dialect } from '../dialect.ts';
import { BREAK, numeral, operand, type Sql, sql } from '../sql.ts';
import { type ExprContext, printExpr } from './expr/expr.ts';
import type { Limit } from './rows.ts';

/** Whether the dialect's LIMIT accepts these expressions. */
export function isLimit({ count, skip }: Limit, { computesLimit }: Dialect): boolean {
  if (computesLimit) return true;
  return (typeof count === 'number' || isBound(count)) && (skip === null || isBound(skip));
}

function isBound(expr: SqlExpr): boolean {
  return expr.kind === 'param' && expr.form === 'value';
}

export function limitPiece({ count, skip }: Limit, context: ExprContext): Sql {
  const number = (of: number | SqlExpr) =>
    typeof of === 'number' ? numeral(of) : printExpr(searched(of), context);
  const limit = sql`${BREAK}LIMIT ${number(count)}`;
  return skip === null ? limit : sql`${limit} OFFSET ${number(skip)}`;
}

/** `CASE WHEN x = …` instead of `CASE x WHEN …`: every engine computes the first before it reads rows. */
function searched(count: SqlExpr): SqlExpr {
  if (count.kind !== 'case') return count;
  const { subject, whens, otherwise, scalar, nullable } = count;
  const args = whens.flatMap(({ value, result }): readonly SqlExpr[] => {
    const literal = makeLiteral(subject.scalar, value);
    return [makeCall<SqlExpr>('eq', 'bool', [subject, literal], subject.nullable), result];
  });
  const none = nullLiteral(scalar);
  return makeCall('case', scalar, [...args, otherwise ?? none], nullable);
}

/** Limits rows by their row number if LIMIT accepts no expression. QUALIFY needs a WHERE. */
export function rankPieces(
  limit: Limit,
  order: Sql | null,
  isFiltered: boolean,
  context: ExprContext,
): readonly Sql[] {
  const { dialect } = context;
  const rank = dialect.windows.row_number;
  if (rank === null) throw new Error(`${dialect.name} cannot number rows`);
  const number = rank([], sql`OVER (${order ?? sql``})`, 'int64');
  const always = sql`${BREAK}WHERE ${dialect.literals.bool(true)}`;
  const kept = sql`${BREAK}QUALIFY ${number} ${places(limit, context)}`;
  return isFiltered ? [kept] : [always, kept];
}

/** The comparison with a row's number that is true for the rows to keep. */
function places({ count, skip }: Limit, context: ExprContext): Sql {
  const number = (of: number | SqlExpr) =>
    typeof of === 'number' ? numeral(of) : printExpr(of, context);
  if (skip === null) return sql`<= ${number(count)}`;
  const before = operand(number(skip), 'additive');
  return sql`BETWEEN ${before} + 1 AND ${before} + ${operand(number(count), 'multiplicative')}`;
}
