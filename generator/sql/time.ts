/** Time as whole numbers, for dialects that truncate by arithmetic. */

/**
 * Microseconds from Monday 0001-01-01 to 1970-01-01 UTC. Counting from there makes every instant since the year 1 positive,
 * so that division that truncates toward zero rounds down, and makes whole weeks start on Monday.
 */
export const WEEK_ZERO = 62_135_596_800_000_000n;

const UNITS = [
  ['day', 86_400_000_000n],
  ['hour', 3_600_000_000n],
  ['minute', 60_000_000n],
  ['second', 1_000_000n],
  ['microsecond', 1n],
] as const;

/** A positive span in the largest unit of which it is a whole number. */
export function inUnits(micros: bigint): {
  readonly amount: bigint;
  readonly unit: (typeof UNITS)[number][0];
} {
  const [unit, size] = UNITS.find(([, size]) => micros % size === 0n) ?? UNITS[4];
  return { amount: micros / size, unit };
}

/** Matches a time of day without seconds, which casts refuse; `\1:00\2` gives it some. */
export const WITHOUT_SECONDS = '^(.{16})($|[Z+-])';
