/** Creates, rotates, lists and revokes keys. Every function rejects with `KeyFileError` if the file cannot be used. */
import { randomBytes } from 'node:crypto';
import { areHiddenNames } from '../hidden-names.ts';
import { createToken, digest } from '../tokens.ts';
import type { ApiKey, KeyValue } from './key-file.ts';
import {
  areKeyValues,
  CONCURRENCY_TOLD,
  isConcurrency,
  isRate,
  isTextList,
  KeyFileError,
  RATE_TOLD,
  readKeys,
  updateKeys,
} from './key-file.ts';
import { lastUses } from './key-use.ts';

export interface NewKey {
  readonly name: string;
  /** Names of endpoints, with `*` for any characters; absent: all, or with tags none. */
  readonly endpoints?: readonly string[];
  /** Tags of endpoints that it may run besides. */
  readonly tags?: readonly string[];
  /** Values that the key fixes, by parameter; a pattern is compared as plain text. */
  readonly params?: Readonly<Record<string, KeyValue>>;
  /** Names of columns that its callers do not see, and tags of columns, as in `tag:pii`. */
  readonly hide?: readonly string[];
  readonly expires?: Date;
  /** Requests a second; absent: the rate of the service. */
  readonly rate?: number;
  /** The most statements that run at once. */
  readonly concurrency?: number;
}
export interface CreatedKey {
  readonly id: string;
  /** Shown only once. */
  readonly token: string;
}

/** A key without its digests. */
export interface ListedKey extends Omit<ApiKey, 'sha256' | 'previous'> {
  /** RFC 3339, UTC, to the minute; `null` if the service has not seen it yet. */
  readonly lastUsed: string | null;
  /** Until when the token before the last rotation is valid. */
  readonly previousUntil?: string;
}

const NAME = /^[^\p{C}]{1,128}$/u;

/** Adds a key. Rejects if its name is already used, because keys are revoked by their names. */
export async function createKey(
  path: string,
  wanted: NewKey,
  now = new Date(),
): Promise<CreatedKey> {
  const { key, token } = makeKey(wanted, now);
  await updateKeys(
    path,
    keys => {
      if (keys.some(({ name }) => name === key.name)) {
        throw new KeyFileError('request', `a key named \`${key.name}\` exists`);
      }
      return [...keys, key];
    },
    now,
  );
  return { id: key.id, token };
}

/** Adds a key and removes others with its name: their tokens are then rejected. */
export async function replaceKey(
  path: string,
  wanted: NewKey,
  now = new Date(),
): Promise<CreatedKey> {
  const { key, token } = makeKey(wanted, now);
  await updateKeys(path, keys => [...keys.filter(({ name }) => name !== key.name), key], now);
  return { id: key.id, token };
}

/** Returns the keys in the order of their creation, without their digests. */
export async function listKeys(path: string): Promise<readonly ListedKey[]> {
  const keys = (await readKeys(path)) ?? [];
  const uses = await lastUses(path);
  return keys.map(({ sha256: _, previous, ...shown }) => ({
    ...shown,
    lastUsed: uses.get(shown.id) ?? null,
    ...(previous === undefined ? {} : { previousUntil: previous.until }),
  }));
}

export interface KeyRotation {
  /** How long the old token stays valid, in milliseconds. */
  readonly overlapMs: number;
  /** Absent: as before. */
  readonly expires?: Date;
}

/** Gives the key with this identifier or name a new token; `null` if there is none. The key keeps its identifier and rights. */
export async function rotateKey(
  path: string,
  idOrName: string,
  { overlapMs, expires }: KeyRotation,
  now = new Date(),
): Promise<CreatedKey | null> {
  const token = createToken();
  const sha256 = digest(token).toString('hex');
  const until = new Date(now.getTime() + overlapMs).toISOString();
  let id: string | null = null;
  const rotated = ({ previous: _, ...key }: ApiKey): ApiKey => {
    id = key.id;
    const overlap = overlapMs === 0 ? {} : { previous: { sha256: key.sha256, until } };
    return { ...key, sha256, ...overlap, expires: expires?.toISOString() ?? key.expires };
  };
  if (!(await readKeys(path))?.some(isCalled(idOrName))) return null;
  const change = (keys: readonly ApiKey[]) =>
    keys.map(key => (isCalled(idOrName)(key) ? rotated(key) : key));
  await updateKeys(path, change, now);
  return id === null ? null : { id, token };
}

function isCalled(idOrName: string): (key: ApiKey) => boolean {
  return ({ id, name }) => id === idOrName || name === idOrName;
}

/** Removes the key with this identifier or name; false if there is none. */
export async function revokeKey(
  path: string,
  idOrName: string,
  now = new Date(),
): Promise<boolean> {
  const isMeant = isCalled(idOrName);
  if (!(await readKeys(path))?.some(isMeant)) return false;
  let removed = false;
  await updateKeys(
    path,
    keys => {
      removed = keys.some(isMeant);
      return keys.filter(key => !isMeant(key));
    },
    now,
  );
  return removed;
}

/** Creates a key without writing it to a file, and its token. Throws `KeyFileError` for invalid input. */
export function makeKey(
  wanted: NewKey,
  now: Date,
): { readonly key: ApiKey; readonly token: string } {
  requireReadable(wanted);
  const {
    name,
    tags = [],
    endpoints = tags.length === 0 ? ['*'] : [],
    params = {},
    hide = [],
    expires,
    rate,
    concurrency,
  } = wanted;
  const token = createToken();
  const key: ApiKey = {
    id: `key_${randomBytes(8).toString('hex')}`,
    name,
    sha256: digest(token).toString('hex'),
    created: now.toISOString(),
    expires: expires?.toISOString() ?? null,
    endpoints,
    ...(tags.length === 0 ? {} : { tags }),
    params,
    ...(hide.length === 0 ? {} : { hide }),
    ...(rate === undefined ? {} : { rate }),
    ...(concurrency === undefined ? {} : { concurrency }),
  };
  return { key, token };
}

/** Rejects invalid keys: a single key that cannot be read back would make the whole file unusable. */
function requireReadable({
  name,
  endpoints = [],
  tags = [],
  params = {},
  hide = [],
  expires,
  rate = 1,
  concurrency = 1,
}: NewKey): void {
  const refuse = (message: string) => {
    throw new KeyFileError('request', message);
  };
  if (!NAME.test(name)) refuse('a name is 1 to 128 printable characters');
  if (!isTextList(endpoints)) refuse('the name of an endpoint is empty');
  if (!isTextList(tags)) refuse('a tag is empty');
  if (!areHiddenNames(hide)) refuse('no column and no tag can have the name that is hidden');
  if (!areKeyValues(params)) {
    refuse('a fixed value is empty, which would leave the parameter out');
  }
  if (!isRate(rate)) refuse(`the rate of a key is ${RATE_TOLD}`);
  if (!isConcurrency(concurrency)) refuse(`the concurrency of a key is ${CONCURRENCY_TOLD}`);
  if (Number.isNaN(expires?.getTime())) refuse('the expiry of a key is not a date and time');
}
