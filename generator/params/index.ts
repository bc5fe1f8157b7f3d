/** The open set of parameter types, in the order in which documentation lists them. */
import type { Value } from '../core/types/scalar.ts';
import type { ParamShape, ParamType } from './param-type.ts';
import bool from './types/bool.ts';
import date from './types/date.ts';
import decimal from './types/decimal.ts';
import duration from './types/duration.ts';
import enumeration from './types/enum.ts';
import float64 from './types/float64.ts';
import int64 from './types/int64.ts';
import regex from './types/regex.ts';
import string from './types/string.ts';
import timestamp from './types/timestamp.ts';
import timezone from './types/timezone.ts';
import uuid from './types/uuid.ts';

const TYPES: readonly ParamType[] = [
  string,
  int64,
  float64,
  decimal,
  bool,
  timestamp,
  date,
  duration,
  uuid,
  timezone,
  regex,
  enumeration,
];

/** The type of a parameter that lists its values under `enum`. No `type` names it. */
export const ENUM: ParamType = enumeration;
/** The type that replaces an unknown one, so that uses of the parameter can be checked. */
export const ANY_TEXT: ParamType = string;

/** The names that `type` accepts, in the order in which documentation lists them. */
export const TYPE_NAMES: readonly string[] = TYPES.filter(type => type !== ENUM).map(namedBy);
/** The names of types whose values are patterns. */
export const PATTERN_TYPES: readonly string[] = TYPES.filter(({ isPattern }) => isPattern).map(
  namedBy,
);

/** The names of types whose values are time zones. */
export const ZONE_TYPES: readonly string[] = TYPES.filter(({ isZone }) => isZone).map(namedBy);

function namedBy({ name }: ParamType): string {
  return name;
}

/** Every parameter type by its name in a specification. */
export const PARAM_TYPES: ReadonlyMap<string, ParamType> = new Map(TYPES.map(t => [t.name, t]));

/** Whether the values that the parameter lists are exactly the texts that callers write: each value has only one text. */
export function listsTexts({ type }: { readonly type: string }): boolean {
  return type === ENUM.name;
}

/** The value of a text that a specification or a manifest has for a parameter. Throws if the type does not accept the text. */
export function knownValue(param: ParamShape & { readonly type: string }, text: string): Value {
  const parsed = paramType(param.type).parse(text, param);
  if (!parsed.ok) throw new Error(`\`${text}\` must be ${parsed.expected}`);
  return parsed.value;
}

/** The values that a parameter lists, or else its bounds: its values lie between them. `null` for a side without a bound. */
export function boundsOf(param: ParamShape & { readonly type: string }): readonly (Value | null)[] {
  const { values, constraints } = param;
  return values?.map(text => knownValue(param, text)) ?? [constraints.min, constraints.max];
}

/** The type of a resolved parameter. Throws for an unknown name, which resolving would have reported. */
export function paramType(name: string): ParamType {
  const type = PARAM_TYPES.get(name);
  if (type === undefined) throw new Error(`no parameter type is named ${name}`);
  return type;
}
