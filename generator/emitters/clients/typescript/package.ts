/** The package around the modules of endpoints: the unchanged runtime, the package's manifest, and an index of all modules. */
import { type PlannedFile, planFile } from '../../../core/output/content.ts';
import type { FirstCall } from '../../facts/calls.ts';
import { findNames } from '../../facts/names.ts';
import { identifier, packageName } from '../../javascript/text.ts';
import { fill } from '../../text/fill.ts';
import { type Code, code, fileText } from '../../text/writer.ts';
import type { Client } from '../client-language.ts';
import { typesBeside } from './endpoint.ts';
import type { TypeScriptNames } from './names.ts';
import { localName, typescriptSample } from './sample.ts';

/** Returns every template of the package with its holes filled. */
export function shippedFiles(
  { name, first, templates }: Client,
  names: ReadonlyMap<string, TypeScriptNames>,
): readonly PlannedFile[] {
  const holes = { package: packageName(name), ...firstHoles(name, first, names) };
  return [...templates].map(([path, text]) => planFile(path, fill(text, holes)));
}

function firstHoles(
  name: string,
  first: FirstCall | null,
  names: ReadonlyMap<string, TypeScriptNames>,
) {
  if (first === null) {
    return { endpoint: code`endpoint`, sample: code`// There are no endpoints yet.` };
  }
  const own = findNames(names, first.endpoint.name);
  return { endpoint: localName(own), sample: typescriptSample(name, own, first.given) };
}

/** Builds the index, which exports the client and every endpoint. */
export function indexModule(endpoints: readonly TypeScriptNames[]): string {
  return fileText(code`
    ${typesBeside(code`index`)}
    ${exportsOf(endpoints)}
  `);
}

/** Builds the types of the index. */
export function indexTypes(endpoints: readonly TypeScriptNames[]): string {
  return fileText(code`
    ${exportsOf(endpoints)}
  `);
}

function exportsOf(endpoints: readonly TypeScriptNames[]): readonly Code[] {
  return [
    code`export * from './client.js';`,
    ...endpoints.map(({ run }) => code`export * from './endpoints/${identifier(run)}.js';`),
  ];
}
