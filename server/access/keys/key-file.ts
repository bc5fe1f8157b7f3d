/** The key file. It has the digest of each key and its rights, never the key itself. */

import { readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { nearest } from '../../../generator/core/report/suggestion.ts';
import { isObject } from '../../../generator/core/types/json-object.ts';
import { renameDurably } from '../../../generator/system/durable.ts';
import { isSystemError, systemCode, systemWords } from '../../../generator/system/errors.ts';
import { makeFolder } from '../../../generator/system/folders.ts';
import { acquire, release } from '../../../generator/system/lock.ts';
import { areHiddenNames } from '../hidden-names.ts';
import { recordChange, trailPath } from './key-trail.ts';

export const KEY_FILE_FORMAT = 1;

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the token, in hex. */
  readonly sha256: string;
  /** The token before the last rotation, as long as it overlaps; `until` is RFC 3339, UTC. */
  readonly previous?: { readonly sha256: string; readonly until: string };
  /** RFC 3339, UTC. */
  readonly created: string;
  /** RFC 3339, UTC: the key is rejected from then on. `null`: it never expires. */
  readonly expires: string | null;
  /** Names of endpoints, with `*` for any characters. */
  readonly endpoints: readonly string[];
  /** Tags of endpoints that it may run besides; absent: none. */
  readonly tags?: readonly string[];
  /** Values that the key fixes, by parameter. */
  readonly params: Readonly<Record<string, KeyValue>>;
  /** Names and tags of columns that its callers do not see; absent: none. */
  readonly hide?: readonly string[];
  /** Requests a second; absent: the rate of the service. */
  readonly rate?: number;
  /** The most statements that run at once; absent: as many as those of the service. */
  readonly concurrency?: number;
}

/** The holder of a key, or of an identity service's token: the identifier for logs and rates, and the rights. */
export type Caller = Pick<
  ApiKey,
  'id' | 'endpoints' | 'tags' | 'params' | 'hide' | 'rate' | 'concurrency'
>;

/** The value that a key fixes for a parameter; for a list, its items; for any other parameter, several values among which callers choose. */
export type KeyValue = string | readonly string[];

/** The cause of the fault: the request, the content of the file, or the file system. */
export type KeyFault = 'request' | 'content' | 'system';

/** A fault of the user's file; the message describes it. */
export class KeyFileError extends Error {
  readonly fault: KeyFault;

  constructor(fault: KeyFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KeyFileError';
    this.fault = fault;
  }
}

/** Reads the keys in a file's text. Throws `KeyFileError` with the first fault, which quotes no value. */
export function parseKeys(text: string): readonly ApiKey[] {
  const file = parseJson(text);
  if (!isObject(file)) throw new KeyFileError('content', 'the key file contains no JSON object');
  if (file['format'] !== KEY_FILE_FORMAT) {
    throw new KeyFileError('content', `the key file's \`format\` is not ${KEY_FILE_FORMAT}`);
  }
  const keys = file['keys'];
  if (!Array.isArray(keys))
    throw new KeyFileError('content', '`keys` of the key file is not a list');
  refuseOthers(file, ['format', 'keys'], '');
  return keys.map((key: unknown, index) => {
    checkKey(key, index);
    return key;
  });
}

/**
 * Reads the keys of the file; `null` if the file does not exist. Rejects with `KeyFileError` if it cannot be read or has
 * faults.
 */
export async function readKeys(path: string): Promise<readonly ApiKey[] | null> {
  try {
    return parseKeys(await readFile(path, 'utf8'));
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return null;
    if (!(cause instanceof KeyFileError)) throw systemError(`\`${path}\` cannot be read`, cause);
    throw new KeyFileError(cause.fault, `\`${path}\`: ${cause.message}`, { cause });
  }
}

/**
 * Replaces the file's keys by the result of `change`, atomically: writers take turns, and a reader sees the old or the
 * new file. Rejects with `KeyFileError` if the file has faults, cannot be written or stays locked.
 */
export async function updateKeys(
  path: string,
  change: (keys: readonly ApiKey[]) => readonly ApiKey[],
  now = new Date(),
): Promise<void> {
  makeDirectory(dirname(path));
  // If the path is a link, its target is changed.
  const target = await realpath(path).catch(() => path);
  await withLock(target, async () => {
    const before = (await readKeys(target)) ?? [];
    const after = change(before);
    await recordChange(target, before, after, now).catch((cause: unknown) => {
      throw systemError(`\`${trailPath(target)}\` cannot be written`, cause);
    });
    await replaceFile(target, printKeys(after));
  });
}

function makeDirectory(directory: string): void {
  try {
    makeFolder(directory, 0o700);
  } catch (cause) {
    throw systemError(`The directory \`${directory}\` cannot be created`, cause);
  }
}

function printKeys(keys: readonly ApiKey[]): string {
  return `${JSON.stringify({ format: KEY_FILE_FORMAT, keys }, null, 2)}\n`;
}

async function replaceFile(path: string, text: string): Promise<void> {
  // This writer has the lock, so an existing temporary file was left by a killed writer.
  const temporary = `${path}.tmp`;
  try {
    await rm(temporary, { force: true });
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600 });
    renameDurably(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw systemError(`\`${path}\` cannot be written`, cause);
  }
}

const LOCK_PATIENCE_MS = 5_000;

/** A killed writer loses its lock: waits only for a live writer, or for one that cannot be checked from here. */
async function withLock(target: string, work: () => Promise<void>): Promise<void> {
  const directory = dirname(target);
  const lock = await acquire(
    { parent: directory, claims: `.${basename(target)}.lock-` },
    LOCK_PATIENCE_MS,
  ).catch((cause: unknown) => {
    throw systemError(`The directory \`${directory}\` cannot be written to`, cause);
  });
  if ('kind' in lock) {
    const { file, pid } = lock;
    throw new KeyFileError(
      'system',
      `\`${file}\` exists: another process (${pid}) is writing the keys`,
    );
  }
  try {
    await work();
  } finally {
    release(lock);
  }
}

/**
 * Returns a text that changes with the file; `null` if there is no file. Rejects with `KeyFileError` for anything else: a pipe would
 * be read for ever.
 */
export async function fileVersion(path: string): Promise<string | null> {
  try {
    const found = await stat(path, { bigint: true });
    if (!found.isFile()) throw new KeyFileError('system', `\`${path}\` is not a file`);
    // The time of the last status change also reflects a change of permissions.
    return `${found.ctimeNs}:${found.ino}:${found.size}`;
  } catch (cause) {
    if (cause instanceof KeyFileError) throw cause;
    if (systemCode(cause) === 'ENOENT') return null;
    throw systemError(`\`${path}\` cannot be read`, cause);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new KeyFileError('content', 'the key file is not JSON', { cause });
  }
}

export const RATE_TOLD = 'a number from 0.001 to 1000000';
export const CONCURRENCY_TOLD = 'a whole number from 1 to 256';

interface Member {
  readonly fits: (value: unknown) => boolean;
  /** Completes "is not". */
  readonly expected: string;
  readonly optional?: true;
}
const TEXTS: Member = { fits: isTextList, expected: 'a list of texts', optional: true };
const MEMBERS: Readonly<Record<keyof ApiKey, Member>> = {
  id: { fits: isText, expected: 'a text' },
  name: { fits: isText, expected: 'a text' },
  sha256: { fits: isDigest, expected: '64 hex digits' },
  previous: {
    fits: isPrevious,
    expected: 'an object with `sha256` and `until`',
    optional: true,
  },
  created: { fits: isInstant, expected: 'a point in time' },
  expires: {
    fits: value => value === null || isInstant(value),
    expected: 'a point in time or null',
  },
  endpoints: { fits: isTextList, expected: 'a list of texts' },
  tags: TEXTS,
  params: { fits: areKeyValues, expected: 'an object of texts and lists of texts' },
  hide: {
    fits: areHiddenNames,
    expected: 'a list of names of columns and tags',
    optional: true,
  },
  rate: { fits: isRate, expected: RATE_TOLD, optional: true },
  concurrency: { fits: isConcurrency, expected: CONCURRENCY_TOLD, optional: true },
};

/** Throws for an unknown member too: a misspelt `hide` would hide nothing. */
function checkKey(value: unknown, index: number): asserts value is ApiKey {
  const place = `keys[${index}]`;
  if (!isObject(value))
    throw new KeyFileError('content', `\`${place}\` of the key file is not an object`);
  for (const [name, { fits, expected, optional }] of Object.entries(MEMBERS)) {
    const member = value[name];
    if (!(optional && member === undefined) && !fits(member))
      throw new KeyFileError('content', `\`${place}.${name}\` of the key file is not ${expected}`);
  }
  refuseOthers(value, Object.keys(MEMBERS), `${place}.`);
}

function refuseOthers(value: object, known: readonly string[], place: string): void {
  const other = Object.keys(value).find(name => !known.includes(name));
  if (other === undefined) return;
  const near = nearest(other, known);
  const hint = near === null ? '' : `; use \`${near}\`, if that is meant`;
  throw new KeyFileError(
    'content',
    `\`${place}${other.slice(0, 64)}\` of the key file is unknown${hint}`,
  );
}

function isDigest(value: unknown): value is string {
  return isText(value) && /^[0-9a-f]{64}$/.test(value);
}

function isPrevious(value: unknown): value is NonNullable<ApiKey['previous']> {
  return isObject(value) && isDigest(value['sha256']) && isInstant(value['until']);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Whether the value is a list of texts that are not empty. */
export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

export function areKeyValues(value: unknown): value is Readonly<Record<string, KeyValue>> {
  const isValue = (one: unknown) => isText(one) || (isTextList(one) && one.length > 0);
  return isObject(value) && Object.values(value).every(isValue);
}

/** Whether a key may have this rate, in requests a second. */
export function isRate(value: unknown): value is number {
  return typeof value === 'number' && value >= 0.001 && value <= 1_000_000;
}

/** Whether a key may run so many statements at once. */
export function isConcurrency(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 256;
}

function isInstant(value: unknown): value is string {
  return isText(value) && !Number.isNaN(Date.parse(value));
}

/** Returns a `KeyFileError` for an error of the file system; `what` failed. Returns any other error, a bug, unchanged. */
function systemError(what: string, cause: unknown): unknown {
  if (!isSystemError(cause)) return cause;
  return new KeyFileError('system', `${what}: ${systemWords(cause)}`, { cause });
}
