/** The columns of an endpoint's rows as a request has them: its parameters say how long buckets are. */
import type { Column } from '../rows/data/row.ts';
import { type Given, textOf } from '../service/given.ts';
import type { Bucket, Endpoint } from '../service/listing.ts';

export function columnsOf(endpoint: Endpoint, given: Given): readonly Column[] {
  return endpoint.columns.map(({ bucket, ...column }) =>
    bucket === undefined
      ? column
      : { ...column, bucket: { step: stepOf(bucket, endpoint, given) } },
  );
}

/** In ISO 8601; `null` where the service chose it. */
export function stepOf(bucket: Bucket, endpoint: Endpoint, given: Given): string | null {
  if ('step' in bucket) return bucket.step;
  if (bucket.by === null) return null;
  const { by, steps } = bucket;
  const parameter = [...endpoint.parameters, ...endpoint.fixed].find(({ name }) => name === by);
  const usual = String(parameter?.default ?? '');
  const fixed = endpoint.fixed.find(({ name }) => name === by)?.value;
  const text = String(fixed ?? (textOf(given, by) || usual));
  if (steps === undefined) return spanOf(text);
  return steps[parameter?.aliases?.[text] ?? text] ?? steps[usual] ?? null;
}

/** A duration as parameters write it, `15m`, in ISO 8601. */
function spanOf(text: string): string | null {
  const [, count, unit = ''] = /^(\d+)([smhdw])$/.exec(text) ?? [];
  if (count === undefined) return /^PT?\d/.test(text) ? text : null;
  return 'smh'.includes(unit)
    ? `PT${count}${unit.toUpperCase()}`
    : `P${count}${unit.toUpperCase()}`;
}
