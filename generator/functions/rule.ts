/** A function of the portable library, and the common forms of rules. */

import type { Lookup } from '../core/expr/expr.ts';
import { SCALARS, type Scalar, type Type } from '../core/types/scalar.ts';
import type { FunctionWords, Overload } from './entry.ts';
import type { AggregateName, FunctionName, JsonFunctionName } from './names.ts';

export const TIME_CALLS = [
  'trunc',
  'date',
  'timestamp',
  'date_diff',
  'timestamp_diff',
  'format_timestamp',
  'extract',
] as const;
export type TimeCall = (typeof TIME_CALLS)[number];

export type Rule =
  | { readonly kind: 'scalar'; readonly overloads: readonly Overload<FunctionName | null>[] }
  | { readonly kind: 'aggregate'; readonly overloads: readonly Overload<AggregateName>[] }
  /** A value of an ordered type, for `quantile_cont` a number, and a rank with a limited number of decimals. */
  | {
      readonly kind: 'quantile';
      readonly fn: 'quantile' | 'quantile_cont' | 'approx_quantile';
      readonly decimals: number;
    }
  /** A value from the row where another is least or greatest; both have ordered types. */
  | { readonly kind: 'extreme'; readonly fn: 'arg_min' | 'arg_max' }
  /** A window function, which needs `over`. */
  | { readonly kind: 'window'; readonly fn: 'row_number' | 'rank' | 'dense_rank' }
  /** A number of groups, as a literal. */
  | { readonly kind: 'tile'; readonly fn: 'ntile' }
  | { readonly kind: 'neighbour'; readonly fn: 'lag' | 'lead' | 'first_value' | 'last_value' }
  /** Values joined in an order. */
  | { readonly kind: 'listing'; readonly fn: 'string_agg' | 'list_agg' }
  /** Values of one type; for `if`, after a condition. */
  | {
      readonly kind: 'alike';
      readonly fn: 'if' | 'coalesce' | 'nullif' | 'greatest' | 'least';
      readonly least: number;
      readonly most: number;
    }
  /** Numbers of one type, which the result has too; NULL where the function itself would fail. */
  | {
      readonly kind: 'safe';
      readonly fn: FunctionName & `checked_${string}`;
      readonly operands: 1 | 2;
    }
  | { readonly kind: 'concat' }
  /** A text, and a literal pattern. */
  | { readonly kind: 'pattern'; readonly fn: 'regexp_extract' | 'regexp_replace' }
  | { readonly kind: 'url'; readonly part: 'host' | 'path' | 'param' }
  | { readonly kind: 'matches' }
  | { readonly kind: 'size' }
  /** A document and a literal path. */
  | {
      readonly kind: 'json';
      readonly fn: Exclude<JsonFunctionName, 'json_from_string'>;
      readonly gives: Type;
    }
  /** A document and a literal path, whose items a join has. */
  | { readonly kind: 'documents' }
  /** Functions with their own rules for reading arguments. */
  | {
      readonly kind: 'time';
      readonly fn: TimeCall;
      readonly least: number;
      readonly most: number;
    }
  /** A list of records, and a condition on its items. */
  | { readonly kind: 'items'; readonly as: Exclude<Lookup['as'], 'kept' | 'values' | 'joined'> }
  | { readonly kind: 'now' };

export interface LibraryFunction extends FunctionWords {
  readonly rule: Rule;
}

/** Whether a function with this rule aggregates rows. */
export function isAggregateRule({ kind }: Rule): boolean {
  return ['aggregate', 'quantile', 'extreme', 'listing'].includes(kind);
}

/** Whether a function with this rule needs a window, and is placed in its order. */
export function isPlaced({ kind }: Rule): boolean {
  return ['window', 'tile', 'neighbour'].includes(kind);
}

export const ORDERED: readonly Scalar[] = SCALARS.filter(scalar => scalar !== 'json');

export function countOverloads(
  fn: AggregateName,
  scalars: readonly Scalar[],
): readonly Overload<AggregateName>[] {
  return scalars.map(scalar => ({ takes: [scalar], gives: 'int64', fn, nullable: 'never' }));
}

/** An aggregate whose result has its argument's type. */
export function keeping(
  fn: AggregateName,
  scalars: readonly Scalar[],
): readonly Overload<AggregateName>[] {
  return scalars.map(scalar => ({ takes: [scalar], gives: scalar, fn, nullable: 'always' }));
}

/** An aggregate of floats; decimals are converted. */
export function inFloats(fn: AggregateName): readonly Overload<AggregateName>[] {
  const scalars = ['float64', 'decimal'] as const;
  return scalars.map(scalar => ({
    takes: [scalar],
    gives: 'float64',
    fn,
    nullable: 'always',
    inFloats: true,
  }));
}

export function cast(
  gives: Scalar,
  from: readonly (readonly [Scalar, FunctionName | null, 'operands' | 'always'])[],
): Rule {
  const overloads = from.map(([scalar, fn, nullable]) => ({
    takes: [scalar],
    gives,
    fn,
    nullable,
  }));
  return { kind: 'scalar', overloads };
}

export const NOT_PRINTED = (what: string) =>
  `Select the value itself; engines write ${what} as texts in different ways.`;
