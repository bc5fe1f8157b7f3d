/** All files of the client: those that ship as they are, and one for each endpoint. */
import type { GeneratedFile } from '../../ir.ts';
import type { Compilation, Templates } from '../emitter.ts';
import { manifestOf } from '../manifest.ts';
import { operationNames } from '../openapi/names.ts';
import { fill } from '../templates.ts';
import { fileText } from '../writer.ts';
import { endpointFile } from './endpoint.ts';
import { claiming, fileName, methodName, packageName } from './names.ts';
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
  const { endpoints } = manifestOf(compilation);
  const operations = operationNames(endpoints);
  const claim = claiming(own.flatMap(([, text]) => declaredNames(text)));
  const method = claiming();
  // Those of all endpoints come first, so that what one of them has inside renames no other.
  const named = endpoints.map(endpoint => {
    const operation = operations.get(endpoint.name);
    if (operation === undefined) throw new Error('every endpoint has an operation');
    const run = method(methodName(operation));
    const names = { method: run, params: claim(`${run}Params`), row: claim(`${run}Row`) };
    return { endpoint, names, file: fileName(operation) };
  });
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

function pathOf(file: string): string {
  return `clients/go/${file}`;
}

/** What a file declares for the whole package, in capitals; fields of structs among them do no harm. */
const DECLARATION = /^(?:(?:func|type|var|const) |\t)([A-Z][A-Za-z0-9_]*)/gm;

function declaredNames(text: string): readonly string[] {
  return [...text.matchAll(DECLARATION)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
