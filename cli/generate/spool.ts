/** Keeps texts of a run out of memory: in a file without a name, which ends with the run. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptEndpoint } from '../../generator/compile-kept.ts';
import type { Text } from '../../generator/core/output/content.ts';
import { packed, unpacked } from './packed.ts';
import { unlessUnreadable } from './stamp.ts';

export interface Spool {
  /** Moves a text into the file; if that is impossible, the text stays in memory. */
  readonly put: (text: Text) => Text;
  readonly close: () => void;
}

export function openSpool(): Spool {
  let handle: number | null = null;
  let end = 0;
  const put = ({ digest, bytes }: Pick<Text, 'digest'> & { readonly bytes: Uint8Array }): Text => {
    const file = handle ?? openNameless();
    handle = file;
    const [at, length] = [end, bytes.length];
    for (let done = 0; done < length; )
      done += writeSync(file, bytes, done, length - done, at + done);
    end += length;
    return { digest, bytes: () => readFrom(file, at, length) };
  };
  return {
    put: text => {
      const { digest } = text;
      return unlessUnreadable(() => put({ digest, bytes: text.bytes() })) ?? text;
    },
    close: () => {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}

/** Returns a function that moves the texts of an endpoint into the spool. */
export function spilling(spool: Spool): (kept: KeptEndpoint) => KeptEndpoint {
  return kept => unpacked(packed(kept, spool.put), text => text);
}

function openNameless(): number {
  const path = join(tmpdir(), `quern-${randomUUID()}`);
  const handle = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return handle;
}

function readFrom(file: number, at: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, length - done, at + done);
    if (count === 0) throw new Error('a spooled text is incomplete');
    done += count;
  }
  return bytes;
}
