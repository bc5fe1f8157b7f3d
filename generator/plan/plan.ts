/**
 * plan: `Endpoint` → `Plan`. The engine-free tree of the whole endpoint: all views, all hidden columns, every choice by
 * parameter an explicit node. `specialize.ts` and `saved.ts` make the two forms of the query from it.
 */

import type { Buckets, ByChoice, Endpoint, Interval, Output, Reading } from '../core/endpoint.ts';
import type { Expr, NamedExpr, NamedScalar, Predicate, SortKey } from '../core/expr.ts';
import type { AggregatePlan, Plan } from '../core/relation.ts';
import { exprKey, holds, mapParts } from '../core/walk.ts';
import { call } from '../params/expressions.ts';

const NOW: Expr = { kind: 'now', scalar: 'timestamp', nullable: false };

/** The plan of `endpoint`: its own limit, or the cap of the service. */
export function planEndpoint(endpoint: Endpoint): Plan {
  const names = new Names(endpoint);
  const input = endpoint.aggregates
    ? answerOfGroups(endpoint, names)
    : answerOfEntries(endpoint, names);
  if (endpoint.views.length === 0) return input;
  const views = endpoint.views.map(view => ({
    name: view.source.name,
    plan: viewPlan(view, endpoint),
  }));
  return { node: 'views', input, views };
}

/** Entries as they are: found, sorted and cut as one step that keeps all columns, then put into shape. */
function answerOfEntries(endpoint: Endpoint, names: Names): Plan {
  const keys = sortKeys(endpoint, expr => expr);
  const found = cut(readingPlan(endpoint.from, endpoint), keys, endpoint);
  const entries: Plan = { node: 'named', input: found, step: names.fresh('entries') };
  return {
    node: 'project',
    input: sorted(entries, keys),
    columns: visible(endpoint, expr => expr),
  };
}

function answerOfGroups(endpoint: Endpoint, names: Names): Plan {
  const { plan, toField } = aggregation(endpoint, names);
  const rows = endpoint.buckets?.gaps === 'zero' ? filled(plan, endpoint.buckets, names) : plan;
  const found = cut(rows, sortKeys(endpoint, toField), endpoint);
  return { node: 'project', input: found, columns: visible(endpoint, toField) };
}

function viewPlan(view: Reading, endpoint: Endpoint): Plan {
  const columns = view.source.columns.map((column): NamedExpr => {
    const scalar = column.type === 'record' ? 'json' : column.type;
    const path = column.is ?? [column.name];
    return { name: column.name, expr: { kind: 'column', path, scalar, nullable: column.nullable } };
  });
  return { node: 'project', input: readingPlan(view, endpoint), columns };
}

function cut(input: Plan, keys: readonly SortKey[], { limit, maxRows }: Endpoint): Plan {
  const count = limit ?? maxRows;
  return { node: 'limit', input: sorted(input, keys), count, isCap: limit === null };
}

function sorted(input: Plan, keys: readonly SortKey[]): Plan {
  return keys.length === 0 ? input : { node: 'sort', input, keys };
}

/** A key that is the same for every row orders nothing, and an engine may take a number for the place of a column. */
function sortKeys(endpoint: Endpoint, change: (expr: Expr) => Expr): readonly SortKey[] {
  const outputs = new Map(endpoint.outputs.map(output => [output.name, output]));
  const keys = endpoint.orderBy.map(({ output, descending }) => {
    const expr = outputs.get(output)?.expr;
    if (expr === undefined || expr.kind === 'record') throw new Error(`cannot order by ${output}`);
    return { expr: change(expr), descending };
  });
  return keys.filter(({ expr }) => holds(expr, 'column') || holds(expr, 'field'));
}

function visible(endpoint: Endpoint, change: (expr: Expr) => Expr): readonly NamedExpr[] {
  const shown = endpoint.outputs.filter(output => !output.hidden);
  return shown.map(({ name, expr }) => ({
    name,
    expr: expr.kind === 'record' ? expr : change(expr),
  }));
}

// ---- conditions -----------------------------------------------------------------------------------------------------

/** The rows of one data set that the endpoint speaks of: `where` in its order, then the window, then the retention. */
function readingPlan(reading: Reading, endpoint: Endpoint): Plan {
  const scan: Plan = { node: 'scan', source: reading.source };
  const isAnswered = reading === endpoint.from;
  const predicates = [
    ...reading.where,
    ...(isAnswered && endpoint.buckets !== null ? windowOf(endpoint.buckets) : []),
    ...(endpoint.retention !== null && reading.retentionOf !== null
      ? [retained(reading.retentionOf, endpoint.retention.windows)]
      : []),
  ];
  return predicates.length === 0 ? scan : { node: 'filter', input: scan, predicates };
}

function windowOf({ of, window, intervals }: Buckets): readonly Predicate[] {
  if (window === 'sliding')
    return [
      always(
        'ge',
        of,
        byChoice(intervals, ({ last }) => ago(last)),
      ),
    ];
  return [
    always('ge', of, byChoice(intervals, firstBucket)),
    always(
      'lt',
      of,
      byChoice(intervals, interval => shift(lastBucket(interval), interval.step.micros)),
    ),
  ];
}

function retained(of: Expr, windows: ByChoice<bigint>): Predicate {
  return always('gt', of, byChoice(windows, ago));
}

function always(fn: 'ge' | 'gt' | 'lt', left: Expr, right: Expr): Predicate {
  return { when: null, expr: call(fn, 'bool', [left, right]) };
}

function firstBucket({ last, step }: Interval): Expr {
  return { kind: 'trunc', of: ago(last), step, scalar: 'timestamp', nullable: false };
}

function lastBucket({ step }: Interval): Expr {
  return { kind: 'trunc', of: NOW, step, scalar: 'timestamp', nullable: false };
}

function ago(micros: bigint): Expr {
  return shift(NOW, -micros);
}

function shift(of: Expr, micros: bigint): Expr {
  return { kind: 'shift', of, micros, scalar: 'timestamp', nullable: of.nullable };
}

/** The one expression, or a choice among those of an enum's values. */
function byChoice<T>(choice: ByChoice<T>, expr: (value: T) => Expr): Expr {
  if (choice.by === null) return expr(choice.value);
  const cases = choice.cases.map(({ value, result }) => ({ value, result: expr(result) }));
  const first = cases[0]?.result;
  if (first === undefined) throw new Error(`a choice by ${choice.by} without cases`);
  const nullable = cases.some(({ result }) => result.nullable);
  return { kind: 'choice', param: choice.by, cases, scalar: first.scalar, nullable };
}

// ---- aggregation ----------------------------------------------------------------------------------------------------

interface Aggregation {
  readonly plan: AggregatePlan;
  /** An output's expression in terms of the aggregation's columns. */
  readonly toField: (expr: Expr) => Expr;
}

/** Groups and every aggregate of the outputs, each once, hidden ones too. */
function aggregation(endpoint: Endpoint, names: Names): Aggregation {
  const fields = new Map<string, Expr>();
  const keys: NamedScalar[] = [];
  const measures: NamedScalar[] = [];
  for (const output of endpoint.outputs) {
    if (output.role === 'value') continue;
    const key = keyOf(output, endpoint, names);
    keys.push(key);
    fields.set(exprKey(output.expr), fieldOf(key));
  }
  const toField = (expr: Expr, name: string, isWhole: boolean): Expr => {
    const known = fields.get(exprKey(expr));
    if (known !== undefined) return known;
    if (expr.kind !== 'aggregate') return mapParts(expr, part => toField(part, name, false));
    const measure = { name: names.fresh(isWhole ? name : `${name}_${expr.fn}`), expr };
    measures.push(measure);
    const field = fieldOf(measure);
    fields.set(exprKey(expr), field);
    return field;
  };
  // outputs that are aggregates give them their names
  const values = endpoint.outputs.filter(output => output.role === 'value');
  const isWhole = ({ expr }: Output) => expr.kind === 'aggregate';
  for (const { name, expr } of [...values.filter(isWhole), ...values.filter(o => !isWhole(o))]) {
    if (expr.kind !== 'record') toField(expr, name, true);
  }
  const step = names.fresh(endpoint.buckets === null ? 'grouped' : 'buckets');
  const input = readingPlan(endpoint.from, endpoint);
  return {
    plan: { node: 'aggregate', input, step, keys, measures },
    toField: expr => toField(expr, 'value', true),
  };
}

function keyOf(output: Output, endpoint: Endpoint, names: Names): NamedScalar {
  if (output.role === 'bucket' && endpoint.buckets !== null) {
    // rows without an instant are in no window, so the bucket is never NULL
    const expr = byChoice(endpoint.buckets.intervals, ({ step }) =>
      truncated(endpoint.buckets, step),
    );
    return { name: names.fresh('bucket'), expr };
  }
  if (output.expr.kind === 'record') throw new Error(`cannot group by the record ${output.name}`);
  return { name: names.fresh(output.name), expr: output.expr };
}

function truncated(buckets: Buckets | null, step: Interval['step']): Expr {
  if (buckets === null) throw new Error('a bucket without buckets');
  return { kind: 'trunc', of: buckets.of, step, scalar: 'timestamp', nullable: false };
}

function fieldOf({ name, expr }: NamedScalar): Expr {
  return { kind: 'field', name, scalar: expr.scalar, nullable: expr.nullable };
}

function filled(input: AggregatePlan, { intervals }: Buckets, names: Names): Plan {
  const bucket = input.keys[0];
  if (bucket === undefined) throw new Error('gaps without a bucket');
  return {
    node: 'fill',
    input,
    step: names.fresh('filled'),
    bucket: bucket.name,
    names: {
      groups: names.fresh('filled_groups'),
      calendar: names.fresh('filled_buckets'),
      start: names.fresh('bucket_start'),
    },
    first: byChoice(intervals, firstBucket),
    last: byChoice(intervals, lastBucket),
    every: byChoice(intervals, ({ step }) => ({
      kind: 'literal',
      value: step.micros,
      scalar: 'int64',
      nullable: false,
    })),
  };
}

/**
 * Names of steps and of their columns: none like a column of the data set or a data set that the statement names, without
 * regard to case, and each given once.
 */
class Names {
  readonly #taken: Set<string>;

  constructor({ from, views }: Endpoint) {
    const sources = [from, ...views].map(reading => reading.source);
    const tables = sources.flatMap(source =>
      Object.values(source.tables).flatMap(table => table.name),
    );
    const columns = from.source.columns.map(column => column.name);
    const all = [...sources.map(source => source.name), ...tables, ...columns];
    this.#taken = new Set(all.map(name => name.toLowerCase()));
  }

  fresh(name: string): string {
    let free = name;
    for (let i = 2; this.#taken.has(free.toLowerCase()); i += 1) free = `${name}_${i}`;
    this.#taken.add(free.toLowerCase());
    return free;
  }
}
