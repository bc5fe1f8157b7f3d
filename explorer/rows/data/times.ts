/** Instants in the zone that the user chose. */

const PARTS = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const known = PARTS.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    weekday: 'short',
  });
  PARTS.set(zone, made);
  return made;
}

export interface Clock {
  /** `2026-11-24`. */
  readonly date: string;
  /** `Tue`. */
  readonly weekday: string;
  /** `05:49:37`. */
  readonly time: string;
  /** `.120`, or empty for a whole second. */
  readonly fraction: string;
}

/** An instant, in milliseconds, on the calendar and the clock of a zone. */
export function clockOf(millis: number, zone: string): Clock {
  const date = new Date(millis);
  const part = new Map(
    formatter(zone)
      .formatToParts(date)
      .map(one => [one.type, one.value]),
  );
  const rest = date.getUTCMilliseconds();
  return {
    date: `${(part.get('year') ?? '').padStart(4, '0')}-${part.get('month')}-${part.get('day')}`,
    weekday: part.get('weekday') ?? '',
    time: `${part.get('hour')}:${part.get('minute')}:${part.get('second')}`,
    fraction: rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`,
  };
}

/** `2026-11-24 05:49:37.120`. */
export function formatZonedInstant(millis: number, zone: string): string {
  const { date, time, fraction } = clockOf(millis, zone);
  return `${date} ${time}${fraction}`;
}

/** The beginning of a bucket of `step` seconds: no clock for whole days, no seconds for whole minutes. */
export function bucketText(millis: number, step: number, zone: string): string {
  const { date, weekday, time } = clockOf(millis, zone);
  if (step >= 86_400 && time === '00:00:00') return `${weekday} ${date}`;
  return step > 0 && step % 60 === 0 ? `${date} ${time.slice(0, 5)}` : `${date} ${time}`;
}
