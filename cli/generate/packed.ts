/** A kept endpoint as plain data. Files that cover several endpoints are built from it; its texts stand in files elsewhere. */
import { deserialize, serialize } from 'node:v8';
import type { KeptEndpoint } from '../../generator/compile-kept.ts';
import type { Text } from '../../generator/core/output/content.ts';
import type { KeptFolder } from '../../generator/core/output/kept.ts';
import type { DescribedEndpoint } from '../../generator/emitters/emitter.ts';
import { definitionIn } from '../../generator/emitters/manifest.ts';

/** `Place`: where a text stands. */
export interface Packed<Place> extends Pick<KeptEndpoint, 'found' | 'warnings'>, Head {
  readonly sql: ReadonlyMap<string, Place>;
  readonly kept: { readonly folder: KeptFolder; readonly text: Place } | null;
  readonly pieces: ReadonlyMap<string, PackedPiece<Place>>;
}
interface PackedPiece<Place> {
  readonly of: string;
  readonly facts: unknown;
  readonly texts: readonly (readonly [name: string, text: Place])[];
}
interface Head {
  readonly described: Omit<DescribedEndpoint, LateKey | 'sql' | 'kept'>;
  /** A serialized `Late`. */
  readonly late: Uint8Array;
}

/** Parts that are used only for the endpoint's own pieces. */
const LATE = ['params', 'shown', 'definition'] as const;
type LateKey = (typeof LATE)[number];
type Late = Pick<DescribedEndpoint, LateKey>;
/** Parts that are read from the endpoint's definition. */
const DEFINED = ['columns', 'engines'] as const;

/** Heads of unpacked endpoints, so that packing them again reads nothing. */
const heads = new WeakMap<DescribedEndpoint, Head>();

export function packed<Place>(
  { described, warnings, found, pieces }: KeptEndpoint,
  placeOf: (text: Text) => Place,
): Packed<Place> {
  const { sql, kept } = described;
  return {
    ...(heads.get(described) ?? headOf(described)),
    warnings,
    found,
    sql: new Map([...sql].map(([path, text]) => [path, placeOf(text)])),
    kept: kept && { ...kept, text: placeOf(kept.text) },
    pieces: new Map(
      [...pieces].map(([name, { of, facts, texts }]) => {
        const placed = Object.entries(texts).map(([key, text]) => [key, placeOf(text)] as const);
        return [name, { of, facts, texts: placed }];
      }),
    ),
  };
}

function headOf({ known, params, shown, definition, sources }: DescribedEndpoint): Head {
  const late: Late = { params, shown, definition };
  // replaced in place, because the keys must keep the manifest's order
  const described = { known: { ...known, columns: [], engines: {} }, sources };
  return { described, late: serialize(late) };
}

/** Restores an endpoint; `textOf` may read a text when its bytes are needed. */
export function unpacked<Place>(
  { described: head, late, warnings, found, ...placed }: Packed<Place>,
  textOf: (place: Place) => Text,
): KeptEndpoint {
  const pieces = new Map(
    [...placed.pieces].map(([name, { of, facts, texts }]) => {
      const named = texts.map(([key, place]) => [key, textOf(place)] as const);
      return [name, { of, facts, texts: Object.fromEntries(named) }];
    }),
  );
  const { known, sources } = head;
  const eager = {
    known: withLate({ ...known }, DEFINED, () => definitionIn(pieces)),
    sources,
    sql: new Map([...placed.sql].map(([path, place]) => [path, textOf(place)])),
    kept: placed.kept && { ...placed.kept, text: textOf(placed.kept.text) },
  };
  const described = withLate(eager, LATE, (): Late => deserialize(late));
  heads.set(described, { described: head, late });
  return { described, warnings, found, pieces };
}

/** Adds properties to `object` that are read only when they are used. */
function withLate<T extends object, L extends object, Name extends keyof L & string>(
  object: T,
  names: readonly Name[],
  read: () => L,
): T & Pick<L, Name> {
  let late: L | null = null;
  const lateValue = (name: Name) => {
    late ??= read();
    return late[name];
  };
  const properties = names.map(name => {
    return [name, { enumerable: true, configurable: true, get: () => lateValue(name) }] as const;
  });
  return Object.defineProperties(object, Object.fromEntries(properties)) as T & Pick<L, Name>;
}
