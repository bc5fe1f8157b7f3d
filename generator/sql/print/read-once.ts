/**
 * Leaves of documents that an aggregating SELECT reads more than once. Some engines would take the document apart for each of them, so a
 * SELECT of its own reads each leaf once, of the rows that pass the conditions.
 */
import type { ColumnExpr, SqlExpr } from '../../core/expr/expr.ts';
import { visitExpr } from '../../core/expr/walk.ts';
import type { AggregateRelation, Relation } from '../../core/plan/relation.ts';
import { inputsOf, visitOwn } from '../../core/plan/walk-plan.ts';
import { mapPiece } from '../layout.ts';
import { BREAK, identifier, indented, sql } from '../sql.ts';
import { blockPieces } from './block-text.ts';
import { type Printing, reachContext } from './reach.ts';
import { type Block, rows } from './rows.ts';

/** The rows of `block`, which `aggregate` groups. */
export function readOnce(
  block: Block,
  aggregate: AggregateRelation<SqlExpr>,
  printing: Printing,
): Block {
  const { dialect } = printing;
  const { readsOnce } = dialect;
  if (readsOnce === null) return block;
  const { columns, isRepeated } = readsOf(aggregate);
  if (!isRepeated || readsStored(aggregate, block, printing)) return block;
  const [alias = ''] = block.reach.keys();
  const names = namesOf(columns);
  const inner = {
    ...block,
    columns: columns.map(expr => ({ name: names.get(keyOf(expr)) ?? '', expr })),
  };
  const select = blockPieces(inner, { ...printing, place: 'step' });
  const inside = [...select, sql`${BREAK}${readsOnce}`].map(piece => mapPiece(piece, indented));
  const reach = [...block.reach].map(([name, { source, columns: computed }]) => {
    const read = columns.filter(({ relation }) => relation === name);
    const byPath = read.map(expr => [expr.path.join('.'), names.get(keyOf(expr)) ?? ''] as const);
    return [name, { source, columns: computed, read: new Map(byPath), alias }] as const;
  });
  return rows(
    [sql`(${BREAK}  `, ...inside, sql`${BREAK}) AS ${identifier(alias, dialect)}`],
    new Map(reach),
  );
}

interface Reads {
  /** Each once. */
  readonly columns: readonly ColumnExpr[];
  /** Whether a leaf that is no column of a table is read more than once. */
  readonly isRepeated: boolean;
}

function readsOf(aggregate: AggregateRelation<SqlExpr>): Reads {
  const converted = convertedIn(aggregate);
  const columns = new Map<string, ColumnExpr>();
  let isRepeated = false;
  visitOwn(aggregate, expr =>
    visitExpr<SqlExpr>(expr, part => {
      if (part.kind !== 'column') return;
      const key = keyOf(part);
      const isLeaf = part.path.length > 1 || converted.has(part.relation);
      isRepeated ||= isLeaf && columns.has(key);
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

/** Whether it reads columns as the table stores them: an author's SQL does, and a sum of decimals. */
function readsStored(
  { measures }: AggregateRelation<SqlExpr>,
  { reach }: Block,
  printing: Printing,
): boolean {
  const { digits } = reachContext(reach, new Set(), printing);
  return measures.some(
    ({ expr: { fn, args } }) =>
      fn === 'stored' ||
      (fn === 'sum_decimal' && args.some(arg => arg.kind === 'column' && digits(arg) !== null)),
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
