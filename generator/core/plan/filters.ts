/** Filters that callers combine: the closed list of their operators, and the names of their parameters. */

/** In the order in which documents list them. */
export const FILTER_OPERATORS = [
  'eq',
  'ne',
  'differs',
  'in',
  'not_in',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'like',
  'not_like',
  'matches',
  'not_matches',
  'has',
  'has_all',
  'is_null',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Operators that a filter has only if its author names them. */
export const NAMED_OPERATORS: readonly FilterOperator[] = [
  'differs',
  'like',
  'not_like',
  'not_matches',
  'has_all',
];

/** The most filter/operator pairs that a request may have, and the most values in all of them. */
export const MOST_PAIRS = 20;
export const MOST_FILTER_VALUES = 100;

/** The filter and operator of a parameter. */
export interface Filter {
  readonly name: string;
  readonly operator: FilterOperator;
  /** Only if other parameters may cancel it, so that no key can fix it. */
  readonly loose?: true;
  /** Only on patterns that ignore letter case. */
  readonly ignoreCase?: true;
  /** Only if a request chooses the operator, by the value of an enum; `operator` is then that of the name alone. */
  readonly chosen?: {
    readonly by: string;
    readonly operators: Readonly<Record<string, FilterOperator>>;
  };
  /** Only on maps: each value names a key and its wanted value, as in `region=eu`. */
  readonly key?: true;
}

/** The name of the parameter for a filter and an operator. */
export function pairName(filter: string, operator: FilterOperator): string {
  return isBareOperator(operator) ? filter : `${filter}__${operator}`;
}

/** The operator that a filter's name means without a suffix: `has` on lists, `eq` on any other type. */
export function isBareOperator(operator: FilterOperator): boolean {
  return operator === 'eq' || operator === 'has';
}
