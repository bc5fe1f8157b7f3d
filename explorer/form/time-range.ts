/** Ranges of time: from a while ago until now, or between two instants. */

interface Span {
  /** In ISO 8601, as in the address. */
  readonly last: string;
  readonly label: string;
  readonly short: string;
  readonly minutes: number;
}

export const SPANS: readonly Span[] = [
  { last: 'PT15M', label: 'Last 15 minutes', short: '15m', minutes: 15 },
  { last: 'PT1H', label: 'Last hour', short: '1h', minutes: 60 },
  { last: 'PT6H', label: 'Last 6 hours', short: '6h', minutes: 360 },
  { last: 'P1D', label: 'Last 24 hours', short: '24h', minutes: 1_440 },
  { last: 'P7D', label: 'Last 7 days', short: '7d', minutes: 10_080 },
  { last: 'P30D', label: 'Last 30 days', short: '30d', minutes: 43_200 },
  { last: 'P90D', label: 'Last 90 days', short: '90d', minutes: 129_600 },
];

export function spanNamed(last: string | null): Span | null {
  return SPANS.find(span => span.last === last) ?? null;
}

/** The texts of the bounds of a range: instants, or days in UTC. */
export function writeBounds(
  from: Date,
  to: Date,
  scalar: string,
): { readonly from: string; readonly to: string } {
  const text = (instant: Date) =>
    scalar === 'date' ? instant.toISOString().slice(0, 10) : formatIsoInstant(instant);
  return { from: text(from), to: text(to) };
}

/** RFC 3339 in UTC, without a fraction for a whole second. */
export function formatIsoInstant(instant: Date): string {
  return instant.toISOString().replace('.000Z', 'Z');
}

/** The bounds of a span that ends at `now`. */
export function spanBounds({ minutes }: Span, now: Date, scalar: string) {
  return writeBounds(new Date(now.getTime() - minutes * 60_000), now, scalar);
}

/** An instant in a zone, as written by an input for local times: `2026-01-15T10:07:30`. */
export function localText(instant: Date, zone: string): string {
  const parts = new Map(
    formatter(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const at = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return `${at('year').padStart(4, '0')}-${at('month')}-${at('day')}T${at('hour')}:${at('minute')}:${at('second')}`;
}

function formatter(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

/** The instant of such a text; `null` for any other text. A time that a zone skips is moved forward by the length of the skip. */
export function readLocalInstant(local: string, zone: string): Date | null {
  const match = /^(\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?$/.exec(local);
  if (match === null) return null;
  const asUtc = Date.parse(`${local}${match[6] === undefined ? ':00' : ''}Z`);
  if (Number.isNaN(asUtc)) return null;
  const offsetAt = (ms: number) => Date.parse(`${localText(new Date(ms), zone)}Z`) - ms;
  // at a change of the offset, the guess may have the offset from the other side
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess));
}
