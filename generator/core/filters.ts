/** Filters that callers compose: the closed list of their operators, and the names of their parameters. */

/** In the order of documents. */
export const FILTER_OPERATORS = [
  'eq',
  'ne',
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
  'matches',
  'has',
  'is_null',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** How many pairs of a filter and an operator a request may give, and how many values with them. */
export const MOST_PAIRS = 20;
export const MOST_FILTER_VALUES = 100;

/** The filter that a parameter is a pair of. */
export interface Filter {
  readonly name: string;
  readonly operator: FilterOperator;
  /** Only where other parameters may cancel it, so that no key can fix it. */
  readonly loose?: true;
  /** Only of patterns that find both letter cases. */
  readonly ignoreCase?: true;
  /** Only of maps: each value names a key and its wanted value, as in `region=eu`. */
  readonly key?: true;
}

/** The name of the parameter of a pair. */
export function pairName(filter: string, operator: FilterOperator): string {
  return isBare(operator) ? filter : `${filter}__${operator}`;
}

/** `has` is the bare name of a filter of lists, and `eq` of any other. */
export function isBare(operator: FilterOperator): boolean {
  return operator === 'eq' || operator === 'has';
}
