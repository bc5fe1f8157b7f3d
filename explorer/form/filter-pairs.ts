/** Filters that callers compose, as rows of a filter, an operator and values. */
import type { FilterOperator } from '../../generator/core/plan/filters.ts';
import { held } from '../../generator/core/types/scalar.ts';
import { itemPath, memberPath, type Parent } from '../rows/data/paths.ts';
import { formatRfc3339, readInstantMillis } from '../rows/data/values.ts';
import { meantValue } from '../service/enums.ts';
import { type Given, readGivenText, withTexts } from '../service/given.ts';
import type { ListedEndpoint, ListedField, ListedParameter } from '../service/listing.ts';

/** A parameter that is a pair of a filter and an operator. */
export interface Pair {
  readonly parameter: ListedParameter;
  readonly filter: string;
  readonly operator: FilterOperator;
}

export const OPERATOR_LABELS: Readonly<Record<FilterOperator, string>> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  not_in: 'is not one of',
  differs: 'is not, or is absent',
  lt: 'is below',
  lte: 'is at most',
  gt: 'is above',
  gte: 'is at least',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  like: 'is like',
  not_like: 'is not like',
  matches: 'matches',
  not_matches: 'does not match',
  has: 'has',
  has_all: 'has all of',
  is_null: 'is absent',
};

export function pairsOf({ parameters }: Pick<ListedEndpoint, 'parameters'>): readonly Pair[] {
  return parameters.flatMap(parameter => {
    const { filter } = parameter;
    return filter === undefined
      ? []
      : [{ parameter, filter: filter.name, operator: filter.operator }];
  });
}

/** The names of the filters, each once. */
export function listFilters(pairs: readonly Pair[]): readonly string[] {
  return [...new Set(pairs.map(({ filter }) => filter))];
}

/** The operators among which an enum of the request chooses, and its current value. */
export interface OperatorChoice {
  readonly by: ListedParameter;
  readonly value: string | null;
  readonly operators: Readonly<Record<string, FilterOperator>>;
  /** Whether the key fixes the enum. */
  readonly isFixed: boolean;
}

/** `null` if the operator of a pair is always the same. */
export function operatorChoice(
  { parameters, fixed }: Pick<ListedEndpoint, 'parameters' | 'fixed'>,
  { parameter }: Pair,
  given: Given,
): OperatorChoice | null {
  const { chosen } = parameter.filter ?? {};
  if (chosen === undefined) return null;
  const { operators } = chosen;
  const locked = fixed.find(({ name }) => name === chosen.by);
  const by = locked ?? parameters.find(({ name }) => name === chosen.by);
  if (by === undefined) return null;
  const text = locked === undefined ? readGivenText(given, by.name) : String(locked.value);
  const value = meantValue(by, text) ?? (typeof by.default === 'string' ? by.default : null);
  return { by, value, operators, isFixed: locked !== undefined };
}

/** The pairs that have a value, in the order in which the values were added. */
export function pairsGiven(pairs: readonly Pair[], given: Given): readonly Pair[] {
  const byName = new Map(pairs.map(pair => [pair.parameter.name, pair]));
  return [...given.keys()].flatMap(name => byName.get(name) ?? []);
}

/** The first pair of a filter without a row; `null` if every filter has one. */
export function freePair(
  pairs: readonly Pair[],
  used: readonly Pair[],
  filter: string | null,
): Pair | null {
  return (
    pairs.find(pair => (filter === null || pair.filter === filter) && !used.includes(pair)) ?? null
  );
}

/** `given` with the values of one pair moved to another, as far as the other accepts them. */
export function movePair(given: Given, from: Pair, to: Pair): Given {
  const texts = given.get(from.parameter.name) ?? [];
  const isList = to.parameter.list !== undefined;
  const isSame = from.parameter.scalar === to.parameter.scalar;
  const kept = isSame ? (isList ? texts : texts.slice(0, 1)) : [];
  return withTexts(withTexts(given, from.parameter.name, []), to.parameter.name, kept);
}

/** The columns and fields of a row that a filter compares, by their paths. */
export function comparedPaths({
  columns,
}: Pick<ListedEndpoint, 'columns'>): ReadonlyMap<string, ListedField> {
  const below = (path: string, field: ListedField): readonly (readonly [string, ListedField])[] => {
    const record = field.array === true ? itemPath(path, 0) : path;
    const fields = field.fields ?? [];
    return [
      ...(field.filter === undefined ? [] : [[path, field] as const]),
      ...membersOf(path, field),
      ...fields.flatMap(each => below(memberPath(record, each.name), each)),
    ];
  };
  return new Map(columns.flatMap(column => below(column.name, column)));
}

/** The values of keys, and the items of a list, that each have a filter, as fields of their own. */
function membersOf(
  path: string,
  { members = {}, ...field }: ListedField,
): readonly (readonly [string, ListedField])[] {
  const { as, of } = heldBy(field);
  const pathOf = as === 'list' ? itemPath : memberPath;
  return Object.entries(members).map(([key, filter]) => [
    pathOf(path, key),
    { ...field, type: of, filter },
  ]);
}

/** A condition on one filter, as its parameter accepts it. */
interface Asked {
  readonly filter: string;
  readonly operator: FilterOperator;
  readonly text: string;
  /** Only for a key of a map: the beginning of all texts that ask for it. */
  readonly key?: string;
}

/**
 * The condition that a row has this value at this path, by a filter of the value itself, or of the list or the map that contains it. `null`
 * if no filter compares it.
 */
export function conditionOn(
  compared: ReadonlyMap<string, ListedField>,
  path: string,
  value: unknown,
  within: Parent | null,
): Asked | null {
  const own = compared.get(path);
  if (own !== undefined) return conditionOf(own, value);
  const holder = within === null ? undefined : compared.get(within.path);
  return within === null || holder === undefined ? null : memberOf(holder, within.key, value);
}

function conditionOf(field: ListedField, value: unknown): Asked | null {
  const { filter = '' } = field;
  if (value === null) return { filter, operator: 'is_null', text: 'true' };
  const text = textFor(field, value);
  return text === null || text === '' ? null : { filter, operator: 'eq', text };
}

/** A condition on an item of a list, or on the value of a key. A key ends at a `=`. */
function memberOf(holder: ListedField, key: string, value: unknown): Asked | null {
  const { filter = '' } = holder;
  const { as, of } = heldBy(holder);
  const text = value === null || as === 'one' ? null : textFor({ ...holder, type: of }, value);
  if (text === null) return null;
  if (as === 'list') return text === '' ? null : { filter, operator: 'has', text };
  if (key === '' || key.includes('=')) return null;
  return { filter, operator: 'eq', text: `${key}=${text}`, key: `${key}=` };
}

const RECORD = { as: 'one', of: 'string' } as const;

function heldBy({ type }: ListedField): ReturnType<typeof held> {
  return type === 'record' ? RECORD : held(type);
}

/** `given` with the condition, which replaces one on the same value; `null` if the filter has no such operator. */
export function filteredBy(
  endpoint: Pick<ListedEndpoint, 'parameters'>,
  given: Given,
  { filter, operator, text, key }: Asked,
): Given | null {
  const pair = pairsOf(endpoint).find(one => one.filter === filter && one.operator === operator);
  if (pair === undefined) return null;
  const { name } = pair.parameter;
  const kept =
    key === undefined ? [] : (given.get(name) ?? []).filter(other => !other.startsWith(key));
  return withTexts(given, name, [...kept, text]);
}

/** The text of a value as parameters accept it; `null` for a value that none accepts. */
function textFor(field: ListedField, value: unknown): string | null {
  if (typeof value === 'object') return null;
  const instant = field.type === 'timestamp' ? readInstantMillis(field, value) : null;
  return instant === null ? String(value) : formatRfc3339(instant);
}
