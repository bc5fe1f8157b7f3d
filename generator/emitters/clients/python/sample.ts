/** Prints sample calls with the Python client. */

import type { ManifestParam } from '../../../core/output/manifest.ts';
import type { Scalar } from '../../../core/types/scalar.ts';
import type { Argument } from '../../facts/calls.ts';
import { type Code, code, joinCode, printNumeral } from '../../text/writer.ts';
import { keywordNames } from './names.ts';
import { identifier, literal } from './text.ts';

const VALUE: Readonly<Record<Scalar, (text: string) => Code>> = {
  string: literal,
  int64: printNumeral,
  float64: printNumeral,
  decimal: literal,
  bool: text => (text === 'true' ? code`True` : code`False`),
  timestamp: literal,
  datetime: literal,
  date: literal,
  json: literal,
};

/** Returns a script that prints the rows. `from` is the name of the package; `params` are all parameters of the endpoint. */
export function pythonSample(
  from: string,
  method: string,
  params: readonly ManifestParam[],
  given: readonly Argument[],
): Code {
  return code`
    import os

    from ${identifier(from)} import Client

    with Client(os.environ["QUERN_URL"], api_key=os.environ["QUERN_KEY"]) as client:
        rows = client.${pythonCall(method, params, given)}
    print(rows)
  `;
}

/** Returns the call without its client, with one argument per line. */
export function pythonCall(
  method: string,
  params: readonly ManifestParam[],
  given: readonly Argument[],
): Code {
  const values = argumentsOf(params, given).map(each => code`${each},`);
  return code`${identifier(method)}${values.length === 0 ? code`()` : block(values)}`;
}

function argumentsOf(
  params: readonly ManifestParam[],
  given: readonly Argument[],
): readonly Code[] {
  const keywords = keywordNames(params.map(({ name }) => name));
  return given.map(({ param, text }) => {
    const keyword = identifier(keywords.get(param.name) ?? param.name);
    const value = VALUE[param.scalar];
    if (typeof text === 'string') return code`${keyword}=${value(text)}`;
    return code`${keyword}=[${joinCode(text.map(value), ', ')}]`;
  });
}

function block(values: readonly Code[]): Code {
  return code`
    (
        ${values}
    )
  `;
}
