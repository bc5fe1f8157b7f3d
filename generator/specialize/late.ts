/**
 * Late reads of wide columns (records, lists, JSON) and of many columns: the statement first finds the limited rows by their
 * order, and then reads the columns of these rows only. Engines that read whole columns of files gain most.
 */
import type { RecordExpr, SqlExpr } from '../core/expr/expr.ts';
import { someExpr, visitExpr } from '../core/expr/walk.ts';
import type {
  LimitRelation,
  Plan,
  Relation,
  SortRelation,
  TableRelation,
} from '../core/plan/relation.ts';
import {
  guardedIn,
  inputsOf,
  mapInputs,
  mapRelations,
  visitExprs,
} from '../core/plan/walk-plan.ts';
import { isScalar } from '../core/types/scalar.ts';

/** The greatest limit for which rows are read late. */
const MOST_ROWS = 10_000;

/** The number of columns from which a second look at the order costs less than reading them for all rows. */
const MANY_COLUMNS = 7;

/** `plan`, with a mark on each limit whose rows have wide or many columns and can be found without them. */
export function readingLate(plan: Plan<SqlExpr>): Plan<SqlExpr> {
  // most plans have no such limit
  let facts: Reads | null = null;
  const isWide = (name: string, seen: readonly string[] = []): boolean => {
    facts ??= { wide: wideRelations(plan), passed: passedOn(plan) };
    const { wide, passed } = facts;
    if (wide.has(name)) return true;
    const readers = (passed.get(name) ?? []).filter(reader => !seen.includes(reader));
    // A reader may have the same name as the relation that it reads.
    return readers.some(reader => isWide(reader, [...seen, name, reader]));
  };
  const marked = (relation: Relation<SqlExpr>): Relation<SqlExpr> => {
    const of = mapInputs(relation, marked);
    if (of.node !== 'limit') return of;
    const table = foundBySort(of);
    return table !== null && isWide(table.name) ? { ...of, readsLate: true } : of;
  };
  return mapRelations(plan, marked);
}

interface Reads {
  readonly wide: ReturnType<typeof wideRelations>;
  readonly passed: ReturnType<typeof passedOn>;
}

/** The table whose rows are limited in the order of a timestamp or date that is never NULL; `null` in any other case. */
function foundBySort({ count, skip, input }: LimitRelation<SqlExpr>): TableRelation | null {
  if (skip !== null || input.node !== 'sort') return null;
  if (typeof count === 'number' && count > MOST_ROWS) return null;
  const table = filteredTable(input.input);
  return table !== null && isByTime(input, table) ? table : null;
}

function isByTime({ keys: [first] }: SortRelation<SqlExpr>, { name }: TableRelation): boolean {
  if (first?.expr.kind !== 'column') return false;
  const { relation, path, scalar, nullable } = first.expr;
  const isTime = scalar === 'timestamp' || scalar === 'date';
  return relation === name && path.length === 1 && isTime && !nullable;
}

/** The table below filters. `null` if a condition has a subquery, because it would run twice. */
function filteredTable(relation: Relation<SqlExpr>): TableRelation | null {
  if (relation.node === 'table') return relation;
  if (relation.node !== 'filter') return null;
  const conditions = relation.predicates.flatMap(guardedIn).map(({ expr }) => expr);
  const isOfRow = conditions.every(expr => !someExpr(expr, part => part.kind === 'within'));
  return isOfRow ? filteredTable(relation.input) : null;
}

/** Names of relations of which a wide column or many columns are read. */
function wideRelations({ steps, answer }: Plan<SqlExpr>): ReadonlySet<string> {
  const names = new Set<string>();
  const columns = new Map<string, Set<string>>();
  const add = (expr: SqlExpr | RecordExpr): void => {
    if (expr.kind === 'record') names.add(expr.relation);
    else
      visitExpr<SqlExpr>(expr, part => {
        if (part.kind !== 'column') return;
        const { relation, path, scalar } = part;
        const read = columns.get(relation) ?? new Set();
        columns.set(relation, read.add(path.join('.')));
        if (isWideType(scalar) || read.size >= MANY_COLUMNS) names.add(relation);
      });
  };
  for (const relation of [...steps.map(step => step.relation), answer]) visitExprs(relation, add);
  return names;
}

function isWideType(scalar: Parameters<typeof isScalar>[0]): boolean {
  return scalar === 'json' || !isScalar(scalar);
}

/** For each relation, the names of the relations that read its columns unchanged. */
function passedOn({ steps, answer }: Plan<SqlExpr>): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  const add = (of: string, name: string) => names.set(of, [...(names.get(of) ?? []), name]);
  const visit = (relation: Relation<SqlExpr>): void => {
    if (relation.node === 'read') add(relation.step, relation.name);
    inputsOf(relation).forEach(visit);
  };
  for (const { name, relation } of steps) {
    visit(relation);
    const table = passedTable(relation);
    if (table !== null) add(table.name, name);
  }
  visit(answer);
  return names;
}

/** The table whose columns a step passes on; `null` if the step computes columns. */
function passedTable(relation: Relation<SqlExpr>): TableRelation | null {
  switch (relation.node) {
    case 'table':
      return relation;
    case 'named':
    case 'filter':
    case 'sort':
    case 'limit':
      return passedTable(relation.input);
    default:
      return null;
  }
}
