/**
 * Tables whose columns are not stored as declared. Such a table is read in a SELECT of its own, which converts each column once, below
 * everything else: no output hides what an author's SQL reads, and all else of the statement sees declared values.
 */
import type { ColumnExpr, SqlExpr } from '../core/expr/expr.ts';
import { arrayColumn } from '../core/expr/flat.ts';
import { mapColumns, mapRecord, visitExpr } from '../core/expr/walk.ts';
import type {
  LeafColumn,
  Plan,
  Relation,
  Step,
  TableLeaf,
  TableRelation,
} from '../core/plan/relation.ts';
import { inputsOf, mapExprs, mapInputs, selectsOf, visitExprs } from '../core/plan/walk-plan.ts';
import { type Field, type Source, storedName } from '../core/spec/source.ts';
import { isAsDeclared, isWholeAsDeclared, leafAt } from '../sql/columns.ts';
import type { Dialect } from '../sql/dialect.ts';
import { namesIn } from './names.ts';
import { withRawConditions } from './raw-conditions.ts';

/** `plan`, in which each such table has a `leaf`, and everything above reads the leaf's columns. */
export function withLeaves(plan: Plan<SqlExpr>, dialect: Dialect): Plan<SqlExpr> {
  if (!relationsOf(plan).some(relation => hasForeign(relation, dialect))) return plan;
  const passing = passingSteps(plan);
  const leaves = leavesIn(plan, passing, dialect);
  if (leaves.size === 0) return plan;
  const rewrite = (relation: Relation<SqlExpr>) => rewritten(relation, passing, leaves);
  const step = ({ name, relation }: Step<SqlExpr>) => ({
    name,
    relation: withRawConditions(rewrite(relation), dialect),
  });
  return {
    views: plan.views.map(step),
    steps: plan.steps.map(step),
    answer: withRawConditions(rewrite(plan.answer), dialect),
  };
}

function relationsOf({ views, steps, answer }: Plan<SqlExpr>): readonly Relation<SqlExpr>[] {
  return [...[...views, ...steps].map(({ relation }) => relation), answer];
}

/** Whether the relation reads a data set with a column, or a condition, that is not the table's own. */
function hasForeign(relation: Relation<SqlExpr>, dialect: Dialect): boolean {
  return relation.node === 'table'
    ? isForeign(relation.source, dialect)
    : inputsOf(relation).some(input => hasForeign(input, dialect));
}

/** By data set and dialect: wide data sets are asked for each of their endpoints. */
const foreign = new WeakMap<Source, Map<Dialect, boolean>>();

function isForeign(source: Source, dialect: Dialect): boolean {
  const known = foreign.get(source) ?? new Map<Dialect, boolean>();
  foreign.set(source, known);
  const found =
    known.get(dialect) ??
    ((source.tables[dialect.name]?.where ?? null) !== null ||
      source.columns.some(column => !isWholeAsDeclared(column, dialect)));
  known.set(dialect, found);
  return found;
}

// ---- where a table's columns are in reach ---------------------------------------------------------------------------

/** The table whose columns pass through a relation unchanged, and the names that hide some of them. */
interface Passing {
  readonly table: TableRelation;
  readonly computed: readonly string[];
}
/** By the name of the step. */
type PassingSteps = ReadonlyMap<string, Passing>;

function passingSteps({ views, steps }: Plan<SqlExpr>): PassingSteps {
  const passing = new Map<string, Passing>();
  for (const { name, relation } of [...views, ...steps]) {
    const found = passedBy(relation, passing);
    if (found !== null) passing.set(name, found);
  }
  return passing;
}

function passedBy(relation: Relation<SqlExpr>, steps: PassingSteps): Passing | null {
  switch (relation.node) {
    case 'table':
      return { table: relation, computed: [] };
    case 'read':
      return steps.get(relation.step) ?? null;
    case 'named':
    case 'filter':
    case 'sort':
    case 'limit':
      return passedBy(relation.input, steps);
    case 'window': {
      const below = relation.kept === null ? passedBy(relation.input, steps) : null;
      if (below === null) return null;
      const computed = relation.columns.map(({ name }) => name);
      return { ...below, computed: [...below.computed, ...computed] };
    }
    default:
      return null;
  }
}

/** The relations of a SELECT that show columns of a table, by their names. */
function reachOf(select: Relation<SqlExpr>, steps: PassingSteps): PassingSteps {
  const reach = new Map<string, Passing>();
  const visit = (relation: Relation<SqlExpr>): void => {
    for (const input of inputsOf(relation)) visit(input);
    const found = 'name' in relation ? passedBy(relation, steps) : null;
    if (found !== null && 'name' in relation) reach.set(relation.name, found);
  };
  visit(select);
  return reach;
}

function tableOf(
  { relation, path: [root = ''] }: ColumnExpr,
  reach: PassingSteps,
): TableRelation | null {
  const found = reach.get(relation);
  return found === undefined || found.computed.includes(root) ? null : found.table;
}

// ---- what is read of each table -------------------------------------------------------------------------------------

/** The columns of a table that a plan reads. */
interface Reads {
  /** By their paths. */
  readonly columns: Map<string, Omit<LeafColumn, 'name'>>;
  /** Whether an author's SQL over a group of rows reads it. */
  isWhole: boolean;
}
type Leaves = ReadonlyMap<TableRelation, TableLeaf>;

function leavesIn(plan: Plan<SqlExpr>, passing: PassingSteps, dialect: Dialect): Leaves {
  const reads = [...readsIn(plan, passing, dialect)];
  const foreign = reads.filter(([table, { columns }]) => needsLeaf(table, columns, dialect));
  // ClickHouse takes the name of a table for a subquery that is called so
  const names = new Set(foreign.map(([{ name }]) => name.toLowerCase()));
  const isHidden = ({ source }: TableRelation): boolean => {
    const [name = '', ...others] = source.tables[dialect.name]?.name ?? [];
    return others.length === 0 && names.has(name.toLowerCase());
  };
  const taken = new Set(namesIn(plan).map(name => name.toLowerCase()));
  const chosen = reads.filter(one => foreign.includes(one) || isHidden(one[0]));
  return new Map(
    chosen.map(([table, { columns, isWhole }]) => {
      const read = named([...columns.values()], table, taken, dialect);
      return [table, { columns: read, isWhole, conditions: [] }];
    }),
  );
}

function needsLeaf(
  { source }: TableRelation,
  columns: Reads['columns'],
  dialect: Dialect,
): boolean {
  const hasOwnRows = (source.tables[dialect.name]?.where ?? null) !== null;
  return (
    hasOwnRows ||
    [...columns.values()].some(({ column }) => !isAsDeclared(source, dialect, column.path))
  );
}

function readsIn(
  plan: Plan<SqlExpr>,
  passing: PassingSteps,
  dialect: Dialect,
): ReadonlyMap<TableRelation, Reads> {
  const reads = new Map<TableRelation, Reads>();
  const readsOf = (table: TableRelation): Reads => {
    const found = reads.get(table) ?? { columns: new Map(), isWhole: false };
    reads.set(table, found);
    return found;
  };
  for (const select of relationsOf(plan).flatMap(selectsOf)) {
    const reach = reachOf(select, passing);
    for (const { table } of reach.values()) readsOf(table);
    const add = (column: ColumnExpr, isArray: boolean): void => {
      const table = tableOf(column, reach);
      if (table !== null) readsOf(table).columns.set(leafKey(column), { column, isArray });
    };
    visitExprs(select, expr =>
      visitExpr<SqlExpr>(expr, part => {
        if (part.kind === 'column') add(part, false);
      }),
    );
    for (const array of arraysIn(select)) add(array, true);
    if (readsGroups(select, dialect))
      for (const { table } of reach.values()) readsOf(table).isWhole = true;
  }
  return reads;
}

function arraysIn(relation: Relation<SqlExpr>): readonly ColumnExpr[] {
  return relation.node === 'records'
    ? [arrayColumn(relation)]
    : inputsOf(relation).flatMap(arraysIn);
}

function readsGroups(relation: Relation<SqlExpr>, dialect: Dialect): boolean {
  const isOwn =
    relation.node === 'aggregate' &&
    relation.measures.some(
      ({ expr }) => expr.fn === 'stored' && expr.text?.[dialect.name] !== undefined,
    );
  return isOwn || inputsOf(relation).some(input => readsGroups(input, dialect));
}

// ---- names ----------------------------------------------------------------------------------------------------------

/**
 * A column keeps its name only if it is the stored column. An author's SQL would mean a converted one of that name, and ClickHouse compares
 * stored values with converted ones where it filters the newest rows of a sorted SELECT.
 */
function named(
  reads: readonly Omit<LeafColumn, 'name'>[],
  { source }: TableRelation,
  taken: Set<string>,
  dialect: Dialect,
): readonly LeafColumn[] {
  const words = new Set([
    ...wordsOf(source, dialect),
    ...source.columns.map(column => storedName(column, dialect.name).toLowerCase()),
  ]);
  return reads.map(read => {
    const { path } = read.column;
    const own = path.join('_');
    const isFree =
      path.length === 1 &&
      isAsDeclared(source, dialect, path) &&
      storedName(leafAt(source, path), dialect.name) === own;
    let name = own;
    const isTaken = (): boolean => taken.has(name.toLowerCase()) || words.has(name.toLowerCase());
    if (!isFree) while (isTaken()) name += '_';
    taken.add(name.toLowerCase());
    return { ...read, name };
  });
}

/** The words, in lower case, of the author's SQL for the data set. */
export function wordsOf(
  { columns, tables, measures }: Source,
  { name }: Dialect,
): ReadonlySet<string> {
  const texts = (fields: readonly Field[]): readonly string[] =>
    fields.flatMap(({ text, fields: parts }) => [text[name] ?? '', ...texts(parts)]);
  const own = [...texts(columns), tables[name]?.where ?? ''].flatMap(
    text => text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [],
  );
  const grouped = [...(measures?.values() ?? [])].flatMap(({ words }) => words ?? []);
  return new Set([...own, ...grouped].map(word => word.toLowerCase()));
}

// ---- the plan above -------------------------------------------------------------------------------------------------

function rewritten(
  relation: Relation<SqlExpr>,
  passing: PassingSteps,
  leaves: Leaves,
): Relation<SqlExpr> {
  if (relation.node !== 'union') return rewrittenSelect(relation, passing, leaves);
  // each part has its own relation names
  const inputs = relation.inputs.flatMap(input => {
    const one = rewrittenSelect({ ...relation, inputs: [input] }, passing, leaves);
    return one.node === 'union' ? one.inputs : [];
  });
  return { ...relation, inputs };
}

function rewrittenSelect(
  select: Relation<SqlExpr>,
  passing: PassingSteps,
  leaves: Leaves,
): Relation<SqlExpr> {
  const reach = reachOf(select, passing);
  const change = (column: ColumnExpr): ColumnExpr => {
    const table = tableOf(column, reach);
    const leaf = table === null ? undefined : leaves.get(table);
    if (leaf === undefined) return column;
    return { ...column, path: [nameIn(leaf, column)] };
  };
  const inTree = (relation: Relation<SqlExpr>): Relation<SqlExpr> => {
    const below = mapInputs(relation, inTree);
    if (below.node === 'table') {
      const leaf = leaves.get(below);
      return leaf === undefined ? below : { ...below, leaf };
    }
    if (below.node === 'records') {
      const {
        path: [field = ''],
      } = change(arrayColumn(below));
      return { ...below, field };
    }
    if (below.node !== 'project') return below;
    const columns = below.columns.map(({ name, expr }) => ({
      name,
      expr: expr.kind === 'record' ? mapRecord(expr, change, of => of) : expr,
    }));
    return { ...below, columns };
  };
  return inTree(mapExprs(select, expr => mapColumns(expr, change)));
}

function nameIn({ columns }: TableLeaf, read: ColumnExpr): string {
  const found = columns.find(({ column }) => leafKey(column) === leafKey(read));
  if (found === undefined) throw new Error(`the leaf of ${leafKey(read)} does not read it`);
  return found.name;
}

function leafKey({ path, untyped }: ColumnExpr): string {
  return `${path.join('.')}${untyped === undefined ? '' : `, ${untyped}`}`;
}
