/** The initial rows of a SELECT: those of a table or a step. */
import type {
  LeafColumn,
  RawCondition,
  ReadRelation,
  TableLeaf,
  TableRelation,
  UnitRelation,
} from '../../core/plan/relation.ts';
import { storedName } from '../../core/spec/source.ts';
import { wordsOf } from '../../lower/leaves.ts';
import { shapeOf } from '../../lower/shape.ts';
import { columnSql, convertedSql, isAsDeclared, leafAt, readSql } from '../columns.ts';
import { mapPiece, type StatementPiece, selectList, wherePieces } from '../layout.ts';
import { BREAK, engineSql, identifier, indented, operand, type Sql, sql } from '../sql.ts';
import { rawComparison } from '../stored.ts';
import { printExpr } from './expr/expr.ts';
import { type Printing, reachContext } from './reach.ts';
import { asFinal, type Block, rows, tableName } from './rows.ts';
import { guardedBy } from './uses.ts';

/** The relations that one SELECT reads directly. */
type Leaf = TableRelation | ReadRelation | UnitRelation;

export function leafBlock(relation: Leaf, printing: Printing): Block {
  if (relation.node === 'table') return tableBlock(relation, printing);
  if (relation.node === 'unit') return unitBlock(relation, printing);
  const { name, step } = relation;
  const { dialect, shapes } = printing;
  const from = aliased(identifier(step, dialect), identifier(name, dialect));
  return rows([from], new Map([[name, shapeOf(relation, shapes)]]));
}

function unitBlock(unit: UnitRelation, { dialect, shapes }: Printing): Block {
  const { name } = unit;
  const reach = new Map([[name, shapeOf(unit, shapes)]]);
  const from = sql`(SELECT 1 AS one) AS ${identifier(name, dialect)}`;
  return { ...rows([from], reach), isUnit: true };
}

function aliased(of: Sql, alias: Sql): Sql {
  return of.text === alias.text ? of : sql`${of} AS ${alias}`;
}

function tableBlock(table: TableRelation, printing: Printing): Block {
  const { name, leaf } = table;
  if (leaf !== undefined) return leafOfTable(table, leaf, printing, of => of);
  const { dialect, shapes } = printing;
  const reach = new Map([[name, shapeOf(table, shapes)]]);
  const from = aliased(tableName(table, dialect), identifier(name, dialect));
  return rows([asFinal(from, table, dialect)], reach);
}

/** The SELECT that reads a table whose columns are not stored as declared. `change` is applied to each column. */
export function leafOfTable(
  table: TableRelation,
  leaf: TableLeaf,
  printing: Printing,
  change: (of: Sql, column: LeafColumn) => Sql,
): Block {
  const { dialect, shapes } = printing;
  const { name, source } = table;
  const alias = identifier(aliasFor(table, printing), dialect);
  const columns = leaf.columns.map(column => {
    const of = change(columnText(column, table, alias, printing), column);
    return sql`${of} AS ${identifier(column.name, dialect)}`;
  });
  const whole = leaf.isWhole ? [sql`${alias}.*`] : [];
  const items = columns.length === 0 && !leaf.isWhole ? [sql`1 AS one`] : [...whole, ...columns];
  const where = source.tables[dialect.name]?.where ?? null;
  const conditions = [
    ...(where === null ? [] : [[sql`(${engineSql(where)})`]]),
    ...leaf.conditions.map(condition => [conditionPiece(condition, table, alias, printing)]),
  ];
  const from = asFinal(sql`${tableName(table, dialect)} AS ${alias}`, table, dialect);
  const select = [
    sql`${selectList(items)}${BREAK}FROM ${from}`,
    ...wherePieces(conditions, dialect.literals.bool(true)),
  ].map(piece => mapPiece(piece, indented));
  return rows(
    [sql`(${BREAK}  `, ...select, sql`${BREAK}) AS ${identifier(name, dialect)}`],
    new Map([[name, shapeOf(table, shapes)]]),
  );
}

/** A name for the table that no SQL of the author and no column has. */
function aliasFor({ source }: TableRelation, { dialect }: Printing): string {
  const taken = new Set([
    ...wordsOf(source, dialect),
    ...source.columns.map(column => storedName(column, dialect.name).toLowerCase()),
  ]);
  let alias = 't';
  while (taken.has(alias)) alias += '_';
  return alias;
}

function columnText(
  { column, isArray }: LeafColumn,
  { source }: TableRelation,
  alias: Sql,
  { dialect }: Printing,
): Sql {
  if (isArray) return columnSql(source, dialect, column.path, alias);
  return isAsDeclared(source, dialect, column.path)
    ? readSql(source, dialect, column, alias, false)
    : convertedSql(source, dialect, column, alias);
}

function conditionPiece(
  { when, fn, column, to }: RawCondition,
  { source }: TableRelation,
  alias: Sql,
  printing: Printing,
): StatementPiece {
  const { dialect, uses } = printing;
  const raw = rawComparison(leafAt(source, column.path), fn, dialect);
  if (raw === null) throw new Error(`${column.path.join('.')} has no raw condition`);
  const value = guardedBy(when, uses, () =>
    printExpr(to, reachContext(new Map(), new Set(), printing)),
  );
  const stored = columnSql(source, dialect, column.path, alias);
  const whole = indented(operand(raw.compare(stored, operand(value, 'additive')), 'and'));
  return when === null ? whole : { when, sql: whole };
}
