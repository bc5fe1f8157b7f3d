/** The JSON values that a body may have for a parameter, as the OpenAPI document declares them. */
import type { Param } from '../../../generator/core/plan/param.ts';
import { checkConstraints } from '../../../generator/params/constraints.ts';
import { paramType } from '../../../generator/params/index.ts';

/** `filled`: a text that is not empty. `any`: a text, a number or a boolean. */
export type MemberKind = 'text' | 'filled' | 'integer' | 'number' | 'boolean' | 'any';

export function kindOf(param: Param): MemberKind {
  const { type, scalar } = param;
  switch (paramType(type).wire ?? scalar) {
    case 'int64':
      return 'integer';
    case 'float64':
      return 'number';
    case 'bool':
      return 'boolean';
    default:
      return hasEmpty(param) ? 'text' : 'filled';
  }
}

/** Returns the kind of an item of a list, which cannot be an empty text. */
export function itemKind(kind: MemberKind): MemberKind {
  return kind === 'text' ? 'filled' : kind;
}

/** Whether the document allows an empty text, which means an absent parameter. A required one is missing then. */
function hasEmpty(param: Param): boolean {
  const type = paramType(param.type);
  const parsed = type.parse('', param);
  return parsed.ok && checkConstraints(parsed.value, type, param.constraints) === null;
}

/** Returns why a value is not of the kind, as words after "must be"; `null` if it is. */
export function refusal(value: unknown, kind: MemberKind, isList: boolean): string | null {
  const [one, several] = EXPECTED[kind === 'filled' && value !== '' ? 'text' : kind];
  const expected = isList ? several : one;
  if (value === null) return `${expected}${NOT_NULL}`;
  if (kind === 'boolean') return typeof value === 'boolean' ? null : expected;
  if (kind === 'text' || kind === 'filled') {
    return typeof value === 'string' && (kind === 'text' || value !== '') ? null : expected;
  }
  if (typeof value === 'number') return isRounded(value, kind) ? ROUNDED[kind] : null;
  if (kind === 'any') return /^(string|boolean)$/.test(typeof value) ? null : expected;
  if (kind === 'integer' && isLargeInteger(value)) return null;
  return typeof value === 'string' && QUOTED_NUMBER.test(value)
    ? `${expected}${UNQUOTED}`
    : expected;
}

const QUOTED_NUMBER = /^-?[0-9]{1,40}(\.[0-9]{1,40})?$/;
const UNQUOTED = ', without quotes';

const NOT_NULL = ', not null';

/** Returns what a value must be that is no list, as words after "must be". */
export function listWords(kind: MemberKind, value: unknown): string {
  return `${EXPECTED[kind === 'filled' ? 'text' : kind][1]}${value === null ? NOT_NULL : ''}`;
}

const EXPECTED: Readonly<Record<MemberKind, readonly [one: string, several: string]>> = {
  text: ['a text', 'a list of texts'],
  filled: ['a text that is not empty', 'a list of texts that are not empty'],
  integer: ['a whole number', 'a list of whole numbers'],
  number: ['a number', 'a list of numbers'],
  boolean: ['`true` or `false`, without quotes', 'a list of `true` or `false`'],
  any: ['a text, a number or a boolean', 'a list of texts, numbers or booleans'],
};

const AS_TEXT = 'sent as text, because it has a number that JSON writers round';
const ROUNDED = {
  integer: AS_TEXT,
  any: AS_TEXT,
  number: 'a number with the digits of a double',
} as const;

/** Most JSON writers have already lost digits of a large whole number, and the value of a double is not what they wrote. */
function isRounded(value: number, kind: 'integer' | 'number' | 'any'): boolean {
  if (!Number.isFinite(value)) return true;
  return kind !== 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** A whole number that is a text because a JSON number of its digits may be rounded. */
function isLargeInteger(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^-?[1-9][0-9]{15,18}$/.test(value) &&
    !Number.isSafeInteger(Number(value))
  );
}
