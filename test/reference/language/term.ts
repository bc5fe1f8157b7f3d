/** An expression with its names bound and its types known: what is evaluated. */
import type { Type as AnyType } from '../../../generator/core/types/scalar.ts';
import type { FunctionName } from '../functions.ts';
import type { Window } from '../time/buckets.ts';
import type { Rank, Value } from '../values.ts';
import type { AggregateName } from './aggregates.ts';

/** `null` is the type of a literal NULL, which goes with any other. */
export type Type = AnyType | 'null';

/** One value, or one for each value of an enum parameter. */
export interface Choice<T> {
  readonly by: string | null;
  readonly cases: readonly (readonly [value: Value, result: T])[];
}

export interface AggregateTerm {
  readonly kind: 'aggregate';
  readonly type: Type;
  readonly fn: AggregateName;
  /** `null` for `count()`. */
  readonly of: Term | null;
  readonly rank: Rank | null;
  /** The value that is least or greatest for `arg_min` and `arg_max`, else `null`. */
  readonly by: Term | null;
  /** The condition on rows that count; `null`: all count. */
  readonly filter: Term | null;
  /** Of `string_agg`. */
  readonly separator: string | null;
  readonly distinct: boolean;
  /** Of `list_agg`, how many values it keeps. */
  readonly limit: number | null;
  readonly orderBy: readonly SortTerm[];
}
export interface SortTerm {
  readonly term: Term;
  readonly descending: boolean;
}
export type Term =
  | { readonly kind: 'literal'; readonly type: Type; readonly value: Value }
  | { readonly kind: 'column'; readonly type: AnyType; readonly path: readonly string[] }
  | { readonly kind: 'param'; readonly type: AnyType; readonly name: string }
  /** A list of records, each with exactly these fields. */
  | {
      readonly kind: 'records';
      readonly type: AnyType;
      readonly path: readonly string[];
      readonly fields: readonly ItemTerm[];
      /** The path of the field by which they are found. */
      readonly by: readonly string[] | null;
    }
  /** A field of the item that is tested. */
  | { readonly kind: 'own'; readonly type: AnyType; readonly path: readonly string[] }
  /** A test of the items of a list, their number, or by its path a field of the first of them. */
  | {
      readonly kind: 'lookup';
      readonly type: AnyType;
      readonly find: 'any' | 'all' | 'count' | readonly string[];
      readonly of: Term;
      readonly where: Term;
    }
  | { readonly kind: 'now'; readonly type: 'timestamp' }
  | {
      readonly kind: 'apply';
      readonly type: Type;
      readonly fn: FunctionName;
      readonly args: readonly Term[];
    }
  | {
      readonly kind: 'trunc';
      readonly type: 'timestamp';
      readonly of: Term;
      /** Microseconds. */
      readonly step: Choice<bigint>;
    }
  /** The start of the bucket of a window that holds an instant or a day. */
  | { readonly kind: 'bucket'; readonly type: AnyType; readonly of: Term; readonly window: Window }
  | {
      readonly kind: 'shift';
      readonly type: 'timestamp';
      readonly of: Term;
      readonly micros: bigint;
    }
  /** Whether a value is among those of a column of a step. */
  | {
      readonly kind: 'within';
      readonly type: 'bool';
      readonly of: Term;
      /** A step or a data set. */
      readonly step: string;
      readonly column: Term;
    }
  /** Whether all leaves of a record are NULL. */
  | { readonly kind: 'empty'; readonly type: 'bool'; readonly of: RecordTerm }
  /** The value of the period before. */
  | { readonly kind: 'previous'; readonly type: Type; readonly of: Term }
  | AggregateTerm
  | WindowTerm;

export interface ItemTerm {
  readonly name: string;
  readonly of: AnyType | readonly ItemTerm[];
  /** Only of a list of records: the path of the field by which they are found. */
  readonly list?: { readonly by: readonly string[] | null };
}

export interface WindowTerm {
  readonly kind: 'window';
  readonly type: Type;
  readonly fn: string;
  /** `null` where it has no argument. */
  readonly of: Term | null;
  /** How many rows away `lag` and `lead` look. */
  readonly distance: number;
  /** Of `first_value` and `last_value`: whether they skip NULLs. */
  readonly ignoresNulls: boolean;
  /** The same function as an aggregate over the rows of the frame; `null` for other functions. */
  readonly aggregate: AggregateTerm | null;
  readonly partitionBy: readonly Term[];
  readonly orderBy: readonly SortTerm[];
  /**
   * Rows around the row, 0 the row itself; `null`: every row of that side. Without an order all rows of the partition. By `range`, distances
   * to the key of the order.
   */
  readonly frame: {
    readonly unit: string;
    readonly from: number | null;
    readonly to: number | null;
  };
}

/** A record as a whole, by its declared fields. */
export interface RecordTerm {
  readonly kind: 'record';
  readonly fields: readonly {
    readonly name: string;
    readonly value: Term | RecordTerm;
  }[];
}

export function always<T>(value: T): Choice<T> {
  return { by: null, cases: [['', value]] };
}

/** A text that two terms share exactly where they say the same. */
export function termKey(term: Term): string {
  return JSON.stringify(term, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
}

/** The aggregates that the term holds. */
export function aggregatesIn(term: Term | RecordTerm): readonly AggregateTerm[] {
  switch (term.kind) {
    case 'aggregate':
      return [term];
    case 'window':
      return windowParts(term).flatMap(aggregatesIn);
    case 'apply':
      return term.args.flatMap(aggregatesIn);
    case 'trunc':
    case 'bucket':
    case 'shift':
    case 'within':
    case 'previous':
      return aggregatesIn(term.of);
    case 'literal':
    case 'column':
    case 'param':
    case 'now':
    case 'records':
    case 'own':
    case 'lookup':
    case 'empty':
    case 'record':
      return [];
  }
}

/** The parts of a window: its argument, its filter, its partition and its order. */
function windowParts({ of, aggregate, partitionBy, orderBy }: WindowTerm): readonly Term[] {
  const filter = aggregate?.filter ?? null;
  const keys = orderBy.map(({ term }) => term);
  return [of, filter, ...partitionBy, ...keys].filter(term => term !== null);
}
