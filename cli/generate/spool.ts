/** Keeps texts of a run out of memory: in a file without a name, which ends with the run. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptEndpoint } from '../../generator/compile-kept.ts';
import type { Text } from '../../generator/core/output/content.ts';
import { packed, type ReadBytes, unpacked } from './packed.ts';
import { unlessUnreadable } from './stamp.ts';

export interface Spool {
  /** Moves a text into the file; if that is impossible, the text stays in memory. */
  readonly put: (text: Text) => Text;
  /** Does the same with bytes. */
  readonly putBytes: (bytes: Uint8Array) => ReadBytes;
  readonly close: () => void;
}

/** Where bytes stand. */
interface Place {
  readonly file: number;
  readonly at: number;
  readonly length: number;
}

/** A class, because every endpoint has many texts, and a function for each would need more than the place does. */
class SpooledText implements Text {
  readonly digest: string;
  readonly #place: Place;

  constructor(digest: string, place: Place) {
    this.digest = digest;
    this.#place = place;
  }

  bytes(): Uint8Array {
    return readFrom(this.#place);
  }
}

export function openSpool(): Spool {
  let handle: number | null = null;
  let end = 0;
  const append = (bytes: Uint8Array): Place => {
    const file = handle ?? openNameless();
    handle = file;
    const { length } = bytes;
    const place = { file, at: end, length };
    for (let done = 0; done < length; )
      done += writeSync(file, bytes, done, length - done, place.at + done);
    end += length;
    return place;
  };
  const placeOf = (bytes: Uint8Array) => unlessUnreadable(() => append(bytes));
  return {
    put: text => {
      const place = placeOf(text.bytes());
      return place === null ? text : new SpooledText(text.digest, place);
    },
    putBytes: bytes => {
      const place = placeOf(bytes);
      return place === null ? () => bytes : readerOf(place);
    },
    close: () => {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}

/** Returns a function that moves the texts of an endpoint into the spool. */
export function spilling(spool: Spool): (kept: KeptEndpoint) => KeptEndpoint {
  return kept => {
    const texts: Text[] = [];
    const { late, ...plain } = packed(kept, text => texts.push(spool.put(text)) - 1);
    const textAt = (at: number): Text => {
      const text = texts[at];
      if (text === undefined) throw new Error('an endpoint has no such text');
      return text;
    };
    // copied, because its texts are slices, which hold the text of the whole file
    return unpacked(structuredClone(plain), textAt, spool.putBytes(late));
  };
}

function openNameless(): number {
  const path = join(tmpdir(), `quern-${randomUUID()}`);
  const handle = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return handle;
}

/** Made here, because a function that is made beside the bytes would hold them. */
function readerOf(place: Place): ReadBytes {
  return () => readFrom(place);
}

function readFrom({ file, at, length }: Place): Uint8Array {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, length - done, at + done);
    if (count === 0) throw new Error('a spooled text is incomplete');
    done += count;
  }
  return bytes;
}
