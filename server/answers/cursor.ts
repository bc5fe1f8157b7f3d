/**
 * A cursor is where a page begins, sealed so that callers can neither read nor create one.
 *
 * Its text is safe in an address: a version, a salt, the contents encrypted by AES-256-GCM, and the tag. Each cursor has a key
 * of its own, derived from the secret and the salt, so a secret can seal any number of cursors.
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { LONGEST_CURSOR } from '../../generator/core/plan/pages.ts';

/** The contents of a cursor. */
export interface Position {
  /** The instant of the first page, in microseconds since 1970 UTC. */
  readonly instant: bigint;
  /** Sort keys of the previous page's last row, as texts. */
  readonly after: readonly string[];
}
/** A position, and the request and the time for which it is valid. */
export interface Sealed extends Position {
  /** The request that it belongs to: the endpoint, its definition, and its parameters. */
  readonly question: string;
  /** When it expires, in seconds since 1970. */
  readonly expires: number;
}
export interface Cursors {
  /** Returns `null` if the cursor would be too long. */
  readonly seal: (sealed: Sealed) => string | null;
  /** Returns `null` for a text that was not sealed with one of these secrets. */
  readonly open: (text: string) => Sealed | null;
}

/** The fewest characters of a secret. */
const SHORTEST_SECRET = 32;

const VERSION = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const CIPHER = 'aes-256-gcm';

/** Seals cursors with the first secret and opens them with any of them. Throws for a secret that is too short. */
export function createCursors(texts: readonly string[]): Cursors {
  const secrets = texts.map(text => createSecretKey(text, 'utf8'));
  const [newest] = secrets;
  if (newest === undefined || texts.some(({ length }) => length < SHORTEST_SECRET)) {
    throw new Error(`a secret has at least ${SHORTEST_SECRET} characters`);
  }
  return {
    seal: sealed => {
      const text = write(sealed, newest);
      return text.length > LONGEST_CURSOR ? null : text;
    },
    open: text => {
      const bytes = bytesOf(text);
      if (bytes === null) return null;
      for (const secret of secrets) {
        const sealed = read(bytes, secret);
        if (sealed !== null) return sealed;
      }
      return null;
    },
  };
}

/** Derives one key and nonce for each salt. */
function keyFor(secret: KeyObject, salt: Uint8Array) {
  const length = KEY_BYTES + NONCE_BYTES;
  const derived = Buffer.from(hkdfSync('sha256', secret, salt, 'quern cursor', length));
  return { key: derived.subarray(0, KEY_BYTES), nonce: derived.subarray(KEY_BYTES) };
}

function write({ instant, after, question, expires }: Sealed, secret: KeyObject): string {
  const head = Buffer.concat([Buffer.of(VERSION), randomBytes(SALT_BYTES)]);
  const { key, nonce } = keyFor(secret, head.subarray(1));
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(head);
  const said = JSON.stringify([question, expires, String(instant), ...after]);
  const parts = [head, cipher.update(said, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

/** Decodes a cursor; `null` if the text is too long, has another version, or is not the canonical form of its bytes. */
function bytesOf(text: string): Buffer | null {
  if (text.length > LONGEST_CURSOR) return null;
  const bytes = Buffer.from(text, 'base64url');
  const isWhole = bytes.length > 1 + SALT_BYTES + TAG_BYTES && bytes[0] === VERSION;
  return isWhole && bytes.toString('base64url') === text ? bytes : null;
}

function read(bytes: Buffer, secret: KeyObject): Sealed | null {
  const head = bytes.subarray(0, 1 + SALT_BYTES);
  const { key, nonce } = keyFor(secret, head.subarray(1));
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(head)
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const said = decipher.update(bytes.subarray(head.length, -TAG_BYTES));
  let text: string;
  try {
    text = Buffer.concat([said, decipher.final()]).toString('utf8');
  } catch {
    // the tag does not match: the bytes or the key are different
    return null;
  }
  const [question, expires, instant, ...after]: [string, number, string, ...string[]] =
    JSON.parse(text);
  return { question, expires, instant: BigInt(instant), after };
}
