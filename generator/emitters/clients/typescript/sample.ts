/** Prints sample calls with the client for TypeScript and JavaScript. */
import type { ManifestParam } from '../../../core/output/manifest.ts';
import type { Scalar } from '../../../core/types/scalar.ts';
import type { Argument } from '../../facts/calls.ts';
import { groupFilters } from '../../facts/filters.ts';
import { identifier, key, literal } from '../../javascript/text.ts';
import { type Code, code, joinCode, printNumeral } from '../../text/writer.ts';
import type { TypeScriptNames } from './names.ts';

const VALUE: Readonly<Record<Scalar, (text: string) => Code>> = {
  string: literal,
  int64: text =>
    Number.isSafeInteger(Number(text)) ? printNumeral(text) : code`${printNumeral(text)}n`,
  float64: printNumeral,
  decimal: literal,
  bool: text => (text === 'true' ? code`true` : code`false`),
  timestamp: literal,
  datetime: literal,
  date: literal,
  json: literal,
};

/** Names that a sample declares, or that it uses from the platform. */
const OWN: ReadonlySet<string> = new Set(['client', 'rows', 'process', 'console']);

/** Returns the name of an endpoint's function in a sample. Names in `OWN` get a `_`, with which no other name ends. */
export function localName({ run }: TypeScriptNames): Code {
  return identifier(OWN.has(run) ? `${run}_` : run);
}

/** Returns a module that prints the rows; `from` is the name of the package. */
export function typescriptSample(
  from: string,
  names: TypeScriptNames,
  given: readonly Argument[],
): Code {
  const run = identifier(names.run);
  const local = localName(names);
  const imported = OWN.has(names.run) ? code`${run} as ${local}` : run;
  const texts = new Map(given.map(({ param, text }) => [param.name, text]));
  const shown = (param: ManifestParam) => writtenValue(param, texts.get(param.name) ?? '');
  const params = groupFilters(given.map(({ param }) => param)).map(one => {
    if (!('pairs' in one)) return code`${key(one.name)}: ${shown(one)},`;
    const pairs = one.pairs.map(pair => code`${key(pair.filter.operator)}: ${shown(pair)}`);
    return code`${key(one.filter)}: { ${joinCode(pairs, ', ')} },`;
  });
  return code`
    import { createClient } from ${literal(`${from}/client`)};
    import { ${imported} } from ${literal(`${from}/endpoints/${names.run}`)};

    const { QUERN_URL, QUERN_KEY } = process.env;
    if (!QUERN_URL) throw new Error('QUERN_URL is not set');

    const client = createClient({ baseUrl: QUERN_URL, apiKey: QUERN_KEY });
    const rows = await ${local}(client${params.length === 0 ? code`` : code`, ${block(params)}`});
    console.log(rows);
  `;
}

function writtenValue({ scalar }: ManifestParam, text: Argument['text']): Code {
  const value = VALUE[scalar];
  return typeof text === 'string' ? value(text) : code`[${joinCode(text.map(value), ', ')}]`;
}

function block(params: readonly Code[]): Code {
  return code`
    {
      ${params}
    }
  `;
}
