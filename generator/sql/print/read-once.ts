/**
 * Values of documents that an aggregating SELECT reads more than once. Some engines would take the document apart for each of them, so a
 * SELECT of its own reads each value once, of the rows that pass the conditions. Around it, a second one computes values from JSON texts.
 */
import type { CallExpr, ColumnExpr, SqlExpr } from '../../core/expr/expr.ts';
import { exprKey, mapAggregate, mapSqlParts, visitExpr } from '../../core/expr/walk.ts';
import type { AggregateRelation, Relation } from '../../core/plan/relation.ts';
import { inputsOf, visitOwn } from '../../core/plan/walk-plan.ts';
import { isScalar } from '../../core/types/scalar.ts';
import { EXACT_JSON_FUNCTIONS, JSON_FUNCTIONS } from '../../functions/names.ts';
import { isOwn, leafAt } from '../columns.ts';
import type { Dialect, ReadsOnce } from '../dialect.ts';
import { mapPiece, type StatementPiece, selectPieces } from '../layout.ts';
import type { Spelling } from '../spelling.ts';
import { BREAK, identifier, indented, type Sql, sql } from '../sql.ts';
import { blockPieces } from './block-text.ts';
import { SUMS_DECIMALS } from './expr/aggregates.ts';
import { type Printing, type Reach, reachContext, storedIn } from './reach.ts';
import { type Block, type BlockColumn, rows } from './rows.ts';

/** The rows of `block`, which `aggregate` groups, and the aggregation of what they have read. */
export function readOnce(
  block: Block,
  aggregate: Aggregate,
  printing: Printing,
): { readonly block: Block; readonly aggregate: Aggregate } {
  const { dialect } = printing;
  const { readsOnce } = dialect;
  const asIs = { block, aggregate };
  if (readsOnce === null) return asIs;
  const { changed, calls } = withoutRepeated(aggregate);
  const { columns, isRepeated } = readsOf(changed, block.reach);
  const isOnce = !isRepeated && calls.size === 0;
  if (isOnce || readsStored(aggregate, block, printing)) return asIs;
  const [alias = ''] = block.reach.keys();
  const names = namesOf(columns);
  const reads = columns.map((column): Read => {
    const key = keyOf(column);
    const call = calls.get(key) ?? null;
    const value = call === null ? ofJsonText(column, block.reach, readsOnce, dialect) : null;
    const expr = value === null ? column : { ...column, untyped: 'json text' as const };
    return { name: names.get(key) ?? '', expr: call ?? expr, value };
  });
  const asTable = (select: readonly StatementPiece[]): readonly StatementPiece[] => [
    sql`(${BREAK}  `,
    ...[...select, sql`${BREAK}${readsOnce.end}`].map(piece => mapPiece(piece, indented)),
    sql`${BREAK}) AS ${identifier(alias, dialect)}`,
  ];
  const read = asTable(blockPieces({ ...block, columns: reads }, { ...printing, place: 'step' }));
  const isRead = reads.every(({ value }) => value === null);
  const from = isRead ? read : asTable([...valuesOf(reads, dialect), sql`${BREAK}FROM `, ...read]);
  const reach = [...block.reach].map(([name, { source, columns: computed }]) => {
    const own = columns.filter(({ relation }) => relation === name);
    const byPath = own.map(expr => [expr.path.join('.'), names.get(keyOf(expr)) ?? ''] as const);
    return [name, { source, columns: computed, read: new Map(byPath), alias }] as const;
  });
  return { block: rows(from, new Map(reach)), aggregate: changed };
}

/** A column that the inner SELECT reads; with `value`, a JSON text from which the second SELECT computes the value. */
interface Read extends BlockColumn {
  readonly value: Spelling | null;
}

/** How the value of a leaf is computed from its JSON text; `null` if the engine reads it at once, or if the table stores another type. */
function ofJsonText(
  column: ColumnExpr,
  reach: Reach,
  { ofJsonText }: ReadsOnce,
  dialect: Dialect,
): Spelling | null {
  const { path, scalar } = column;
  const source = storedIn(reach, column);
  const isLeaf = source !== null && path.length > 1 && isOwn(leafAt(source, path), dialect);
  return (isLeaf && isScalar(scalar) ? ofJsonText[scalar] : undefined) ?? null;
}

function valuesOf(reads: readonly Read[], dialect: Dialect): readonly Sql[] {
  return selectPieces(
    reads.map(({ name, value }) => {
      const of = identifier(name, dialect);
      return value === null ? of : sql`${value([of])} AS ${of}`;
    }),
  );
}

type Aggregate = AggregateRelation<SqlExpr>;
type Calls = ReadonlyMap<string, CallExpr<SqlExpr>>;

const READ_DOCUMENTS: ReadonlySet<string> = new Set([...JSON_FUNCTIONS, ...EXACT_JSON_FUNCTIONS]);

/** `aggregate` with a column in place of each call that reads a document and stands in it more than once; and these calls, by the keys of their columns. */
function withoutRepeated(aggregate: Aggregate): {
  readonly changed: Aggregate;
  readonly calls: Calls;
} {
  const counts = new Map<string, number>();
  visitOwn(aggregate, expr =>
    visitExpr<SqlExpr>(expr, part => {
      if (readsDocument(part)) counts.set(exprKey(part), (counts.get(exprKey(part)) ?? 0) + 1);
    }),
  );
  const calls = new Map<string, CallExpr<SqlExpr>>();
  const change = (part: SqlExpr): SqlExpr => {
    if (!readsDocument(part) || counts.get(exprKey(part)) === 1) return mapSqlParts(part, change);
    const column = columnFor(part);
    calls.set(keyOf(column), part);
    return column;
  };
  const keys = aggregate.keys.map(key => ({ ...key, expr: change(key.expr) }));
  const measures = aggregate.measures.map(one => ({
    ...one,
    expr: mapAggregate<SqlExpr, SqlExpr>(one.expr, change),
  }));
  return calls.size === 0
    ? { changed: aggregate, calls }
    : { changed: { ...aggregate, keys, measures }, calls };
}

/** Whether it is a call that reads a document in a column of the rows, and cannot fail. */
function readsDocument(expr: SqlExpr): expr is CallExpr<SqlExpr> {
  if (expr.kind !== 'call' || !READ_DOCUMENTS.has(expr.fn)) return false;
  const [document, ...path] = expr.args;
  return (
    (document?.kind === 'column' || (document !== undefined && readsDocument(document))) &&
    path.every(({ kind }) => kind === 'literal' || kind === 'column' || kind === 'param')
  );
}

/** It is named after the last member of the path. */
function columnFor(call: CallExpr<SqlExpr>): ColumnExpr {
  const { scalar, nullable, args } = call;
  const texts = args.flatMap(arg =>
    arg.kind === 'literal' && arg.scalar === 'string' ? String(arg.value) : [],
  );
  let [document] = args;
  while (document?.kind === 'call') [document] = document.args;
  if (document?.kind !== 'column') throw new Error(`${call.fn} reads no column`);
  const path = [exprKey(call), texts.at(-1) ?? document.path.at(-1) ?? ''];
  return { kind: 'column', relation: document.relation, path, scalar, nullable };
}

interface Reads {
  /** Each once. */
  readonly columns: readonly ColumnExpr[];
  /** Whether a leaf that is no column of a table is read more than once. */
  readonly isRepeated: boolean;
}

function readsOf(aggregate: Aggregate, reach: Reach): Reads {
  const converted = convertedIn(aggregate);
  const columns = new Map<string, ColumnExpr>();
  let isRepeated = false;
  visitOwn(aggregate, expr =>
    visitExpr<SqlExpr>(expr, part => {
      if (part.kind !== 'column') return;
      const key = keyOf(part);
      const isInside = part.path.length > 1 || reach.get(part.relation)?.isRecord === true;
      isRepeated ||= (isInside || converted.has(part.relation)) && columns.has(key);
      columns.set(key, part);
    }),
  );
  return { columns: [...columns.values()], isRepeated };
}

/** The tables whose columns are not stored as declared. */
function convertedIn(relation: Relation<SqlExpr>): ReadonlySet<string> {
  if (relation.node === 'table') return new Set(relation.leaf === undefined ? [] : [relation.name]);
  return new Set(inputsOf(relation).flatMap(input => [...convertedIn(input)]));
}

/** Whether it reads columns as the table stores them: an author's SQL does, and sums of decimals. */
function readsStored({ measures }: Aggregate, { reach }: Block, printing: Printing): boolean {
  const { digits } = reachContext(reach, new Set(), printing);
  return measures.some(
    ({ expr: { fn, args } }) =>
      fn === 'stored' ||
      (SUMS_DECIMALS.has(fn) && args.some(arg => arg.kind === 'column' && digits(arg) !== null)),
  );
}

/** Names that differ: that of the column or of the leaf, or with a number. Columns of tables choose first. */
function namesOf(columns: readonly ColumnExpr[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const free = (own: string) => {
    let name = own;
    for (let i = 2; taken.has(name); i++) name = `${own}_${i}`;
    taken.add(name);
    return name;
  };
  const byDepth = columns.toSorted((one, other) => one.path.length - other.path.length);
  return new Map(byDepth.map(column => [keyOf(column), free(column.path.at(-1) ?? '')]));
}

function keyOf({ relation, path }: ColumnExpr): string {
  return [relation, ...path].join('.');
}
