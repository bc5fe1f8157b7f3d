/** All files of the client: those that ship as they are, and one for each endpoint. */
import type { GeneratedFile } from '../../../ir.ts';
import type { ManifestEndpoint } from '../../../manifest.ts';
import type { Compilation, Templates } from '../../emitter.ts';
import { manifestOf } from '../../manifest.ts';
import { operationNames } from '../../openapi/names.ts';
import { fill } from '../../templates.ts';
import { fileText } from '../../writer.ts';
import { type EndpointNames, endpointFile } from './endpoint.ts';
import { type Claim, claiming, fileName, methodName, packageName } from './names.ts';
import { moduleName } from './text.ts';

const FOLDER = 'go/';

/** The files of the module whose path is `module`. */
export function packageFiles(
  compilation: Compilation,
  templates: Templates,
  module: string,
): readonly GeneratedFile[] {
  const own = [...templates].filter(([path]) => path.startsWith(FOLDER));
  if (own.length === 0) throw new Error('a client is nothing without its runtime');
  const name = moduleName(packageName(module));
  const holes = { module: moduleName(module), package: name };
  const { named, claim } = planned(manifestOf(compilation).endpoints, templates);
  return [
    ...own.map(([path, text]) => ({
      path: pathOf(path.slice(FOLDER.length)),
      text: fill(text, holes),
    })),
    ...named.map(({ endpoint, names, file }) => ({
      path: pathOf(file),
      text: fileText(endpointFile(endpoint, names, name, claim)),
    })),
  ];
}

interface Planned {
  readonly named: readonly {
    readonly endpoint: ManifestEndpoint;
    readonly names: EndpointNames;
    readonly file: string;
  }[];
  /** For what an endpoint has besides. */
  readonly claim: Claim;
}

/** The names of endpoints. Those of all come first, so that what one of them has inside renames no other. */
export function planned(endpoints: readonly ManifestEndpoint[], templates: Templates): Planned {
  const own = [...templates].filter(([path]) => path.startsWith(FOLDER));
  const operations = operationNames(endpoints);
  const claim = claiming(own.flatMap(([, text]) => declaredNames(text)));
  const method = claiming();
  const named = endpoints.map(endpoint => {
    const operation = operations.get(endpoint.name);
    if (operation === undefined) throw new Error('every endpoint has an operation');
    const run = method(methodName(operation));
    const names = { method: run, params: claim(`${run}Params`), row: claim(`${run}Row`) };
    return { endpoint, names, file: fileName(operation) };
  });
  return { named, claim };
}

function pathOf(file: string): string {
  return `clients/go/${file}`;
}

/** What a file declares for the whole package, in capitals; fields of structs among them do no harm. */
const DECLARATION = /^(?:(?:func|type|var|const) |\t)([A-Z][A-Za-z0-9_]*)/gm;

function declaredNames(text: string): readonly string[] {
  return [...text.matchAll(DECLARATION)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
