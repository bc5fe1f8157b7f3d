/** Example errors about parameters and columns that the endpoints have, in the words of the service. */

import type { ManifestColumn } from '../../core/manifest.ts';
import type { Param } from '../../core/param.ts';
import { refusedParameter, repeatedParameter, unknownParameter } from '../../params/fault-words.ts';
import { readParam } from '../../params/read-param.ts';
import type { Described } from '../emitter.ts';

/** A detail for each code that some request could meet, by its code. */
export function problemDetails(endpoints: readonly Described[]): Readonly<Record<string, string>> {
  const params = endpoints.flatMap(({ params }) => params);
  const integer = endpoints.flatMap(({ known }) => known.columns).find(isInteger);
  const [one] = params;
  const details = {
    missing_parameter: first(params, param => refused(param, undefined)),
    // An enum's message is the shortest.
    invalid_parameter:
      first(params.filter(isEnum), param => refused(param, WRONG)) ??
      first(params, param => refused(param, WRONG)),
    unknown_parameter: unknown(endpoints.find(({ params }) => params.length > 0)),
    repeated_parameter: one && repeatedParameter(one.name),
    unsafe_integer: integer && `\`${integer.name}\` holds an integer beyond 2^53-1.`,
  };
  return Object.fromEntries(
    Object.entries(details).flatMap(([code, said]) => (said === undefined ? [] : [[code, said]])),
  );
}

const WRONG = 'another';

function isInteger({ type, encode }: ManifestColumn): boolean {
  return type === 'int64' && encode !== 'string';
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

/** The first parameter, misspelled. */
function unknown(endpoint: Described | undefined): string {
  const names = endpoint?.params.map(({ name }) => name) ?? [];
  let name = names[0] ?? WRONG;
  do name += 's';
  while (names.includes(name));
  return unknownParameter(name, names);
}
