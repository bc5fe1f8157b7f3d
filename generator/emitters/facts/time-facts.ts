/** Facts about time for forms and charts: the length of an answer's buckets, and the parameters that limit its period. */

import type { CallExpr, Expr, Predicate } from '../../core/expr/expr.ts';
import type { ManifestBucket, ManifestRange } from '../../core/output/manifest.ts';
import { bodiesOf, type Endpoint, type PortableEndpoint } from '../../core/plan/endpoint.ts';
import { type Buckets, type ByChoice, windowsIn } from '../../core/plan/query.ts';
import { type BucketStep, UNIT_MONTHS } from '../../core/types/scalar.ts';

/** Returns the length of the buckets whose starts a column contains. */
export function bucketOf(buckets: Buckets): ManifestBucket {
  if (buckets.kind === 'recent') return chosen(buckets.intervals, ({ step }) => step);
  return buckets.lengths === null ? chosen(buckets.step, step => step) : { by: null };
}

function chosen<T>(choice: ByChoice<T>, stepOf: (of: T) => BucketStep): ManifestBucket {
  if (choice.by === null) {
    const step = stepOf(choice.value);
    return 'param' in step ? { by: step.param } : { step: durationOf(step) };
  }
  const steps = choice.cases.map(({ value, result }) => [value, durationOf(stepOf(result))]);
  return { by: choice.by, steps: Object.fromEntries(steps) };
}

/** Prints a step as an ISO 8601 duration: `PT15M`, `P7D`, `P3M`. */
function durationOf(step: BucketStep): string {
  if (step.micros !== null) return spanOf(step.micros);
  if (step.unit === null) throw new Error('a choice has steps of known length');
  return `P${UNIT_MONTHS[step.unit]}M`;
}

const SPANS: readonly (readonly [micros: bigint, before: string, after: string])[] = [
  [86_400_000_000n, 'P', 'D'],
  [3_600_000_000n, 'PT', 'H'],
  [60_000_000n, 'PT', 'M'],
  [1_000_000n, 'PT', 'S'],
];

function spanOf(micros: bigint): string {
  const [unit, before, after] = SPANS.find(([unit]) => micros % unit === 0n) ?? [null, '', ''];
  return unit === null ? `PT${Number(micros) / 1e6}S` : `${before}${micros / unit}${after}`;
}

/**
 * Returns the parameters that limit the period of the rows: the ends of a window, or the bounds of one time column in
 * conditions. Prefers the first range with both ends to the first range with one. Ignores filters that callers compose.
 */
export function describeRange(endpoint: Endpoint): { readonly range?: ManifestRange } {
  if (endpoint.body !== 'portable') return {};
  const found = [...windowRanges(endpoint), ...periodRanges(endpoint), ...comparedRanges(endpoint)];
  const range = found.find(({ from, to }) => from !== undefined && to !== undefined) ?? found[0];
  return range === undefined ? {} : { range };
}

function windowRanges(endpoint: PortableEndpoint): readonly ManifestRange[] {
  return bodiesOf(endpoint)
    .flatMap(windowsIn)
    .flatMap(({ from, to }) => rangeWith(paramOf(from), paramOf(to)));
}

/** The window of an endpoint that compares it with the period before: that period ends where the window begins. */
function periodRanges(endpoint: PortableEndpoint): readonly ManifestRange[] {
  return bodiesOf(endpoint).flatMap(({ compare }) => {
    if (compare === null || compare.isPrevious.kind !== 'call') return [];
    const [, from] = compare.isPrevious.args;
    const to = compare.rows.flatMap(boundsOf).find(({ end }) => end === 'to');
    return rangeWith(from === undefined ? null : paramOf(from), to?.param ?? null);
  });
}

function rangeWith(from: string | null, to: string | null): readonly ManifestRange[] {
  if (from === null && to === null) return [];
  return [{ ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) }];
}

function comparedRanges(endpoint: PortableEndpoint): readonly ManifestRange[] {
  const filters = new Set(endpoint.params.filter(({ filter }) => filter).map(({ name }) => name));
  const bounds = bodiesOf(endpoint)
    .flatMap(({ where }) => where.flatMap(boundsOf))
    .filter(({ param }) => !filters.has(param));
  const columns = [...new Set(bounds.map(({ column }) => column))];
  return columns.flatMap(column => {
    const end = (is: Bound['end']) =>
      bounds.find(bound => bound.column === column && bound.end === is)?.param ?? null;
    return rangeWith(end('from'), end('to'));
  });
}

interface Bound {
  readonly column: string;
  readonly param: string;
  readonly end: 'from' | 'to';
}

function boundsOf(predicate: Predicate): readonly Bound[] {
  if ('any' in predicate || predicate.expr.kind !== 'call') return [];
  return boundsIn(predicate.expr);
}

function boundsIn({ fn, args }: CallExpr<Expr>): readonly Bound[] {
  if (fn === 'and') return args.flatMap(arg => (arg.kind === 'call' ? boundsIn(arg) : []));
  const [left, right, last] = args;
  if (left === undefined || right === undefined) return [];
  if (fn === 'between' && last !== undefined)
    return [...bound(left, right, 'from'), ...bound(left, last, 'to')];
  if (fn === 'ge' || fn === 'gt')
    return [...bound(left, right, 'from'), ...bound(right, left, 'to')];
  if (fn === 'le' || fn === 'lt')
    return [...bound(left, right, 'to'), ...bound(right, left, 'from')];
  return [];
}

function bound(of: Expr, by: Expr, end: Bound['end']): readonly Bound[] {
  const param = paramOf(by);
  const isTime = of.scalar === 'timestamp' || of.scalar === 'date';
  if (of.kind !== 'column' || param === null || !isTime) return [];
  return [{ column: of.path.join('.'), param, end }];
}

/** Returns the name of a plain parameter, else `null`. */
function paramOf(expr: Expr): string | null {
  return expr.kind === 'param' && expr.from === undefined ? expr.name : null;
}
