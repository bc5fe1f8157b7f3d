/** The names that expressions of one SELECT may use. */
import type { ColumnExpr, RecordExpr } from '../../core/expr/expr.ts';
import type { Source } from '../../core/spec/source.ts';
import type { LateKey } from '../../lower/late.ts';
import type { NamedColumns } from '../../lower/named.ts';
import type { Shapes, StatementShape } from '../../lower/shape.ts';
import { columnSql, itemFieldSql, orEmpty, readSql, recordSql } from '../columns.ts';
import { type Dialect, decimalsOf } from '../dialect.ts';
import { identifier, type Sql, sql } from '../sql.ts';
import type { ExprContext } from './expr/expr.ts';
import type { Uses } from './uses.ts';
import { asItemField } from './wire.ts';

/** The context with which all parts of a statement are printed. */
export interface Printing {
  readonly dialect: Dialect;
  readonly uses: Uses;
  readonly shapes: Shapes;
  /** The columns that the current SELECT uses, by their relations. */
  readonly named: NamedColumns;
  /** The key by which the limited rows of the current SELECT are found first; `null` if it reads them at once. */
  readonly late: LateKey | null;
  /** The query that replaces a step read by only one semi-join; `null` for any other step. */
  readonly subquery: (step: string) => Sql | null;
  /** `inside`: within another SELECT, whose columns are also visible. Its own columns are qualified, and its outputs have no names. */
  readonly place: 'step' | 'answer' | 'inside';
}
/** The relations whose columns may be used, by name. */
export type Reach = ReadonlyMap<string, StatementShape>;

/**
 * Columns are unqualified if that is unambiguous. `renamed`: names, in lower case, of outputs that are not the column of that
 * name. ClickHouse would read the output in WHERE and in other items, and every engine would in ORDER BY.
 */
export function reachContext(
  reach: Reach,
  renamed: ReadonlySet<string>,
  printing: Printing,
): ExprContext {
  const { dialect, uses, place } = printing;
  const qualifier = (shape: StatementShape, { relation, path }: ColumnExpr | RecordExpr) => {
    if (shape.alias !== undefined) return identifier(shape.alias, dialect);
    const isRenamed = renamed.size > 0 && renamed.has((path[0] ?? '').toLowerCase());
    const isQualified = place === 'inside' || reach.size > 1 || isRenamed;
    return isQualified && shape.isBare !== true ? identifier(relation, dialect) : null;
  };
  /** The column as its table stores it; `null` if it is computed or read below. */
  const storedSql = (column: ColumnExpr): Sql | null => {
    const shape = shapeIn(reach, column);
    const source = readBelow(shape, column) === null ? sourceOf(shape, column) : null;
    return source && columnSql(source, dialect, column.path, qualifier(shape, column));
  };
  return {
    dialect,
    uses,
    stored: of => storedIn(reach, of),
    inner: () => null,
    subquery: printing.subquery,
    column: column => {
      const shape = shapeIn(reach, column);
      const owner = qualifier(shape, column);
      const below = readBelow(shape, column);
      const source = below === null ? sourceOf(shape, column) : null;
      const isOuter = shape.isOuter === true;
      if (source !== null) return readSql(source, dialect, column, owner, isOuter);
      const own = identifier(below ?? column.path[0] ?? '', dialect);
      if (shape.isRecord === true && !isComputed(shape, column))
        return fieldSql(column, own, dialect);
      const whole = owner === null ? own : sql`${owner}.${own}`;
      const [, ...fields] = below === null ? column.path : [];
      if (fields.length > 0)
        return asItemField(
          itemFieldSql(whole, fields, column.scalar, dialect),
          column.scalar,
          dialect,
        );
      return isOuter ? orEmpty(whole, column.scalar, dialect) : whole;
    },
    bare: storedSql,
    digits: column => {
      const isWider = column.scalar === 'decimal' && dialect.decimal?.sumsStored === true;
      return isWider ? storedSql(column) : null;
    },
    record: record => {
      const shape = shapeIn(reach, record);
      const source = shape.read === undefined ? sourceOf(shape, record) : null;
      return source && recordSql(source, dialect, record.path, qualifier(shape, record));
    },
  };
}

/** The data set that stores a column or record in reach; `null` if it was computed. */
export function storedIn(reach: Reach, of: ColumnExpr | RecordExpr): Source | null {
  return sourceOf(shapeIn(reach, of), of);
}

function shapeIn(reach: Reach, { relation }: ColumnExpr | RecordExpr): StatementShape {
  const shape = reach.get(relation);
  if (shape === undefined) throw new Error(`\`${relation}\` is not in reach`);
  return shape;
}

function sourceOf(shape: StatementShape, of: ColumnExpr | RecordExpr): Source | null {
  return isComputed(shape, of) ? null : shape.source;
}

function isComputed({ columns }: StatementShape, { path }: ColumnExpr | RecordExpr): boolean {
  return columns.includes(path[0] ?? '');
}

/** The name by which a subquery has read the column; `null` if none has. */
function readBelow({ read }: StatementShape, { path }: ColumnExpr): string | null {
  return read?.get(path.join('.')) ?? null;
}

/** A field of a record of an array, as expressions read it. Records within it are arrays, too. */
function fieldSql({ relation, path, scalar }: ColumnExpr, field: Sql, dialect: Dialect): Sql {
  const [first = '', ...fields] = path;
  const item = identifier(relation, dialect);
  const parts = fields.map(name => identifier(name, dialect));
  const read = dialect.records?.field ?? null;
  const column =
    read === null
      ? sql`${item}.${field}`
      : read(sql`${item}.${item}`, [first], fields.length === 0 ? scalar : 'json');
  const of = dialect.path({
    column,
    fields,
    parts,
    type: scalar,
    records: 'repeated',
    rolled: false,
    untyped: null,
  });
  return scalar === 'decimal' ? decimalsOf(dialect).stored([of]) : orEmpty(of, scalar, dialect);
}
