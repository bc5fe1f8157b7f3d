/**
 * Pieces of generated files that are built from one endpoint. They are cached as long as the endpoint object exists, so after
 * an edit only the pieces of changed endpoints are built again.
 */
import { onceFor } from '../core/memo.ts';
import { madeText, type Text } from '../core/output/content.ts';
import type { ManifestEndpoint } from '../core/output/manifest.ts';

/** A piece. `of` contains everything that it was built from besides the endpoint. */
export interface EndpointPiece {
  readonly of: string;
  /** Plain data for files that are built from all endpoints. */
  readonly facts: unknown;
  readonly texts: Readonly<Record<string, Text>>;
}
export type Pieces = ReadonlyMap<string, EndpointPiece>;

export interface MadePiece<Facts, Name extends string> {
  readonly facts: Facts;
  readonly texts: Readonly<Record<Name, string | Text>>;
}

function tableOf(endpoint: ManifestEndpoint): Map<string, EndpointPiece> {
  return onceFor(endpoint, 'pieces', [], () => new Map());
}

/**
 * Returns the named piece of an endpoint. `of` lists what `make` reads besides the endpoint. Calls `make` only if either
 * has changed.
 */
export function piece<Facts, Name extends string>(
  endpoint: ManifestEndpoint,
  name: string,
  of: readonly string[],
  make: () => MadePiece<Facts, Name>,
): { readonly facts: Facts; readonly texts: Readonly<Record<Name, Text>> } {
  const pieces = tableOf(endpoint);
  const key = JSON.stringify(of);
  const found = pieces.get(name);
  // the cast is safe: the same code made the piece
  if (found?.of === key) return found as ReturnType<typeof piece<Facts, Name>>;
  const { facts, texts } = make();
  const made = { of: key, facts, texts: textsOf(texts) };
  pieces.set(name, made);
  return made;
}

function textsOf<Name extends string>(
  texts: Readonly<Record<Name, string | Text>>,
): Readonly<Record<Name, Text>> {
  const made = Object.entries<string | Text>(texts).map(([name, text]) => [
    name,
    typeof text === 'string' ? madeText(text) : text,
  ]);
  return Object.fromEntries(made);
}

/** Returns the text of that name in a piece, which must have it. */
export function textIn(texts: EndpointPiece['texts'], name: string): Text {
  const text = texts[name];
  if (text === undefined) throw new Error(`a piece has no text ${name}`);
  return text;
}

/** Returns all pieces of an endpoint. */
export function piecesOf(endpoint: ManifestEndpoint): Pieces {
  return new Map(tableOf(endpoint));
}

/** Adopts pieces that an earlier run of the same code has made. */
export function recallPieces(endpoint: ManifestEndpoint, pieces: Pieces): void {
  const table = tableOf(endpoint);
  table.clear();
  for (const [name, one] of pieces) table.set(name, one);
}
