/** The endpoints that a key may run, and the values that it fixes. */
import { RE2JS } from 're2js';
import type { Param } from '../../generator/core/plan/param.ts';
import { paramType } from '../../generator/params/index.ts';
import { textsOf } from '../../generator/params/list.ts';
import { readParam } from '../../generator/params/read-param.ts';
import type { ServedEndpoint, WholeEndpoint } from '../answers/manifest.ts';
import type { RequestQuery } from '../http/reading/read-request.ts';
import type { ApiKey, KeyValue } from './key-file.ts';

/** The rights of a key. */
export type KeyScope = Pick<ApiKey, 'endpoints' | 'params'>;

/**
 * Whether one of the key's globs matches the endpoint, the endpoint declares every parameter that the key fixes, and the key proves the
 * scope of what the endpoint reads.
 */
export function mayRun(key: KeyScope, endpoint: ServedEndpoint): boolean {
  const { isMeant, unproven } = permissionOf(key, endpoint);
  return isMeant && unproven === null;
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

/**
 * Returns the query with the key's values. `null`: the caller asks for another value, or the key's own value is not of the
 * parameter's type. A caller may omit a parameter that the key fixes.
 */
export function withFixedValues(
  key: KeyScope,
  { params }: Pick<WholeEndpoint, 'params'>,
  query: RequestQuery,
): RequestQuery | null {
  const { fixed, lists, rivals } = fixingOf(key, params);
  if (fixed.length + lists.length === 0) return query;
  if (rivals.some(name => query.texts.get(name)?.some(text => text !== '') === true)) return null;
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
  return { ...query, texts };
}

/** Returns the parameters that callers with the key may send: neither fixed, nor another operator of a fixed filter. */
export function openParams(key: KeyScope | null, params: readonly Param[]): readonly Param[] {
  if (key === null) return params;
  const { rivals } = fixingOf(key, params);
  return params.filter(({ name }) => !Object.hasOwn(key.params, name) && !rivals.includes(name));
}

interface Permission {
  /** Whether the globs match, and the endpoint declares the fixed parameters. */
  readonly isMeant: boolean;
  readonly unproven: Unproven | null;
}
/** The values that a key fixes for the parameters of an endpoint. */
interface Fixing {
  readonly fixed: readonly Fixed<string>[];
  readonly lists: readonly Fixed<readonly string[]>[];
  /** The other parameters of filters that the key fixes: callers may not send them. */
  readonly rivals: readonly string[];
}
interface Fixed<Text> {
  readonly name: string;
  /** The key's value in canonical form; `null` if it is not of the parameter's type. */
  readonly own: Text | null;
  /** Whether a caller's value asks for the key's value. */
  readonly isSame: (given: Text) => boolean;
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

function permissionFor(key: KeyScope, { name, declared, scopedBy }: ServedEndpoint): Permission {
  const fixed = Object.keys(key.params);
  return {
    isMeant: isNamed(key.endpoints, name) && fixed.every(param => declared.includes(param)),
    unproven: unprovenBy(fixed, scopedBy),
  };
}

function fixingFor(key: KeyScope, params: readonly Param[]): Fixing {
  const values = new Map(Object.entries(key.params));
  const declared = params.filter(param => values.has(param.name));
  const filters = new Set(declared.flatMap(({ filter }) => filter?.name ?? []));
  const isRival = ({ name, filter }: Param) =>
    filter !== undefined && filters.has(filter.name) && !values.has(name);
  const fixedTo = (param: Param) => values.get(param.name) ?? '';
  return {
    fixed: declared
      .filter(({ list }) => list === null)
      .map(param => fixedParam(param, fixedTo(param))),
    lists: declared
      .filter(({ list }) => list !== null)
      .map(param => fixedList(param, fixedTo(param))),
    rivals: params.filter(isRival).map(({ name }) => name),
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

function fixedParam(param: Param, fixed: KeyValue): Fixed<string> {
  const { name } = param;
  const isLoose = param.filter?.loose === true;
  if (typeof fixed !== 'string' || isLoose) return { name, own: null, isSame: () => false };
  // Keys are strict: `otherwise: default` does not apply to them.
  const strict: Param = { ...param, otherwise: 'reject' };
  if (paramType(param.type).isPattern) {
    // Quoted, because the dots of a pattern would match other tenants, too.
    const own = canonical(strict, RE2JS.quote(fixed));
    return { name, own, isSame: given => given === fixed };
  }
  const own = canonical(strict, fixed);
  return { name, own, isSame: given => canonical(param, given) === own };
}

function canonical(param: Param, text: string): string | null {
  const [only = null] = textsFor(param, text) ?? [];
  return only;
}

/** Fixes the whole set: a caller passes the whole set or omits it. */
function fixedList(param: Param, fixed: KeyValue): Fixed<readonly string[]> {
  // a filter that other parameters may leave out separates no tenants
  if (param.filter?.loose === true) return { name: param.name, own: null, isSame: () => false };
  if (paramType(param.type).isPattern) {
    const texts = [fixed].flat();
    const own = textsFor(
      param,
      texts.map(text => RE2JS.quote(text)),
    );
    const isSame = (given: readonly string[]) => given.every(text => texts.includes(text));
    return { name: param.name, own, isSame };
  }
  const own = textsFor(param, fixed);
  const set = JSON.stringify(own);
  return { name: param.name, own, isSame: given => JSON.stringify(textsFor(param, given)) === set };
}

/** Returns the value in canonical form, a list sorted and without duplicates; `null` for a value of another type. */
function textsFor(param: Param, texts: KeyValue): readonly string[] | null {
  const read = readParam(param, texts);
  return read.ok && read.value !== null ? [textsOf(param, read.value)].flat() : null;
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
