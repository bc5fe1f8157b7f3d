/** Parameters of an endpoint for people and clients: the pairs of a filter stand together. */
import type { Filter } from '../core/filters.ts';
import type { ManifestParam } from '../core/manifest.ts';

export type FilterParam = ManifestParam & { readonly filter: Filter };

/** A filter, with a parameter for each of its operators. */
export interface FilterGroup {
  readonly filter: string;
  readonly pairs: readonly FilterParam[];
}

/** Parameters in order; at the place of the first pair of a filter stands the whole filter. */
export function grouped(
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

export function isPair(param: ManifestParam): param is FilterParam {
  return param.filter !== undefined;
}
