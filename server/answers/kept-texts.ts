/** Keeps texts compressed in memory, many in one block, because most texts are never read. */
import { open as openFile } from 'node:fs/promises';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

export interface KeptTexts {
  /** Copies a text in UTF-8. Returns a function that reads it as a view, which is only valid until the next `keep`. */
  readonly keep: (text: Uint8Array) => () => Buffer;
}

/** The bytes of a block, which is decompressed as a whole. A longer text has a block of its own. */
const BLOCK_BYTES = 1_048_576;
/** The fastest level. It takes a tenth of the time of parsing the same text as JSON. */
const QUICKLY = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 20 },
};

interface Block {
  /** `null` while texts are added to it. */
  packed: Buffer | null;
}

function createKeptTexts(): KeptTexts {
  const open = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let length = 0;
  let block: Block = { packed: null };
  /** The last block stays decompressed, because neighbours are often read one after another. */
  let last: { readonly of: Block; readonly bytes: Buffer } | null = null;
  const bytesOf = (of: Block): Buffer => {
    if (of.packed === null) return open;
    if (last?.of !== of) last = { of, bytes: brotliDecompressSync(of.packed) };
    return last.bytes;
  };
  const close = (bytes: Uint8Array) => {
    // a copy, because zlib returns a view of a larger buffer
    block.packed = Buffer.from(brotliCompressSync(bytes, QUICKLY));
    block = { packed: null };
    length = 0;
  };
  return {
    keep: text => {
      if (length + text.length > BLOCK_BYTES) close(open.subarray(0, length));
      const own = block;
      const from = length;
      const to = from + text.length;
      if (text.length > BLOCK_BYTES) close(text);
      else {
        open.set(text, from);
        length = to;
      }
      return () => bytesOf(own).subarray(from, to);
    },
  };
}

/** Keeps the text of a file, and returns a function that reads it. */
export async function keepFile(path: string): Promise<() => string> {
  const { keep } = createKeptTexts();
  const parts: (() => Buffer)[] = [];
  const chunk = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  const file = await openFile(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) break;
      parts.push(keep(chunk.subarray(0, bytesRead)));
    }
  } finally {
    await file.close();
  }
  return () => Buffer.concat(parts.map(read => Buffer.from(read()))).toString();
}
