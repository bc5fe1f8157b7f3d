/** Example errors about parameters and columns of the endpoints, in the service's own words. */

import type { ManifestColumn } from '../../core/output/manifest.ts';
import type { Param } from '../../core/plan/param.ts';
import { refusedParameter, repeatedParameter, unknownParameter } from '../../params/fault-words.ts';
import { readParam } from '../../params/read-param.ts';
import type { DescribedEndpoint } from '../emitter.ts';

/** For each code that some request of an endpoint could cause, an example of its detail. */
export type Details = {
  readonly [Code in Coded | typeof ENUM]?: string | undefined;
};
type Coded =
  | 'missing_parameter'
  | 'invalid_parameter'
  | 'unknown_parameter'
  | 'repeated_parameter'
  | 'unsafe_integer'
  | 'stored_value';
/** Preferred as the example of `invalid_parameter`, because the message for an enum is the shortest. */
const ENUM = 'invalid_enum';

export function problemDetails({ known, params }: DescribedEndpoint): Details {
  const [one] = params;
  const integer = known.columns.find(isInteger);
  return {
    missing_parameter: first(params, param => refused(param, undefined)),
    [ENUM]: first(params.filter(isEnum), param => refused(param, WRONG)),
    invalid_parameter: first(params, param => refused(param, WRONG)),
    unknown_parameter: one && unknown(params),
    repeated_parameter: one && repeatedParameter(one.name),
    unsafe_integer: integer && `\`${integer.name}\` contains an integer beyond 2^53-1.`,
    stored_value: known.columns.map(lacked).find(detail => detail !== undefined),
  };
}

/** Returns the first detail of each code. */
export function firstDetails(all: readonly Details[]): Readonly<Record<string, string>> {
  const firstOf = (code: keyof Details) => all.find(one => one[code] !== undefined)?.[code];
  const details: Details = {
    missing_parameter: firstOf('missing_parameter'),
    invalid_parameter: firstOf(ENUM) ?? firstOf('invalid_parameter'),
    unknown_parameter: firstOf('unknown_parameter') ?? unknown([]),
    repeated_parameter: firstOf('repeated_parameter'),
    unsafe_integer: firstOf('unsafe_integer'),
    stored_value: firstOf('stored_value'),
  };
  return Object.fromEntries(
    Object.entries(details).flatMap(([code, said]) => (said === undefined ? [] : [[code, said]])),
  );
}

const WRONG = 'another';

function isInteger({ type, encode }: ManifestColumn): boolean {
  return type === 'int64' && encode !== 'string';
}

/** A value of the type in words, where tables may store others. */
const LACKED: Readonly<Record<string, string>> = {
  date: 'a date of the years 1 to 9999',
  timestamp: 'between the years 1 and 9999',
  int64: 'between -2^63 and 2^63-1',
};

function lacked({ name, type }: ManifestColumn): string | undefined {
  const expected = LACKED[type];
  return expected && `\`${name}\` contains a value that is not ${expected}.`;
}

function isEnum({ values, list }: Param): boolean {
  return values !== null && list === null;
}

function first(
  params: readonly Param[],
  detailOf: (param: Param) => string | undefined,
): string | undefined {
  return params.map(detailOf).find(detail => detail !== undefined);
}

function refused(param: Param, text: string | undefined): string | undefined {
  const read = readParam(param, text);
  return read.ok ? undefined : refusedParameter(param.name, read.expected, text ?? null);
}

/** Returns the detail for the first parameter, misspelled. */
function unknown(params: readonly Param[]): string {
  const names = params.map(({ name }) => name);
  let name = names[0] ?? WRONG;
  do name += 's';
  while (names.includes(name));
  return unknownParameter(name, names);
}
