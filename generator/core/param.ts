/** Parameters of an endpoint with their types bound. */
import type { Constant } from './constant.ts';
import type { PlainExpr } from './expr.ts';
import type { Filter } from './filters.ts';
import type { AcceptedForm, ParamValue, Scalar, Value } from './scalar.ts';

/** Constraints of a parameter; `null` for none. Bounds are of the parameter's scalar. */
export interface Constraints {
  readonly min: Value | null;
  readonly max: Value | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** An RE2 pattern that the whole text must match. */
  readonly pattern: string | null;
  /** Whether it must divide a day or be whole days, because instants are truncated to it. */
  readonly step?: true;
  /** A second form of its texts. */
  readonly accept?: AcceptedForm;
  /** Of an instant of an endpoint that stands in for another service: in all the forms that clients of that write. */
  readonly lenient?: true;
}

/** How many items a list has at most where its author does not say, and where one does. */
export const DEFAULT_MAX_ITEMS = 100;

export const MOST_ITEMS = 10_000;

/** The properties of a list beyond its items. */
export interface ListShape {
  readonly minItems: number;
  readonly maxItems: number;
  /** A text between items, for callers who do not repeat the name; else `null`. */
  readonly separator: string | null;
}

/** A default that moves with the clock. */
export interface Moving {
  /** As its author wrote it. */
  readonly text: string;
  readonly constant: Constant;
  /** Of the same value, for the saved query; only where it comes from a specification. */
  readonly expr?: PlainExpr;
}

export interface Param {
  readonly name: string;
  /** Name of the parameter type in `params/`. */
  readonly type: string;
  /** Of the value; of each item where it is a list. */
  readonly scalar: Scalar;
  /** `null` where it is one value. Of a list, the type, its values and its constraints are those of each item. */
  readonly list: ListShape | null;
  /** The values of an enum, in declared order; `null` for other types. */
  readonly values: readonly string[] | null;
  /** Only of an enum that has some: further texts that callers may send, each with the value that it means. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly required: boolean;
  readonly default: ParamValue | null;
  /** In place of a default that stays the same. */
  readonly moving?: Moving;
  /** The meaning of any other value of an enum. */
  readonly otherwise: 'reject' | 'default';
  readonly constraints: Constraints;
  readonly description: string | null;
  readonly example: ParamValue | null;
  readonly deprecated: boolean;
  /** Only of those that `filters` declare. */
  readonly filter?: Filter;
}

/** Whether an absent value of it means another one. */
export function hasDefault(param: Pick<Param, 'default' | 'moving'>): boolean {
  return param.default !== null || param.moving !== undefined;
}
