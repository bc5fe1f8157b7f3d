/**
 * The joins of one SELECT. Each side is printed directly if that is unambiguous, else as a subquery with the columns
 * that are used.
 */

import type { ColumnExpr, SqlExpr } from '../../core/expr/expr.ts';
import { arrayColumn } from '../../core/expr/flat.ts';
import { someExpr } from '../../core/expr/walk.ts';
import type {
  ItemsRelation,
  JoinRelation,
  ReadRelation,
  RecordsRelation,
  Relation,
  TableRelation,
} from '../../core/plan/relation.ts';
import { isScalar, itemFieldsOf } from '../../core/types/scalar.ts';
import { shapeOf } from '../../lower/shape.ts';
import { readSql } from '../columns.ts';
import { layoutOf, selectList } from '../layout.ts';
import type { Spelling } from '../spelling.ts';
import { BREAK, identifier, indented, type Sql, sql } from '../sql.ts';
import { printExpr } from './expr/expr.ts';
import { leafBlock, leafOfTable } from './leaf.ts';
import { type Printing, type Reach, reachContext } from './reach.ts';
import { asFinal, type Block, rows, tableName } from './rows.ts';

/** `later`: the lists whose items are joined after this join. */
export function joinBlock(
  relation: JoinRelation<SqlExpr>,
  printing: Printing,
  later: readonly SqlExpr[] = [],
): Block {
  const { kind, left, right, on } = relation;
  const lists = right.node === 'items' ? [right.list, ...later] : later;
  const first =
    left.node === 'join' ? joinBlock(left, printing, lists) : side(left, printing, kind === 'full');
  if (right.node === 'items' || right.node === 'records')
    return itemsBlock(first, relation, right, later, printing);
  if (kind !== 'full' && isTrue(on) && shapeOf(right, printing.shapes).isOneRow === true) {
    const only = side(right, printing, false);
    const reach = new Map([...first.reach, ...only.reach]);
    return rows([...first.from, sql`${BREAK}CROSS JOIN `, ...only.from], reach);
  }
  const second = side(right, printing, kind !== 'inner');
  const reach = new Map([...first.reach, ...second.reach]);
  const context = reachContext(reach, new Set(), printing);
  const condition = indented(
    printExpr(on, kind === 'inner' ? context : { ...context, outerOn: true }),
  );
  const whole = kind === 'left' ? sql`LEFT JOIN` : sql`INNER JOIN`;
  const word = kind === 'full' ? sql`FULL JOIN` : whole;
  return rows([...first.from, sql`${BREAK}${word} `, ...second.from, sql` ON ${condition}`], reach);
}

function isTrue(on: SqlExpr): boolean {
  return on.kind === 'literal' && on.value === true;
}

/** Joins each row of `first` with the items of its list. */
function itemsBlock(
  { from, reach }: Block,
  { kind, left }: JoinRelation<SqlExpr>,
  relation: ItemsRelation<SqlExpr> | RecordsRelation,
  later: readonly SqlExpr[],
  printing: Printing,
): Block {
  const { dialect, shapes } = printing;
  const { name, index } = relation;
  const isRecords = relation.node === 'records';
  const list: SqlExpr = isRecords ? arrayColumn(relation) : relation.list;
  const item = isRecords ? name : relation.item;
  const isNamed = columnsOf(name, printing).some(({ path }) => path[0] === index);
  const alone = left.node === 'table' || left.node === 'read' ? left.name : null;
  const context = reachContext(reach, new Set(), printing);
  // A missing list has no items.
  const bare = list.kind === 'column' ? context.bare(list) : null;
  const fields = itemFieldsOf(list.scalar);
  const whole = dialect.items({
    from,
    alias: alone === null ? null : identifier(alone, dialect),
    list: bare ?? printExpr(list, context),
    item: identifier(item, dialect),
    index: isNamed ? identifier(index, dialect) : null,
    isOuter: kind === 'left',
    isRecords: isRecords || fields !== null,
    isReread: later.some(of =>
      someExpr<SqlExpr>(
        of,
        part => part.kind === 'column' && part.relation === name && part.path[0] === item,
      ),
    ),
    fields,
    layout: layoutOf(dialect),
  });
  return rows(whole, new Map([...reach, [name, shapeOf(relation, shapes)]]));
}

/** `isOuter`: rows may have no match, so its columns may be NULL. */
function side(relation: Relation<SqlExpr>, printing: Printing, isOuter: boolean): Block {
  if (relation.node !== 'table' && relation.node !== 'read' && relation.node !== 'unit')
    throw new Error(`a ${relation.node} beside a join must be a step`);
  const nullable = isOuter ? printing.dialect.outer : null;
  const block =
    relation.node === 'unit' || nullable === null
      ? leafBlock(relation, printing)
      : subquery(relation, printing, nullable);
  const isOuterSide = isOuter && relation.node !== 'unit';
  return isOuterSide ? { ...block, reach: outer(block.reach) } : block;
}

function outer(reach: Reach): Reach {
  return new Map([...reach].map(([name, shape]) => [name, { ...shape, isOuter: true }] as const));
}

function columnsOf(relation: string, { named }: Printing): readonly ColumnExpr[] {
  return [...(named.get(relation)?.values() ?? [])];
}

/** The used columns of the relation, each under a unique name, as `nullable` changes them. */
function subquery(
  relation: TableRelation | ReadRelation,
  printing: Printing,
  nullable: Spelling,
): Block {
  const { dialect, shapes } = printing;
  const { name } = relation;
  const change = (of: Sql, { scalar }: ColumnExpr) => (isScalar(scalar) ? nullable([of]) : of);
  if (relation.node === 'table' && relation.leaf !== undefined)
    return leafOfTable(relation, relation.leaf, printing, (of, { column, isArray }) =>
      isArray ? of : change(of, column),
    );
  const shape = shapeOf(relation, shapes);
  const named = columnsOf(name, printing);
  const read = namesOf(named);
  const items = named.map(column => {
    const own = identifier(read.get(column.path.join('.')) ?? '', dialect);
    const of = relation.node === 'table' ? stored(relation, column, printing) : own;
    const text = change(of, column);
    return text.text === own.text ? own : sql`${text} AS ${own}`;
  });
  const [any = ''] = shape.columns;
  const list = items.length === 0 ? [identifier(any, dialect)] : items;
  const from =
    relation.node === 'table'
      ? asFinal(tableName(relation, dialect), relation, dialect)
      : identifier(relation.step, dialect);
  const select = sql`${selectList(list)}${BREAK}FROM ${from}`;
  const alias = identifier(name, dialect);
  return rows(
    [sql`(${BREAK}  ${indented(select)}${BREAK}) AS ${alias}`],
    new Map([[name, { ...shape, read }]]),
  );
}

function stored({ source }: TableRelation, column: ColumnExpr, { dialect }: Printing): Sql {
  return readSql(source, dialect, column, null, false);
}

/** Names for leaves by their paths: for nested leaves the joined names, made unique. */
function namesOf(columns: readonly ColumnExpr[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(columns.filter(({ path }) => path.length === 1).map(({ path }) => path[0]));
  for (const { path } of columns) {
    let name = path.join('_');
    while (path.length > 1 && taken.has(name)) name += '_';
    taken.add(name);
    names.set(path.join('.'), name);
  }
  return names;
}
