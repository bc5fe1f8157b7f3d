/** Durations as people choose them: a whole number and a unit. */
export const UNITS = [
  { unit: 's', label: 'seconds' },
  { unit: 'm', label: 'minutes' },
  { unit: 'h', label: 'hours' },
  { unit: 'd', label: 'days' },
  { unit: 'w', label: 'weeks' },
] as const;
export type Unit = (typeof UNITS)[number]['unit'];

export interface Duration {
  readonly count: string;
  readonly unit: Unit;
}

/** `null` if it is written in another way, such as `PT15M`. */
export function durationOf(text: string): Duration | null {
  const [, count, unit] = /^(\d+)([smhdw])$/.exec(text) ?? [];
  const known = UNITS.find(each => each.unit === unit)?.unit;
  return count === undefined || known === undefined ? null : { count, unit: known };
}
