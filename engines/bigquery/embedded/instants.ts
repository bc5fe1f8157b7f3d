/** Instants in GoogleSQL's form. */

/** The microseconds of an instant after its whole second, also before 1970. */
export function findMicrosOfSecond(micros: bigint): bigint {
  return ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
}

/** `YYYY-MM-DD hh:mm:ss.ffffff` for microseconds since 1970. */
export function civilText(micros: bigint): string {
  const fraction = findMicrosOfSecond(micros);
  const second = new Date(Number((micros - fraction) / 1_000n)).toISOString().slice(0, 19);
  return `${second.replace('T', ' ')}.${String(fraction).padStart(6, '0')}`;
}
