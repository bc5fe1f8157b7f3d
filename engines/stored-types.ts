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
export interface TypeReader<Groups extends StoredGroups = StoredGroups> {
  readonly groups: Groups;
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

interface OwnTypes<Groups extends StoredGroups> extends Pick<TypeReader, 'item'> {
  readonly exact: ExactTypes;
  readonly groups: Groups;
  /** The type without wrappers that do not change how it is read; by default the type itself. */
  readonly plain?: (type: string) => string;
  /** By default the type itself. */
  readonly written?: TypeReader['written'];
}

export function makeTypeReader<Groups extends StoredGroups>({
  exact: exactTypes,
  groups,
  item,
  plain = asIs,
  written = asIs,
}: OwnTypes<Groups>): TypeReader<Groups> {
  const exact = (type: string) => exactTypes.find(([names]) => names.test(plain(type)))?.[1] ?? [];
  const kind = (type: string) => {
    if (exact(type).length > 0) return 'exact';
    return Object.keys(groups).find(name => groups[name]?.pattern.test(plain(type))) ?? null;
  };
  return { groups, exact, kind, item, written };
}

function asIs(type: string): string {
  return type;
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
