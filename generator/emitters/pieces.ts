/**
 * Pieces of generated files that are made of one endpoint. They are remembered as long as the endpoint is, so that in a project
 * that changes only the pieces of changed endpoints are made again.
 */
import { madeText, type Text } from '../core/content.ts';
import type { ManifestEndpoint } from '../core/manifest.ts';

/** A piece, and all that it was made of besides the endpoint. */
export interface Piece {
  readonly of: string;
  /** Plain data for what is made of all endpoints. */
  readonly facts: unknown;
  readonly texts: Readonly<Record<string, Text>>;
}
export type Pieces = ReadonlyMap<string, Piece>;

export interface Made<Facts, Name extends string> {
  readonly facts: Facts;
  readonly texts: Readonly<Record<Name, string>>;
}

const known = new WeakMap<ManifestEndpoint, Map<string, Piece>>();

/** The piece of an endpoint under a name. `of` says what else `make` reads; it is not called where both are as before. */
export function piece<Facts, Name extends string>(
  endpoint: ManifestEndpoint,
  name: string,
  of: readonly string[],
  make: () => Made<Facts, Name>,
): { readonly facts: Facts; readonly texts: Readonly<Record<Name, Text>> } {
  const pieces = known.get(endpoint) ?? new Map<string, Piece>();
  known.set(endpoint, pieces);
  const key = JSON.stringify(of);
  const found = pieces.get(name);
  // it was made by the same code
  if (found?.of === key) return found as ReturnType<typeof piece<Facts, Name>>;
  const { facts, texts } = make();
  const made = { of: key, facts, texts: textsOf(texts) };
  pieces.set(name, made);
  return made;
}

function textsOf<Name extends string>(
  texts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, Text>> {
  const made = Object.entries<string>(texts).map(([name, text]) => [name, madeText(text)]);
  return Object.fromEntries(made);
}

/** The text of a piece that has one of that name. */
export function textIn(texts: Piece['texts'], name: string): Text {
  const text = texts[name];
  if (text === undefined) throw new Error(`a piece has no text ${name}`);
  return text;
}

/** All pieces of an endpoint. */
export function piecesOf(endpoint: ManifestEndpoint): Pieces {
  return new Map(known.get(endpoint));
}

/** Remembers the pieces that an earlier run of the same code has made. */
export function recallPieces(endpoint: ManifestEndpoint, pieces: Pieces): void {
  known.set(endpoint, new Map(pieces));
}
