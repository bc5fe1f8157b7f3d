/** One SELECT as text. */
import type { Condition } from '../../core/condition.ts';
import type { AnyOf, Guarded, SortKey, SqlExpr } from '../../core/expr.ts';
import { decimalsOf, wireOf } from '../dialect.ts';
import { mapPiece, type Piece, selectPieces } from '../layout.ts';
import { BREAK, identifier, indented, joined, numeral, operand, type Sql, sql } from '../sql.ts';
import { printAggregate, printWindow } from './aggregates.ts';
import { type ExprContext, printExpr, sortKey } from './expr.ts';
import { isLimit, limitPiece, rankPieces } from './limit.ts';
import { type Printing, reachContext } from './reach.ts';
import { printRecord } from './record.ts';
import type { Block, BlockColumn, BlockExpr } from './rows.ts';

export function blockPieces(block: Block, printing: Printing): readonly Piece[] {
  const context = contextOf(block, printing);
  const where = wherePieces(block, context);
  const isBare = block.isUnit && where.length === 0 && block.columns?.every(isPlain) === true;
  const from = isBare ? [] : [sql`${BREAK}FROM ${block.from}`];
  const pieces: Piece[] = [...selected(block, context), ...from, ...where];
  if (block.groups > 0) pieces.push(sql`${BREAK}GROUP BY ${ordinals(block.groups)}`);
  const keys = block.order.map((key: SortKey<SqlExpr>) => sortKey(key, context));
  const order = keys.length === 0 ? null : sql`ORDER BY ${joined(keys, sql`, `)}`;
  const { limit } = block;
  const isRanked = limit !== null && !isLimit(limit, printing.dialect);
  if (isRanked) pieces.push(...rankPieces(limit, order, where.length > 0, context));
  if (order !== null) pieces.push(sql`${BREAK}${order}`);
  if (limit !== null && !isRanked) pieces.push(limitPiece(limit, context));
  return pieces;
}

/** Not every engine aggregates without FROM. */
function isPlain({ expr }: BlockColumn): boolean {
  return expr.kind !== 'aggregate';
}

function selected({ columns, further, distinct }: Block, context: ExprContext): readonly Sql[] {
  const items = [
    ...(columns === null ? [sql`*`] : columnList(columns, context)),
    ...columnList(further, context),
  ];
  return selectPieces(items, distinct ? sql`SELECT DISTINCT` : sql`SELECT`);
}

function contextOf({ columns, further, reach }: Block, printing: Printing): ExprContext {
  const bare = reachContext(reach, new Set(), printing);
  const renamed = [...(columns ?? []), ...further]
    .filter(({ name, expr }) => !keepsName(name, expr, bare))
    .map(({ name }) => name.toLowerCase());
  return reachContext(reach, new Set(renamed), printing);
}

function keepsName(name: string, expr: BlockExpr, context: ExprContext): boolean {
  const { dialect } = context;
  const own = identifier(name, dialect);
  if (expr.kind === 'wire') {
    const isSame = wireOf(dialect, expr.of.scalar)([own]).text === own.text;
    return isSame && keepsName(name, expr.of, context);
  }
  if (expr.kind !== 'column' || expr.path.length !== 1 || expr.path[0] !== name) return false;
  const isCast = expr.scalar === 'decimal' && context.stored(expr) !== null;
  return !isCast || decimalsOf(dialect).stored([own]).text === own.text;
}

function columnList(columns: readonly BlockColumn[], context: ExprContext): readonly Sql[] {
  return columns.map(({ name, expr }) => {
    const alias = identifier(name, context.dialect);
    const of = columnText(expr, context);
    return of.text === alias.text ? alias : sql`${of} AS ${alias}`;
  });
}

function columnText(expr: BlockExpr, context: ExprContext): Sql {
  switch (expr.kind) {
    case 'record':
      return printRecord(expr, context);
    case 'aggregate':
      return printAggregate(expr, context);
    case 'window':
      return printWindow(expr, context);
    default:
      return printExpr(expr, context);
  }
}

function ordinals(count: number): Sql {
  const numbers = Array.from({ length: count }, (_, i) => numeral(i + 1));
  return joined(numbers, sql`, `);
}

function wherePieces(block: Block, context: ExprContext): readonly Piece[] {
  const conditions: (readonly Piece[])[] = block.fixed.map(fixed => [sql`(${fixed})`]);
  for (const predicate of block.where)
    conditions.push(
      'any' in predicate ? anyOf(predicate, context) : [guarded(predicate, 'and', context)],
    );
  const [first] = conditions;
  if (first === undefined) return [];
  // a guarded text may be left out as a whole, so it cannot be the one behind WHERE
  if (first.some(piece => 'when' in piece))
    conditions.unshift([context.dialect.literals.bool(true)]);
  return conditions.flatMap(([head = sql``, ...rest], i) => [
    mapPiece(head, of => (i === 0 ? sql`${BREAK}WHERE ${of}` : sql`${BREAK}  AND ${of}`)),
    ...rest,
  ]);
}

/** A row whose value is NULL is in nothing, and a condition leaves it out either way. */
function asCondition(expr: SqlExpr): SqlExpr {
  if (expr.kind === 'within') return { ...expr, nullable: false };
  return expr.kind === 'call' && expr.fn === 'and'
    ? { ...expr, args: expr.args.map(asCondition) }
    : expr;
}

function guarded(
  { when, expr: written }: Guarded<SqlExpr>,
  around: 'and' | 'or',
  context: ExprContext,
): Piece {
  const expr = asCondition(written);
  context.uses.guard = when;
  const whole = indented(operand(printExpr(expr, context), around));
  context.uses.guard = null;
  return when === null ? whole : { when, sql: whole };
}

/** A line for each; OR stands before one where another that is above it is asked for. */
function anyOf({ any }: AnyOf<SqlExpr>, context: ExprContext): readonly Piece[] {
  const whens = any.map(({ when }) => when);
  const members = any.flatMap(({ when, expr }, i): readonly Piece[] => {
    const of = mapPiece(guarded({ when, expr }, 'or', context), indented);
    const line = 'when' in of ? of.sql : of;
    const above = whens.slice(0, i);
    const first = { when: above.length === 0 ? when : { all: [when, { none: above }] } };
    const isFirst = { ...first, sql: sql`${BREAK}    ${line}` };
    if (above.length === 0) return [isFirst];
    return [isFirst, { when: { all: [when, eitherOf(above)] }, sql: sql`${BREAK}    OR ${line}` }];
  });
  const when = eitherOf(whens);
  return [{ when, sql: sql`(` }, ...members, { when, sql: sql`${BREAK}  )` }];
}

function eitherOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  return only !== undefined && conditions.length === 1 ? only : { any: conditions };
}
