/** Finds the column of which another column shows the value of the period before. */
import type { PortableEndpoint } from '../../core/plan/endpoint.ts';
import type { OutputColumn } from '../../core/plan/query.ts';

/** Returns `undefined` if the column shows no such value, or that of no column of the answer. */
export function currentOf(
  { compare, outputs }: Pick<PortableEndpoint, 'compare' | 'outputs'>,
  output: OutputColumn,
): string | undefined {
  if (compare === null || !showsPrevious(output)) return undefined;
  const key = keyOf(output, false);
  const current = outputs.filter(one => !one.hidden && !showsPrevious(one));
  return current.find(one => keyOf(one, false) === key)?.name;
}

function showsPrevious(output: OutputColumn): boolean {
  return keyOf(output, true) !== keyOf(output, false);
}

/** A text that is equal exactly for equal values; without the period, also for those of both periods. */
function keyOf({ expr }: OutputColumn, hasPeriod: boolean): string {
  return JSON.stringify(expr, (name, value) => {
    if (name === 'previous' && !hasPeriod) return undefined;
    return typeof value === 'bigint' ? `${value}n` : value;
  });
}
