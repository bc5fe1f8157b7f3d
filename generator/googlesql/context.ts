/** The state that all parts of a translation share. */
import type { AggregateExpr, LiteralExpr, PlanExpr } from '../core/expr/expr.ts';
import { nullLiteral } from '../core/expr/literals.ts';
import type { Relation, Step } from '../core/plan/relation.ts';
import type { Field, Source } from '../core/spec/source.ts';
import { isScalar, type Type } from '../core/types/scalar.ts';
import type { KnownParam } from './known-param.ts';
import type { Cells, Fresh, PlanCell, Projected, Rows } from './rows.ts';
import type { Bytes, ResolvedNode } from './tree/tree.ts';
import { readType, type TypeMessage, typeWord } from './tree/types.ts';

/** A table of the catalogue that the statement was analysed against. */
export interface KnownTable {
  readonly source: Source;
  /** Its columns in catalogue order. */
  readonly columns: readonly Field[];
}

/** A part of the text. */
export interface Construct {
  /** In the words of an author; `null` if nothing names it. */
  readonly what: string | null;
  /** `null`: the statement as a whole. */
  readonly place: Bytes | null;
  /** Whether the place is that of the query that contains it. */
  readonly isWide: boolean;
  /** The place of its parts, if it has none of its own. */
  readonly inside: Bytes | null;
  /** A name that stands in the text, if the words do not. */
  readonly name?: string;
}

/** A construct that is not translated. */
export interface TranslationRefusal extends Construct {
  readonly what: string;
  /** Names of the dialects whose engines cannot run it; `null`: no engine can. */
  readonly engines: readonly string[] | null;
  /** Set only if an endpoint could not have this GoogleSQL. */
  readonly code?: 'duplicate-column';
}

/** A construct that some engine may lack. */
export interface NotedNeed extends Construct {
  /** That of the need. */
  readonly key: string;
}

/** A table at the place where the text names it. */
export interface TableRead {
  /** Name of the relation in the plan. */
  readonly relation: string;
  /** Name of the data set. */
  readonly source: string;
  readonly place: Bytes | null;
  /** Whether the text gives the table an alias. */
  readonly hasAlias: boolean;
  /** Names of the columns that are read. */
  readonly columns: readonly string[];
}

export interface TranslationContext {
  /** Keyed by full name in the catalogue. */
  readonly tables: ReadonlyMap<string, KnownTable>;
  /** Keyed by name in lower case. */
  readonly params: ReadonlyMap<string, KnownParam>;
  /** The values of the script's variables, keyed by name in lower case. */
  readonly variables: Map<string, PlanExpr>;
  readonly fresh: Fresh;
  /** The replacement of a value for which GoogleSQL fails. Aggregates fail in any case. */
  readonly failures: 'fail' | 'null';
  /** The named subqueries in scope, keyed by name, each with its columns in order. */
  readonly named: Map<string, { readonly rows: Projected; readonly ids: readonly string[] }>;
  readonly steps: Step[];
  readonly reads: TableRead[];
  /** The rows of the enclosing queries, innermost last. */
  readonly around: Around[];
  /** The results of subqueries in expressions, keyed by node. */
  readonly found: Map<ResolvedNode, PlanExpr>;
  /** Parts that BigQuery does not run as they are written: functions of the team, lists whose order is open, records that are tested for NULL. */
  readonly inlined: Set<string>;
  /** The conditions that select the rows of an EXISTS last, each with the comparison with the row around that it has; `null`: none so far. */
  readonly compared: Map<ResolvedNode, RowComparison | null>;
  /** The rows of a query inside an expression. */
  readonly rowsOf: (scan: ResolvedNode) => Rows;
  /** Finds the results of the subqueries in an expression of an item of a list, with its values. */
  readonly findOfItem: (expr: ResolvedNode, cells: Cells) => void;
  /** Notes what `of` needs, at the place of `node`. */
  readonly note: (of: PlanExpr | AggregateExpr<PlanExpr> | Relation, node: ResolvedNode) => void;
  readonly refuse: (what: string, node: ResolvedNode, engines?: readonly string[]) => void;
  /** Refuses an output of a statement. */
  readonly refuseOutput: (name: string, what: string, code?: 'duplicate-column') => void;
  readonly hasRefused: () => boolean;
}

/** `of`, a value of the rows, `fn` `around`, a value of the row around: no equality. */
export interface RowComparison {
  readonly fn: 'ne' | 'lt' | 'le' | 'gt' | 'ge';
  readonly of: PlanExpr;
  readonly around: PlanExpr;
}

/** Rows of an enclosing query, whose values a subquery may read. */
export interface Around {
  readonly cells: Cells;
  /** Names of the relations that the values belong to; none if they are those of an item of a list. */
  readonly names: ReadonlySet<string>;
}

/** Replaces a refused expression, so that the rest of the statement is still read. */
export const NOTHING: LiteralExpr = nullLiteral('string');

/** The id of a column: its name and the analyser's number. */
export function columnId(column: ResolvedNode): string {
  column.value('table_name');
  column.value('type');
  return `${column.text('name')}#${column.text('column_id')}`;
}

export function columnIds(scan: ResolvedNode, field = 'column_list'): readonly string[] {
  return scan.parts(field).map(columnId);
}

/** The type of an expression. Refuses a type that quern does not have. */
export function typed(node: ResolvedNode, context: TranslationContext): Type | null {
  const message = node.value('type') as TypeMessage | null;
  if (message === null) return null;
  const type = readType(message);
  if (type === null) context.refuse(`a value of type ${typeWord(message)}`, node);
  return type;
}

export function findCell(
  id: string,
  cells: Cells,
  node: ResolvedNode,
  context: TranslationContext,
): PlanCell {
  const cell = cells.get(id);
  if (cell !== undefined) return cell;
  if (!context.hasRefused()) throw new Error(`the ${node.kind} reads the unknown column ${id}`);
  return NOTHING;
}

/** Whether a value is neither a record nor a list. */
export function isSingle(cell: PlanCell): cell is PlanExpr {
  return cell.kind !== 'fields' && isScalar(cell.scalar);
}
