/** The condition on limited rows that are found by their first sort key before any other column is read. */
import { mapPiece, type StatementPiece } from '../layout.ts';
import { BREAK, identifier, indented, operand, type Sql, sql } from '../sql.ts';
import { NO_LISTING, NO_RANK } from './expr/aggregates.ts';
import { type ExprContext, printExpr } from './expr/expr.ts';
import type { LateRows } from './rows.ts';

/**
 * The condition that excludes rows after the last of the limited rows. Rows with an equal key remain, because the other
 * keys decide among them. With fewer rows than the limit, all of them pass. `select`: the text of the SELECT.
 */
export function latePieces(
  { key: { expr, descending }, name }: LateRows,
  select: readonly StatementPiece[],
  context: ExprContext,
): readonly StatementPiece[] {
  const { dialect } = context;
  const last = dialect.aggregates[descending ? 'min' : 'max'];
  if (last === null) throw new Error(`${dialect.name} has no least value`);
  const edge = last([identifier(name, dialect)], {
    rank: NO_RANK,
    ranks: [],
    scalar: expr.scalar,
    nullable: [false],
    listing: NO_LISTING,
    filter: null,
  });
  const inside = (of: Sql) => indented(indented(of));
  const own = operand(printExpr(expr, context), 'additive');
  return [
    sql`${own} ${descending ? sql`>=` : sql`<=`} (SELECT ${edge} FROM (${BREAK}    `,
    ...select.map(piece => mapPiece(piece, inside)),
    sql`${BREAK}  ))`,
  ];
}
