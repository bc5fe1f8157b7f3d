/** A step of time in the words of authors. */
import { STEP_UNITS, type TruncStep, UNIT_MICROS } from '../../core/types/scalar.ts';

/** Such as `hour` or `5 minutes`. */
export function stepText({ micros, unit }: TruncStep): string {
  if (unit !== null) return unit;
  const found = STEP_UNITS.findLast(each => micros % UNIT_MICROS[each] === 0n);
  return found === undefined ? `${micros} µs` : `${micros / UNIT_MICROS[found]} ${found}s`;
}
