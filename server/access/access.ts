/** What a key may run, and with which values. */
import { RE2JS } from 're2js';
import type { Param } from '../../generator/core/endpoint.ts';
import { paramType } from '../../generator/params/index.ts';
import { readParam } from '../../generator/params/read-param.ts';
import type { ServedEndpoint } from '../answers/manifest.ts';
import type { Query } from '../http/read-request.ts';
import type { ApiKey } from './key-file.ts';

/** What a key may do. */
export type KeyScope = Pick<ApiKey, 'endpoints' | 'params'>;

/** Whether one of the key's globs names the endpoint and the endpoint declares every parameter that the key fixes. */
export function mayRun(key: KeyScope, endpoint: ServedEndpoint): boolean {
  return permissionOf(key, endpoint).mayRun;
}

/**
 * The query with the key's values in place; `null` where the caller asks for another value, or where the key's own is none
 * of the parameter's type. A caller may leave such a parameter out.
 */
export function withFixedValues(
  key: KeyScope,
  endpoint: ServedEndpoint,
  query: Query,
): Query | null {
  const { fixed } = permissionOf(key, endpoint);
  if (fixed.length === 0) return query;
  const texts = new Map(query.texts);
  for (const { name, text, isSame } of fixed) {
    const given = texts.get(name) ?? [];
    if (text === null || !given.every(other => other === '' || isSame(other))) return null;
    // Given twice is a fault of the request whoever asks.
    if (given.length < 2) texts.set(name, [text]);
  }
  return { ...query, texts };
}

interface Permission {
  readonly mayRun: boolean;
  readonly fixed: readonly FixedParam[];
}
interface FixedParam {
  readonly name: string;
  /** The key's value in canonical form; `null` where it is none of the parameter's type. */
  readonly text: string | null;
  /** Whether a caller's text asks for that value. */
  readonly isSame: (given: string) => boolean;
}

/** Worked out at a key's first request to an endpoint; gone with the key when its file is read anew. */
const permissions = new WeakMap<KeyScope, WeakMap<ServedEndpoint, Permission>>();

function permissionOf(key: KeyScope, endpoint: ServedEndpoint): Permission {
  const known = permissions.get(key)?.get(endpoint);
  if (known !== undefined) return known;
  const permission = permissionFor(key, endpoint);
  const ofKey = permissions.get(key) ?? new WeakMap<ServedEndpoint, Permission>();
  permissions.set(key, ofKey.set(endpoint, permission));
  return permission;
}

function permissionFor(key: KeyScope, { name, params }: ServedEndpoint): Permission {
  const values = new Map(Object.entries(key.params));
  const declared = params.filter(param => values.has(param.name));
  return {
    mayRun: isNamed(key.endpoints, name) && declared.length === values.size,
    fixed: declared.map(param => fixedParam(param, values.get(param.name) ?? '')),
  };
}

function fixedParam(param: Param, fixed: string): FixedParam {
  const { name } = param;
  // Keys are strict: `otherwise: default` does not apply to them.
  const strict: Param = { ...param, otherwise: 'reject' };
  if (paramType(param.type).isPattern) {
    // A key's value is that value and no pattern: in another tenant's hands a dot would match more.
    const text = canonical(strict, RE2JS.quote(fixed));
    return { name, text, isSame: given => given === fixed };
  }
  const text = canonical(strict, fixed);
  return { name, text, isSame: given => canonical(param, given) === text };
}

function canonical(param: Param, text: string): string | null {
  const read = readParam(param, text);
  return read.ok && read.value !== null ? paramType(param.type).format(read.value) : null;
}

/** Whether one of the globs names it; `*` stands for any characters. */
export function isNamed(globs: readonly string[], name: string): boolean {
  return globs.some(glob => matchesGlob(glob, name));
}

function matchesGlob(glob: string, name: string): boolean {
  const [first = '', ...inner] = glob.split('*');
  const last = inner.pop();
  if (last === undefined) return name === glob;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of inner) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
