/** Reads one parameter of a request, as the service does before any engine sees it. */
import type { Param } from '../core/endpoint.ts';
import type { Value } from '../core/scalar.ts';
import { checkConstraints } from './constraints.ts';
import { paramType } from './index.ts';
import { isText } from './text.ts';

/** What reading needs to know of a parameter. */
export type ReadableParam = Pick<
  Param,
  'type' | 'values' | 'required' | 'default' | 'otherwise' | 'constraints'
>;

/** A value, `null` where the parameter is absent without a default; or what it must be, in words after "must be". */
export type ReadParam =
  | { readonly ok: true; readonly value: Value | null }
  | {
      readonly ok: false;
      readonly code: 'missing_parameter' | 'invalid_parameter';
      readonly expected: string;
    };

/** Reads a caller's decoded text. Absent is `undefined`, and so is an empty text: no type has an empty value. */
export function readParam(param: ReadableParam, text: string | undefined): ReadParam {
  if (text === undefined || text === '') return readAbsent(param);
  const type = paramType(param.type);
  const parsed = type.parse(text, param);
  if (!parsed.ok) {
    return param.otherwise === 'default' && isText(text)
      ? { ok: true, value: param.default }
      : { ok: false, code: 'invalid_parameter', expected: parsed.expected };
  }
  const expected = checkConstraints(parsed.value, type.scalar, param.constraints);
  return expected === null ? parsed : { ok: false, code: 'invalid_parameter', expected };
}

function readAbsent({ required, default: value, values }: ReadableParam): ReadParam {
  if (!required) return { ok: true, value };
  const choice = values === null ? 'given and not empty' : `given, as one of ${values.join(', ')}`;
  return { ok: false, code: 'missing_parameter', expected: choice };
}
