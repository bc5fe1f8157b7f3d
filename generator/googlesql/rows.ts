/** The result of a scan: a relation, and each column of GoogleSQL as an expression over it. */
import { makeColumn } from '../core/expr/columns.ts';
import type { ColumnExpr, PlanExpr, SortKey } from '../core/expr/expr.ts';
import { wholeLiteral } from '../core/expr/literals.ts';
import { visitExpr } from '../core/expr/walk.ts';
import type { NamedExpr, ProjectRelation, ReadRelation, Relation } from '../core/plan/relation.ts';
import type { Field, Source } from '../core/spec/source.ts';
import { columnOver } from './unfolded.ts';

/** A value, or a record field by field. */
export type PlanCell = PlanExpr | RecordCell;
export interface RecordCell {
  readonly kind: 'fields';
  /** Names of the dialects on which it is stored as an array of records. */
  readonly repeated: readonly string[];
  readonly fields: readonly { readonly name: string; readonly cell: PlanCell }[];
  /** The place of the array that UNNEST reads; `null` if only the fields of its first record are available. */
  readonly array: ArrayPlace | null;
  /** Only for an item of an array in a JSON document: its path, in which `null` is a position, and the fields are the document and the positions. */
  readonly steps?: readonly (PlanExpr | null)[];
  /** Set if the fields are the items of a list, named by their positions: all of a list that is never NULL, or some of it. */
  readonly items?: 'all' | 'some';
  /** Set for a record of a table: it is NULL if every field is, because not every engine stores NULL for it. */
  readonly isStored?: true;
}
/** The name of the field of such items that is the whole list. */
export const WHOLE = 'whole';

/** The whole list of which the fields are items; `null` if there is none. */
export function wholeOf({ items, fields }: RecordCell): PlanExpr | null {
  const cell = items === undefined ? null : fields.find(({ name }) => name === WHOLE)?.cell;
  return cell === undefined || cell === null || cell.kind === 'fields' ? null : cell;
}

export interface ArrayPlace {
  /** Name of a table, or of the records of one of its arrays. */
  readonly of: string;
  readonly field: Field;
  readonly source: Source;
}

/** Keyed by the id of a column, `name#number`. */
export type Cells = ReadonlyMap<string, PlanCell>;

export interface Rows {
  readonly relation: Relation;
  readonly cells: Cells;
  /** The order of the rows; joins and unions lose it. */
  readonly order: readonly SortKey[];
  /** Ties to the rows around; only a subquery that reads their values has any. */
  readonly ties: Ties;
}

/** How the rows of a subquery belong to rows of the enclosing query. */
export interface Ties {
  /** Equalities between a value of these rows and a value of the row around; they select the rows of that row. */
  readonly keys: readonly Tie[];
  /** Whether each row around has exactly one row. If `relation` has none for it, counts are 0 and everything else is NULL. */
  readonly isTotal: boolean;
  /** Whether each row around has at most one row. */
  readonly isOne: boolean;
}
export interface Tie {
  readonly of: PlanExpr;
  readonly around: PlanExpr;
}

export const UNTIED: Ties = { keys: [], isTotal: false, isOne: false };

/** Returns a name that nothing else in the plan has. */
export type Fresh = (name: string) => string;

/** The rows as a separate relation in which every column is stored. It keeps only the order that its LIMIT needs. */
export function storeRows(rows: Rows, name: string): Rows {
  const step = projectCells(rows, name);
  return step;
}

export interface Projected extends Rows {
  readonly relation: ProjectRelation;
}

export function projectCells({ relation, cells, order, ties }: Rows, name: string): Projected {
  const columns: NamedExpr[] = [];
  const taken = new Map<string, number>();
  const add = (hint: string, expr: PlanExpr): ColumnExpr => {
    const count = (taken.get(hint) ?? 0) + 1;
    taken.set(hint, count);
    const own = count === 1 ? hint : `${hint}__${count}`;
    columns.push({ name: own, expr: columnOver(relation, expr) });
    return makeColumn(name, own, expr);
  };
  const stored = (hint: string, cell: PlanCell): PlanCell => {
    if (cell.kind !== 'fields') return add(hint, cell);
    const fields = cell.fields.map(field => {
      const name = field.name.replace(/\W/g, '');
      return { name: field.name, cell: stored(`${hint}_${name}`, field.cell) };
    });
    return { ...cell, fields, array: null };
  };
  const kept = new Map(
    [...cells].map(([id, cell]) => [id, stored(readNameHint(id), cell)] as const),
  );
  const keys = order.map((key): SortKey => ({ ...key, expr: add('key', key.expr) }));
  const tied = ties.keys.map(({ of, around }) => ({ of: add('tie', of), around }));
  if (columns.length === 0) add('one', wholeLiteral(1n));
  return {
    relation: { node: 'project', name, input: relation, columns },
    cells: kept,
    order: keys,
    ties: { ...ties, keys: tied },
  };
}

/** The id of a column is `name#number`. */
export function readNameHint(id: string): string {
  return id.slice(0, id.lastIndexOf('#')).replace(/\W/g, '') || 'column';
}

/** Whether no value is computed over the rows. */
export function areStored({ cells, ties }: Rows): boolean {
  const isStored = (cell: PlanCell): boolean =>
    cell.kind === 'fields'
      ? cell.fields.every(field => isStored(field.cell))
      : cell.kind === 'column';
  return [...cells.values(), ...ties.keys.map(({ of }) => of)].every(isStored);
}

/** Whether these are the rows of a table or a step, with nothing computed over them. */
export function isLeaf(rows: Rows): boolean {
  const { node } = rows.relation;
  return (node === 'table' || node === 'read') && areStored(rows);
}

/** Like `isLeaf`, possibly filtered: expressions over the rows can read every column from one relation. */
export function isPlain(rows: Rows): boolean {
  const { relation } = rows;
  return relation.node === 'filter' ? isPlain({ ...rows, relation: relation.input }) : isLeaf(rows);
}

/** Reads a step under a new name. */
export function readOf({ relation, cells, order, ties }: Projected, name: string): Rows {
  const read: ReadRelation = { node: 'read', name, step: relation.name };
  const moved = (cell: PlanCell): PlanCell => {
    if (cell.kind === 'column') return { ...cell, relation: name };
    if (cell.kind !== 'fields') throw new Error('a step has columns alone');
    return {
      ...cell,
      fields: cell.fields.map(field => ({ name: field.name, cell: moved(field.cell) })),
    };
  };
  if (order.length > 0) throw new Error('a step has no order');
  const column = (of: PlanExpr): PlanExpr =>
    of.kind === 'column' ? { ...of, relation: name } : of;
  return {
    relation: read,
    cells: new Map([...cells].map(([id, cell]) => [id, moved(cell)] as const)),
    order: [],
    ties: { ...ties, keys: ties.keys.map(tie => ({ ...tie, of: column(tie.of) })) },
  };
}

/** Whether a limit cut the rows. An operation on them must not reach the rows that were cut. */
export function isLimited({ relation }: Rows): boolean {
  return relation.node === 'limit';
}

/** The ties of rows whose columns are now read from the relation `name`. */
export function tiesOver(name: string, ties: Ties): Ties {
  const keys = ties.keys.map(tie => ({ ...tie, of: valueOver(name, tie.of) }));
  return { ...ties, keys };
}

/** A value whose columns are now read from the relation `name`. */
export function valueOver(name: string, of: PlanExpr): PlanExpr {
  const moved = movedTo(name, of);
  if (moved.kind === 'fields') throw new Error('a value is not a record');
  return moved;
}

/** Columns of the rows below a window are read from the window. */
export function movedTo(relation: string, cell: PlanCell): PlanCell {
  if (cell.kind === 'column') return { ...cell, relation };
  if (cell.kind !== 'fields') throw new Error('rows below a window have columns alone');
  const fields = cell.fields.map(field => ({ ...field, cell: movedTo(relation, field.cell) }));
  return { ...cell, fields };
}

/** The number of nodes in an expression. */
export function sizeOf(expr: PlanExpr): number {
  let size = 0;
  visitExpr<PlanExpr>(expr, () => {
    size += 1;
  });
  return size;
}
