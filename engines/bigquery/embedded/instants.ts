/** Instants as GoogleSQL writes them. */

/** The microseconds of an instant beyond its whole second, before 1970 too. */
export function fractionOf(micros: bigint): bigint {
  return ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
}

/** `YYYY-MM-DD hh:mm:ss.ffffff` of microseconds since 1970. */
export function civilText(micros: bigint): string {
  const fraction = fractionOf(micros);
  const second = new Date(Number((micros - fraction) / 1_000n)).toISOString().slice(0, 19);
  return `${second.replace('T', ' ')}.${String(fraction).padStart(6, '0')}`;
}
