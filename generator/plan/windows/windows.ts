/** Plans the windows of a body: a relation of its rows with another column for each window. */
import { makeColumn } from '../../core/expr/columns.ts';
import type { ColumnExpr, Expr, PlanExpr, RecordExpr, WindowExpr } from '../../core/expr/expr.ts';
import { wholeLiteral } from '../../core/expr/literals.ts';
import { exprKey, holds, mapRecord, mapWindow, partsOf, visitExpr } from '../../core/expr/walk.ts';
import type { Query } from '../../core/plan/query.ts';
import type { NamedExpr, Relation, WindowRelation } from '../../core/plan/relation.ts';
import { listHavingConditions } from '../aggregation.ts';
import { orderNames } from '../order.ts';
import { recordFrom, replacing } from '../row-expr.ts';
import { freshNames } from '../steps/fresh-names.ts';

/** Rows, and how to express values over them. */
export interface PlannedRows {
  readonly relation: Relation;
  /** Returns the column of the rows for a part of an expression; `null` if the part is computed from its own parts. */
  readonly known: (part: Expr) => PlanExpr | null;
  /** Converts a record, which is never computed. */
  readonly record: (record: RecordExpr) => RecordExpr;
}

/** Adds the windows that the shown columns need; returns `rows` unchanged if there are none. */
export function addWindows(query: Query, prefix: string, rows: PlannedRows): PlannedRows {
  if (!hasWindows(query)) return rows;
  const below = query.joins.length > 0 && !query.aggregates ? gathered(query, prefix, rows) : rows;
  const windows = namedWindows(query, columnsOf(query, below));
  const name = `${prefix}/windowed`;
  const columns = [...windows.values()].map(({ name: column, expr }) => ({
    name: column,
    expr: mapWindow(expr, part => replacing(part, below.known)),
  }));
  const known = (part: Expr): PlanExpr | null => {
    const window = windows.get(exprKey(part));
    if (window !== undefined) return columnOf(name, window);
    const column = below.known(part);
    return column === null ? null : readFrom(name, column);
  };
  const record = (of: RecordExpr) => recordFrom(name, below.record(of));
  const relation: Relation = { node: 'window', name, input: below.relation, kept: null, columns };
  return { relation, known, record };
}

/**
 * Plans a step of `rows` whose columns are exactly those of the query, including windows; `null` if a window is only part of a
 * column, or if no column is a window.
 */
export function planWindowStep(
  query: Query,
  name: string,
  rows: PlannedRows,
): WindowRelation | null {
  const kept: NamedExpr[] = [];
  const columns: WindowRelation['columns'][number][] = [];
  for (const { name: column, expr, hidden } of query.outputs) {
    if (hidden) continue;
    if (expr.kind === 'record') return null;
    const over = (part: Expr) => replacing(part, rows.known);
    if (expr.kind === 'window') columns.push({ name: column, expr: mapWindow(expr, over) });
    else if (holds(expr, 'window')) return null;
    else kept.push({ name: column, expr: over(expr) });
  }
  return columns.length === 0
    ? null
    : { node: 'window', name, input: rows.relation, kept, columns };
}

/** Reads an expression from a relation that passes on its columns. */
function readFrom(relation: string, expr: PlanExpr): PlanExpr {
  return expr.kind === 'column'
    ? { ...expr, relation }
    : replacing(expr, part => (part.kind === 'column' ? { ...part, relation } : null));
}

/** Selects the needed columns of joined rows in a step, because with `*` both sides may have a column of the same name. */
function gathered(query: Query, prefix: string, rows: PlannedRows): PlannedRows {
  const name = `${prefix}/joined`;
  const fresh = freshNames([]);
  const columns = new Map<string, NamedExpr<ColumnExpr>>();
  for (const { expr } of needed(query)) {
    visitExpr<Expr>(expr, part => {
      if (part.kind !== 'column' || columns.has(exprKey(part))) return;
      columns.set(exprKey(part), { name: fresh(part.path.at(-1) ?? ''), expr: part });
    });
  }
  const at = (part: ColumnExpr): ColumnExpr => {
    const column = columns.get(exprKey(part));
    if (column === undefined) throw new Error(`${part.path.join('.')} is not gathered`);
    return { ...part, relation: name, path: [column.name] };
  };
  const input = rows.relation;
  // a SELECT needs a column, even if only the number of rows counts
  const shown = columns.size === 0 ? [ONE] : [...columns.values()];
  return {
    relation: { node: 'project', name, input, columns: shown },
    known: part => (part.kind === 'column' ? at(part) : null),
    record: of => mapRecord(of, at, () => name),
  };
}

const ONE: NamedExpr<PlanExpr> = {
  name: 'one',
  expr: wholeLiteral(1n),
};

/** Whether any needed expression contains a window. */
export function hasWindows(query: Query): boolean {
  return needed(query).some(({ expr }) => holds(expr, 'window'));
}

type Named = NamedExpr<WindowExpr<Expr>>;

/** Returns the names of the columns of `rows` that needed expressions use. */
function columnsOf(query: Query, rows: PlannedRows): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (part: Expr): void => {
    const column = rows.known(part);
    if (column?.kind === 'column') names.add(column.path[0] ?? '');
    else partsOf(part).forEach(visit);
  };
  for (const { expr } of needed(query)) if (expr.kind !== 'record') visit(expr);
  return names;
}

/** Names each window once. Outputs that are windows name them, unless a column of the same relation has `taken` the name. */
function namedWindows(query: Query, taken: ReadonlySet<string>): ReadonlyMap<string, Named> {
  const fresh = freshNames(taken);
  const windows = new Map<string, Named>();
  const isWhole = ({ expr }: NamedExpr<Expr | RecordExpr>) => expr.kind === 'window';
  const exprs = needed(query);
  for (const { name, expr } of [...exprs.filter(isWhole), ...exprs.filter(e => !isWhole(e))]) {
    if (expr.kind === 'record') continue;
    for (const window of windowsOf(expr)) {
      if (windows.has(exprKey(window))) continue;
      const given = fresh(window === expr ? name : `${name}_${window.fn}`);
      windows.set(exprKey(window), { name: given, expr: window });
    }
  }
  return windows;
}

/** Returns the shown columns, and the expressions that choose and order rows. */
function needed(query: Query): readonly NamedExpr<Expr | RecordExpr>[] {
  const keys = new Set(orderNames(query));
  const shown = query.outputs.filter(({ name, hidden }) => !hidden || keys.has(name));
  return [...shown, ...listHavingConditions(query)];
}

function* windowsOf(expr: Expr): Iterable<WindowExpr<Expr>> {
  if (expr.kind === 'window') yield expr;
  else for (const part of partsOf(expr)) yield* windowsOf(part);
}

function columnOf(relation: string, { name, expr }: Named): PlanExpr {
  return makeColumn(relation, name, expr);
}
