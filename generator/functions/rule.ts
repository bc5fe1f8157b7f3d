/** A function of the portable library, and the common forms of rules. */

import { SCALARS, type Scalar, type Type } from '../core/scalar.ts';
import type { AggregateName, FunctionName, JsonFunctionName } from './names.ts';

/** One way to call a function: the types of its arguments and of its result. */
export interface Overload<Name> {
  readonly takes: readonly Type[];
  readonly gives: Type;
  /** `null` if the result is the argument itself. */
  readonly fn: Name;
  /** `operands`: NULL if an argument is NULL. */
  readonly nullable: 'operands' | 'always' | 'never';
  /** Domains of arguments, which restrict their types. */
  readonly domains?: readonly Domain[];
  /** Texts to append as the last arguments. */
  readonly adds?: readonly string[];
}

/** The domain of an argument. A literal outside it is an error; any other value outside it makes the result NULL. */
export interface Domain {
  readonly argument: number;
  readonly isWritten?: boolean;
  /** Must be a literal or a parameter: some engines need the value before they read rows. */
  readonly isConstant?: boolean;
  readonly within?: readonly [least: bigint, most: bigint];
  /** Must not contain this text. */
  readonly lacks?: string;
  /** Must not be the empty text. */
  readonly isFilled?: boolean;
  /** The rule itself checks values that are not literals. */
  readonly isOwn?: boolean;
}
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
  /** A value of an ordered type, and a rank with a limited number of decimals. */
  | {
      readonly kind: 'quantile';
      readonly fn: 'quantile' | 'approx_quantile';
      readonly decimals: number;
    }
  /** A value from the row where another is least or greatest; both have ordered types. */
  | { readonly kind: 'extreme'; readonly fn: 'arg_min' | 'arg_max' }
  /** A window function, which needs `over`. */
  | { readonly kind: 'window'; readonly fn: 'row_number' | 'rank' | 'dense_rank' }
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
  /** A document and a literal path. */
  | {
      readonly kind: 'json';
      readonly fn: Exclude<JsonFunctionName, 'json_from_string'>;
      readonly gives: Type;
    }
  /** Functions with their own rules for reading arguments. */
  | {
      readonly kind: 'time';
      readonly fn: TimeCall;
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'now' };

export const GROUPS = [
  'aggregates',
  'windows',
  'texts',
  'conditions',
  'time',
  'numbers',
  'casts',
  'collections',
  'documents',
] as const;
export interface LibraryFunction {
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  readonly signature: string;
  /** One line. */
  readonly meaning: string;
  /** An expression that calls it. */
  readonly example: string;
  /** A hint for a type that the function does not accept, but that authors may try. */
  readonly refuses?: Partial<Record<Type, string>>;
  readonly rule: Rule;
}

/** Whether a function with this rule aggregates rows. */
export function aggregates({ kind }: Rule): boolean {
  return ['aggregate', 'quantile', 'extreme', 'listing'].includes(kind);
}

export const ORDERED: readonly Scalar[] = SCALARS.filter(scalar => scalar !== 'json');

export function counting(
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
  return scalars.map(scalar => ({ takes: [scalar], gives: 'float64', fn, nullable: 'always' }));
}

export function plain(fn: FunctionName, takes: readonly Type[], gives: Type): Rule {
  return { kind: 'scalar', overloads: [{ takes, gives, fn, nullable: 'operands' }] };
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
