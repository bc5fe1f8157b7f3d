/** Reads one parameter of a request, which the service does before any engine sees it. */
import type { ListShape, Param } from '../core/plan/param.ts';
import type { ParamValue, Value } from '../core/types/scalar.ts';
import { checkConstraints } from './constraints.ts';
import { paramType } from './index.ts';
import { asSet, countFault, itemsIn } from './list.ts';
import { meantBy } from './meant.ts';
import { isText } from './text.ts';

/** The facts about a parameter that reading needs. */
export type ReadableParam = Pick<
  Param,
  'type' | 'list' | 'values' | 'aliases' | 'required' | 'default' | 'otherwise' | 'constraints'
>;

/** Why a text is rejected: the expected form, in words after "must be", and the text to show with it. */
export interface ParamFault {
  readonly ok: false;
  readonly code: 'missing_parameter' | 'invalid_parameter';
  readonly expected: string;
  /** `null` if no text was given, or if `expected` contains it. */
  readonly found: string | null;
}
/** A value, `null` if the parameter is absent and has no default; or a fault. */
export type ReadParam = { readonly ok: true; readonly value: ParamValue | null } | ParamFault;

/**
 * Reads a caller's decoded text; for a list, all of its items, possibly none, or one text as an address has it, which its separator
 * splits. `undefined` and an empty text mean an absent parameter or item: no type has an empty value. The caller of this function must reject several texts for a single value.
 */
export function readParam(
  param: ReadableParam,
  given: string | readonly string[] | undefined,
): ReadParam {
  const text = typeof given === 'string' || given === undefined ? given : given[0];
  if (param.list !== null) {
    return readList(
      param,
      param.list,
      typeof given === 'string' ? itemsIn(given, param.list) : given,
    );
  }
  if (text === undefined || text === '') return readAbsent(param);
  const isOther = param.otherwise === 'default' && isText(text);
  // an enum has no constraints, so it only rejects texts of other values
  const read = readValue(param, text);
  return isOther && !read.ok ? { ok: true, value: param.default } : read;
}

function readList(param: ReadableParam, list: ListShape, texts: readonly string[] = []): ReadParam {
  const items = texts.filter(text => text !== '');
  if (items.length === 0) return readAbsent(param);
  const values: Value[] = [];
  for (const text of items) {
    const read = readValue(param, text);
    if (!read.ok) return { ...read, expected: `a list in which each item is ${read.expected}` };
    values.push(read.value);
  }
  const value = asSet(values, param.type);
  const fault = countFault(value.length, list);
  return fault === null ? { ok: true, value } : invalid(fault, null);
}

function readValue(
  param: ReadableParam,
  text: string,
): { readonly ok: true; readonly value: Value } | ParamFault {
  const type = paramType(param.type);
  const parsed = type.parse(meantBy(param, text), param);
  if (!parsed.ok) return invalid(parsed.expected, text);
  const expected = checkConstraints(parsed.value, type, param.constraints);
  return expected === null ? parsed : invalid(expected, text);
}

function invalid(expected: string, found: string | null): ParamFault {
  return { ok: false, code: 'invalid_parameter', expected, found };
}

function readAbsent({ required, default: value, values, list }: ReadableParam): ReadParam {
  if (!required) return { ok: true, value };
  const some = list === null ? 'given and not empty' : 'given, with at least one item';
  const expected =
    values === null || list !== null ? some : `given, as one of ${values.join(', ')}`;
  return { ok: false, code: 'missing_parameter', expected, found: null };
}
