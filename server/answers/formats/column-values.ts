/** Converts dates and decimals between their text and the form that columns contain. */

const DAY_MS = 86_400_000;
const LENGTH_OF_DAY = '2026-01-15'.length;
/** The digits of a decimal after its point. */
const SCALE = 9;

/** Returns days since 1970-01-01; `null` for a text that is no date of the years 1 to 9999. */
export function readDay(text: string): number | null {
  const ms = text.length === LENGTH_OF_DAY ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(ms) ? null : ms / DAY_MS;
}

export function writeDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, LENGTH_OF_DAY);
}

/** Returns a decimal in units of its last digit. */
export function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

/** Returns the text of a decimal, without needless zeros. */
export function decimalText(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/(?<!0)0+$/, '');
  const whole = `${units < 0n ? '-' : ''}${digits.slice(0, -SCALE)}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
