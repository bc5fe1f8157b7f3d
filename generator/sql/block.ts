/** From a relation to one SELECT: its clauses in the order in which an engine applies them. */
import type {
  AggregateExpr,
  Predicate,
  RecordExpr,
  SortKey,
  SqlExpr,
  WindowExpr,
} from '../core/expr.ts';
import type { JoinRelation, Relation, TableRelation } from '../core/relation.ts';
import { selectList } from './layout.ts';
import { type ExprContext, printExpr } from './print-expr.ts';
import { type Printing, type Reach, reachContext } from './reach.ts';
import { shapeOf } from './shape.ts';
import { BREAK, engineSql, identifier, indented, joined, type Sql, sql } from './sql.ts';

export type BlockExpr = SqlExpr | RecordExpr | AggregateExpr<SqlExpr> | WindowExpr<SqlExpr>;
export interface BlockColumn {
  readonly name: string;
  readonly expr: BlockExpr;
}
/** One SELECT in the making. */
export interface Block {
  readonly from: Sql;
  /** The relations whose columns it may name. */
  readonly reach: Reach;
  /** The condition of a data set's table. */
  readonly fixed: readonly Sql[];
  readonly where: readonly Predicate<SqlExpr>[];
  /** `null`: all that are in reach; with `further`, these besides. */
  readonly columns: readonly BlockColumn[] | null;
  readonly further: readonly BlockColumn[];
  /** How many of the columns, from the first, rows are grouped by. */
  readonly groups: number;
  readonly distinct: boolean;
  readonly order: readonly SortKey<SqlExpr>[];
  readonly limit: number | null;
}

/** What a relation still leaves open: nothing is computed, nothing is cut. */
const isRows = (block: Block) =>
  block.columns === null && block.further.length === 0 && block.limit === null;
/** Rows as they are read, in no order. A SELECT computes its columns before it compares rows. */
const isUnordered = (block: Block) => isRows(block) && block.order.length === 0 && !block.distinct;

/** The block of `relation`. The planner has made a step of whatever does not fit into one: throws where it has not. */
export function blockOf(relation: Relation<SqlExpr>, printing: Printing): Block {
  switch (relation.node) {
    case 'table':
      return tableBlock(relation, printing);
    case 'read': {
      const { name, step } = relation;
      const from = aliased(identifier(step, printing.dialect), identifier(name, printing.dialect));
      return rows(from, new Map([[name, shapeOf(relation, printing.shapes)]]));
    }
    case 'named':
      return blockOf(relation.input, printing);
    case 'join':
      return joinBlock(relation, printing);
    case 'filter': {
      const block = below(relation, printing, isRows);
      return { ...block, where: [...block.where, ...relation.predicates] };
    }
    case 'sort':
      return { ...below(relation, printing, isRows), order: relation.keys };
    case 'limit':
      return { ...below(relation, printing, b => b.limit === null), limit: relation.count };
    case 'distinct':
      return { ...below(relation, printing, b => b.limit === null), distinct: true };
    case 'project':
      return {
        ...below(
          relation,
          printing,
          b => b.columns === null && b.further.length === 0 && !b.distinct,
        ),
        columns: relation.columns,
      };
    case 'window':
      return { ...below(relation, printing, isUnordered), further: relation.columns };
    case 'aggregate':
      return {
        ...below(relation, printing, isUnordered),
        columns: [...relation.keys, ...relation.measures],
        groups: relation.keys.length,
      };
    case 'union':
    case 'fill':
      throw new Error(`a ${relation.node} is a step of its own`);
  }
}

type Single = Exclude<Relation<SqlExpr>, { node: 'table' | 'read' | 'join' | 'union' }>;

function below(relation: Single, printing: Printing, fits: (block: Block) => boolean): Block {
  const block = blockOf(relation.input, printing);
  if (!fits(block))
    throw new Error(`a ${relation.input.node} below a ${relation.node} must be a step`);
  return block;
}

function rows(from: Sql, reach: Reach, fixed: readonly Sql[] = []): Block {
  return {
    from,
    reach,
    fixed,
    where: [],
    columns: null,
    further: [],
    groups: 0,
    distinct: false,
    order: [],
    limit: null,
  };
}

export function aliased(of: Sql, alias: Sql): Sql {
  return of.text === alias.text ? of : sql`${of} AS ${alias}`;
}

function tableBlock(table: TableRelation, { dialect, shapes }: Printing): Block {
  const { name, source } = table;
  const stored = source.tables[dialect.name];
  if (stored === undefined)
    throw new Error(`data set ${source.name} has no table for ${dialect.name}`);
  const parts = stored.name.map(part => identifier(part, dialect));
  const home = parts.length === 1 && dialect.home !== null ? [dialect.home] : [];
  const path = joined([...home, ...parts], sql`.`);
  const fixed = stored.where === null ? [] : [engineSql(stored.where)];
  const reach = new Map([[name, shapeOf(table, shapes)]]);
  return rows(aliased(path, identifier(name, dialect)), reach, fixed);
}

function joinBlock({ kind, left, right, on }: JoinRelation<SqlExpr>, printing: Printing): Block {
  const { dialect } = printing;
  const [first, second] = [blockOf(left, printing), blockOf(right, printing)];
  if (!isUnordered(first) || first.where.length > 0)
    throw new Error(`a ${left.node} on the left of a join must be a step`);
  if (right.node !== 'read')
    throw new Error(`a ${right.node} on the right of a join must be a step`);
  const reach = new Map([...first.reach, ...second.reach]);
  const { outer } = dialect;
  const from =
    kind === 'left' && outer !== null
      ? outerRows(second, right.name, printing, of => outer([of]))
      : second.from;
  const context: ExprContext = reachContext(reach, new Set(), printing);
  const condition = indented(printExpr(on, context));
  const word = kind === 'left' ? sql`LEFT JOIN` : sql`INNER JOIN`;
  return rows(sql`${first.from}${BREAK}${word} ${from} ON ${condition}`, reach, first.fixed);
}

/** The right side of a left join with each column made nullable. */
function outerRows(
  { from, reach }: Block,
  name: string,
  { dialect }: Printing,
  nullable: (of: Sql) => Sql,
): Sql {
  const shape = reach.get(name);
  if (shape === undefined || shape.source !== null)
    throw new Error(`the right side ${name} of a left join says which columns it has`);
  const columns = shape.columns.map(column => {
    const own = identifier(column, dialect);
    return sql`${nullable(own)} AS ${own}`;
  });
  const alias = identifier(name, dialect);
  const select = sql`${selectList(columns)}${BREAK}FROM ${from}`;
  return sql`(${BREAK}  ${indented(select)}${BREAK}) AS ${alias}`;
}
