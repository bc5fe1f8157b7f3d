/**
 * A kept endpoint on disk. Files that cover several endpoints are built from its head. A run reads parts of its body only when
 * it needs them.
 */
import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { KeptEndpoint } from '../../generator/compile-kept.ts';
import type { Text } from '../../generator/core/output/content.ts';
import type { KeptFolder } from '../../generator/core/output/kept.ts';
import type { DescribedEndpoint } from '../../generator/emitters/emitter.ts';

/** A text in a body: its digest, its offset, and its length in bytes. */
type Stored = readonly [digest: string, at: number, length: number];

/** Plain data. */
export interface KeptHead extends Pick<KeptEndpoint, 'found' | 'warnings'> {
  readonly described: Omit<DescribedEndpoint, LateKey | 'saved' | 'kept'>;
  /** The parts of the endpoint that are read only on demand. */
  readonly late: Stored;
  readonly saved: ReadonlyMap<string, Stored>;
  readonly kept: { readonly folder: KeptFolder; readonly text: Stored } | null;
  readonly pieces: ReadonlyMap<string, StoredPiece>;
}
interface StoredPiece {
  readonly of: string;
  readonly facts: unknown;
  readonly texts: readonly (readonly [name: string, text: Stored])[];
}

/** Parts that are used only for the endpoint's own pieces. */
const LATE = ['params', 'shown', 'definition'] as const;
const LATE_IN_MANIFEST = ['columns', 'engines'] as const;
type LateKey = (typeof LATE)[number];
type Late = Pick<DescribedEndpoint, LateKey> &
  Pick<DescribedEndpoint['known'], (typeof LATE_IN_MANIFEST)[number]>;

export function packed({ described, warnings, found, pieces }: KeptEndpoint): {
  head: KeptHead;
  body: Buffer;
} {
  const chunks: Uint8Array[] = [];
  let end = 0;
  const store = (bytes: Uint8Array, digest: string): Stored => {
    chunks.push(bytes);
    end += bytes.length;
    return [digest, end - bytes.length, bytes.length];
  };
  const storeText = (text: Text) => store(text.bytes(), text.digest);
  const { known, params, shown, definition, sources, saved, kept } = described;
  const { columns, engines } = known;
  const late: Late = { params, shown, definition, columns, engines };
  const bytes = serialize(late);
  const head = {
    // replaced in place, because the keys must keep the manifest's order
    described: { known: { ...known, columns: [], engines: {} }, sources },
    warnings,
    found,
    late: store(bytes, hash('sha256', bytes)),
    saved: new Map([...saved].map(([dialect, text]) => [dialect, storeText(text)])),
    kept: kept && { ...kept, text: storeText(kept.text) },
    pieces: new Map(
      [...pieces].map(([name, { of, facts, texts }]) => {
        const stored = Object.entries(texts).map(([key, text]) => [key, storeText(text)] as const);
        return [name, { of, facts, texts: stored }];
      }),
    ),
  };
  return { head, body: Buffer.concat(chunks) };
}

/** Returns the bytes of a body from `at` on. They may be wrong or too few if the body is damaged. */
export type ReadPart = (at: number, length: number) => Uint8Array;

/**
 * Restores an endpoint. Calls `readPart` whenever a part of the body is needed, and `damaged` if it differs from what was
 * stored.
 */
export function unpacked(head: KeptHead, readPart: ReadPart, damaged: () => never): KeptEndpoint {
  const read = ([digest, at, length]: Stored) => {
    const bytes = readPart(at, length);
    if (hash('sha256', bytes) !== digest) damaged();
    return bytes;
  };
  const textOf = (stored: Stored): Text => ({ digest: stored[0], bytes: () => read(stored) });
  let late: Late | null = null;
  const lateOf = (): Late => {
    late ??= deserialize(read(head.late)) as Late;
    return late;
  };
  const { known, sources } = head.described;
  const described = {
    known: withLate(known, LATE_IN_MANIFEST, lateOf),
    sources,
    saved: new Map([...head.saved].map(([dialect, text]) => [dialect, textOf(text)])),
    kept: head.kept && { ...head.kept, text: textOf(head.kept.text) },
  };
  const pieces = new Map(
    [...head.pieces].map(([name, { of, facts, texts }]) => {
      const named = texts.map(([key, text]) => [key, textOf(text)] as const);
      return [name, { of, facts, texts: Object.fromEntries(named) }];
    }),
  );
  const { warnings, found } = head;
  return { described: withLate(described, LATE, lateOf), warnings, found, pieces };
}

/** Adds properties to `object` that are read only when they are used. */
function withLate<T extends object, Name extends keyof Late>(
  object: T,
  names: readonly Name[],
  late: () => Late,
): T & Pick<Late, Name> {
  const properties = names.map(name => {
    return [name, { enumerable: true, configurable: true, get: () => late()[name] }] as const;
  });
  return Object.defineProperties(object, Object.fromEntries(properties)) as T & Pick<Late, Name>;
}
