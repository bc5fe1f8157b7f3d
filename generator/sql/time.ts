/** Time as whole numbers, for dialects that truncate by arithmetic, and time as text. */
import { numeral, type Sql, sql } from './sql.ts';

/**
 * Microseconds from Monday 0001-01-01 to 1970-01-01 UTC. Counted from there, every instant since the year 1 is
 * positive, so division that truncates toward zero rounds down, and weeks begin on Monday.
 */
export const WEEK_ZERO = numeral(62_135_596_800_000_000n);

const UNITS = [
  { unit: sql`DAY`, size: 86_400_000_000n },
  { unit: sql`HOUR`, size: 3_600_000_000n },
  { unit: sql`MINUTE`, size: 60_000_000n },
  { unit: sql`SECOND`, size: 1_000_000n },
  { unit: sql`MICROSECOND`, size: 1n },
] as const;

/** Microseconds of the units of `timestamp_diff`. */
export const UNIT_LENGTHS: Readonly<Record<string, bigint | undefined>> = {
  microsecond: 1n,
  millisecond: 1_000n,
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: 86_400_000_000n,
};

/**
 * `INTERVAL 5 MINUTE`: the absolute length of a span, in the largest unit that divides it. `most`: the largest number that the engine reads
 * without parentheses.
 */
export function printInterval(micros: bigint, most: bigint | null = null): Sql {
  const span = micros < 0n ? -micros : micros;
  const { unit, size } = UNITS.find(({ size }) => span % size === 0n) ?? UNITS[4];
  const count = numeral(span / size);
  const isLarge = most !== null && span / size > most;
  return sql`INTERVAL ${isLarge ? sql`(${count})` : count} ${unit}`;
}

/** Matches a time of day without seconds, which casts refuse; `\1:00\2` adds them. */
export const WITHOUT_SECONDS = '^(.{16})($|[Z+-])';
