/** Names of enums in Go, for parameter structs and samples. */
import type { ManifestParam } from '../../../core/output/manifest.ts';
import {
  type ClaimName,
  claimingWithin,
  type EndpointNames,
  exported,
  valueName,
} from './names.ts';

/** Returns the names of enums by the name of their parameter. */
export function enumsOf(
  params: readonly ManifestParam[],
  names: EndpointNames,
): ReadonlyMap<string, EnumNames> {
  const claim = claimingWithin(names);
  return new Map(
    params.flatMap(({ name, values }) =>
      values === null ? [] : [[name, enumNames(name, values, names, claim)] as const],
    ),
  );
}

/** The names of an enum's type and, by value, of its constants. */
export interface EnumNames {
  readonly type: string;
  readonly constants: ReadonlyMap<string, string>;
}

export function enumNames(
  param: string,
  values: readonly string[],
  { prefix }: EndpointNames,
  claim: ClaimName,
): EnumNames {
  const type = claim(`${prefix}${exported(param)}`);
  const constants = new Map(
    values.map((value, index) => [value, claim(`${type}${valueName(value, index)}`)]),
  );
  return { type, constants };
}
