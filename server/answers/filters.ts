/** Filters that a request combines: names in brackets, and limits for all filters of a request. */

import {
  type Filter,
  isBareOperator,
  MOST_FILTER_VALUES,
  MOST_PAIRS,
} from '../../generator/core/plan/filters.ts';
import type { Param } from '../../generator/core/plan/param.ts';
import { isListValue } from '../../generator/core/types/scalar.ts';
import { refusedParameter } from '../../generator/params/fault-words.ts';
import { asAlternatives } from '../../generator/params/patterns/case.ts';
import { likeAsRe2 } from '../../generator/params/patterns/like.ts';
import { callerPatternFault } from '../../generator/params/patterns/pattern.ts';
import { type RequestFault, type RequestQuery, shown } from '../http/reading/read-request.ts';
import type { Values } from './bind.ts';
import { isPatterns } from './patterns.ts';

type FilterParam = Param & { readonly filter: Filter };

/** The filters of one endpoint, as requests send them. */
export interface Filters {
  /** Renames `status[gte]` to `status__gte` in a query; both forms may be used together. */
  readonly named: (query: RequestQuery) => RequestQuery;
  /** Returns the values to bind; joins several patterns as alternatives of one. */
  readonly bound: (values: Values) => Values;
  /** Returns the faults of all filters together: too many filters, too many values, too costly patterns. */
  readonly faults: (values: Values) => readonly RequestFault[];
}

/** Returns `null` for an endpoint without filters. */
export function readFilters(params: readonly Param[]): Filters | null {
  const pairs = params.filter(isPair);
  if (pairs.length === 0) return null;
  const plain = pairs.filter(({ filter }) => filter.key !== true);
  const names = new Map(plain.map(({ name, filter }) => [bracketed(filter), name]));
  const known = new Set(params.map(({ name }) => name));
  return {
    named: query => withNames(query, names, { pairs, known }),
    bound: values => withFlags(pairs, values),
    faults: values => faultsOf(pairs, values),
  };
}

function isPair(param: Param): param is FilterParam {
  return param.filter !== undefined;
}

function bracketed({ name, operator }: Filter): string {
  return `${name}[${operator}]`;
}

interface Declared {
  readonly pairs: readonly FilterParam[];
  /** Names of all parameters. */
  readonly known: ReadonlySet<string>;
}

function withNames(
  query: RequestQuery,
  names: ReadonlyMap<string, string>,
  { pairs, known }: Declared,
): RequestQuery {
  const texts = new Map<string, readonly string[]>();
  const faults = [...query.faults];
  for (const [written, given] of query.texts) {
    const keyed = known.has(written) ? null : withKey(pairs, written, given);
    const name = keyed?.name ?? names.get(written) ?? written;
    const filter = known.has(name) ? undefined : filterNamed(pairs, written);
    const more = keyed?.texts ?? given;
    if (filter === undefined) texts.set(name, [...(texts.get(name) ?? []), ...more]);
    else faults.push(unknownOperator(pairs, filter, written));
  }
  return { texts, faults };
}

interface Keyed {
  readonly name: string;
  readonly texts: readonly string[];
}

/** Turns `label[region]=eu` into `label=region=eu`, `label[region][gte]=1` into `label__gte=region=1`; `null` for other names. */
function withKey(
  pairs: readonly FilterParam[],
  written: string,
  given: readonly string[],
): Keyed | null {
  for (const { name, filter } of pairs) {
    if (filter.key !== true || !written.startsWith(`${filter.name}[`)) continue;
    const suffix = isBareOperator(filter.operator)
      ? [']', `][${filter.operator}]`]
      : [`][${filter.operator}]`];
    const key = keyIn(written.slice(filter.name.length + 1), suffix);
    if (key === null) continue;
    // an empty text is absent
    return { name, texts: given.map(text => (text === '' ? '' : `${key}=${text}`)) };
  }
  return null;
}

/** Returns the key before one of `ends`; a key contains no bracket and no `=`. */
function keyIn(text: string, ends: readonly string[]): string | null {
  const keys = ends.filter(end => text.endsWith(end)).map(end => text.slice(0, -end.length));
  return keys.find(key => /^[^[\]=]+$/.test(key)) ?? null;
}

/** Returns the name of the filter that a name refers to, with any operator. */
function filterNamed(pairs: readonly FilterParam[], written: string): string | undefined {
  const isAbout = (name: string) =>
    written === name || written.startsWith(`${name}[`) || written.startsWith(`${name}__`);
  return pairs.find(({ filter }) => isAbout(filter.name))?.filter.name;
}

/**
 * Reported even if unknown parameters are ignored: without the filter, a request would return more rows than it asks
 * for.
 */
function unknownOperator(
  pairs: readonly FilterParam[],
  name: string,
  written: string,
): RequestFault {
  const has = pairs.filter(({ filter }) => filter.name === name).map(pair => `\`${pair.name}\``);
  const message = `\`${shown(written)}\` is not an operator of the filter \`${name}\`; its operators are ${has.join(', ')}.`;
  return { code: 'unknown_parameter', name: shown(written), message };
}

function faultsOf(pairs: readonly FilterParam[], values: Values): readonly RequestFault[] {
  const given = pairs.flatMap(param => {
    const value = values.get(param.name);
    return value === undefined ? [] : [{ param, values: isListValue(value) ? value : [value] }];
  });
  const count = given.reduce((sum, one) => sum + one.values.length, 0);
  const [last] = given.slice(-1);
  if (last === undefined) return [];
  const fault = (message: string): RequestFault => {
    return { code: 'invalid_parameter', name: last.param.name, message };
  };
  if (given.length > MOST_PAIRS)
    return [fault(`A request may have at most ${MOST_PAIRS} filters, not ${given.length}.`)];
  if (count > MOST_FILTER_VALUES)
    return [
      fault(
        `The filters of a request may have at most ${MOST_FILTER_VALUES} values, not ${count}.`,
      ),
    ];
  const patterns = given.filter(({ param }) => isPatterns(param, values));
  const forms = given.filter(({ param }) => isLike(param));
  return [...patternFaults(patterns), ...likeFaults(forms)];
}

function withFlags(pairs: readonly FilterParam[], values: Values): Values {
  const patterns = pairs.filter(pair => isPatterns(pair, values));
  const changed = patterns.flatMap(({ name }) => {
    const given = values.get(name);
    return given !== undefined && isListValue(given)
      ? [[name, asAlternatives(given.map(String))] as const]
      : [];
  });
  return changed.length === 0 ? values : new Map([...values, ...changed]);
}

function isLike({ filter: { operator } }: FilterParam): boolean {
  return operator === 'like' || operator === 'not_like';
}

type Given = { readonly param: FilterParam; readonly values: readonly unknown[] };

/** Engines search for LIKE as for a pattern of RE2, and all of a request may cost as much as one. */
function likeFaults(forms: readonly Given[]): readonly RequestFault[] {
  const [first] = forms;
  if (first === undefined) return [];
  const all = forms.flatMap(({ values }) => values.map(value => likeAsRe2(String(value))));
  return costFaults(first, `(?s)(?:${all.join('|')})`);
}

/** Checks all patterns of a request together: they may cost as much as one pattern. */
function patternFaults(patterns: readonly Given[]): readonly RequestFault[] {
  const [first] = patterns;
  if (first === undefined) return [];
  const single = patterns
    .filter(({ param }) => param.filter.chosen !== undefined)
    .flatMap(faultsOfEach);
  if (single.length > 0) return single;
  const all = asAlternatives(patterns.flatMap(({ values }) => values.map(String)))
    .map(pattern => `(?:${pattern})`)
    .join('|');
  const isCaseless = patterns.some(({ param }) => param.filter.ignoreCase === true);
  return costFaults(first, isCaseless ? `(?i)${all}` : all);
}

/** Of texts that only the chosen operator makes patterns: each must be one of its own. */
function faultsOfEach({ param: { name }, values }: Given): readonly RequestFault[] {
  for (const value of values) {
    const fault = callerPatternFault(String(value));
    if (fault === null) continue;
    const message = refusedParameter(name, fault, shown(String(value)));
    return [{ code: 'invalid_parameter', name, message }];
  }
  return [];
}

function costFaults({ param: { name } }: Given, pattern: string): readonly RequestFault[] {
  const fault = callerPatternFault(pattern);
  if (fault === null) return [];
  const message = `The patterns of the filters, taken together, must be ${fault}.`;
  return [{ code: 'invalid_parameter', name, message }];
}
