/** Lengths of time to which instants can be truncated: parts of a day, and whole days. */
const SECOND = 1_000_000n;
const DAY = 86_400n * SECOND;

/** Whether `micros` divides a day or is a whole number of days. */
export function isStep(micros: bigint): boolean {
  return micros > 0n && (DAY % micros === 0n || micros % DAY === 0n);
}

/** The nearest steps of whole seconds, the shorter first; only the length itself if it is a step. */
export function nearestSteps(micros: bigint): readonly bigint[] {
  if (isStep(micros)) return [micros];
  if (micros > DAY) return [micros - (micros % DAY), micros - (micros % DAY) + DAY];
  const below = stepFrom(micros, -SECOND);
  const above = stepFrom(micros, SECOND);
  return below === 0n ? [above] : [below, above];
}

/** Searches second by second, which ends soon: a day has 86,400 seconds. */
function stepFrom(micros: bigint, by: bigint): bigint {
  let step = micros - (micros % SECOND);
  while (step > 0n && !isStep(step)) step += by;
  return step;
}
