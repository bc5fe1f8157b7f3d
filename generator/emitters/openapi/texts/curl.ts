/** Prints sample calls without a client. */

import type { Argument } from '../../facts/calls.ts';
import { type Code, code } from '../../text/writer.ts';
import { pathPart, queryOption } from './text.ts';

/** Returns the command that calls an endpoint by its name or, with `isById`, by its identifier. */
export function curlSample(endpoint: string, isById: boolean, given: readonly Argument[]): Code {
  const path = code`${isById ? code`query/` : code``}${pathPart(endpoint)}`;
  // Every option except the last continues on the next line.
  const pairs = given.flatMap(({ param, text }) =>
    [text].flat().map(one => ({ name: param.name, text: one })),
  );
  return pairs.reduce(
    (command, { name, text }) => code`
      ${command} \\
        ${queryOption(name, text)}
    `,
    code`
      curl --get "$QUERN_URL/api/endpoints/${path}" \\
        --header "X-API-KEY: $QUERN_KEY"
    `,
  );
}
