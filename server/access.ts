/** What a key may run, and with which values. */
import { RE2JS } from 're2js';
import type { Param } from '../generator/ir.ts';
import { paramType } from '../generator/params/index.ts';
import { readParam } from '../generator/params/read-param.ts';
import type { ApiKey } from './key-file.ts';
import type { ServedEndpoint } from './manifest.ts';
import type { Query } from './read-request.ts';

/** Whether one of the key's globs names the endpoint and the endpoint declares every parameter that the key fixes. */
export function mayRun(key: ApiKey, { name, params }: ServedEndpoint): boolean {
  return (
    key.endpoints.some(glob => matchesGlob(glob, name)) &&
    Object.keys(key.params).every(fixed => params.some(param => param.name === fixed))
  );
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

/**
 * The query with the key's values in place; `null` where the caller asks for another value, or where the key's own is none
 * of the parameter's type. A caller may leave such a parameter out.
 */
export function withFixedValues(
  key: ApiKey,
  { params }: ServedEndpoint,
  query: Query,
): Query | null {
  const texts = new Map(query.texts);
  for (const param of params) {
    const fixed = Object.hasOwn(key.params, param.name) ? key.params[param.name] : undefined;
    if (fixed === undefined) continue;
    const given = texts.get(param.name) ?? [];
    const text = fixedText(param, fixed, given);
    if (text === null) return null;
    // Given twice is a fault of the request whoever asks.
    if (given.length < 2) texts.set(param.name, [text]);
  }
  return { ...query, texts };
}

function fixedText(param: Param, fixed: string, given: readonly string[]): string | null {
  const isPattern = param.type === 'regex';
  // A key's value is that value and no pattern: in another tenant's hands a dot would match more.
  const text = canonical(param, isPattern ? RE2JS.quote(fixed) : fixed);
  const isSame = (other: string) =>
    other === '' || (isPattern ? other === fixed : canonical(param, other) === text);
  return text !== null && given.every(isSame) ? text : null;
}

function canonical(param: Param, text: string): string | null {
  const read = readParam(param, text);
  return read.ok && read.value !== null ? paramType(param.type).format(read.value) : null;
}
