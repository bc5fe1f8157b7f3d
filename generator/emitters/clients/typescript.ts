/**
 * `clients/typescript/`: a package for browsers, Node, Deno and Bun, as JavaScript with its types beside it.
 *
 * It is not TypeScript, which would be half of the files, because nobody can run that as it lies there: Node strips no types
 * below `node_modules`, browsers none at all, and a consumer's compiler would check our modules by its own rules each time.
 * So it takes no build: what is generated is what is published, and what a folder or a file server can hold too.
 *
 * The types of an endpoint import those of the client and nothing else, so a consumer of one endpoint pays for one. The index
 * names all, for those who have few.
 */
import type { Compilation, Emitter } from '../emitter.ts';
import { manifestOf } from '../manifest.ts';
import { endpointModule, endpointTypes } from './typescript/endpoint.ts';
import type { PlannedExports } from './typescript/gate.ts';
import { namesOf } from './typescript/names.ts';
import { indexModule, shippedFiles } from './typescript/package.ts';

const FOLDER = 'clients/typescript/';

export default {
  name: 'typescript',
  emit: ({ compilation, settings, templates }) => {
    const wanted = settings.clients.typescript;
    if (wanted === null) return [];
    const { endpoints } = manifestOf(compilation);
    const names = namesOf(endpoints);
    const modules = endpoints.flatMap(endpoint => {
      const own = names.get(endpoint.name);
      if (own === undefined) throw new Error(`${endpoint.name} has no names`);
      const path = `endpoints/${own.run}`;
      return [
        { path: `${path}.js`, text: endpointModule(endpoint, own) },
        { path: `${path}.d.ts`, text: endpointTypes(endpoint, own) },
      ];
    });
    const index = indexModule([...names.values()]);
    return [
      ...shippedFiles(templates, wanted.package),
      { path: 'index.js', text: index },
      { path: 'index.d.ts', text: index },
      ...modules,
    ].map(({ path, text }) => ({ path: FOLDER + path, text }));
  },
} satisfies Emitter;

/** What each file that is made of endpoints must export. Templates are the project's own where it has some. */
export function plannedExports({ endpoints }: Pick<Compilation, 'endpoints'>): PlannedExports {
  const names = [...namesOf(endpoints.map(({ endpoint }) => endpoint)).values()];
  return new Map<string, readonly string[] | null>([
    ...['index.js', 'index.d.ts'].map(path => [FOLDER + path, ['*']] as const),
    ...names.flatMap(({ run, params, row }) => [
      [`${FOLDER}endpoints/${run}.js`, [run]] as const,
      [`${FOLDER}endpoints/${run}.d.ts`, [run, params, row]] as const,
    ]),
  ]);
}
