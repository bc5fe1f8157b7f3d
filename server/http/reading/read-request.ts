/** Reads the parameters of a request: decodes its query string once, and converts it to values of the declared types. */

import type { Param } from '../../../generator/core/plan/param.ts';
import { nearest } from '../../../generator/core/report/suggestion.ts';
import { CALLERS_STATEMENTS } from '../../../generator/core/types/compat.ts';
import type { ParamValue } from '../../../generator/core/types/scalar.ts';
import {
  refusedParameter,
  repeatedParameter,
  unknownParameter,
} from '../../../generator/params/fault-words.ts';
import { itemsIn } from '../../../generator/params/list.ts';
import { readParam } from '../../../generator/params/read-param.ts';
import type { Values } from '../../answers/bind.ts';

export type FaultCode =
  | 'missing_parameter'
  | 'invalid_parameter'
  | 'unknown_parameter'
  | 'repeated_parameter';
export interface RequestFault {
  readonly code: FaultCode;
  readonly name: string;
  readonly message: string;
}
/** Decoded texts by name, in the order of the request, and a fault for each part that cannot be decoded. */
export interface RequestQuery {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly faults: readonly RequestFault[];
}
export type UnknownParameters = 'reject' | 'ignore';

/** The most characters of a caller's text that a message repeats. */
const SHOWN_CHARACTERS = 60;

/** Reads the text after an address's question mark as the parameters of an endpoint. A separator splits lists here alone. */
export function parseQuery(search: string, params: readonly Param[]): RequestQuery {
  return splitItems(parseTexts(search), params);
}

/** Splits texts of lists at their separators: those of an address, or of words after a command. */
export function splitItems(query: RequestQuery, params: readonly Param[]): RequestQuery {
  const texts = new Map(query.texts);
  for (const { name, list } of params) {
    const given = list === null || list.separator === null ? undefined : texts.get(name);
    if (given !== undefined && list !== null)
      texts.set(
        name,
        given.flatMap(text => itemsIn(text, list)),
      );
  }
  return { ...query, texts };
}

/** The work is always proportional to the text's length. */
function parseTexts(search: string): RequestQuery {
  const texts = new Map<string, string[]>();
  const faults: RequestFault[] = [];
  for (const [index, pair] of search.split('&').entries()) {
    if (pair === '') continue;
    const end = pair.indexOf('=');
    const rawName = end < 0 ? pair : pair.slice(0, end);
    const name = decode(rawName);
    const text = decode(end < 0 ? '' : pair.slice(end + 1));
    const others = name === null ? undefined : texts.get(name);
    if (name === null || text === null) faults.push(undecodable(name ?? rawName));
    // A client may have encoded the question mark, but only at the beginning.
    else if ((index === 0 ? name : rawName).startsWith('?')) faults.push(secondQuestionMark(name));
    else if (others === undefined) texts.set(name, [text]);
    else others.push(text);
  }
  return { texts, faults };
}

function decode(raw: string): string | null {
  if (!raw.includes('%') && !raw.includes('+')) return raw;
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function undecodable(name: string): RequestFault {
  return {
    code: 'invalid_parameter',
    name: shown(name),
    message: `\`${shown(name)}\` must be percent-encoded UTF-8.`,
  };
}

/**
 * No parameter has such a name, and ignoring it would drop the intended parameter. So it is reported even if unknown
 * parameters are ignored.
 */
function secondQuestionMark(name: string): RequestFault {
  const message = `\`${shown(name)}\` begins with a question mark: an address has one, before the first parameter.`;
  return { code: 'unknown_parameter', name: shown(name), message };
}

interface ReadOptions {
  readonly unknown: UnknownParameters;
  /** Names of unknown parameters that are ignored. */
  readonly passed?: ReadonlySet<string>;
  /** Values of parameters that the caller cannot choose, by name; messages never list them. */
  readonly fixed?: object;
}

/** Returns the values of the declared parameters, without absent ones, and all faults of the request. */
export function readValues(
  params: readonly Param[],
  query: RequestQuery,
  { unknown, passed = NONE, fixed = {} }: ReadOptions,
): { readonly values: Values; readonly faults: readonly RequestFault[] } {
  const values = new Map<string, ParamValue>();
  const faults = [...query.faults];
  const undecoded = new Set(faults.map(({ name }) => name));
  for (const param of params.filter(({ name }) => !undecoded.has(name))) {
    const { value, fault } = readOne(param, query.texts.get(param.name) ?? []);
    if (fault !== null) faults.push(fault);
    else if (value !== null) values.set(param.name, value);
  }
  const isTold = (name: string) =>
    unknown === 'ignore' ? CALLERS_STATEMENTS.has(name) : !passed.has(name);
  const listed = params.filter(({ name }) => !Object.hasOwn(fixed, name));
  return { values, faults: [...faults, ...unknownFaults(params, listed, query, isTold)] };
}

const NONE: ReadonlySet<string> = new Set();

type ReadOne =
  | { readonly value: ParamValue | null; readonly fault: null }
  | { readonly value: null; readonly fault: RequestFault };

function readOne(param: Param, texts: readonly string[]): ReadOne {
  const { name } = param;
  const [text, second] = param.list === null ? texts : [];
  if (second !== undefined) {
    const fault: RequestFault = {
      code: 'repeated_parameter',
      name,
      message: repeatedParameter(name),
    };
    return { value: null, fault };
  }
  const read = readParam(param, param.list === null ? text : texts);
  if (read.ok) return { value: read.value, fault: null };
  const { code } = read;
  const lacksKey = param.filter?.key === true && read.found?.includes('=') === false;
  const expected = lacksKey ? KEYED : read.expected;
  // The message for a pattern already quotes it.
  const isShown = read.found === null || expected.includes(`\`${read.found}\``);
  const found = isShown || read.found === null ? null : shown(read.found);
  return { value: null, fault: { code, name, message: refusedParameter(name, expected, found) } };
}

const KEYED = 'a key, `=` and a value';
/** Reported even if other unknown parameters are ignored, because the rows would be those of another query. */
const noStatement = (name: string) =>
  `\`${name}\` is not accepted here: the endpoint runs its own query.`;
const NAMELESS = 'A value has no name before its `=`.';

/** How many unknown names of a request are compared with the existing ones. */
const MOST_COMPARED = 5;

function unknownFaults(
  params: readonly Param[],
  listed: readonly Param[],
  query: RequestQuery,
  isTold: (name: string) => boolean,
): readonly RequestFault[] {
  const known = new Set(params.map(({ name }) => name));
  const all = listed.map(({ name }) => name);
  return [...query.texts.keys()]
    .filter(name => !known.has(name) && isTold(name))
    .map(shown)
    .map((name, index) => {
      // only the first message lists the known names, without most operators of filters
      const names = index === 0 ? namesOf(listed) : null;
      if (CALLERS_STATEMENTS.has(name)) {
        return { code: 'unknown_parameter', name, message: noStatement(name) };
      }
      const similar = index < MOST_COMPARED ? nearest(name, all) : null;
      const near = similar !== null && names?.includes(similar) === true ? null : similar;
      const message = name === '' ? NAMELESS : unknownParameter(name, names, near);
      return { code: 'unknown_parameter', name, message };
    });
}

/** A filter has up to fourteen parameters; one of them stands for all, that of its own name if there is such. */
function namesOf(params: readonly Param[]): readonly string[] {
  const names = new Map<string, string>();
  for (const { name, filter } of params) {
    const of = filter?.name ?? name;
    if (!names.has(of) || name === of) names.set(of, name);
  }
  return [...names.values()];
}

/** Returns the beginning of a caller's text, as well-formed Unicode. */
export function shown(text: string): string {
  const characters = [...text.replace(/\p{Surrogate}/gu, '\uFFFD')];
  if (characters.length <= SHOWN_CHARACTERS) return characters.join('');
  return `${characters.slice(0, SHOWN_CHARACTERS).join('')}…`;
}
