/** The parts of one SELECT, and its initial rows: those of a table or a step. */
import type { Predicate, SortKey, SqlExpr } from '../../core/expr/expr.ts';
import type {
  LimitRelation,
  ReadRelation,
  TableRelation,
  UnitRelation,
} from '../../core/plan/relation.ts';
import { shapeOf } from '../../lower/shape.ts';
import type { Dialect } from '../dialect.ts';
import { engineSql, identifier, joined, type Sql, sql } from '../sql.ts';
import type { BlockExpr } from './block-expr.ts';
import type { Printing, Reach } from './reach.ts';

export interface BlockColumn {
  readonly name: string;
  readonly expr: BlockExpr;
}
/** How many rows are kept, and how many are skipped first. */
export type Limit = Pick<LimitRelation<SqlExpr>, 'count' | 'skip'>;
/** The first sort key of limited rows, and the SELECT of only that key, as the column `name`. */
export interface LateRows {
  readonly key: SortKey<SqlExpr>;
  readonly name: string;
  readonly keys: Block;
}
/** One SELECT under construction. */
export interface Block {
  readonly from: Sql;
  /** Whether it starts from one row without columns. */
  readonly isUnit: boolean;
  /** The relations whose columns it may use. */
  readonly reach: Reach;
  /** The fixed condition of a data set's table. */
  readonly fixed: readonly Sql[];
  readonly where: readonly Predicate<SqlExpr>[];
  /** `null`: all visible columns; those of `further` are added. */
  readonly columns: readonly BlockColumn[] | null;
  readonly further: readonly BlockColumn[];
  /** The positions, from 1, of the columns by which rows are grouped. */
  readonly groups: readonly number[];
  /** The name of the relation that computed the columns, which may be replaced by their expressions; `null` if none did. */
  readonly computedBy: string | null;
  /** The expression of each column, by the name of the relation that computed it. */
  readonly inner: ReadonlyMap<string, ReadonlyMap<string, BlockExpr>>;
  readonly distinct: boolean;
  readonly order: readonly SortKey<SqlExpr>[];
  readonly limit: Limit | null;
  /** The rows that are found before their wide columns are read; `null` if the engine does this itself. */
  readonly late: LateRows | null;
}

/** The relations that one SELECT reads directly. */
type Leaf = TableRelation | ReadRelation | UnitRelation;

export function leafBlock(relation: Leaf, printing: Printing): Block {
  if (relation.node === 'table') return tableBlock(relation, printing);
  if (relation.node === 'unit') return unitBlock(relation, printing);
  const { name, step } = relation;
  const { dialect, shapes } = printing;
  const from = aliased(identifier(step, dialect), identifier(name, dialect));
  return rows(from, new Map([[name, shapeOf(relation, shapes)]]));
}

function unitBlock(unit: UnitRelation, { dialect, shapes }: Printing): Block {
  const { name } = unit;
  const reach = new Map([[name, shapeOf(unit, shapes)]]);
  const from = sql`(SELECT 1 AS one) AS ${identifier(name, dialect)}`;
  return { ...rows(from, reach), isUnit: true };
}

export function rows(from: Sql, reach: Reach, fixed: readonly Sql[] = []): Block {
  return {
    from,
    isUnit: false,
    reach,
    fixed,
    where: [],
    columns: null,
    further: [],
    groups: [],
    computedBy: null,
    inner: new Map(),
    distinct: false,
    order: [],
    limit: null,
    late: null,
  };
}

function aliased(of: Sql, alias: Sql): Sql {
  return of.text === alias.text ? of : sql`${of} AS ${alias}`;
}

function tableBlock(table: TableRelation, { dialect, shapes }: Printing): Block {
  const { name, source } = table;
  const stored = source.tables[dialect.name];
  if (stored === undefined)
    throw new Error(`data set ${source.name} has no table for ${dialect.name}`);
  const fixed = stored.where === null ? [] : [engineSql(stored.where)];
  const reach = new Map([[name, shapeOf(table, shapes)]]);
  const from = aliased(tableName(table, dialect), identifier(name, dialect));
  return rows(asFinal(from, table, dialect), reach, fixed);
}

/** A table in FROM. After its alias come the words that keep only the newest row of each key. */
export function asFinal(from: Sql, { source }: TableRelation, { name, author }: Dialect): Sql {
  if (source.tables[name]?.final !== true) return from;
  if (author.final === null) throw new Error(`${name} cannot read the newest rows alone`);
  return sql`${from} ${author.final}`;
}

export function tableName({ source }: TableRelation, dialect: Dialect): Sql {
  const stored = source.tables[dialect.name]?.name ?? [];
  return joined(
    stored.map(part => identifier(part, dialect)),
    sql`.`,
  );
}
