/** Reads tokens that a team's identity service signs (JWT): which caller they name, and what that caller may run. */
import { createPublicKey, hash } from 'node:crypto';
import {
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { hiddenNames, textNames } from './hidden-names.ts';
import { createIssuerKeys, type KeptIssuerKeys } from './issuer-keys.ts';
import type { Caller, KeyValue } from './keys/key-file.ts';

export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  /** The key server's address, or one key as PEM text. */
  readonly keys: { readonly url: string } | { readonly pem: string };
  /** Names of signature algorithms, all without a shared secret. */
  readonly algorithms: readonly string[];
  /** The type that a token's header must have; `null`: any. */
  readonly typ: string | null;
  /** Parameters, each with the claim that fixes its value. */
  readonly claims: Readonly<Record<string, string>>;
  /** The claim that lists endpoints; `null`: all of them. */
  readonly scope: string | null;
  /** The claim that lists hidden columns; `null`: none are. */
  readonly hide: string | null;
}

/** `refused`: an invalid token; `forbidden`: a valid token that lacks a claim. `why` is for the log. */
export type JwtOutcome =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly reason: 'refused' | 'forbidden'; readonly why: string };

export interface JwtReader {
  /** Reads a token at `nowMs`, in milliseconds since 1970 UTC. A token that was read before is found without waiting. */
  readonly read: (token: string, nowMs: number) => JwtOutcome | Promise<JwtOutcome>;
  readonly close: () => void;
}

/** The most characters of a token. */
const LONGEST_TOKEN = 8_192;
/** The most seconds that the clocks of issuer and service may differ. */
const SKEW_S = 60;
/** The most tokens that are remembered. */
const KEPT_TOKENS = 4_096;

interface Known {
  readonly caller: Caller;
  /** Also checked for a remembered token, because the clock may be set back. */
  readonly beginsMs: number;
  readonly expiresMs: number;
  /** The version of the keys that verified the token. */
  readonly version: number;
}

/**
 * Creates the reader. It calls `tell` with faults of the key server, and with `null` when the server has recovered. `kept`: with keys of a
 * key server that other processes have fetched.
 */
export function createJwtReader(
  settings: JwtSettings,
  tell: (fault: string | null) => void,
  kept?: KeptIssuerKeys,
): JwtReader {
  const keys = 'url' in settings.keys ? createIssuerKeys({ ...settings.keys, tell, kept }) : null;
  const find = keys?.find ?? fixedKey(settings.keys);
  const version = () => keys?.version() ?? 0;
  const known = new LRUCache<string, Known>({ max: KEPT_TOKENS });
  const verified = async (token: string, name: string, nowMs: number): Promise<JwtOutcome> => {
    const before = version();
    const payload = await payloadOf(token, settings, find, nowMs);
    if (typeof payload === 'string') return { ok: false, reason: 'refused', why: payload };
    const caller = callerOf(payload, settings);
    if (typeof caller === 'string') return { ok: false, reason: 'forbidden', why: caller };
    const beginsMs = ((payload.nbf ?? Number.NEGATIVE_INFINITY) - SKEW_S) * 1_000;
    const expiresMs = (Number(payload.exp) + SKEW_S) * 1_000;
    known.set(name, { caller, beginsMs, expiresMs, version: before });
    return { ok: true, caller };
  };
  return {
    read: (token, nowMs) => {
      if (token.length > LONGEST_TOKEN)
        return { ok: false, reason: 'refused', why: 'the token is too long' };
      const name = hash('sha256', token, 'base64url');
      const found = known.get(name);
      return found !== undefined && holds(found, version(), nowMs)
        ? { ok: true, caller: found.caller }
        : verified(token, name, nowMs);
    },
    close: () => keys?.close(),
  };
}

function holds(known: Known, version: number, nowMs: number): boolean {
  return known.version === version && known.beginsMs <= nowMs && nowMs < known.expiresMs;
}

function fixedKey(keys: JwtSettings['keys']): JWTVerifyGetKey {
  if (!('pem' in keys)) throw new Error('the issuer has no key');
  const key = createPublicKey(keys.pem);
  return async () => key;
}

/** Returns the claims of a valid token, or the fault as text for the log. */
async function payloadOf(
  token: string,
  { issuer, audience, algorithms, typ }: JwtSettings,
  find: JWTVerifyGetKey,
  nowMs: number,
): Promise<JWTPayload | string> {
  const options: JWTVerifyOptions = {
    issuer,
    audience,
    algorithms: [...algorithms],
    clockTolerance: SKEW_S,
    requiredClaims: ['exp'],
    currentDate: new Date(nowMs),
    ...(typ === null ? {} : { typ }),
  };
  try {
    const header = decodeProtectedHeader(token);
    if ('crit' in header || 'b64' in header) return 'the token has critical extensions';
    if (!['string', 'undefined'].includes(typeof header.kid)) return '`kid` is not a text';
    const { payload } = await jwtVerify(token, find, options);
    if (!['string', 'undefined'].includes(typeof payload.sub)) return '`sub` is not a text';
    return payload;
  } catch (cause) {
    // A key that cannot be imported causes another kind of error. The token is rejected in any case.
    return cause instanceof errors.JOSEError ? cause.code : 'no key verifies the token';
  }
}

/** Returns the caller that the claims name, or a text about the missing or wrong claim. */
function callerOf(payload: JWTPayload, settings: JwtSettings): Caller | string {
  const params: Record<string, KeyValue> = {};
  for (const [param, claim] of Object.entries(settings.claims)) {
    const value = keyValue(claimOf(payload, claim));
    if (value === null) return `the claim \`${claim}\` has no value for \`${param}\``;
    params[param] = value;
  }
  const endpoints = settings.scope === null ? ['*'] : namesOf(claimOf(payload, settings.scope));
  if (endpoints === null) return `the claim \`${settings.scope}\` lists no endpoints`;
  const hide = settings.hide === null ? [] : hiddenBy(payload, settings.hide);
  if (typeof hide === 'string') return hide;
  const subject = hash('sha256', JSON.stringify([payload.iss, payload.sub ?? null]), 'hex');
  const caller = { id: `jwt_${subject.slice(0, 16)}`, endpoints, params };
  return hide.length === 0 ? caller : { ...caller, hide };
}

function claimOf(payload: JWTPayload, name: string): unknown {
  return Object.hasOwn(payload, name) ? payload[name] : undefined;
}

/** Returns the names of hidden columns and tags, or a text about the missing or wrong claim. */
function hiddenBy(payload: JWTPayload, claim: string): readonly string[] | string {
  if (!Object.hasOwn(payload, claim)) return `there is no claim \`${claim}\``;
  const names = hiddenNames(payload[claim]);
  if (names === 'kind')
    return `the claim \`${claim}\` is neither a text nor a list of names of columns`;
  if (names === 'name')
    return `the claim \`${claim}\` has a name that no column and no tag can have`;
  return names;
}

/** Returns names of endpoints from a text that separates them or a list of texts; `null` if the claim is neither. */
function namesOf(claim: unknown): readonly string[] | null {
  if (typeof claim === 'string') return textNames(claim);
  const isList = Array.isArray(claim) && claim.every(name => typeof name === 'string');
  return isList ? claim : null;
}

/** Returns the value that a key would fix; `null` if the claim has no such value. */
function keyValue(claim: unknown): KeyValue | null {
  if (!Array.isArray(claim)) return textOf(claim);
  const texts = claim.map(textOf);
  const known = texts.filter(text => text !== null);
  return known.length === texts.length && known.length > 0 ? known : null;
}

/** Returns the value as a caller would write it; `null` for an empty one, which would omit the parameter. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'boolean') return String(value);
  // JSON.parse rounds a larger number, which could then name another tenant
  const isExact =
    Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isExact ? String(value) : null;
}
