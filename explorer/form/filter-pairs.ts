/** Filters that callers compose, as rows of a filter, an operator and values. */
import type { FilterOperator } from '../../generator/core/filters.ts';
import { type Given, withTexts } from '../service/given.ts';
import type { Endpoint, Parameter } from '../service/listing.ts';

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

/** Asks for the rows that have a value in a column; `null` where no filter of that name takes it. */
export function filteredBy(
  endpoint: Pick<Endpoint, 'parameters'>,
  given: Given,
  column: string,
  value: unknown,
): Given | null {
  const operator = value === null ? 'is_null' : 'eq';
  const pair = pairsOf(endpoint).find(
    ({ filter, operator: of, parameter }) =>
      filter === column && of === operator && parameter.filter?.key !== true,
  );
  if (pair === undefined || (typeof value === 'object' && value !== null)) return null;
  return withTexts(given, pair.parameter.name, [value === null ? 'true' : String(value)]);
}

/** The columns that `filteredBy` knows a filter for. */
export function filterableColumns(endpoint: Pick<Endpoint, 'parameters'>): readonly string[] {
  const plain = pairsOf(endpoint).filter(
    ({ operator, parameter }) => operator === 'eq' && parameter.filter?.key !== true,
  );
  return filtersOf(plain);
}
