/**
 * Replaces computed columns of data sets by their expressions. If a left join finds no row, a computed column must be NULL,
 * even if its expression would turn NULLs into a value. Such a column is computed before such a join, in a step.
 */

import { mapQuery } from '../clauses/fold.ts';
import type { ColumnExpr, Expr } from '../core/expr/expr.ts';
import { mapParts, visitExpr } from '../core/expr/walk.ts';
import {
  inputsRead,
  type Join,
  NO_CLAUSES,
  type OutputColumn,
  type Query,
  type QueryStep,
  type SourceInput,
} from '../core/plan/query.ts';
import type { Field } from '../core/spec/source.ts';
import { type FreshNames, freshNames } from './steps/fresh-names.ts';
import type { Bodies } from './steps/merge.ts';

/** Returns the same bodies without any reference to a computed column. */
export function withoutComputed({ steps, answer }: Bodies): Bodies {
  const fresh = freshNames(steps.map(({ name }) => name));
  const all: QueryStep[] = [];
  for (const { name, query } of steps) {
    const plain = ofQuery(query, fresh);
    all.push(...plain.steps, { name, query: plain.query });
  }
  const plain = ofQuery(answer, fresh);
  return { steps: [...all, ...plain.steps], answer: plain.query };
}

function ofQuery(
  query: Query,
  fresh: FreshNames,
): { readonly steps: readonly QueryStep[]; readonly query: Query } {
  const steps: QueryStep[] = [];
  let changed = query;
  for (const join of query.joins) {
    const { kind, input } = join;
    if (kind === 'inner' || input.kind !== 'source' || !namesComputed(query, input)) continue;
    const step = stepOf(input, columnsNamed(query, input.name), fresh);
    steps.push(step);
    changed = readingStep(changed, join, step);
  }
  const inputs = inputsRead(changed).filter(input => input.kind === 'source');
  return { steps, query: inputs.reduce(inlined, changed) };
}

/** Replaces the computed columns of one data set of `query`. */
function inlined(query: Query, { name, columns }: SourceInput): Query {
  return columns.every(({ computed }) => computed === undefined)
    ? query
    : mapQuery(query, expr => withoutComputedColumns(expr, name, columns));
}

/** Replaces the computed columns among the `columns` of a relation by their expressions. */
export function withoutComputedColumns(
  expr: Expr,
  relation: string,
  columns: readonly Field[],
): Expr {
  const below = (part: Expr): Expr => {
    if (part.kind !== 'column') return mapParts(part, below);
    const field = part.relation === relation ? columnAt(columns, part) : undefined;
    return field?.computed === undefined ? part : ofRelation(field.computed, relation);
  };
  return below(expr);
}

function columnAt(columns: readonly Field[], { path: [first, ...fields] }: ColumnExpr) {
  return fields.length > 0 ? undefined : columns.find(({ name }) => name === first);
}

/** Returns the expression of a computed column, reading its data set under the name `relation`. */
export function ofRelation(computed: Expr, relation: string): Expr {
  const below = (part: Expr): Expr =>
    part.kind === 'column' ? { ...part, relation } : mapParts(part, below);
  return below(computed);
}

// ---- the right side of a left join ----------------------------------------------------------------------------------

function namesComputed(query: Query, { name, columns }: SourceInput): boolean {
  return columnsNamed(query, name).some(part => columnAt(columns, part)?.computed !== undefined);
}

/** Lists the columns of a relation that the body names, each once. */
function columnsNamed(query: Query, relation: string): readonly ColumnExpr[] {
  const named = new Map<string, ColumnExpr>();
  mapQuery(query, expr => {
    visitExpr<Expr>(expr, part => {
      if (part.kind === 'column' && part.relation === relation)
        named.set(part.path.join('.'), part);
    });
    return expr;
  });
  return [...named.values()];
}

function stepOf(
  { source, columns }: SourceInput,
  named: readonly ColumnExpr[],
  fresh: FreshNames,
): QueryStep {
  const input: SourceInput = { kind: 'source', source, name: source.name, columns, keys: [] };
  const expr = (part: ColumnExpr): Expr =>
    withoutComputedColumns({ ...part, relation: source.name }, source.name, columns);
  const outputs = namesOf(named).map(
    ([part, name]): OutputColumn => ({
      name,
      role: 'value',
      expr: expr(part),
      hidden: false,
      description: null,
      unit: null,
      encode: 'plain',
      within: {},
    }),
  );
  const query: Query = { ...NO_CLAUSES, from: input, outputs };
  return { name: fresh(`${source.name}_computed`), query };
}

/** Names each leaf. The name of a nested leaf joins the names of its path. */
function namesOf(named: readonly ColumnExpr[]): readonly (readonly [ColumnExpr, string])[] {
  const isNested = ({ path }: ColumnExpr) => path.length > 1;
  const whole = named.filter(part => !isNested(part));
  const fresh = freshNames(whole.flatMap(({ path }) => path));
  return [
    ...whole.map(part => [part, part.path.join()] as const),
    ...named.filter(isNested).map(part => [part, fresh(part.path.join('_'))] as const),
  ];
}

/** Replaces a joined data set of `query` by a step. */
function readingStep(query: Query, join: Join, { name: step }: QueryStep): Query {
  const { name, keys } = join.input;
  const names = new Map(
    namesOf(columnsNamed(query, name)).map(([{ path }, own]) => [path.join('.'), own]),
  );
  const below = (part: Expr): Expr => {
    if (part.kind !== 'column' || part.relation !== name) return mapParts(part, below);
    return { ...part, path: [names.get(part.path.join('.')) ?? ''] };
  };
  const joins = query.joins.map(each =>
    each.input.name === name
      ? { ...each, input: { kind: 'step' as const, name, step, columns: [], keys } }
      : each,
  );
  return mapQuery({ ...query, joins }, below);
}
