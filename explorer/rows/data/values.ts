/** Values of cells as numbers and instants, by the encodings of the service. */
import type { Column } from './row.ts';

const NUMERIC: ReadonlySet<string> = new Set(['int64', 'float64', 'decimal']);
const NUMERAL = /^-?\d+(?:\.\d+)?$/;

export function isNumeric({ type }: Column): boolean {
  return NUMERIC.has(type);
}

/** A datetime is an instant of UTC only as the beginning of a bucket. */
export function isTimeColumn({ type, bucket }: Column): boolean {
  return type === 'timestamp' || type === 'date' || (type === 'datetime' && bucket !== undefined);
}

/** A finite number of a numeric column, even if the service writes it as text; else `null`. */
export function numberOf(column: Column, value: unknown): number | null {
  if (!isNumeric(column)) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && NUMERAL.test(value) ? Number(value) : null;
}

/** Milliseconds since 1970, with microseconds after the point; `null` if the value is not an instant. */
export function readInstantMillis(column: Column, value: unknown): number | null {
  if (!isTimeColumn(column)) return null;
  if (typeof value === 'number') return column.encode === 'epoch_millis' ? value : value / 1_000;
  if (typeof value !== 'string') return null;
  if (/^-?\d+$/.test(value)) return Number(value) / 1_000;
  return parsed(column.type === 'datetime' ? `${value}Z` : value);
}

/** `Date.parse` only reads milliseconds. */
function parsed(text: string): number | null {
  const millis = Date.parse(text);
  if (Number.isNaN(millis)) return null;
  const micros = /\.\d{3}(\d{3})/.exec(text)?.[1];
  return micros === undefined ? millis : millis + Number(micros) / 1_000;
}

/** RFC 3339 in UTC, with microseconds if there are any. */
export function formatRfc3339(millis: number): string {
  const whole = Math.floor(millis);
  const micros = Math.round((millis - whole) * 1_000);
  const text = new Date(whole).toISOString();
  return micros === 0 ? text : text.replace('Z', `${String(micros).padStart(3, '0')}Z`);
}
