/** The state that all parts of a translation share. */
import type { LiteralExpr, PlanExpr } from '../core/expr.ts';
import type { Step } from '../core/relation.ts';
import { isScalar, type Type } from '../core/scalar.ts';
import type { Field, Source } from '../core/source.ts';
import type { Cell, Cells, Fresh, Projected, Rows } from './rows.ts';
import type { Bytes, Node } from './tree.ts';
import { type TypeMessage, typeOf, typeWord } from './types.ts';

/** A table of the catalogue that the statement was analysed with. */
export interface KnownTable {
  readonly source: Source;
  /** Its columns in the order of the catalogue. */
  readonly columns: readonly Field[];
}

export interface KnownParam {
  readonly name: string;
  readonly type: Type;
  /** Whether a request may leave it out; it is NULL then. */
  readonly nullable: boolean;
}

/** A construct that the translation does not know. */
export interface Refusal {
  readonly what: string;
  /** `null`: of the statement as a whole. */
  readonly place: Bytes | null;
  /** Engines that cannot do it, by the names of their dialects; `null`: none can. */
  readonly engines: readonly string[] | null;
  /** Only where an endpoint could not have that GoogleSQL. */
  readonly code?: 'duplicate-column';
}

/** A table where the text names it. */
export interface Read {
  /** Of the relation in the plan. */
  readonly relation: string;
  /** Name of the data set. */
  readonly source: string;
  readonly place: Bytes | null;
  /** Whether the text gives it another name behind it. */
  readonly hasAlias: boolean;
  /** Names of the columns that are read. */
  readonly columns: readonly string[];
}

export interface Context {
  /** By their full names in the catalogue. */
  readonly tables: ReadonlyMap<string, KnownTable>;
  /** By their names in lower case. */
  readonly params: ReadonlyMap<string, KnownParam>;
  readonly fresh: Fresh;
  /** The value in place of one that GoogleSQL fails for; an aggregate fails in any case. */
  readonly failures: 'fail' | 'null';
  /** The named subqueries in reach, by their names, each with its columns in their order. */
  readonly named: Map<string, { readonly rows: Projected; readonly ids: readonly string[] }>;
  readonly steps: Step[];
  readonly reads: Read[];
  /** The rows of the queries around the one that is read, the nearest last. */
  readonly around: Around[];
  /** The answers of subqueries inside of expressions, by their nodes. */
  readonly found: Map<Node, PlanExpr>;
  /** Names of the functions of a team that stand in the statement. */
  readonly inlined: Set<string>;
  /** The rows of a query inside of an expression. */
  readonly rowsOf: (scan: Node) => Rows;
  readonly refuse: (what: string, node: Node, engines?: readonly string[]) => void;
  /** Refuses a second output of a name. */
  readonly refuseTwice: (name: string, node: Node) => void;
  readonly hasRefused: () => boolean;
}

/** Rows of which a subquery may read values. */
export interface Around {
  readonly cells: Cells;
  /** Names of the relations that the values are of. */
  readonly names: ReadonlySet<string>;
}

/** Stands in place of a refused expression, so that the rest of the statement is read too. */
export const NOTHING: LiteralExpr = {
  kind: 'literal',
  value: null,
  scalar: 'string',
  nullable: true,
};

/** A column by the number of the analyser, with its name in front. */
export function columnId(column: Node): string {
  column.value('table_name');
  column.value('type');
  return `${column.text('name')}#${column.text('column_id')}`;
}

export function columnIds(scan: Node, field = 'column_list'): readonly string[] {
  return scan.parts(field).map(columnId);
}

/** The scalar type of an expression; refused where quern has none. */
export function typed(node: Node, context: Context): Type | null {
  const message = node.value('type') as TypeMessage | null;
  if (message === null) return null;
  const type = typeOf(message);
  if (type === null) context.refuse(`a value of type ${typeWord(message)}`, node);
  return type;
}

export function cellOf(id: string, cells: Cells, node: Node, context: Context): Cell {
  const cell = cells.get(id);
  if (cell !== undefined) return cell;
  if (!context.hasRefused()) throw new Error(`the ${node.kind} reads the unknown column ${id}`);
  return NOTHING;
}

/** A value that is neither a record nor a list. */
export function isSingle(cell: Cell): cell is PlanExpr {
  return cell.kind !== 'fields' && isScalar(cell.scalar);
}
