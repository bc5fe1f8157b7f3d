/** Filters that callers compose: their parameters, and the condition on rows that each is. */
import { RE2JS } from 're2js';
import type { BodySpec, FilterSpec } from '../../generator/core/spec/body-spec.ts';
import type { Entry } from '../../generator/core/spec/located.ts';
import type { Scalar } from '../../generator/core/types/scalar.ts';
import { askedBy, type Condition, type Guarded } from './conditions.ts';
import { evaluate } from './language/evaluate.ts';
import type { Term } from './language/term.ts';
import { readValue, type Scope } from './language/typing.ts';
import { type Param, Refused, readText } from './params.ts';
import { compare, itemOf, mapValueOf, type Value } from './values.ts';

interface Filters {
  readonly params: readonly Param[];
  readonly conditions: readonly Condition[];
}

/** Whether an operator holds for a value that is not NULL. */
type Test = (value: Value, given: readonly Value[], fold: (text: Value) => string) => boolean;

const among: Test = (value, given, fold) =>
  given.some(one =>
    typeof one === 'string' && typeof value === 'string'
      ? fold(one) === fold(value)
      : compare(one, value) === 0,
  );
const searched =
  (find: (text: string, part: string) => boolean): Test =>
  (value, given, fold) =>
    itemsOf(value).some(text => given.some(part => find(fold(text), fold(part))));
const ordered =
  (is: (order: number) => boolean): Test =>
  (value, [given = null]) =>
    is(compare(value, given));
const not =
  (test: Test): Test =>
  (...of) =>
    !test(...of);
const contains = searched((text, part) => text.includes(part));

const like = searched((text, pattern) => hasForm([...text], likeTokens(pattern)));

const TESTS: Readonly<Record<string, Test>> = {
  eq: among,
  in: among,
  ne: not(among),
  differs: not(among),
  not_in: not(among),
  lt: ordered(order => order < 0),
  lte: ordered(order => order <= 0),
  gt: ordered(order => order > 0),
  gte: ordered(order => order >= 0),
  contains,
  not_contains: not(contains),
  starts_with: searched((text, part) => text.startsWith(part)),
  ends_with: searched((text, part) => text.endsWith(part)),
  like,
  not_like: not(like),
  has_all: (value, given, fold) =>
    given.every(one => itemsOf(value).some(item => among(item, [one], fold))),
  has: (value, given, fold) => itemsOf(value).some(item => among(item, given, fold)),
};

const OF_ALL = ['eq', 'ne', 'in', 'not_in'];
const OF_ORDER = ['lt', 'lte', 'gt', 'gte'];
const OF_TEXTS = ['contains', 'not_contains', 'starts_with', 'ends_with', 'matches'];

/** The items of a list that are there, or the value alone. */
function itemsOf(value: Value): readonly Value[] {
  return Array.isArray(value) ? value.filter(item => item !== null) : [value];
}

export function readFilters({ filters, match, prefix }: BodySpec, scope: Scope): Filters {
  const before = prefix?.value ?? '';
  const pairs = filters.flatMap(entry => pairsOf(entry, before, scope));
  const params = pairs.map(({ param }) => param);
  const guarded = pairs.map(pair => pair.guarded);
  const isAny = match?.value === 'any' && guarded.length > 0;
  return { params, conditions: isAny ? [{ any: guarded }] : guarded.map(one => ({ any: [one] })) };
}

function pairsOf(entry: Entry<FilterSpec>, prefix: string, scope: Scope) {
  const { name, value: spec } = entry;
  const of = readValue(spec.of.value, scope);
  const inMap = of.type === 'null' ? null : mapValueOf(of.type);
  if (inMap !== null) return keyedPairs(entry, { prefix, of, type: inMap });
  const type = of.type as Scalar;
  const item = itemOf(type);
  const known =
    item === null
      ? [...OF_ALL, ...(type === 'bool' ? [] : OF_ORDER), ...(type === 'string' ? OF_TEXTS : [])]
      : ['has', ...(item === 'string' ? OF_TEXTS : [])];
  if (spec.by !== null) return [chosenPair(entry, prefix, of, item ?? type)];
  const asked = spec.operators?.map(({ value }) => value as string);
  return (asked ?? [...known, 'is_null']).map(operator => {
    const isBare = operator === 'eq' || operator === 'has';
    const param = paramOf(
      `${prefix}${name}${isBare ? '' : `__${operator}`}`,
      operator,
      item ?? type,
      spec.maxLength?.value ?? Number.POSITIVE_INFINITY,
    );
    return { param, guarded: guardedBy(of, operator, param.name, spec) };
  });
}

/** One parameter with the filter's name, whose operator the value of an enum chooses. */
function chosenPair(
  { name, value: spec }: Entry<FilterSpec>,
  prefix: string,
  of: Term,
  type: Scalar,
) {
  const operators = new Map(spec.cases?.map(one => [one.name, one.value.value as string]));
  const [first = ''] = operators.values();
  const longest = spec.maxLength?.value ?? Number.POSITIVE_INFINITY;
  const plain = first.endsWith('matches') ? 'contains' : first;
  const param = paramOf(`${prefix}${name}`, plain, type, longest);
  const byOperator = new Map(
    [...new Set(operators.values())].map(one => [one, guardedBy(of, one, param.name, spec)]),
  );
  const chosenBy = (params: ReadonlyMap<string, unknown>) =>
    byOperator.get(operators.get(String(params.get(spec.by?.value ?? ''))) ?? '');
  const guarded: Guarded = {
    asked: params => chosenBy(params)?.asked(params) ?? false,
    holds: env => chosenBy(env.params)?.holds(env) ?? false,
  };
  return { param, guarded };
}

function paramOf(name: string, operator: string, of: Scalar, longest: number): Param {
  const isOne = operator === 'is_null' || OF_ORDER.includes(operator);
  const type = operator === 'is_null' ? 'bool' : operator.endsWith('matches') ? 'regex' : of;
  const scalar = type === 'regex' ? 'string' : type;
  const one = (text: string): Value => {
    const value = readText(type, text);
    if (value === null) throw new Refused(name, `of type ${type}`);
    if (typeof value === 'string' && of === 'string' && [...value].length > longest)
      throw new Refused(name, 'no longer than it may be');
    return value;
  };
  const accept: Param['accept'] = sent => {
    const texts = sent === undefined ? [] : [sent].flat().filter(text => text !== '');
    const [text] = texts;
    if (text === undefined) return null;
    if (isOne && typeof sent !== 'string') throw new Refused(name, 'a single value');
    if (operator.endsWith('like') && !texts.every(isLikePattern))
      throw new Refused(name, 'a pattern');
    const values = texts.map(one);
    if (values.length > 100) throw new Refused(name, 'of at most 100 values');
    return isOne ? (values[0] ?? null) : values;
  };
  return { name, type: isOne ? scalar : `list<${scalar}>`, isSpan: false, values: null, accept };
}

function guardedBy(of: Term, operator: string, name: string, spec: FilterSpec): Guarded {
  const { except, ignoreCase } = spec;
  const isCaseless = ignoreCase?.value === true;
  const fold = (text: Value) =>
    isCaseless ? String(text).replace(/[A-Z]/g, one => one.toLowerCase()) : String(text);
  const left = except === null ? () => false : askedBy(except);
  return {
    asked: params => (params.get(name) ?? null) !== null && !left(params),
    holds: env => {
      const value = evaluate(of, env);
      const given = env.params.get(name) ?? null;
      if (operator === 'is_null') return (value === null) === given;
      if (value === null) return operator === 'differs';
      const all = Array.isArray(given) ? given : [given];
      if (operator.endsWith('matches')) {
        const isMatch = itemsOf(value).some(text => isFound(text, all, isCaseless));
        return isMatch === (operator === 'matches');
      }
      const test = TESTS[operator];
      if (test === undefined) throw new Error(`no operator is named ${operator}`);
      return test(value, all, fold);
    },
  };
}

/** The value that one key is compared with. */
interface OfKey {
  readonly key: string;
  readonly value: Value;
}

const OF_ONE: readonly string[] = ['ne', 'differs', 'not_in', 'not_contains', ...OF_ORDER];

/** Each value that is sent is `key=value`. */
function keyedPairs(
  { name, value: spec }: Entry<FilterSpec>,
  { prefix, of, type }: { readonly prefix: string; readonly of: Term; readonly type: Scalar },
) {
  const texts = OF_TEXTS.filter(operator => operator !== 'matches');
  const known = [...OF_ALL, ...OF_ORDER, ...(type === 'string' ? texts : [])];
  const asked = spec.operators?.map(({ value }) => value as string);
  const longest = spec.maxLength?.value ?? Number.POSITIVE_INFINITY;
  const fold = (text: Value) =>
    spec.ignoreCase?.value === true ? String(text).toLowerCase() : String(text);
  return (asked ?? known).map(operator => {
    const called = `${prefix}${name}${operator === 'eq' ? '' : `__${operator}`}`;
    const accept: Param['accept'] = sent => {
      const given = sent === undefined ? [] : [sent].flat().filter(text => text !== '');
      if (new Set(given).size > 20) throw new Refused(called, 'of at most 20 values');
      if (given.some(text => readItem(text, type) === null || [...text].length > longest))
        throw new Refused(called, 'a key and a value');
      return given.length === 0 ? null : given;
    };
    const param: Param = {
      name: called,
      type: 'list<string>',
      isSpan: false,
      values: null,
      accept,
    };
    const holds: Guarded['holds'] = env => {
      const map = Object(evaluate(of, env) ?? {}) as Readonly<Record<string, Value>>;
      const all = [env.params.get(called) ?? []]
        .flat()
        .flatMap(text => readItem(String(text), type) ?? []);
      const isAs = ({ key, value }: OfKey) => {
        const own = Object.hasOwn(map, key) ? (map[key] ?? null) : null;
        if (own === null) return operator === 'differs';
        return TESTS[operator]?.(own, [value], fold) ?? false;
      };
      if (OF_ONE.includes(operator)) return all.every(isAs);
      return all.every(({ key }) => all.some(other => other.key === key && isAs(other)));
    };
    const left = spec.except === null ? () => false : askedBy(spec.except);
    const isAsked: Guarded['asked'] = params =>
      (params.get(called) ?? null) !== null && !left(params);
    return { param, guarded: { asked: isAsked, holds } };
  });
}

/** One token of a pattern of LIKE: any text, any code point, or one code point. */
type LikeToken = '%' | '_' | { readonly letter: string };

/** A pattern with a backslash that escapes neither `%`, `_` nor a backslash has no meaning. */
function likeTokens(pattern: string): readonly LikeToken[] {
  const letters = [...pattern];
  const tokens: LikeToken[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? '';
    if (letter === '%' || letter === '_') tokens.push(letter);
    else if (letter !== '\\') tokens.push({ letter });
    else {
      at += 1;
      tokens.push({ letter: letters[at] ?? '' });
    }
  }
  return tokens;
}

function isLikePattern(pattern: string): boolean {
  return !/\\[^%_\\]|\\$/u.test(pattern.replaceAll('\\\\', ''));
}

/** Whether all letters have the form of all tokens: the places in the pattern that the letters so far can reach. */
function hasForm(letters: readonly string[], tokens: readonly LikeToken[]): boolean {
  const passing = (places: ReadonlySet<number>): ReadonlySet<number> => {
    const all = new Set(places);
    for (let at = 0; at < tokens.length; at += 1)
      if (all.has(at) && tokens[at] === '%') all.add(at + 1);
    return all;
  };
  let places = passing(new Set([0]));
  for (const letter of letters) {
    const next = [...places].flatMap(at => {
      const token = tokens[at];
      if (token === undefined) return [];
      if (token === '%') return [at];
      return token === '_' || token.letter === letter ? [at + 1] : [];
    });
    places = passing(new Set(next));
  }
  return places.has(tokens.length);
}

/** `null` for a text that is not an item. */
function readItem(text: string, type: Scalar): OfKey | null {
  const at = text.indexOf('=');
  const [key, written] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1) return null;
  if (type === 'string') return { key, value: written };
  const isNumber = type === 'int64' ? /^-?\d{1,18}$/ : /^-?\d+(\.\d+)?$/;
  if (!isNumber.test(written)) return null;
  return { key, value: type === 'int64' ? BigInt(written) : Number(written) };
}

function isFound(text: Value, patterns: readonly Value[], isCaseless: boolean): boolean {
  const flags = isCaseless ? RE2JS.CASE_INSENSITIVE : 0;
  return patterns.some(one => RE2JS.compile(String(one), flags).matcher(String(text)).find());
}
