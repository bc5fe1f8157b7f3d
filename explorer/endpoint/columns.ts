/** The columns of an endpoint's rows as in an answer. The length of buckets depends on its parameters or on the service. */
import type { Column } from '../rows/data/row.ts';
import { secondsOf } from '../service/durations.ts';
import { type Given, readGivenText } from '../service/given.ts';
import type { Bucket, ListedEndpoint } from '../service/listing.ts';

/** `chosen` is the step of the answer. */
export function listAnswerColumns(
  endpoint: Pick<ListedEndpoint, 'columns' | 'parameters' | 'fixed'>,
  given: Given,
  chosen: string | null,
): readonly Column[] {
  return endpoint.columns.map(({ bucket, ...column }) => {
    if (bucket === undefined) return column;
    const step = stepOf(bucket, endpoint, given, chosen);
    return { ...column, bucket: { seconds: step === null ? null : secondsOf(step) } };
  });
}

/** As the listing, the parameter or the answer writes it; `null` if none of them has it. */
function stepOf(
  bucket: Bucket,
  endpoint: Pick<ListedEndpoint, 'parameters' | 'fixed'>,
  given: Given,
  chosen: string | null,
): string | null {
  if ('step' in bucket) return bucket.step;
  if (bucket.by === null) return chosen;
  const { by, steps } = bucket;
  const parameter = [...endpoint.parameters, ...endpoint.fixed].find(({ name }) => name === by);
  const usual = String(parameter?.default ?? '');
  const fixed = endpoint.fixed.find(({ name }) => name === by)?.value;
  const text = String(fixed ?? (readGivenText(given, by) || usual));
  if (steps === undefined) return text;
  return steps[parameter?.aliases?.[text] ?? text] ?? steps[usual] ?? null;
}
