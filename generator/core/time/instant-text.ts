/** The microseconds of an instant after its whole second, also before 1970. */
export function microsOfSecond(micros: bigint): bigint {
  return ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
}

/** Microseconds since 1970 UTC as `YYYY-MM-DD hh:mm:ss.ffffff` in UTC. Years 1 to 9999. */
export function instantText(micros: bigint): string {
  const fraction = microsOfSecond(micros);
  const second = new Date(Number((micros - fraction) / 1_000n)).toISOString().slice(0, 19);
  return `${second.replace('T', ' ')}.${String(fraction).padStart(6, '0')}`;
}
