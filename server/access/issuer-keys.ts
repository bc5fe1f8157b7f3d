/** Fetches the public keys of a token issuer from its key server, keeps them, and fetches them again. */
import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';

/** Milliseconds until the next fetch: after a success, after a failure without keys, and after a failure with older keys. */
const EVERY_MS = 600_000;
const RETRY_MS = 5_000;
const PAUSE_MS = 60_000;
/** The time limit of one fetch in milliseconds, and the size limit of its answer in bytes. */
const TIMEOUT_MS = 5_000;
const MOST_BYTES = 262_144;

/** Finds the key for a token by the token's header; rejects if there is none. */
export interface IssuerKeys {
  readonly find: JWTVerifyGetKey;
  /** Changes when the keys do. */
  readonly version: () => number;
  /** Stops fetching. */
  readonly close: () => void;
}

export interface IssuerKeysOptions {
  readonly url: string;
  readonly nowMs?: () => number;
  /** Called once for each fault of the key server, and with `null` when it has recovered. */
  readonly tell: (fault: string | null) => void;
  readonly kept?: KeptIssuerKeys | undefined;
}

/** Keys that the processes of a service keep for each other. */
export interface KeptIssuerKeys {
  /** The text that another process has fetched last; `null`: no process has one. */
  readonly text: string | null;
  /** Called with each text that has keys. */
  readonly keep: (text: string) => void;
}

interface Held {
  readonly count: number;
  readonly text: string;
  readonly find: JWTVerifyGetKey;
}

/**
 * Fetches the keys at once and then at intervals; after a failed fetch, the old keys stay in use, or those of another process. A token that names an
 * unknown key causes a fetch, at most once a minute, and waits for it; no other token waits.
 */
export function createIssuerKeys({
  url,
  tell,
  kept = { text: null, keep: () => {} },
  nowMs = () => performance.now(),
}: IssuerKeysOptions): IssuerKeys {
  let held = kept.text === null ? null : heldOf(kept.text);
  let version = 0;
  let fault: string | null = null;
  let asked = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isOpen = true;

  const turnTo = (found: string | null) => {
    if (found !== fault && isOpen) tell(found);
    fault = found;
  };
  const load = async () => {
    try {
      const text = await fetchText(url);
      if (text !== held?.text) {
        held = heldOf(text);
        version += 1;
        kept.keep(text);
      }
      turnTo(null);
    } catch (cause) {
      turnTo(`the keys at ${url} cannot be used: ${wordsOf(cause)}`);
    }
  };
  const fetchNow = (): Promise<void> => {
    clearTimeout(timer);
    fetching ??= load().finally(() => {
      fetching = null;
      const failed = held === null ? RETRY_MS : PAUSE_MS;
      if (isOpen)
        timer = setTimeout(() => void fetchNow(), fault === null ? EVERY_MS : failed).unref();
    });
    return fetching;
  };
  const refetch = async () => {
    const now = nowMs();
    if (fetching === null && now - asked < PAUSE_MS) return false;
    if (fetching === null) asked = now;
    await fetchNow();
    return true;
  };
  const findIn = async (...[header, token]: Parameters<JWTVerifyGetKey>) => {
    if (held === null) throw new Error('the keys of the issuer are not known');
    if (header?.kid === undefined && held.count !== 1) throw new Error('the token names no key');
    return held.find(header, token);
  };
  void fetchNow();
  return {
    version: () => version,
    find: async (header, token) => {
      try {
        return await findIn(header, token);
      } catch (cause) {
        const isUnknown = held === null || cause instanceof errors.JWKSNoMatchingKey;
        if (!isUnknown || !(await refetch())) throw cause;
        return findIn(header, token);
      }
    },
    close: () => {
      isOpen = false;
      clearTimeout(timer);
    },
  };
}

/** Rejects with a message that only names the fault. */
async function fetchText(url: string): Promise<string> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), TIMEOUT_MS);
  try {
    const { signal } = over;
    const headers = { Accept: 'application/jwk-set+json, application/json' };
    const response = await fetch(url, { redirect: 'manual', headers, signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new KeysFault(`the answer has the status ${response.status}`);
    }
    return await textOf(response);
  } catch (cause) {
    if (over.signal.aborted) throw new KeysFault(`no answer within ${TIMEOUT_MS / 1_000} seconds`);
    throw cause;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

class KeysFault extends Error {}

/** Returns the message for a fault; an unknown fault means that the server cannot be reached. */
function wordsOf(cause: unknown): string {
  return cause instanceof KeysFault ? cause.message : 'the server cannot be reached';
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new KeysFault(`the answer has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function heldOf(text: string): Held {
  const keys = publicKeys(text);
  if (keys.length === 0) throw new KeysFault('the answer contains no public key for signatures');
  const set: JSONWebKeySet = { keys: [...keys] };
  return { count: keys.length, text, find: createLocalJWKSet(set) };
}

/** Returns the keys that verify signatures. A key with a secret part is not a public key. */
function publicKeys(text: string): readonly JWK[] {
  let keys: unknown;
  try {
    keys = Object(JSON.parse(text))['keys'];
  } catch {
    throw new KeysFault('the answer is not JSON');
  }
  if (!Array.isArray(keys)) throw new KeysFault('the answer is not a set of keys');
  return keys.filter(isPublicKey);
}

const TYPES: readonly unknown[] = ['RSA', 'EC', 'OKP'];

function isPublicKey(key: unknown): key is JWK {
  const { kty, use = 'sig', d, k } = Object(key) as Readonly<Record<string, unknown>>;
  return TYPES.includes(kty) && use === 'sig' && d === undefined && k === undefined;
}
