/** The closed list of value types, how literals of them are held, and steps of time. */

/** The closed list of value types. A parameter type, an engine and a client language each say how they spell these. */
export const SCALARS = [
  'string',
  'int64',
  'float64',
  'decimal',
  'bool',
  'timestamp',
  'date',
  'json',
] as const;

export type Scalar = (typeof SCALARS)[number];

/**
 * How a literal of each scalar is held: timestamps as microseconds since 1970 UTC, dates as `YYYY-MM-DD`, decimals as
 * `core/decimal.ts` writes them.
 */
export type Value = string | bigint | number | boolean;

/** Length of a truncation step in microseconds, and its name where it has one of a single unit. */
export interface Step {
  readonly micros: bigint;
  readonly unit: StepUnit | null;
}

export const STEP_UNITS = ['second', 'minute', 'hour', 'day', 'week'] as const;

export type StepUnit = (typeof STEP_UNITS)[number];

export const UNIT_MICROS: Readonly<Record<StepUnit, bigint>> = {
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: 86_400_000_000n,
  week: 604_800_000_000n,
};
