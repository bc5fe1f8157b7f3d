/** The values that a key fixes for parameters, and the sets among which its callers choose. */
import { RE2JS } from 're2js';
import type { Param } from '../../generator/core/plan/param.ts';
import { paramType } from '../../generator/params/index.ts';
import { textsOf } from '../../generator/params/list.ts';
import { readParam } from '../../generator/params/read-param.ts';
import type { ApiKey, KeyValue } from './keys/key-file.ts';

type Values = Pick<ApiKey, 'params'>;

/**
 * Returns the values among which callers with the key choose, in the key's own words: a set for a parameter that takes one value. `null` if
 * the key fixes the value, or none.
 */
export function choicesOf(
  key: Values,
  { name, list }: Pick<Param, 'name'> & { readonly list?: object | null },
): readonly string[] | null {
  const value = Object.hasOwn(key.params, name) ? key.params[name] : undefined;
  return value === undefined || typeof value === 'string' || list != null ? null : value;
}

/** The values that the key itself gives to parameters. */
export function fixedParams(key: Values, params: readonly Param[]) {
  const own = params.filter(param => isFixed(key, param));
  return Object.fromEntries(own.map(({ name }) => [name, key.params[name]]));
}

/** Whether the key itself gives the parameter its value. */
export function isFixed(
  key: Values,
  param: Pick<Param, 'name'> & { readonly list?: object | null },
): boolean {
  return Object.hasOwn(key.params, param.name) && choicesOf(key, param) === null;
}

/** The values that a key fixes for the parameters of an endpoint. */
export interface Fixing {
  readonly fixed: readonly Fixed<string>[];
  readonly lists: readonly Fixed<readonly string[]>[];
  readonly sets: readonly Choosing[];
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

interface Choosing {
  readonly name: string;
  /** Returns the canonical form of a caller's value, or an empty text for an absent one; `null` if the key does not allow it. */
  readonly choose: (given: string | null) => string | null;
}

export function fixingFor(key: Values, params: readonly Param[]): Fixing {
  const values = new Map(Object.entries(key.params));
  const declared = params.filter(param => values.has(param.name));
  const filters = new Set(declared.flatMap(({ filter }) => filter?.name ?? []));
  const isRival = ({ name, filter }: Param) =>
    filter !== undefined && filters.has(filter.name) && !values.has(name);
  const fixedTo = (param: Param) => values.get(param.name) ?? '';
  const single = declared.filter(({ list }) => list === null);
  return {
    fixed: single.flatMap(param => {
      const value = fixedTo(param);
      return typeof value === 'string' ? [fixedParam(param, value)] : [];
    }),
    sets: single.flatMap(param => {
      const values = choicesOf(key, param);
      return values === null ? [] : [choosing(param, values)];
    }),
    lists: declared
      .filter(({ list }) => list !== null)
      .map(param => fixedList(param, fixedTo(param))),
    rivals: params.filter(isRival).map(({ name }) => name),
  };
}

function fixedParam(param: Param, fixed: string): Fixed<string> {
  const { name } = param;
  const isLoose = param.filter?.loose === true;
  if (isLoose) return { name, own: null, isSame: () => false };
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

/** A value of the set that is not of the parameter's type refuses all, so that a slip in the key is not taken for a narrower set. */
function choosing(param: Param, values: readonly string[]): Choosing {
  const { name } = param;
  const strict: Param = { ...param, otherwise: 'reject' };
  const isPattern = paramType(param.type).isPattern;
  const known = values.map(value => canonical(strict, isPattern ? RE2JS.quote(value) : value));
  if (param.filter?.loose === true || known.includes(null)) return { name, choose: () => null };
  // without a value, a required parameter is a fault, and an optional one would let all rows through
  const usual = param.default === null ? null : String([textsOf(param, param.default)].flat()[0]);
  const absent = usual === null ? param.required : !isPattern && known.includes(usual);
  return {
    name,
    choose: given => {
      if (given === null) return absent ? '' : null;
      // a handler sends the quoted form on
      const own = canonical(
        strict,
        isPattern && values.includes(given) ? RE2JS.quote(given) : given,
      );
      return own !== null && known.includes(own) ? own : null;
    },
  };
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
