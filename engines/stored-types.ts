/** The types in which tables store columns: an engine's groups of them, and which groups the parts of a type are in. */
import { listsOf, mapsOf, type Scalar, type Type } from '../generator/core/types/scalar.ts';

/** By name. A type is in the first group whose pattern it matches. */
export type StoredGroups = Readonly<Record<string, StoredGroup>>;
interface StoredGroup {
  readonly pattern: RegExp;
  /** The types that a column of the group may be declared as, the best one first. */
  readonly declared: readonly Scalar[];
  /** Those that statements read right without `stored`. */
  readonly unchanged?: readonly Scalar[];
}

/** The types of `schema.sql`, by all their names, and the declared types as which statements read each one unchanged. */
export type ExactTypes = readonly (readonly [names: RegExp, scalars: readonly Scalar[]])[];

/** How an engine's own texts of types are read. */
export interface TypeReader {
  readonly groups: StoredGroups;
  /** The declared types as which statements read a type of `schema.sql` unchanged; none for any other type. */
  readonly exact: (type: string) => readonly Scalar[];
  /** The group of a type as the engine writes it, or one of its other names; `exact` for a type of `schema.sql`, `null` for a type that no statement reads. */
  readonly kind: (type: string) => string | null;
  readonly item: (type: string, as: 'list' | 'map') => string | null;
  readonly written: (type: string) => string;
}

/** The group of a type, of the items of a list, and of the values of a map; `null` for what no statement reads. */
export interface StoredKinds {
  /** The type as an author writes it under `stored`. */
  readonly written: string;
  /** The types, the best one first, that a data set may declare with `stored`, and that statements convert to. */
  readonly converted: readonly Type[];
  readonly one: string | null;
  readonly list: string | null;
  readonly map: string | null;
}

export function exactScalars(type: string, exact: ExactTypes): readonly Scalar[] {
  return exact.find(([names]) => names.test(type))?.[1] ?? [];
}

export function findGroup(type: string, exact: ExactTypes, groups: StoredGroups): string | null {
  if (exactScalars(type, exact).length > 0) return 'exact';
  return Object.keys(groups).find(name => groups[name]?.pattern.test(type)) ?? null;
}

/** The groups of a type, from the functions of its engine. */
export function storedKinds(type: string, types: TypeReader): StoredKinds {
  const kindOf = (item: string | null) => (item === null ? null : types.kind(item));
  const one = types.kind(type);
  const list = kindOf(types.item(type, 'list'));
  const map = kindOf(types.item(type, 'map'));
  const converted = [
    ...listsOf(convertedTo(list, types)),
    ...mapsOf(convertedTo(map, types)),
    ...convertedTo(one, types),
  ];
  return { written: types.written(type), one, list, map, converted };
}

function convertedTo(kind: string | null, { groups }: TypeReader): readonly Scalar[] {
  const group = kind === null ? undefined : groups[kind];
  return (group?.declared ?? []).filter(scalar => group?.unchanged?.includes(scalar) !== true);
}
