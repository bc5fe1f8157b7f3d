/** A kept endpoint as plain data. Files that cover several endpoints are built from it; its texts stand in files elsewhere. */
import { deserialize, serialize } from 'node:v8';
import type { KeptEndpoint } from '../../generator/compile-kept.ts';
import type { Text } from '../../generator/core/output/content.ts';
import type { KeptFolder } from '../../generator/core/output/kept.ts';
import type { ManifestEndpoint } from '../../generator/core/output/manifest.ts';
import type { DescribedEndpoint } from '../../generator/emitters/emitter.ts';
import { definitionIn } from '../../generator/emitters/manifest.ts';
import type { Pieces } from '../../generator/emitters/pieces.ts';

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
type LateKey = 'params' | 'shown' | 'definition';
type Late = Pick<DescribedEndpoint, LateKey>;

/** Reads bytes that may be out of memory. */
export type ReadBytes = () => Uint8Array;

export function packed<Place>(
  { described, warnings, found, pieces }: KeptEndpoint,
  placeOf: (text: Text) => Place,
): Packed<Place> {
  const { sql, kept } = described;
  return {
    ...(described instanceof UnpackedEndpoint ? described.packedHead() : headOf(described)),
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

function headOf(endpoint: DescribedEndpoint): Head {
  const { known, hasExample, sources, params, shown, definition } = endpoint;
  const late: Late = { params, shown, definition };
  // replaced in place, because the keys must keep the manifest's order
  const empty = { columns: [], engines: {}, ...(known.origins && { origins: {} }) };
  const plain = { ...known, ...empty };
  return { described: { known: plain, hasExample, sources }, late: serialize(late) };
}

/** Restores an endpoint. `textOf` may read a text when its bytes are needed, and `readLate` the late parts. */
export function unpacked<Place>(
  { described: head, warnings, found, ...placed }: Omit<Packed<Place>, 'late'>,
  textOf: (place: Place) => Text,
  readLate: ReadBytes,
): KeptEndpoint {
  const pieces = new Map(
    [...placed.pieces].map(([name, { of, facts, texts }]) => {
      const named = texts.map(([key, place]) => [key, textOf(place)] as const);
      return [name, { of, facts, texts: Object.fromEntries(named) }];
    }),
  );
  const described = new UnpackedEndpoint(head, readLate, {
    known: withDefinition(head.known, pieces),
    sql: new Map([...placed.sql].map(([path, place]) => [path, textOf(place)])),
    kept: placed.kept && { ...placed.kept, text: textOf(placed.kept.text) },
  });
  return { described, warnings, found, pieces };
}

type Restored = Pick<DescribedEndpoint, 'known' | 'sql' | 'kept'>;

/** Reads its late parts whenever they are used, because most runs use none. */
class UnpackedEndpoint implements DescribedEndpoint {
  readonly known: Restored['known'];
  readonly hasExample: boolean;
  readonly sources: readonly string[];
  readonly sql: Restored['sql'];
  readonly kept: Restored['kept'];
  readonly #head: Head['described'];
  readonly #readLate: ReadBytes;

  constructor(head: Head['described'], readLate: ReadBytes, { known, sql, kept }: Restored) {
    this.known = known;
    this.hasExample = head.hasExample;
    this.sources = head.sources;
    this.sql = sql;
    this.kept = kept;
    this.#head = head;
    this.#readLate = readLate;
  }

  get params(): Late['params'] {
    return this.#late.params;
  }

  get shown(): Late['shown'] {
    return this.#late.shown;
  }

  get definition(): Late['definition'] {
    return this.#late.definition;
  }

  get #late(): Late {
    return deserialize(this.#readLate());
  }

  /** Packing it again restores nothing. */
  packedHead(): Head {
    return { described: this.#head, late: this.#readLate() };
  }
}

/** Reads a definition in the pieces of its endpoint when a part of it is used. */
class LateDefinition {
  readonly #pieces: Pieces;
  #definition: ManifestEndpoint | null = null;

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
  }

  get(): ManifestEndpoint {
    this.#definition ??= definitionIn(this.#pieces);
    return this.#definition;
  }
}

const definitions = new WeakMap<object, LateDefinition>();

/** Parts that are read from the definition. Endpoints share the getters, so that V8 keeps one layout for all endpoints. */
const DEFINED: ReadonlyMap<string, PropertyDescriptor> = new Map([
  ['columns', partOfDefinition(({ columns }) => columns)],
  ['engines', partOfDefinition(({ engines }) => engines)],
  ['origins', partOfDefinition(({ origins }) => origins)],
]);

function partOfDefinition(part: (definition: ManifestEndpoint) => unknown): PropertyDescriptor {
  function get(this: object): unknown {
    const definition = definitions.get(this)?.get();
    if (definition === undefined) throw new Error('an endpoint has no definition');
    return part(definition);
  }
  return { enumerable: true, configurable: true, get };
}

/** Returns the endpoint with its keys in their order, and with the parts that are read from its definition. */
function withDefinition(head: ManifestEndpoint, pieces: Pieces): ManifestEndpoint {
  const known = {};
  for (const [key, value] of Object.entries(head)) {
    const plain = { enumerable: true, configurable: true, writable: true, value };
    Object.defineProperty(known, key, DEFINED.get(key) ?? plain);
  }
  definitions.set(known, new LateDefinition(pieces));
  // the cast is safe, because it has the keys of `head`
  return known as ManifestEndpoint;
}
