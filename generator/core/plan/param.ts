/** Parameters of an endpoint with their types bound. */
import type { Constant } from '../expr/constant.ts';
import type { PlainExpr } from '../expr/expr.ts';
import type { AcceptedForm, ParamValue, Scalar, Value } from '../types/scalar.ts';
import type { Filter } from './filters.ts';

/** Constraints of a parameter; `null` for none. Bounds have the parameter's scalar type. */
export interface Constraints {
  readonly min: Value | null;
  readonly max: Value | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** An RE2 pattern that the whole text must match. */
  readonly pattern: string | null;
  /** Whether it must divide a day or be whole days, because instants are truncated to it. */
  readonly step?: true;
  /** A further form in which its texts are accepted. */
  readonly accept?: AcceptedForm;
  /** On an instant of an endpoint that replaces another service: accepts all the forms that its clients write. */
  readonly lenient?: true;
}

/** The most items of a list if its author sets no maximum, and the greatest maximum that one may set. */
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
  /** The same value as an expression for the saved query; only if the parameter was read from a specification. */
  readonly expr?: PlainExpr;
}

export interface Param {
  readonly name: string;
  /** Name of the parameter type in `params/`. */
  readonly type: string;
  /** The type of the value, or of each item of a list. */
  readonly scalar: Scalar;
  /** `null` for a single value. The type, the values and the constraints of a list apply to each item. */
  readonly list: ListShape | null;
  /** The values of an enum, in declared order; `null` for other types. */
  readonly values: readonly string[] | null;
  /** Only on an enum that has some: further texts that callers may send, each with the value that it means. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly required: boolean;
  readonly default: ParamValue | null;
  /** In place of a constant default. */
  readonly moving?: Moving;
  /** Whether any other value of an enum is rejected or means the default. */
  readonly otherwise: 'reject' | 'default';
  readonly constraints: Constraints;
  readonly description: string | null;
  readonly example: ParamValue | null;
  readonly deprecated: boolean;
  /** Only on parameters that `filters` declare. */
  readonly filter?: Filter;
}

/** Whether the parameter has a value even if it is absent from a request. */
export function hasDefault(param: Pick<Param, 'default' | 'moving'>): boolean {
  return param.default !== null || param.moving !== undefined;
}
