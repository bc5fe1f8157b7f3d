/** The columns of an endpoint's rows as an answer has them: its parameters say how long buckets are, or the service does. */
import type { Column } from '../rows/data/row.ts';
import { type Given, textOf } from '../service/given.ts';
import type { Bucket, Endpoint } from '../service/listing.ts';

/** `chosen` is the step of the answer. */
export function columnsOf(
  endpoint: Pick<Endpoint, 'columns' | 'parameters' | 'fixed'>,
  given: Given,
  chosen: string | null,
): readonly Column[] {
  return endpoint.columns.map(({ bucket, ...column }) =>
    bucket === undefined
      ? column
      : { ...column, bucket: { step: stepOf(bucket, endpoint, given, chosen) } },
  );
}

/** In ISO 8601; `null` where nobody says it. */
export function stepOf(
  bucket: Bucket,
  endpoint: Pick<Endpoint, 'parameters' | 'fixed'>,
  given: Given,
  chosen: string | null,
): string | null {
  if ('step' in bucket) return bucket.step;
  if (bucket.by === null) return chosen === null ? null : spanOf(shortOf(chosen));
  const { by, steps } = bucket;
  const parameter = [...endpoint.parameters, ...endpoint.fixed].find(({ name }) => name === by);
  const usual = String(parameter?.default ?? '');
  const fixed = endpoint.fixed.find(({ name }) => name === by)?.value;
  const text = String(fixed ?? (textOf(given, by) || usual));
  if (steps === undefined) return spanOf(text);
  return steps[parameter?.aliases?.[text] ?? text] ?? steps[usual] ?? null;
}

/** `15m` for `15 minutes`, and `1h` for `hour`. Steps of the calendar, such as `month`, stay as they are. */
function shortOf(step: string): string {
  const [, count, unit = ''] = /^(?:(\d+) )?(second|minute|hour|day|week)s?$/.exec(step) ?? [];
  return unit === '' ? step : `${count ?? 1}${unit[0]}`;
}

/** A duration as parameters write it, `15m`, in ISO 8601. */
function spanOf(text: string): string | null {
  const [, count, unit = ''] = /^(\d+)([smhdw])$/.exec(text) ?? [];
  if (count === undefined) return /^PT?\d/.test(text) ? text : null;
  return 'smh'.includes(unit)
    ? `PT${count}${unit.toUpperCase()}`
    : `P${count}${unit.toUpperCase()}`;
}
