/**
 * The one SQL printer: a `Plan` and a `Dialect` in, a `Statement` out.
 *
 * A plan is folded into SELECT blocks from the scan outward; the plan names the steps that a statement needs. Inside an
 * aggregating block no output is named like an input column (the plan sees to it), because engines disagree on which of
 * the two a name in GROUP BY or WHERE means.
 */
import type { NamedExpr, Predicate, SortKey } from '../core/expr.ts';
import type { AggregatePlan, Plan } from '../core/relation.ts';
import type { Source } from '../core/source.ts';
import type { Segment, Statement } from '../core/statement.ts';
import { columnSql, recordSql } from './columns.ts';
import type { Dialect } from './dialect.ts';
import { mapPiece, type Piece, selectPieces } from './layout.ts';
import { bindingsOf, type ExprContext, printExpr, printRecord, type Uses } from './print-expr.ts';
import { calendarText, filledText } from './print-fill.ts';
import {
  BREAK,
  comment,
  engineSql,
  finished,
  identifier,
  indented,
  joined,
  numeral,
  operand,
  type Sql,
  sql,
} from './sql.ts';

/** One SELECT in the making. */
interface Block {
  readonly from: Sql;
  /** The name that qualifies the block's input columns. */
  readonly name: Sql;
  /** The data set whose columns the block reads; `null` where it reads a step's fields. */
  readonly source: Source | null;
  /** The condition of the data set's table. */
  readonly fixed: Sql | null;
  readonly where: readonly Predicate[];
  readonly columns: readonly NamedExpr[] | null;
  readonly groups: number;
  readonly order: readonly SortKey[];
  readonly limit: number | null;
}
interface Step {
  readonly name: Sql;
  readonly pieces: readonly Piece[];
}
interface Printing {
  readonly dialect: Dialect;
  readonly uses: Uses;
  readonly steps: Step[];
}

/** The statement of `plan` in `dialect`; `title`, one line, becomes the comment at its head. */
export function print(plan: Plan, dialect: Dialect, title: string): Statement {
  const clock = dialect.clock.named
    ? identifier(unusedName('now_time', namesOf(plan)), dialect)
    : null;
  const uses: Uses = { bindings: new Map(), clock, clockRead: false, guard: null };
  const printing: Printing = { dialect, uses, steps: [] };
  const body = blockPieces(blockOf(plan, printing), printing);
  const head = clock !== null && uses.clockRead ? [[sql`${dialect.clock.sql} AS ${clock}`]] : [];
  const steps = printing.steps.map(step => stepPieces(step));
  const pieces = [sql`${comment(title)}${BREAK}`, ...withClause([...head, ...steps]), ...body];
  return { sql: pieces.map(segment), bind: bindingsOf(uses) };
}

function segment(piece: Piece): Segment {
  return 'when' in piece ? { when: piece.when, sql: finished(piece.sql) } : finished(piece);
}

function stepPieces({ name, pieces }: Step): readonly Piece[] {
  const inside = pieces.map(piece => mapPiece(piece, indented));
  return [sql`${name} AS (${BREAK}  `, ...inside, sql`${BREAK})`];
}

function withClause(items: readonly (readonly Piece[])[]): readonly Piece[] {
  if (items.length === 0) return [];
  return [...items.flatMap((item, i) => [i === 0 ? sql`WITH ` : sql`, `, ...item]), BREAK];
}

// ---- from plan to blocks --------------------------------------------------------------------------------------------

function blockOf(plan: Plan, printing: Printing): Block {
  switch (plan.node) {
    case 'scan':
      return scanBlock(plan.source, printing.dialect);
    case 'filter': {
      const block = below(plan, printing, b => b.columns === null && b.limit === null);
      return { ...block, where: [...block.where, ...plan.predicates] };
    }
    case 'sort': {
      const block = below(plan, printing, b => b.columns === null && b.limit === null);
      return { ...block, order: plan.keys };
    }
    case 'limit':
      return { ...below(plan, printing, b => b.limit === null), limit: plan.count };
    case 'project':
      return { ...below(plan, printing, b => b.columns === null), columns: plan.columns };
    case 'named':
      return named(blockOf(plan.input, printing), plan.step, printing);
    case 'aggregate':
      return named(aggregateBlock(plan, printing), plan.step, printing);
    case 'fill': {
      const counted = blockOf(plan.input, printing).name;
      const pieces = fillSteps(plan, counted, printing);
      printing.steps.push(...pieces);
      return fresh(identifier(plan.step, printing.dialect));
    }
    case 'views':
      for (const view of plan.views) named(blockOf(view.plan, printing), view.name, printing);
      return blockOf(plan.input, printing);
  }
}

type Single = Extract<Plan, { node: 'filter' | 'sort' | 'limit' | 'project' | 'aggregate' }>;

/** The block below `plan`. The plan names every step that a statement needs, so that `fits` always holds. */
function below(plan: Single, printing: Printing, fits: (block: Block) => boolean): Block {
  const block = blockOf(plan.input, printing);
  if (!fits(block))
    throw new Error(`a ${plan.input.node} below a ${plan.node} must be a named step`);
  return block;
}

function fresh(
  from: Sql,
  name = from,
  source: Source | null = null,
  fixed: Sql | null = null,
): Block {
  return { from, name, source, fixed, where: [], columns: null, groups: 0, order: [], limit: null };
}

function scanBlock(source: Source, dialect: Dialect): Block {
  const table = source.tables[dialect.name];
  if (table === undefined)
    throw new Error(`data set ${source.name} has no table for ${dialect.name}`);
  const parts = table.name.map(part => identifier(part, dialect));
  const path = joined(parts, sql`.`);
  const alias = identifier(unusedName(source.name, columnNames(source)), dialect);
  const from = path.text === alias.text ? path : sql`${path} AS ${alias}`;
  return fresh(from, alias, source, table.where === null ? null : engineSql(table.where));
}

/** `block` as a step, and a block that reads it: all columns of the data set still, where it selects none. */
function named(block: Block, step: string, printing: Printing): Block {
  const name = identifier(step, printing.dialect);
  printing.steps.push({ name, pieces: blockPieces(block, printing) });
  return fresh(name, name, block.columns === null ? block.source : null);
}

function aggregateBlock(plan: AggregatePlan, printing: Printing): Block {
  const block = below(
    plan,
    printing,
    b => b.columns === null && b.order.length === 0 && b.limit === null,
  );
  return { ...block, columns: [...plan.keys, ...plan.measures], groups: plan.keys.length };
}

function fillSteps(
  plan: Extract<Plan, { node: 'fill' }>,
  counted: Sql,
  { dialect, uses }: Printing,
): readonly Step[] {
  const quote = (name: string) => identifier(name, dialect);
  const groups = plan.input.keys
    .filter(key => key.name !== plan.bucket)
    .map(key => quote(key.name));
  const groupStep = quote(plan.names.groups);
  const calendar = quote(plan.names.calendar);
  const distinct = sql`SELECT DISTINCT ${joined(groups, sql`, `)}${BREAK}FROM ${counted}`;
  return [
    ...(groups.length > 0 ? [{ name: groupStep, pieces: [distinct] }] : []),
    { name: calendar, pieces: [calendarText(plan, groups, groupStep, dialect, uses)] },
    { name: quote(plan.step), pieces: [filledText(plan, groups, counted, calendar, dialect)] },
  ];
}

// ---- from blocks to text --------------------------------------------------------------------------------------------

function blockPieces(block: Block, printing: Printing): readonly Piece[] {
  const context = contextOf(block, printing);
  const select =
    block.columns === null ? [sql`SELECT *`] : selectPieces(columnList(block.columns, context));
  const pieces: Piece[] = [
    ...select,
    sql`${BREAK}FROM ${block.from}`,
    ...wherePieces(block, context),
  ];
  if (block.groups > 0) pieces.push(sql`${BREAK}GROUP BY ${ordinals(block.groups)}`);
  if (block.order.length > 0) {
    const keys = block.order.map(key => sortKey(key, context));
    pieces.push(sql`${BREAK}ORDER BY ${joined(keys, sql`, `)}`);
  }
  if (block.limit !== null) pieces.push(sql`${BREAK}LIMIT ${numeral(block.limit)}`);
  return pieces;
}

/**
 * Names that the select list gives to something else than the input column of that name are qualified wherever the input
 * is meant: ClickHouse would read the output in WHERE and in other items, and every engine in ORDER BY.
 */
function contextOf(block: Block, { dialect, uses }: Printing): ExprContext {
  const renamed = new Set(
    (block.columns ?? [])
      .filter(({ name, expr }) => !keepsName(name, expr, dialect))
      .map(({ name }) => name.toLowerCase()),
  );
  const qualifier = (root: string) => (renamed.has(root.toLowerCase()) ? block.name : null);
  return {
    dialect,
    uses,
    source: block.source,
    column: path => {
      if (block.source === null)
        throw new Error(`\`${path.join('.')}\` is read where only fields are`);
      return columnSql(block.source, dialect, path, qualifier(path[0] ?? ''));
    },
    record: path =>
      block.source === null
        ? null
        : recordSql(block.source, dialect, path, qualifier(path[0] ?? '')),
    field: name => {
      const owner = qualifier(name);
      const own = identifier(name, dialect);
      return owner === null ? own : sql`${owner}.${own}`;
    },
  };
}

function keepsName(name: string, expr: NamedExpr['expr'], dialect: Dialect): boolean {
  if (expr.kind === 'wire') {
    const own = identifier(name, dialect);
    const isSame = dialect.wire[expr.of.scalar]([own]).text === own.text;
    return isSame && keepsName(name, expr.of, dialect);
  }
  if (expr.kind === 'field') return expr.name === name;
  if (expr.kind !== 'column' || expr.path.length !== 1 || expr.path[0] !== name) return false;
  const own = identifier(name, dialect);
  return expr.scalar !== 'decimal' || dialect.decimal([own]).text === own.text;
}

function columnList(columns: readonly NamedExpr[], context: ExprContext): readonly Sql[] {
  return columns.map(({ name, expr }) => {
    const alias = identifier(name, context.dialect);
    const of = expr.kind === 'record' ? printRecord(expr, context) : printExpr(expr, context);
    return of.text === alias.text ? alias : sql`${of} AS ${alias}`;
  });
}

function sortKey({ expr, descending }: SortKey, context: ExprContext): Sql {
  const { nulls, order: ordered } = context.dialect;
  const of = ordered(printExpr(expr, context), expr.scalar);
  const order = descending ? sql`${of} DESC` : of;
  if (!expr.nullable) return order;
  return sql`${order}${descending ? nulls.last : nulls.first}`;
}

function ordinals(count: number): Sql {
  const numbers = Array.from({ length: count }, (_, i) => numeral(i + 1));
  return joined(numbers, sql`, `);
}

function wherePieces(block: Block, context: ExprContext): readonly Piece[] {
  const conditions: Piece[] = block.fixed === null ? [] : [sql`(${block.fixed})`];
  conditions.push(...block.where.map(predicate => condition(predicate, context)));
  if (conditions.length === 0) return [];
  // a guarded text may be left out as a whole, so it cannot be the one behind WHERE
  if (conditions[0] !== undefined && 'when' in conditions[0])
    conditions.unshift(context.dialect.literals.bool(true));
  return conditions.map((c, i) =>
    mapPiece(c, of => (i === 0 ? sql`${BREAK}WHERE ${of}` : sql`${BREAK}  AND ${of}`)),
  );
}

function condition({ when, expr }: Predicate, context: ExprContext): Piece {
  context.uses.guard = when;
  const whole = indented(operand(printExpr(expr, context), 'and'));
  context.uses.guard = null;
  return when === null ? whole : { when, sql: whole };
}

/**
 * `name`, with as many underscores as make it differ from all of `names`: where both are in reach, BigQuery takes a table's
 * alias for the row, and ClickHouse the clock's name for any other.
 */
function unusedName(name: string, names: readonly string[]): string {
  const taken = new Set(names.map(n => n.toLowerCase()));
  let free = name;
  while (taken.has(free.toLowerCase())) free += '_';
  return free;
}

function columnNames({ columns }: Source): readonly string[] {
  return columns.map(column => column.name);
}

/** Every name that a statement of `plan` gives or reads. */
function namesOf(plan: Plan): readonly string[] {
  if (plan.node === 'scan') return [plan.source.name, ...columnNames(plan.source)];
  const below = namesOf(plan.input);
  switch (plan.node) {
    case 'filter':
    case 'sort':
    case 'limit':
      return below;
    case 'named':
      return [plan.step, ...below];
    case 'aggregate':
      return [plan.step, ...[...plan.keys, ...plan.measures].map(({ name }) => name), ...below];
    case 'fill':
      return [plan.step, ...Object.values(plan.names), ...below];
    case 'project':
      return [...plan.columns.map(({ name }) => name), ...below];
    case 'views':
      return [...plan.views.flatMap(view => [view.name, ...namesOf(view.plan)]), ...below];
  }
}
