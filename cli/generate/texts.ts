/**
 * Texts that stand in generated files, where an earlier run wrote them. A text that is read has the bytes that its digest names,
 * also after changes of the file.
 */
import { hash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { readParts, type Text } from '../../generator/core/output/content.ts';
import type { GeneratedFile } from '../../generator/core/output/statement.ts';
import type { LeftFiles } from '../../generator/write/index.ts';
import { unlessUnreadable } from './stamp.ts';

/**
 * A text that is a part of a file. `at`: where it began when it was written. `start`: its first bytes in Latin-1, which find it if
 * other parts of the file have changed.
 */
type Slice = readonly [digest: string, path: string, at: number, length: number, start: string];
/** A whole file by its path, or a part of one. */
export type TextPlace = string | Slice;

/** A text that an earlier run wrote is missing or has changed. */
export class Damaged extends Error {
  override readonly message = 'a generated text is damaged';
}

class PlacedText implements Text {
  readonly digest: string;
  readonly place: TextPlace;
  readonly bytes: () => Uint8Array;

  constructor(digest: string, place: TextPlace, bytes: () => Uint8Array) {
    this.digest = digest;
    this.place = place;
    this.bytes = bytes;
  }
}

/** Long enough for the name of an endpoint. */
const START = 64;

/** Returns the places of the texts of generated files, which a run has left as `left` says. */
export function placesIn(
  files: readonly GeneratedFile[],
  left: LeftFiles,
): ReadonlyMap<Text, TextPlace> {
  const places = new Map<Text, TextPlace>();
  for (const file of files) {
    const parts = readParts(file);
    const [first] = parts;
    if (parts.length > 1 || typeof first !== 'object') placeParts(file, places);
    else if (left.get(file.path)?.sha256 === first.digest) places.set(first, file.path);
  }
  return places;
}

function placeParts(file: GeneratedFile, places: Map<Text, TextPlace>): void {
  let at = 0;
  for (const part of readParts(file)) {
    if (typeof part === 'string') at += Buffer.byteLength(part);
    else {
      const [length, start] = measured(part);
      places.set(part, [part.digest, file.path, at, length, start]);
      at += length;
    }
  }
}

/** The length of a text, and its start. */
function measured(text: Text): readonly [number, string] {
  if (text instanceof PlacedText && typeof text.place === 'object') {
    const [, , , length, start] = text.place;
    return [length, start];
  }
  const bytes = text.bytes();
  return [bytes.length, Buffer.from(bytes.subarray(0, START)).toString('latin1')];
}

/**
 * Returns a function that finds texts in a folder of generated files. With `isHeld` it reads each text at once and throws
 * `Damaged` if it cannot; otherwise the texts do so when their bytes are asked for.
 */
export function placedTexts(
  folder: string,
  left: LeftFiles,
  isHeld: boolean,
): (place: TextPlace) => Text {
  const search = searching(folder);
  const wholeText = (path: string) => {
    const digest = left.get(path)?.sha256;
    if (digest === undefined) throw new Damaged();
    return new PlacedText(digest, path, () => checked(wholeFile(folder, path), digest));
  };
  const sliceOf = (slice: Slice) => {
    const [digest] = slice;
    return new PlacedText(digest, slice, () => {
      const bytes = partOf(folder, slice);
      return bytes !== null && isOf(bytes, digest) ? bytes : search(slice);
    });
  };
  const textOf = (place: TextPlace) =>
    typeof place === 'string' ? wholeText(place) : sliceOf(place);
  if (!isHeld) return textOf;
  return place => {
    const { digest, bytes } = textOf(place);
    const held = bytes();
    return new PlacedText(digest, place, () => held);
  };
}

function wholeFile(folder: string, path: string): Uint8Array {
  return unlessUnreadable(() => readFileSync(join(folder, path))) ?? new Uint8Array();
}

function isOf(bytes: Uint8Array, digest: string): boolean {
  return hash('sha256', bytes) === digest;
}

function checked(bytes: Uint8Array, digest: string): Uint8Array {
  if (!isOf(bytes, digest)) throw new Damaged();
  return bytes;
}

function partOf(folder: string, [, path, at, length]: Slice): Buffer | null {
  return unlessUnreadable(() => {
    const handle = openSync(join(folder, path), 'r');
    try {
      const bytes = Buffer.alloc(length);
      readSync(handle, bytes, 0, length, at);
      return bytes;
    } finally {
      closeSync(handle);
    }
  });
}

/**
 * Finds texts that have moved in their files. A file is written in order, so a search begins where the last one ended.
 */
function searching(folder: string): (slice: Slice) => Uint8Array {
  let known: { readonly path: string; readonly bytes: Buffer } | null = null;
  let from = 0;
  return ([digest, path, , length, start]) => {
    if (known?.path !== path) {
      known = { path, bytes: Buffer.from(wholeFile(folder, path)) };
      from = 0;
    }
    const { bytes } = known;
    const head = Buffer.from(start, 'latin1');
    for (const first of [from, 0]) {
      for (let at = bytes.indexOf(head, first); at >= 0; at = bytes.indexOf(head, at + 1)) {
        const found = bytes.subarray(at, at + length);
        if (!isOf(found, digest)) continue;
        from = at + length;
        return found;
      }
    }
    throw new Damaged();
  };
}
