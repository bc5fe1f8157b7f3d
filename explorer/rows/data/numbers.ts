/** Numbers as people read them. Titles and downloads have the exact ones. */

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
/** Two digits after the point, because 99.98 % is not 100 %; small numbers have three digits. */
const PERCENT = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumSignificantDigits: 3,
  maximumFractionDigits: 2,
  roundingPriority: 'morePrecision',
});
const MONEY = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const SCIENTIFIC = new Intl.NumberFormat('en', {
  notation: 'scientific',
  maximumSignificantDigits: 4,
});

/** For a cell: whole numbers in full, others to four digits; with an exponent from 1e15 on and below 1e-6. */
export function rounded(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return SCIENTIFIC.format(value);
  return Number.isInteger(value) || size >= 1_000 ? GROUPED.format(value) : DIGITS.format(value);
}

/** For a decimal: amounts keep two digits after the point. */
export function roundedDecimal(value: number): string {
  const size = Math.abs(value);
  return size >= 1 && size < 1e15 ? MONEY.format(value) : rounded(value);
}

/** In the format of a column; `null` for a number that would seem to be 0, or that needs an exponent. */
export function formatNumber(value: number, format: Intl.NumberFormat): string | null {
  if (Math.abs(value) >= 1e15) return null;
  const text = format.format(value);
  return value === 0 || /[1-9]/.test(text) ? text : null;
}

export function percent(ratio: number): string {
  return PERCENT.format(ratio);
}

/** For an axis or a legend: at most three digits. */
function compact(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && (size < 1e-3 || size >= 1e15)) return SCIENTIFIC.format(value);
  return COMPACT.format(value);
}

interface Scale {
  readonly from: number;
  readonly name: string;
}
/** In milliseconds. */
const DURATIONS: readonly Scale[] = [
  { from: 86_400_000, name: 'd' },
  { from: 3_600_000, name: 'h' },
  { from: 60_000, name: 'min' },
  { from: 1_000, name: 's' },
  { from: 1, name: 'ms' },
  { from: 1e-3, name: 'µs' },
  { from: 1e-6, name: 'ns' },
];
const BYTES: readonly Scale[] = [
  { from: 1e12, name: 'TB' },
  { from: 1e9, name: 'GB' },
  { from: 1e6, name: 'MB' },
  { from: 1e3, name: 'kB' },
  { from: 1, name: 'B' },
];
/** The size of a unit, in the base of its smallest scale. */
const UNITS: ReadonlyMap<string, { readonly scales: readonly Scale[]; readonly size: number }> =
  new Map([
    ['ns', { scales: DURATIONS, size: 1e-6 }],
    ['us', { scales: DURATIONS, size: 1e-3 }],
    ['µs', { scales: DURATIONS, size: 1e-3 }],
    ['ms', { scales: DURATIONS, size: 1 }],
    ['s', { scales: DURATIONS, size: 1_000 }],
    ['seconds', { scales: DURATIONS, size: 1_000 }],
    ['B', { scales: BYTES, size: 1 }],
    ['bytes', { scales: BYTES, size: 1 }],
  ]);

/** A number with its unit, in the scale that fits: 1,240 `ms` become `1.24 s`. */
export function quantity(value: number, unit: string | undefined): string {
  if (unit === undefined) return compact(value);
  if (unit === 'ratio') return percent(value);
  const known = UNITS.get(unit);
  if (known === undefined) return unit === '%' ? `${compact(value)}%` : `${compact(value)} ${unit}`;
  const size = Math.abs(value * known.size);
  if (size === 0) return `0 ${unit}`;
  const scale = known.scales.find(({ from }) => size >= from) ?? known.scales.at(-1)!;
  return `${compact((value * known.size) / scale.from)} ${scale.name}`;
}

/** Whether `quantity` converts a unit to another scale. */
export function hasScale(unit: string | undefined): boolean {
  return unit === 'ratio' || UNITS.has(unit ?? '');
}
