/** The package around the modules of endpoints: the unchanged runtime, the package's manifest, an index, and examples. */
import { type PlannedFile, planFile, type Text } from '../../../core/output/content.ts';
import type { Json } from '../../../core/plan/endpoint.ts';
import type { FirstCall } from '../../facts/calls.ts';
import type { ExampleRows } from '../../facts/example-rows.ts';
import { findNames } from '../../facts/names.ts';
import { identifier, key, literal, packageName } from '../../javascript/text.ts';
import { fill } from '../../text/fill.ts';
import { type Code, code, fileText, joinCode, linesText, printNumeral } from '../../text/writer.ts';
import type { Client } from '../client-language.ts';
import { typesBeside } from './endpoint.ts';
import type { TypeScriptNames } from './names.ts';
import { localName, typescriptSample } from './sample.ts';

/** Returns every template of the package with its holes filled. */
export function fillTemplates(
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

/** Builds the module of examples, which only mocks import, from the texts of endpoints. */
export function examplesModule(examples: readonly Text[]): PlannedFile {
  const head = fileText(code`
    /** Rows that endpoints have answered in their tests, by the names of endpoints. */
    export const examples = {
  `);
  return planFile('examples.js', head, ...examples, '};\n');
}

/** Builds the member of one endpoint in the module of examples. */
export function exampleText(endpoint: string, rows: ExampleRows): string {
  const member = code`
    ${key(endpoint)}: [
      ${rows.map(row => code`${printValue(row)},`)}
    ],
  `;
  return `${linesText(member, '  ')}\n`;
}

function printValue(value: Json): Code {
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'number') return printNumeral(String(value).replace('e+', 'e'));
  if (value === null || typeof value === 'boolean') return code`${identifier(String(value))}`;
  if (isList(value)) return code`[${joinCode(value.map(printValue), ', ')}]`;
  const members = Object.entries(value).map(([name, of]) => code`${key(name)}: ${printValue(of)}`);
  return members.length === 0 ? code`{}` : code`{ ${joinCode(members, ', ')} }`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
