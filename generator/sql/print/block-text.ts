/** Prints one SELECT. */
import type { Condition } from '../../core/expr/condition.ts';
import type { AnyOf, ColumnExpr, Guarded, SortKey, SqlExpr } from '../../core/expr/expr.ts';
import { exprKey } from '../../core/expr/walk.ts';
import { scalarOf } from '../../core/types/scalar.ts';
import { columnNames } from '../../lower/shape.ts';
import { type Dialect, decimalsOf } from '../dialect.ts';
import { mapPiece, merged, type StatementPiece, selectPieces, wherePieces } from '../layout.ts';
import { limitTotalLength } from '../length.ts';
import type { Spelling } from '../spelling.ts';
import { BREAK, identifier, indented, joined, numeral, operand, type Sql, sql } from '../sql.ts';
import { printAggregate, printWindow } from './expr/aggregates.ts';
import type { BlockExpr } from './expr/block-expr.ts';
import { asCondition, keptWhole } from './expr/condition.ts';
import { mayBeConstant } from './expr/constant.ts';
import { type ExprContext, printExpr, sortKey } from './expr/expr.ts';
import { printRecord } from './expr/record.ts';
import { isWrittenOut } from './expr/written-out.ts';
import { latePieces } from './late.ts';
import { isLimit, limitPiece, rankPieces } from './limit.ts';
import { type Printing, reachContext, storedIn } from './reach.ts';
import type { Block, BlockColumn } from './rows.ts';
import { guardedBy } from './uses.ts';
import { wireOf } from './wire.ts';

export function blockPieces(block: Block, printing: Printing): readonly StatementPiece[] {
  const context = contextOf(block, printing);
  const { limit } = block;
  const isRanked = limit !== null && !isLimit(limit, printing.dialect);
  const where = filtering(block, context, { isRanked, printing });
  const isBare =
    block.isUnit &&
    where.length === 0 &&
    block.inner.size === 0 &&
    block.columns?.every(isPlain) === true;
  const from = isBare ? [] : merged([sql`${BREAK}FROM `, ...block.from]);
  const pieces: StatementPiece[] = [...selected(block, context, printing.place), ...from, ...where];
  if (block.groups.length > 0)
    pieces.push(sql`${BREAK}GROUP BY ${joined(block.groups.map(numeral), sql`, `)}`);
  // A window function cannot use an output's name.
  const keys = block.order.map(key =>
    sortKey(key, context, isRanked ? undefined : namedKey(key, block, context)),
  );
  const order = keys.length === 0 ? null : sql`ORDER BY ${joined(keys, sql`, `)}`;
  if (isRanked) pieces.push(...rankPieces(limit, order, where.length > 0, context));
  if (order !== null) pieces.push(sql`${BREAK}${order}`);
  if (limit !== null && !isRanked) pieces.push(limitPiece(limit, context));
  return pieces;
}

/** The name of the output that equals a sort key, if ORDER BY may use it. */
function namedKey(
  { expr }: SortKey<SqlExpr>,
  block: Block,
  { dialect }: ExprContext,
): Sql | undefined {
  const output = outputOf(expr, block);
  if (output === undefined) return undefined;
  const name = identifier(output.name, dialect);
  if (dialect.ordersNames) return name;
  return dialect.order(name, scalarOf(expr.scalar)).text === name.text ? name : undefined;
}

/** Not every engine aggregates without FROM. */
function isPlain({ expr }: BlockColumn): boolean {
  return expr.kind !== 'aggregate';
}

function selected(block: Block, context: ExprContext, place: Printing['place']): readonly Sql[] {
  const { columns, further } = block;
  if (place === 'inside')
    return [
      sql`SELECT ${joined(
        (columns ?? []).map(({ expr }) => columnText(expr, context)),
        sql`, `,
      )}`,
    ];
  const text = place === 'step' ? heldIn(block) : columnText;
  const items = [
    ...(columns === null ? [sql`*`] : columnList(columns, context, text)),
    ...columnList(further, context, text),
  ];
  return selectPieces(items);
}

/** The last computed column that equals `expr`, unless an input column has its name. */
function outputOf(expr: SqlExpr, { columns, inner, reach }: Block): BlockColumn | undefined {
  const key = exprKey(expr);
  const isComputed = ({ expr: own }: BlockColumn) =>
    own.kind === expr.kind &&
    (own.kind !== 'column' || inner.has(own.relation)) &&
    exprKey(own) === key;
  const isRead = (name: string) =>
    [...reach.values()].some(shape =>
      columnNames(shape).some(column => column.toLowerCase() === name),
    );
  return columns?.findLast(column => isComputed(column) && !isRead(column.name.toLowerCase()));
}

function contextOf(block: Block, printing: Printing): ExprContext {
  const { columns, further, reach, inner } = block;
  const renamed = [...(columns ?? []), ...further]
    .filter(({ name, expr }) => !keepsName(name, expr, block, printing.dialect))
    .map(({ name }) => name.toLowerCase());
  const context = reachContext(reach, new Set(renamed), printing);
  return inner.size === 0 ? context : withInner(block, context);
}

/** `context`, with the names of columns that the SELECT computes replaced by their expressions. */
function withInner(block: Block, context: ExprContext): ExprContext {
  const own: ExprContext = {
    ...context,
    column: column => {
      const expr = innerExpr(column, block);
      return expr === null ? context.column(column) : columnText(expr, own);
    },
    stored: of => (block.inner.has(of.relation) ? null : context.stored(of)),
    inner: column => innerExpr(column, block),
  };
  return own;
}

/** The expression of a column that the SELECT computes; `null` for any other expression. */
function innerExpr(expr: BlockExpr, { inner }: Block): BlockExpr | null {
  if (expr.kind !== 'column') return null;
  return inner.get(expr.relation)?.get(expr.path[0] ?? '') ?? null;
}

function keepsName(name: string, expr: BlockExpr, block: Block, dialect: Dialect): boolean {
  const inner = innerExpr(expr, block);
  if (inner !== null) return keepsName(name, inner, block, dialect);
  if (expr.kind === 'wire')
    return (
      keepsName(name, expr.of, block, dialect) &&
      keepsText(name, wireOf(dialect, expr.of.scalar), dialect)
    );
  if (expr.kind !== 'column' || expr.path.length !== 1 || expr.path[0] !== name) return false;
  const isCast = expr.scalar === 'decimal' && isStored(expr, block);
  return !isCast || keepsText(name, decimalsOf(dialect).stored, dialect);
}

/** Whether the name stands for itself where the spelling is applied to it. */
function keepsText(name: string, spelling: Spelling, dialect: Dialect): boolean {
  const own = identifier(name, dialect);
  return spelling([own]).text === own.text;
}

function isStored(column: ColumnExpr, { inner, reach }: Block): boolean {
  return !inner.has(column.relation) && storedIn(reach, column) !== null;
}

function columnList(
  columns: readonly BlockColumn[],
  context: ExprContext,
  text: typeof columnText,
): readonly Sql[] {
  const counted = limitTotalLength();
  return columns.map(({ name, expr }) => {
    const alias = identifier(name, context.dialect);
    const of = counted(text(expr, context));
    return of.text === alias.text ? alias : sql`${of} AS ${alias}`;
  });
}

/**
 * The text of columns that other SELECTs read. Literal whole numbers are cast if the engine would give them another type, and columns
 * that may be constant are protected from engines that lose them. A grouped SELECT needs no such protection.
 */
function heldIn(block: Block): typeof columnText {
  const isGrouped = block.groups.length > 0;
  return (expr, context) => {
    const { inner } = context;
    const { writtenOut, constant } = context.dialect;
    const of = columnText(expr, context);
    const cast = writtenOut !== null && isWrittenOut(expr, inner) ? writtenOut([of]) : of;
    return constant !== null && !isGrouped && mayBeConstant(expr, inner) ? constant([cast]) : cast;
  };
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

/** `isRanked`: QUALIFY follows, and needs a WHERE that is present in every request. */
function filtering(
  block: Block,
  context: ExprContext,
  { isRanked, printing }: { readonly isRanked: boolean; readonly printing: Printing },
): readonly StatementPiece[] {
  const conditions: (readonly StatementPiece[])[] = [];
  for (const predicate of block.where)
    conditions.push(
      'any' in predicate ? anyOf(predicate, context) : [guarded(predicate, 'and', context)],
    );
  if (block.late !== null) {
    const keys = blockPieces(block.late.keys, { ...printing, place: 'step' });
    conditions.push(latePieces(block.late, keys, context));
  }
  return wherePieces(conditions, context.dialect.literals.bool(true), isRanked);
}

function guarded(
  { when, expr: written }: Guarded<SqlExpr>,
  around: 'and' | 'or',
  context: ExprContext,
): StatementPiece {
  const expr = keptWhole(asCondition(written), context);
  const whole = guardedBy(when, context.uses, () =>
    indented(operand(printExpr(expr, context), around)),
  );
  return when === null ? whole : { when, sql: whole };
}

/** One line for each condition. It begins with OR if an earlier alternative is present. */
function anyOf({ any }: AnyOf<SqlExpr>, context: ExprContext): readonly StatementPiece[] {
  const whens = any.map(({ when }) => when);
  const members = any.flatMap(({ when, expr }, i): readonly StatementPiece[] => {
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
