/** How an endpoint is called with the client for TypeScript and JavaScript. */
import type { Scalar } from '../../../ir.ts';
import { type Code, code, numeral } from '../../writer.ts';
import type { Argument } from '../client-language.ts';
import type { Names } from './names.ts';
import { identifier, key, literal } from './text.ts';

const VALUE: Readonly<Record<Scalar, (text: string) => Code>> = {
  string: literal,
  int64: text => (Number.isSafeInteger(Number(text)) ? numeral(text) : code`${numeral(text)}n`),
  float64: numeral,
  bool: text => (text === 'true' ? code`true` : code`false`),
  timestamp: literal,
  date: literal,
  json: literal,
};

/** A module that prints the rows; `from` is the name of the package. */
export function typescriptSample(from: string, { run }: Names, given: readonly Argument[]): Code {
  const params = given.map(({ param, text }) => {
    return code`${key(param.name)}: ${VALUE[param.scalar](text)},`;
  });
  return code`
    import { createClient } from ${literal(`${from}/client`)};
    import { ${identifier(run)} } from ${literal(`${from}/endpoints/${run}`)};

    const client = createClient({
      baseUrl: process.env['QUERN_URL'] ?? '',
      apiKey: process.env['QUERN_KEY'],
    });
    const rows = await ${identifier(run)}(client${params.length === 0 ? code`` : code`, ${block(params)}`});
    console.log(rows);
  `;
}

function block(params: readonly Code[]): Code {
  return code`
    {
      ${params}
    }
  `;
}
