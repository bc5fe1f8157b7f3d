/**
 * Pieces of generated files that are made of one endpoint: texts, or other plain data. They are remembered as long as the
 * endpoint is, so that in a project that changes only the pieces of changed endpoints are made again.
 */
import type { ManifestEndpoint } from '../core/manifest.ts';

/** A piece, and all that it was made of besides the endpoint. */
export interface Piece {
  readonly of: string;
  readonly made: unknown;
}
export type Pieces = ReadonlyMap<string, Piece>;

const known = new WeakMap<ManifestEndpoint, Map<string, Piece>>();

/** The piece of an endpoint under a name. `of` says what else `make` reads; it is not called where both are as before. */
export function piece<T>(
  endpoint: ManifestEndpoint,
  name: string,
  of: readonly string[],
  make: () => T,
): T {
  const pieces = known.get(endpoint) ?? new Map<string, Piece>();
  known.set(endpoint, pieces);
  const key = JSON.stringify(of);
  const found = pieces.get(name);
  // it was made by the same code
  if (found?.of === key) return found.made as T;
  const made = make();
  pieces.set(name, { of: key, made });
  return made;
}

/** All pieces of an endpoint. */
export function piecesOf(endpoint: ManifestEndpoint): Pieces {
  return new Map(known.get(endpoint));
}

/** Remembers the pieces that an earlier run of the same code has made. */
export function recallPieces(endpoint: ManifestEndpoint, pieces: Pieces): void {
  known.set(endpoint, new Map(pieces));
}
