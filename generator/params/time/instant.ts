/** Texts of instants: the grammar of timestamps, and the canonical form. */
import { microsOfSecond } from '../../core/time/instant-text.ts';

export const DAY = '(?:19|2[0-2])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
export const TIME = String.raw`(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?`;
/** Fourteen hours at most, which is BigQuery's limit. */
const OFFSET = '[+-](?:(?:0[0-9]|1[0-3]):?[0-5][0-9]|14:?00)';

/**
 * The grammar of `timestamp`, for parsing here and for decoding in the engines: valid RE2 and valid ECMAScript. It does not check the
 * length of months, because the casts of all engines reject an instant such as `2026-02-30`.
 */
export const INSTANT_PATTERN = `${DAY}(?:[T ]${TIME}(?:Z|${OFFSET})?)?`;

const GRAMMAR = new RegExp(`^(?:${INSTANT_PATTERN})$`);
const PARTS =
  /^(\d+)-(\d+)-(\d+)(?:[T ](\d+):(\d+)(?::(\d+)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):?(\d\d))?)?$/;

/** Microseconds since 1970 UTC of a text of the grammar; `null` for any other text. No offset means UTC. */
export function parseInstant(text: string): bigint | null {
  const parts = GRAMMAR.test(text) ? PARTS.exec(text) : null;
  if (parts === null) return null;
  const part = (index: number) => Number(parts[index] ?? 0);
  if (new Date(Date.UTC(part(1), part(2) - 1, part(3))).getUTCDate() !== part(3)) return null;
  const sign = parts[8] === '-' ? -1 : 1;
  const millis = Date.UTC(
    part(1),
    part(2) - 1,
    part(3),
    part(4) - sign * part(9),
    part(5) - sign * part(10),
    part(6),
  );
  return BigInt(millis) * 1000n + BigInt((parts[7] ?? '').padEnd(6, '0'));
}

/** RFC 3339 in UTC, `2026-01-15T10:07:00Z`; with a fraction of 3 or 6 digits only if that is not zero. */
export function formatInstant(micros: bigint): string {
  const fraction = microsOfSecond(micros);
  const seconds = new Date(Number((micros - fraction) / 1000n)).toISOString().slice(0, -5);
  if (fraction === 0n) return `${seconds}Z`;
  return `${seconds}.${String(fraction).padStart(6, '0').replace(/000$/, '')}Z`;
}
