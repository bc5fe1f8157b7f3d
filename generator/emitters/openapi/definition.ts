/** Describes an endpoint's time, cache and limits: as data for programs, and as text for people. */
import { constantOf, paramsIn } from '../../core/expr/constant.ts';
import type { Expr } from '../../core/expr/expr.ts';
import type { Endpoint, PortableEndpoint } from '../../core/plan/endpoint.ts';
import { listedLife } from '../../core/plan/life.ts';
import type { ByChoice, WindowBuckets } from '../../core/plan/query.ts';
import { formatSpan } from '../../core/report/words.ts';
import type { BucketStep } from '../../core/types/scalar.ts';
import type { EndpointFacts, WindowDefinition } from './document-types.ts';

/** Returns the `x-quern` of an endpoint's operations; `engines` are those that it is compiled for. */
export function definitionOf(endpoint: Endpoint, engines: readonly string[]): EndpointFacts {
  const { name, id, life, compat, ignore, limit, maxRows, cache } = endpoint;
  return {
    name,
    id,
    ...listedLife(life),
    ...(compat === null ? {} : { compat }),
    ...(ignore.length === 0 ? {} : { ignore }),
    engines,
    limit,
    max_rows: maxRows,
    cache: cache === null ? null : { ttl: cache.ttl, refresh: cache.refresh },
    retention: endpoint.body === 'portable' ? retentionOf(endpoint) : null,
    buckets: endpoint.body === 'portable' ? bucketsOf(endpoint) : null,
  };
}

/** Returns the retention of the answer or, if it has none, of the first step that has one. */
function retentionOf(endpoint: PortableEndpoint): EndpointFacts['retention'] {
  const [retention] = [endpoint, ...endpoint.steps.map(({ query }) => query)].flatMap(
    query => query.retention ?? [],
  );
  if (retention === undefined) return null;
  const windows = casesOf(retention.windows).map(({ value, result }) => ({
    value,
    seconds: seconds(result),
  }));
  return { by: retention.windows.by, windows };
}

function bucketsOf({ buckets, outputs }: PortableEndpoint): EndpointFacts['buckets'] {
  if (buckets === null) return null;
  const column = outputs.find(({ role }) => role === 'bucket')?.name;
  if (column === undefined) throw new Error('an endpoint with buckets has a column of them');
  if (buckets.kind === 'window') return windowOf(buckets, column);
  const { window, gaps, intervals } = buckets;
  const all = casesOf(intervals).map(({ value, result }) => ({
    value,
    last_seconds: seconds(result.last),
    step_seconds: seconds(result.step.micros),
  }));
  return { column, by: intervals.by, window, gaps, intervals: all };
}

function windowOf(
  { from, to, step, lengths, zone, gaps }: WindowBuckets,
  column: string,
): WindowDefinition {
  const steps = casesOf(step).map(({ value, result }) => {
    const upTo = lengths?.steps.find(one => one.value === value)?.upTo ?? null;
    const most = upTo === null ? {} : { up_to_seconds: seconds(upTo) };
    return { value, step: stepText(result), ...most };
  });
  return {
    column,
    from: namedIn(from),
    to: namedIn(to),
    by: step.by,
    gaps,
    zone: zone?.kind === 'param' ? `@${zone.name}` : zoneName(zone),
    steps,
  };
}

function namedIn(expr: Expr): readonly string[] {
  const constant = constantOf(expr);
  return constant === null ? [] : paramsIn(constant);
}

function zoneName(zone: Expr | null): string | null {
  return zone?.kind === 'literal' ? String(zone.value) : null;
}

function stepText(step: BucketStep): string {
  if ('param' in step) return `@${step.param}`;
  return step.unit ?? formatSpan(seconds(step.micros ?? 0n));
}

function casesOf<T>(
  choice: ByChoice<T>,
): readonly { readonly value: string | null; readonly result: T }[] {
  return choice.by === null ? [{ value: null, result: choice.value }] : choice.cases;
}

/** Describes what an enum's values mean for buckets and retention; empty if the enum chooses neither. */
export function enumDescriptions(
  { retention, buckets }: EndpointFacts,
  param: string,
): Readonly<Record<string, string>> {
  const words = new Map<string, string>();
  const say = (value: string | null, text: string) => {
    if (value !== null) words.set(value, [words.get(value), text].filter(Boolean).join(' '));
  };
  const intervals = buckets !== null && 'intervals' in buckets ? buckets.intervals : [];
  for (const { value, last_seconds, step_seconds } of buckets?.by === param ? intervals : []) {
    say(value, `${formatSpan(last_seconds)} back, in buckets of ${formatSpan(step_seconds)}.`);
  }
  const steps = buckets !== null && 'steps' in buckets ? buckets.steps : [];
  for (const { value, step } of buckets?.by === param ? steps : [])
    say(value, `Buckets of ${/^\d/.test(step) ? step : `1 ${step}`}.`);
  for (const { value, seconds } of retention?.by === param ? retention.windows : []) {
    say(value, `Nothing older than ${formatSpan(seconds)}.`);
  }
  return Object.fromEntries(words);
}

/** Converts to seconds. Durations in specifications are whole seconds. */
function seconds(micros: bigint): number {
  return Number(micros / 1_000_000n);
}
