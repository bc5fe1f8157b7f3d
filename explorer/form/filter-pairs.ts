/** Filters that callers compose, as rows of a filter, an operator and values. */
import type { FilterOperator } from '../../generator/core/filters.ts';
import { itemPath, memberPath } from '../rows/data/paths.ts';
import { instantOf, rfc3339 } from '../rows/data/values.ts';
import { type Given, withTexts } from '../service/given.ts';
import type { Endpoint, ListedField, Parameter } from '../service/listing.ts';

/** A parameter that is a pair of a filter and an operator. */
export interface Pair {
  readonly parameter: Parameter;
  readonly filter: string;
  readonly operator: FilterOperator;
}

export const OPERATOR_LABELS: Readonly<Record<FilterOperator, string>> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  not_in: 'is not one of',
  lt: 'is below',
  lte: 'is at most',
  gt: 'is above',
  gte: 'is at least',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  matches: 'matches',
  has: 'has',
  is_null: 'is absent',
};

export function pairsOf({ parameters }: Pick<Endpoint, 'parameters'>): readonly Pair[] {
  return parameters.flatMap(parameter => {
    const { filter } = parameter;
    return filter === undefined
      ? []
      : [{ parameter, filter: filter.name, operator: filter.operator }];
  });
}

/** The names of the filters, each once. */
export function filtersOf(pairs: readonly Pair[]): readonly string[] {
  return [...new Set(pairs.map(({ filter }) => filter))];
}

/** The pairs that have a value, in the order in which they got it. */
export function pairsGiven(pairs: readonly Pair[], given: Given): readonly Pair[] {
  const byName = new Map(pairs.map(pair => [pair.parameter.name, pair]));
  return [...given.keys()].flatMap(name => byName.get(name) ?? []);
}

/** The first pair of a filter that stands in no row yet; `null` where all do. */
export function freePair(
  pairs: readonly Pair[],
  used: readonly Pair[],
  filter: string | null,
): Pair | null {
  return (
    pairs.find(pair => (filter === null || pair.filter === filter) && !used.includes(pair)) ?? null
  );
}

/** `given` with the values of one pair moved to another, as far as that takes them. */
export function moved(given: Given, from: Pair, to: Pair): Given {
  const texts = given.get(from.parameter.name) ?? [];
  const isList = to.parameter.list !== undefined;
  const isSame = from.parameter.scalar === to.parameter.scalar;
  const kept = isSame ? (isList ? texts : texts.slice(0, 1)) : [];
  return withTexts(withTexts(given, from.parameter.name, []), to.parameter.name, kept);
}

/** The columns and fields of a row that a filter compares, by their paths. */
export function comparedPaths({
  columns,
}: Pick<Endpoint, 'columns'>): ReadonlyMap<string, ListedField> {
  const below = (path: string, field: ListedField): readonly (readonly [string, ListedField])[] => {
    const record = field.array === true ? itemPath(path, 0) : path;
    const fields = field.fields ?? [];
    return [
      ...(field.filter === undefined ? [] : [[path, field] as const]),
      ...fields.flatMap(each => below(memberPath(record, each.name), each)),
    ];
  };
  return new Map(columns.flatMap(column => below(column.name, column)));
}

/** Asks for the rows that have a value where `compared` stands; `null` where its filter does not take it. */
export function filteredBy(
  endpoint: Pick<Endpoint, 'parameters'>,
  given: Given,
  compared: ListedField,
  value: unknown,
): Given | null {
  const operator = value === null ? 'is_null' : 'eq';
  const pair = pairsOf(endpoint).find(
    pair => pair.filter === compared.filter && pair.operator === operator,
  );
  const text = value === null ? 'true' : textFor(compared, value);
  return pair === undefined || text === '' ? null : withTexts(given, pair.parameter.name, [text]);
}

/** The text of a value as parameters take it; empty for a value that none takes. */
function textFor(field: ListedField, value: unknown): string {
  if (typeof value === 'object') return '';
  const instant = field.type === 'timestamp' ? instantOf(field, value) : null;
  return instant === null ? String(value) : rfc3339(instant);
}
