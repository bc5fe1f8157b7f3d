/** The parts of one SELECT, and the names of tables in FROM. */
import type { Predicate, SortKey, SqlExpr } from '../../core/expr/expr.ts';
import type { LimitRelation, TableRelation } from '../../core/plan/relation.ts';
import type { Dialect } from '../dialect.ts';
import type { StatementPiece } from '../layout.ts';
import { dottedName, type Sql, sql } from '../sql.ts';
import type { BlockExpr } from './expr/block-expr.ts';
import type { Reach } from './reach.ts';

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
  readonly from: readonly StatementPiece[];
  /** Whether it starts from one row without columns. */
  readonly isUnit: boolean;
  /** The relations whose columns it may use. */
  readonly reach: Reach;
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
  readonly order: readonly SortKey<SqlExpr>[];
  readonly limit: Limit | null;
  /** The rows that are found before their wide columns are read; `null` if the engine does this itself. */
  readonly late: LateRows | null;
}

export function rows(from: readonly StatementPiece[], reach: Reach): Block {
  return {
    from,
    isUnit: false,
    reach,
    where: [],
    columns: null,
    further: [],
    groups: [],
    computedBy: null,
    inner: new Map(),
    order: [],
    limit: null,
    late: null,
  };
}

/** A table in FROM. After its alias come the words that keep only the newest row of each key. */
export function asFinal(from: Sql, { source }: TableRelation, { name, author }: Dialect): Sql {
  if (source.tables[name]?.final !== true) return from;
  if (author.final === null) throw new Error(`${name} cannot read the newest rows alone`);
  return sql`${from} ${author.final}`;
}

export function tableName({ source }: TableRelation, dialect: Dialect): Sql {
  const stored = source.tables[dialect.name]?.name ?? [];
  return dottedName(stored, dialect);
}
