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
import { findSyntaxError } from '../../javascript/syntax.ts';
import { piece } from '../../pieces.ts';
import type { Client, ClientLanguage } from '../client-language.ts';
import { endpointTypes, printEndpointModule } from './endpoint.ts';
import { typescriptNames } from './names.ts';
import { examplesModule, exampleText, fillTemplates, indexModule, indexTypes } from './package.ts';
import { typescriptSample } from './sample.ts';
import { SETTING } from './setting.ts';

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
        example: exampleText(endpoint.name, examples.get(endpoint.name)?.() ?? []),
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
