/** The columns of an endpoint's rows as in an answer. The length of buckets and the order depend on its parameters or on the service. */
import type { Column } from '../rows/data/row.ts';
import { secondsOf } from '../service/durations.ts';
import { meantValue } from '../service/enums.ts';
import { type Given, readGivenText } from '../service/given.ts';
import type { Bucket, ListedEndpoint } from '../service/listing.ts';

type Asked = Pick<ListedEndpoint, 'columns' | 'parameters' | 'fixed'>;

/** `chosen` is the step of the answer. */
export function listAnswerColumns(
  endpoint: Asked,
  given: Given,
  chosen: string | null,
): readonly Column[] {
  return endpoint.columns.map(({ bucket, order, ...column }) => {
    const step = bucket === undefined ? null : stepOf(bucket, endpoint, given, chosen);
    const place =
      typeof order === 'object' ? caseOf(order.places, order.by, endpoint, given) : order;
    return {
      ...column,
      ...(place == null ? {} : { order: place }),
      ...(bucket && { bucket: { seconds: step === null ? null : secondsOf(step) } }),
    };
  });
}

/** As the listing, the parameter or the answer writes it; `null` if none of them has it. */
function stepOf(
  bucket: Bucket,
  endpoint: Asked,
  given: Given,
  chosen: string | null,
): string | null {
  if ('step' in bucket) return bucket.step;
  if (bucket.by === null) return chosen;
  const { by, steps } = bucket;
  return steps === undefined ? textOf(by, endpoint, given) : caseOf(steps, by, endpoint, given);
}

/** The case for the value of the parameter `by`, or for its default. */
function caseOf<T>(cases: Readonly<Record<string, T>>, by: string, endpoint: Asked, given: Given) {
  const parameter = parameterIn(endpoint, by)!;
  const value = meantValue(parameter, textOf(by, endpoint, given));
  return cases[value ?? String(parameter.default)] ?? null;
}

function textOf(by: string, endpoint: Asked, given: Given): string {
  const fixed = endpoint.fixed.find(({ name }) => name === by)?.value;
  return String(fixed ?? (readGivenText(given, by) || (parameterIn(endpoint, by)?.default ?? '')));
}

function parameterIn({ parameters, fixed }: Asked, by: string) {
  return [...parameters, ...fixed].find(({ name }) => name === by);
}
