/** Groups an endpoint's parameters for people and clients: the pairs of a filter are kept together. */

import type { ManifestParam } from '../../core/output/manifest.ts';
import type { Filter } from '../../core/plan/filters.ts';

export type FilterParam = ManifestParam & { readonly filter: Filter };

/** A filter, with a parameter for each of its operators. */
export interface FilterGroup {
  readonly filter: string;
  readonly pairs: readonly FilterParam[];
}

/** Returns the parameters in order. The first pair of a filter is replaced by the whole filter. */
export function groupFilters(
  params: readonly ManifestParam[],
): readonly (ManifestParam | FilterGroup)[] {
  const all = params.filter(isPair);
  const seen = new Set<string>();
  return params.flatMap((param): readonly (ManifestParam | FilterGroup)[] => {
    if (!isPair(param)) return [param];
    const { name } = param.filter;
    if (seen.has(name)) return [];
    seen.add(name);
    return [{ filter: name, pairs: all.filter(({ filter }) => filter.name === name) }];
  });
}

function isPair(param: ManifestParam): param is FilterParam {
  return param.filter !== undefined;
}
