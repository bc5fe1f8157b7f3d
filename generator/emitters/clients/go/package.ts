/** All files of the client: those that ship as they are, and one for each endpoint. */
import type { GeneratedFile } from '../../../ir.ts';
import type { ManifestEndpoint } from '../../../manifest.ts';
import { fill } from '../../fill.ts';
import { named, operationNames } from '../../names.ts';
import { code, fileText } from '../../writer.ts';
import type { Client } from '../client-language.ts';
import { type EndpointNames, endpointFile } from './endpoint.ts';
import { type Claim, claiming, fileName, methodName, packageName } from './names.ts';
import { goSample } from './sample.ts';
import { identifier, moduleName } from './text.ts';

/** The files of the module whose path is the client's name. */
export function packageFiles(client: Client): readonly GeneratedFile[] {
  const { name: module, templates } = client;
  const name = moduleName(packageName(module));
  const { endpoints, claim } = planned(client);
  const holes = { module: moduleName(module), package: name, ...firstHoles(client, endpoints) };
  return [
    ...[...templates].map(([path, text]) => ({ path, text: fill(text, holes) })),
    ...endpoints.map(({ endpoint, names, file }) => ({
      path: file,
      text: fileText(endpointFile(endpoint, names, name, claim)),
    })),
  ];
}

function firstHoles({ name, first }: Client, endpoints: Planned['endpoints']) {
  const own = endpoints.find(({ endpoint }) => endpoint === first?.endpoint);
  if (first === null || own === undefined) {
    return { endpoint: code`Endpoint`, sample: code`// There are no endpoints yet.` };
  }
  const sample = goSample(name, own.names, first.endpoint.params, first.given);
  return { endpoint: identifier(own.names.method), sample };
}

interface Planned {
  readonly endpoints: readonly {
    readonly endpoint: ManifestEndpoint;
    readonly names: EndpointNames;
    readonly file: string;
  }[];
  /** For what an endpoint has besides. */
  readonly claim: Claim;
}

/** The names of endpoints. Those of all come first, so that what one of them has inside renames no other. */
export function planned(client: Client): Planned {
  const operations = operationNames(client.endpoints);
  const claim = claiming([...client.templates.values()].flatMap(declaredNames));
  const method = claiming();
  const endpoints = client.endpoints.map(endpoint => {
    const operation = named(operations, endpoint.name);
    const run = method(methodName(operation));
    const names = { method: run, params: claim(`${run}Params`), row: claim(`${run}Row`) };
    return { endpoint, names, file: fileName(operation) };
  });
  return { endpoints, claim };
}

/** What a file declares for the whole package, in capitals; fields of structs among them do no harm. */
const DECLARATION = /^(?:(?:func|type|var|const) |\t)([A-Z][A-Za-z0-9_]*)/gm;

function declaredNames(text: string): readonly string[] {
  return [...text.matchAll(DECLARATION)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
