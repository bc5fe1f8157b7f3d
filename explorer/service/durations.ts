/** Lengths of time, as the service, callers and authors write them. */
const SECONDS = new Map(Object.entries({ s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }));
const WORDS = /^(?:(\d+) )?(second|minute|hour|day|week)s?$/;
const WRITTEN = /^(?:\d+[smhdw]|P(?:\d+[DW])?(?:T(?:\d+(?:\.\d+)?[HMS])+)?)$/;

/**
 * The seconds of `15 minutes` and `hour`, of `15m`, and of `PT15M` and `P1DT12H`. `null` for months, quarters and years, because they
 * differ in length.
 */
export function secondsOf(step: string): number | null {
  const [, count = '1', unit] = WORDS.exec(step) ?? [];
  const text = unit === undefined ? step : `${count}${unit[0]}`;
  if (!WRITTEN.test(text)) return null;
  const parts = [...text.matchAll(/([\d.]+)([smhdw])/gi)];
  return parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (SECONDS.get(unit?.toLowerCase() ?? '') ?? 0),
    0,
  );
}
