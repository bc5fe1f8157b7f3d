/** The columns of an endpoint's rows as in an answer. The length of buckets depends on its parameters or on the service. */
import type { Column } from '../rows/data/row.ts';
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

const SECONDS = new Map(Object.entries({ s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }));
const WORDS = /^(?:(\d+) )?(second|minute|hour|day|week)s?$/;
const WRITTEN = /^(?:\d+[smhdw]|P(?:\d+[DW])?(?:T(?:\d+(?:\.\d+)?[HMS])+)?)$/;

/**
 * The seconds of `15 minutes` and `hour`, of `15m`, and of `PT15M` and `P1DT12H`. `null` for months, quarters and years, because they
 * differ in length.
 */
function secondsOf(step: string): number | null {
  const [, count = '1', unit] = WORDS.exec(step) ?? [];
  const text = unit === undefined ? step : `${count}${unit[0]}`;
  if (!WRITTEN.test(text)) return null;
  const parts = [...text.matchAll(/([\d.]+)([smhdw])/gi)];
  return parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (SECONDS.get(unit?.toLowerCase() ?? '') ?? 0),
    0,
  );
}
