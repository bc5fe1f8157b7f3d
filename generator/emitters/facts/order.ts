/** Finds the place of a column among those by which the rows of an answer are ordered. */

import type { Chosen } from '../../core/expr/choice.ts';
import type { ManifestOrder } from '../../core/output/manifest.ts';
import type { PortableEndpoint } from '../../core/plan/endpoint.ts';
import type { OrderKey } from '../../core/plan/query.ts';

/** Returns `undefined` if rows are not ordered by the column, and if that depends on whether a parameter is there. */
export function placeInOrder(
  { orderBy }: Pick<PortableEndpoint, 'orderBy'>,
  name: string,
): ManifestOrder | undefined {
  const at = orderBy.findIndex(key => 'output' in key && key.output === name);
  if (at >= 0) return at;
  const chosen = orderBy.findIndex(key => 'cases' in key && placesIn(key, name).length > 0);
  const key = orderBy[chosen];
  if (key === undefined || 'output' in key || typeof key.by !== 'string') return undefined;
  const places = placesIn(key, name).map(([value, place]) => [value, chosen + place]);
  return { by: key.by, places: Object.fromEntries(places) };
}

function placesIn(
  { cases }: Chosen<readonly OrderKey[]>,
  name: string,
): readonly (readonly [value: string, place: number])[] {
  return cases.flatMap(({ value, result }) => {
    const at = result.findIndex(({ output }) => output === name);
    return at < 0 ? [] : [[value, at] as const];
  });
}
