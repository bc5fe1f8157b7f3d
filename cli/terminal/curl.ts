/** Requests to try, ready to paste into a shell. */

import type { Param } from '../../generator/core/plan/param.ts';
import { textsOf } from '../../generator/params/list.ts';
import type { WholeEndpoint } from '../../server/answers/manifest/manifest.ts';

/** The address of an endpoint, with values for its required parameters and enums. `known` overrides the declared examples. */
export function exampleRequest(
  url: string,
  { name, params }: WholeEndpoint,
  known: Readonly<Record<string, string>>,
): string {
  const query = params.flatMap(param =>
    exampleOf(param, known).map(
      value => `${encodeURIComponent(param.name)}=${encodeURIComponent(value)}`,
    ),
  );
  const path = `${url}/api/endpoints/${encodeURIComponent(name)}`;
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Leaves out optional parameters, which only narrow the answer, except enums: they show the choices. */
function exampleOf(param: Param, known: Readonly<Record<string, string>>): readonly string[] {
  const { name, required, values, example } = param;
  if (!required && values === null) return [];
  const text = Object.hasOwn(known, name) ? known[name] : values?.[0];
  if (example === null || Object.hasOwn(known, name)) return text === undefined ? [] : [text];
  return [textsOf(param, example)].flat();
}

/** A text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
