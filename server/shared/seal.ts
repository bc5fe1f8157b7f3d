/** Seals answers for a store that others might read or change, and names them without their values. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

export interface Seals {
  /** Returns the name of a key in the store: equal for equal keys, and useless without the secret. */
  readonly nameOf: (key: string) => string;
  /** Seals bytes that only `open` of the same name returns. */
  readonly seal: (name: string, plain: Uint8Array) => Buffer;
  /** Returns `null` for bytes that were not sealed with this secret under this name. */
  readonly open: (name: string, sealed: Uint8Array) => Uint8Array | null;
}

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const CIPHER = 'aes-256-gcm';

/** Services that share a store find each other's answers only with the same secret and the same `namespace`. */
export function createSeals(text: string, namespace: string): Seals {
  const secret = createSecretKey(text, 'utf8');
  const naming = Buffer.from(hkdfSync('sha256', secret, '', 'quern names', KEY_BYTES));
  return {
    nameOf: key => {
      const named = JSON.stringify([namespace, key]);
      return createHmac('sha256', naming).update(named).digest('base64url');
    },
    seal: (name, plain) => {
      const salt = randomBytes(SALT_BYTES);
      const { key, nonce } = keyFor(secret, salt);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name));
      return Buffer.concat([salt, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open: (name, sealed) => {
      if (sealed.length < SALT_BYTES + TAG_BYTES) return null;
      const { key, nonce } = keyFor(secret, sealed.subarray(0, SALT_BYTES));
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(name))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      const plain = decipher.update(sealed.subarray(SALT_BYTES, -TAG_BYTES));
      try {
        return Buffer.concat([plain, decipher.final()]);
      } catch {
        // the tag does not match: another secret, another name, or changed bytes
        return null;
      }
    },
  };
}

/** Derives one key and nonce for each salt, so that a secret can seal any number of answers. */
function keyFor(secret: KeyObject, salt: Uint8Array) {
  const derived = Buffer.from(
    hkdfSync('sha256', secret, salt, 'quern answer', KEY_BYTES + NONCE_BYTES),
  );
  return { key: derived.subarray(0, KEY_BYTES), nonce: derived.subarray(KEY_BYTES) };
}
