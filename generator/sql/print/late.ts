/** Limited rows that are found by their first sort key before any other column is read. */
import type { SortKey, SqlExpr } from '../../core/expr.ts';
import type { LimitRelation, ProjectRelation } from '../../core/relation.ts';
import { mapPiece, type Piece } from '../layout.ts';
import { BREAK, identifier, indented, operand, type Sql, sql } from '../sql.ts';
import { type ExprContext, printExpr } from './expr.ts';
import type { LateRows } from './rows.ts';

/** The first sort key of a limit that the plan marks, and the SELECT of this key for the limited rows; `null` for any other limit. */
export function lateKey(limit: LimitRelation<SqlExpr>): LateKey | null {
  const { input, readsLate, isCap, count, skip } = limit;
  if (readsLate !== true) return null;
  const [key] = input.node === 'sort' ? input.keys : [];
  if (input.node !== 'sort' || key?.expr.kind !== 'column')
    throw new Error('rows that are read late are in the order of a column');
  const [name = ''] = key.expr.path;
  const sorted = { ...input, keys: [key] };
  const query: ProjectRelation<SqlExpr> = {
    node: 'project',
    name: '',
    input: { node: 'limit', input: sorted, count, skip, isCap },
    columns: [{ name, expr: key.expr }],
  };
  return { key, name, query };
}

export interface LateKey {
  readonly key: SortKey<SqlExpr>;
  readonly name: string;
  readonly query: ProjectRelation<SqlExpr>;
}

/**
 * The condition that excludes rows after the last of the limited rows. Rows with an equal key remain, because the other
 * keys decide among them. With fewer rows than the limit, all of them pass. `select`: the text of the SELECT.
 */
export function latePieces(
  { key: { expr, descending }, name }: LateRows,
  select: readonly Piece[],
  context: ExprContext,
): readonly Piece[] {
  const { dialect } = context;
  const last = dialect.aggregates[descending ? 'min' : 'max'];
  if (last === null) throw new Error(`${dialect.name} has no least value`);
  const edge = last([identifier(name, dialect)], {
    rank: { numerator: 0n, denominator: 1n },
    ranks: [],
    scalar: expr.scalar,
    nullable: [false],
    listing: { distinct: false, keys: [], limit: null },
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
