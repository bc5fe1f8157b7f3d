/** Microseconds since 1970 UTC as `YYYY-MM-DD hh:mm:ss.ffffff` in UTC. */
export function instantText(micros: bigint): string {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const time = new Date(Number((micros - fraction) / 1_000n)).toISOString();
  return `${time.slice(0, 19).replace('T', ' ')}.${String(fraction).padStart(6, '0')}`;
}
