/**
 * `clients/typescript/`: a package for browsers, Node, Deno and Bun: JavaScript, with its types in separate files.
 *
 * TypeScript would need half as many files, but nobody could run it without a build: Node strips no types below `node_modules`,
 * browsers strip none at all, and a consumer's compiler would check our modules by its own rules each time. The generated files
 * can be published, or served from a folder, unchanged.
 *
 * The types of an endpoint import only those of the client, so a consumer of one endpoint loads only that one. The index
 * exports all endpoints, for projects with few.
 */

import { type PlannedFile, planFile } from '../../../core/output/content.ts';
import { markOwn } from '../../../core/output/marker.ts';
import { findNames } from '../../facts/names.ts';
import { findSyntaxError, gate, type PlannedExports } from '../../javascript/gate.ts';
import { piece } from '../../pieces.ts';
import type { Client, ClientLanguage } from '../client-language.ts';
import { endpointTypes, printEndpointModule } from './endpoint.ts';
import { typescriptNames } from './names.ts';
import { examplesModule, exampleText, fillTemplates, indexModule, indexTypes } from './package.ts';
import { typescriptSample } from './sample.ts';
import { SETTING } from './setting.ts';
import { hasValues } from './values.ts';

/** JavaScript, and the types for a compiler. */
const CODE = /\.(js|d\.ts)$/;

export default {
  name: 'typescript',
  title: 'TypeScript',
  description: 'A package for browsers, Node, Deno and Bun',
  setting: SETTING,
  holes: {
    package: 'the name of the npm package',
    sample: 'a call of the first endpoint',
    endpoint: 'its function',
  },
  files: packageFiles,
  sampler: ({ name: from, endpoints }) => {
    const names = typescriptNames(endpoints);
    return ({ name }, given) => typescriptSample(from, findNames(names, name), given);
  },
  names: ({ endpoints }) => typescriptNames(endpoints),
  syntaxFault: async file => (CODE.test(file.path) ? findSyntaxError(file) : null),
  inspect: (files, client) => gate(files, plannedExports(client)),
} as const satisfies ClientLanguage;

function packageFiles(client: Client): readonly PlannedFile[] {
  const { endpoints, examples } = client;
  const names = typescriptNames(endpoints);
  const modules = endpoints.map(endpoint => {
    const own = findNames(names, endpoint.name);
    const path = `endpoints/${own.run}`;
    const { texts } = piece(endpoint, 'typescript', Object.values(own), () => {
      const module = printEndpointModule(endpoint, own);
      const made = {
        module: markOwn('.js', module),
        types: markOwn('.d.ts', endpointTypes(endpoint, own)),
        example: exampleText(endpoint.name, examples.get(endpoint.name) ?? []),
      };
      return { facts: null, texts: made };
    });
    const files = [planFile(`${path}.js`, texts.module), planFile(`${path}.d.ts`, texts.types)];
    return { files, example: examples.has(endpoint.name) ? [texts.example] : [] };
  });
  return [
    ...fillTemplates(client, names),
    planFile('index.js', indexModule([...names.values()])),
    planFile('index.d.ts', indexTypes([...names.values()])),
    examplesModule(modules.flatMap(({ example }) => example)),
    ...modules.flatMap(({ files }) => files),
  ];
}

/** Returns the exports that each file built from endpoints must have. A template may be the project's own, with any exports. */
export function plannedExports({
  folder,
  endpoints,
  templates,
}: Pick<Client, 'folder' | 'endpoints' | 'templates'>): PlannedExports {
  const shipped = [...templates.keys()].filter(path => CODE.test(path));
  const names = typescriptNames(endpoints);
  return new Map<string, readonly string[] | null>([
    ...shipped.map(path => [folder + path, null] as const),
    ...['index.js', 'index.d.ts'].map(path => [folder + path, ['*']] as const),
    [`${folder}examples.js`, ['examples']],
    ...endpoints.flatMap(({ name, params: declared }) => {
      const { run, params, row, values } = findNames(names, name);
      const exported = hasValues(declared) ? [run, values] : [run];
      return [
        [`${folder}endpoints/${run}.js`, exported] as const,
        [`${folder}endpoints/${run}.d.ts`, [...exported, params, row]] as const,
      ];
    }),
  ]);
}
