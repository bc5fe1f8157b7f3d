/** The values of an endpoint's enums as lists, for programs that offer or check them. A bundler drops unused lists. */
import type { ManifestEndpoint, ManifestParam } from '../../../core/output/manifest.ts';
import { comment, commentWords, identifier, key } from '../../javascript/text.ts';
import { type Code, code, joinCode } from '../../text/writer.ts';
import type { TypeScriptNames } from './names.ts';
import { printListedValue } from './types.ts';

type Params = ManifestEndpoint['params'];

export function hasValues(params: Params): boolean {
  return params.some(({ values }) => values !== null);
}

function listOf({ values, scalar }: ManifestParam): Code {
  const items = (values ?? []).map(text => printListedValue(scalar, text));
  return code`[${joinCode(items, ', ')}]`;
}

/** Returns the export of the module, after an empty line; nothing for an endpoint without enums. */
export function valuesModule(params: Params, names: TypeScriptNames): readonly Code[] {
  if (!hasValues(params)) return [];
  const entries = params
    .filter(({ values }) => values !== null)
    .map(param => code`${key(param.name)}: ${listOf(param)},`);
  return [
    code``,
    code`
      export const ${identifier(names.values)} = {
        ${entries}
      };
    `,
  ];
}

/** Returns the type of that export. Its lists are tuples, so that an item has the type of the parameter. */
export function valuesType(
  { name, params }: Pick<ManifestEndpoint, 'name' | 'params'>,
  names: TypeScriptNames,
): readonly Code[] {
  if (!hasValues(params)) return [];
  const entries = params
    .filter(({ values }) => values !== null)
    .map(param => code`readonly ${key(param.name)}: readonly ${listOf(param)};`);
  const doc = code`The values of each enum of \`${commentWords(name)}\`, in the order of their declaration.`;
  return [
    code``,
    ...comment(doc),
    code`
      export declare const ${identifier(names.values)}: {
        ${entries}
      };
    `,
  ];
}
