/** Local days of time zones, by the rules that Node has. `null` means UTC. */
const DAY = 86_400_000_000n;
const DAY_MS = 86_400_000;

/** The local day that contains an instant, as days since 1970. */
export function localDay(micros: bigint, zone: string | null): number {
  const ms = floorDivide(micros, 1_000n);
  return zone === null
    ? Number(floorDivide(micros, DAY))
    : Math.floor(localMs(Number(ms), zone) / DAY_MS);
}

function floorDivide(a: bigint, b: bigint): bigint {
  return a / b - (a % b < 0n ? 1n : 0n);
}

/**
 * The first instant of a local day, in microseconds since 1970. If midnight occurs twice, it is the first one; if midnight does not
 * occur, it is the first instant after it.
 */
export function firstInstant(day: number, zone: string | null): bigint {
  const local = day * DAY_MS;
  return BigInt(zone === null ? local : firstAt(local, zone)) * 1_000n;
}

function firstAt(local: number, zone: string): number {
  const around = [local - DAY_MS, local + DAY_MS].map(ms => local - (localMs(ms, zone) - ms));
  const found = around.filter(ms => localMs(ms, zone) === local);
  return found.length > 0 ? Math.min(...found) : firstAfter(local, zone);
}

/** The instant at which the clock skips over `local`, to the second. */
function firstAfter(local: number, zone: string): number {
  let [before, after] = [local - DAY_MS, local + DAY_MS];
  while (after - before > 1_000) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000;
    if (localMs(middle, zone) >= local) after = middle;
    else before = middle;
  }
  return after;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time at an instant, read as if it were UTC; both in milliseconds since 1970. */
function localMs(ms: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(ms);
  const part = (type: string) => Number(parts.find(one => one.type === type)?.value);
  const date = new Date(0);
  date.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  date.setUTCHours(part('hour'), part('minute'), part('second'), ((ms % 1_000) + 1_000) % 1_000);
  return date.getTime();
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
