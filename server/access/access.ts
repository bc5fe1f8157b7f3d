/** The endpoints that a key may run, and the values that it fixes. */
import type { Param } from '../../generator/core/plan/param.ts';
import type { ServedEndpoint, WholeEndpoint } from '../answers/manifest/manifest.ts';
import type { RequestQuery } from '../http/reading/read-request.ts';
import { fixingFor, isFixed } from './fixed-values.ts';
import { isClosedBy, partShownTo } from './hidden.ts';
import type { ApiKey } from './keys/key-file.ts';

/** The rights of a key. */
export type KeyScope = Pick<ApiKey, 'endpoints' | 'tags' | 'params' | 'hide'>;

/**
 * Whether the key names the endpoint, by a glob or a tag, the endpoint declares every parameter that the key fixes, the key proves the
 * scope of what the endpoint reads, and the columns that it hides leave something to answer.
 */
export function mayRun(key: KeyScope, endpoint: ServedEndpoint): boolean {
  const { isMeant, unproven } = permissionOf(key, endpoint);
  return isMeant && unproven === null && !isClosedBy(key, endpoint);
}

/** Returns why a key that would run the endpoint does not prove its scope; `null` if it does, or would not run it in any case. */
export function unprovenFor(key: KeyScope, endpoint: ServedEndpoint): Unproven | null {
  const { isMeant, unproven } = permissionOf(key, endpoint);
  return isMeant ? unproven : null;
}

/**
 * `params`: a key that fixes values has to fix one of these, too, because callers would choose the tenant by them. `null`: an older build
 * wrote the manifest, which does not name them.
 */
export interface Unproven {
  readonly params: readonly string[] | null;
}

/** Whether one of the key's globs matches the endpoint, or the endpoint has one of the key's tags. */
export function isMeantFor(
  { endpoints, tags: wanted = [] }: Pick<KeyScope, 'endpoints' | 'tags'>,
  { name, tags = [] }: Pick<ServedEndpoint, 'name' | 'tags'>,
): boolean {
  return isNamed(endpoints, name) || wanted.some(tag => tags.includes(tag));
}

/**
 * Returns the query with the key's values. `null`: the caller asks for another value, sends another operator of a fixed filter or a parameter
 * that is compared with a hidden column, or the key's own value is not of the parameter's type. A caller may omit a parameter that the key fixes, but not one with a set, unless its default is in the set.
 */
export function withinScope(
  key: KeyScope,
  endpoint: WholeEndpoint,
  query: RequestQuery,
): RequestQuery | null {
  const { fixed, lists, sets, rivals } = fixingOf(key, endpoint.params);
  const closed = partShownTo(key, endpoint)?.closed ?? [];
  if (fixed.length + lists.length + sets.length + closed.length === 0) return query;
  const isGiven = (name: string) => query.texts.get(name)?.some(text => text !== '') === true;
  if (rivals.some(isGiven) || closed.some(isGiven)) return null;
  const texts = new Map(query.texts);
  for (const { name, own, isSame } of fixed) {
    const given = texts.get(name) ?? [];
    if (own === null || !given.every(other => other === '' || isSame(other))) return null;
    // Keeps a repeated parameter, which is a fault of any request.
    if (given.length < 2) texts.set(name, [own]);
  }
  for (const { name, own, isSame } of lists) {
    const given = (texts.get(name) ?? []).filter(text => text !== '');
    if (own === null || !(given.length === 0 || isSame(given))) return null;
    texts.set(name, own);
  }
  for (const { name, choose } of sets) {
    const given = (texts.get(name) ?? []).filter(text => text !== '');
    const chosen = given.map(choose);
    if (given.length === 0 ? choose(null) === null : chosen.includes(null)) return null;
    if (given.length > 0)
      texts.set(
        name,
        chosen.filter(text => text !== null),
      );
  }
  return { ...query, texts };
}

/**
 * Returns those of `params` that callers with the key may send: neither fixed, nor another operator of a fixed filter, nor compared with a
 * hidden column.
 */
export function openParams(
  key: KeyScope | null,
  endpoint: ServedEndpoint,
  params: readonly Param[],
): readonly Param[] {
  if (key === null) return params;
  const { rivals } = fixingOf(key, params);
  const shut = [...rivals, ...(partShownTo(key, endpoint)?.closed ?? [])];
  return params.filter(param => !isFixed(key, param) && !shut.includes(param.name));
}

interface Permission {
  /** Whether the globs match, and the endpoint declares the fixed parameters. */
  readonly isMeant: boolean;
  readonly unproven: Unproven | null;
}
const permissionOf = oncePerKey(permissionFor);
const fixingOf = oncePerKey(fixingFor);

/** Computes a value with a key's first request; it is dropped with the key when its file is read again. */
function oncePerKey<Of extends object, Value>(
  compute: (key: KeyScope, of: Of) => Value,
): (key: KeyScope, of: Of) => Value {
  const known = new WeakMap<KeyScope, WeakMap<Of, Value>>();
  return (key, of) => {
    const found = known.get(key)?.get(of);
    if (found !== undefined) return found;
    const value = compute(key, of);
    const ofKey = known.get(key) ?? new WeakMap<Of, Value>();
    known.set(key, ofKey.set(of, value));
    return value;
  };
}

function permissionFor(key: KeyScope, endpoint: ServedEndpoint): Permission {
  const { declared, scopedBy } = endpoint;
  const fixed = Object.keys(key.params);
  return {
    isMeant: isMeantFor(key, endpoint) && fixed.every(param => declared.includes(param)),
    unproven: unprovenBy(fixed, scopedBy),
  };
}

/** Returns why fixed parameters do not prove the scope; `null` if they do, or if none is fixed: such keys may read all tenants. */
export function unprovenBy(
  fixed: readonly string[],
  scopedBy: ServedEndpoint['scopedBy'],
): Unproven | null {
  if (fixed.length === 0) return null;
  if (scopedBy === undefined) return { params: null };
  const open = scopedBy.find(params => !params.some(name => fixed.includes(name)));
  return open === undefined ? null : { params: open };
}

/** The parameters as text: `a`, or one of `a` and `b`. */
export function nameOneOf(params: readonly string[]): string {
  const names = params.map(name => `\`${name}\``);
  return names.length === 1 ? names.join() : `one of ${names.join(' and ')}`;
}

/** Whether one of the globs matches the name; `*` matches any characters. */
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
