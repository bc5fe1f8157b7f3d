/** All files of the client: those that ship unchanged, and one for each endpoint. */

import { onceFor } from '../../../core/memo.ts';
import { type Parts, type PlannedFile, planFile, type Text } from '../../../core/output/content.ts';
import type { ManifestEndpoint } from '../../../core/output/manifest.ts';
import { markOwn } from '../../../core/output/marker.ts';
import type { ExampleRows } from '../../facts/example-rows.ts';
import { findNames, operationNames, plainName } from '../../facts/names.ts';
import { piece } from '../../pieces.ts';
import { fill } from '../../text/fill.ts';
import { code, fileText, linesText } from '../../text/writer.ts';
import type { Client } from '../client-language.ts';
import { declaredOf, endpointFile } from './endpoint.ts';
import { type EndpointNames, goNames, importName, nameFile, namePackage } from './names.ts';
import { goSample } from './sample.ts';
import type { GoDeclaration } from './struct.ts';
import { identifier, literal, moduleName } from './text.ts';

/** Returns the files of the module. Its path is the client's name. */
export function packageFiles(client: Client): readonly PlannedFile[] {
  const { name: module, templates } = client;
  const endpoints = planOutputs(client);
  const holes = {
    module: moduleName(module),
    package: moduleName(namePackage(module)),
    imported: moduleName(importName(module)),
    ...firstHoles(client, endpoints),
  };
  return [
    ...[...templates].map(([path, text]) => planFile(path, fill(text, holes))),
    ...endpoints.map(({ text, file }) => planFile(file, text)),
    planFile('mock/examples.go', ...examplesParts(client, endpoints)),
  ];
}

/** Builds the file of examples in the package of mocks. */
function examplesParts({ examples }: Client, endpoints: readonly Planned[]): Parts {
  // as `gofmt` does
  const [open, close] = examples.size === 0 ? [code`{}`, ''] : [code`{`, '}\n'];
  const head = code`
    package mock

    // examples are rows that endpoints have answered in their tests, as JSON, by the names of endpoints.
    var examples = map[string][]string${open}
  `;
  return [fileText(head), ...endpoints.map(({ example }) => example), close];
}

/** Prints the member of one endpoint in the file of examples. Without rows, it has none. */
function exampleText(endpoint: string, rows: ExampleRows | undefined): string {
  if (rows === undefined) return '';
  const member = code`
    ${literal(endpoint)}: {
    	${rows.map(row => code`${literal(JSON.stringify(row))},`)}
    },
  `;
  return `${linesText(member, '\t')}\n`;
}

function firstHoles({ name, first }: Client, endpoints: readonly Planned[]) {
  const own = endpoints.find(({ endpoint }) => endpoint === first?.endpoint);
  if (first === null || own === undefined) {
    const sample = code`// There are no endpoints yet.`;
    return { endpoint: code`Endpoint`, row: code`EndpointRow`, sample };
  }
  const { method, row } = own.names;
  const sample = goSample(name, own.names, first.endpoint.params, first.given);
  return { endpoint: identifier(method), row: identifier(row), sample };
}

interface Planned {
  readonly endpoint: ManifestEndpoint;
  readonly names: EndpointNames;
  /** The names that its file declares for the whole package. */
  readonly declared: readonly string[];
  readonly file: string;
  readonly text: Text;
  /** Its member in the file of examples. */
  readonly example: Text;
}

/**
 * Returns the output for each endpoint. If several endpoints would declare the same name, or the runtime has it, all names of
 * each of them are marked: if one kept the plain name, a new endpoint could take it over and callers would silently reach the
 * wrong one. For the same reason, endpoints that share an operation name, and so do not have the plain one, still claim the
 * names that they would have under it.
 */
export function planOutputs(client: Client): readonly Planned[] {
  return onceFor(client, 'outputs', [], () => newlyPlanned(client));
}

function newlyPlanned(client: Client): readonly Planned[] {
  const operations = operationNames(client.endpoints);
  const packaged = namePackage(client.name);
  const plan = (endpoint: ManifestEndpoint, mark: '' | '_' = ''): Planned => {
    const operation = findNames(operations, endpoint.name);
    const names = goNames(operation, mark);
    const made = piece(endpoint, `go${mark}`, [operation, packaged], () => {
      const declared = declaredOf(endpoint, names);
      const text = markOwn('.go', fileText(endpointFile(declared, moduleName(packaged))));
      const example = exampleText(endpoint.name, client.examples.get(endpoint.name)?.());
      return { facts: namesIn(declared), texts: { text, example } };
    });
    const { facts, texts } = made;
    return { endpoint, names, declared: facts, file: nameFile(operation), ...texts };
  };
  const plain = client.endpoints.map(endpoint => plan(endpoint));
  const runtime = [...client.templates].flatMap(([path, text]) =>
    path.includes('/') ? [] : declaredNames(text),
  );
  const lost = client.endpoints
    .filter(({ name }) => findNames(operations, name) !== plainName(name))
    .map(endpoint => namesIn(declaredOf(endpoint, goNames(plainName(endpoint.name)))));
  const own = plain.map(({ declared }) => declared);
  const isShared = sharedAmong([new Set(runtime), ...own, ...lost]);
  return plain.map((one, at) => (own[at]?.some(isShared) ? plan(one.endpoint, '_') : one));
}

function namesIn(declared: readonly GoDeclaration[]): readonly string[] {
  return declared.flatMap(({ names }) => names);
}

function sharedAmong(parts: readonly Iterable<string>[]): (name: string) => boolean {
  const claims = new Map<string, number>();
  for (const name of parts.flatMap(part => [...part])) {
    claims.set(name, (claims.get(name) ?? 0) + 1);
  }
  return name => (claims.get(name) ?? 0) > 1;
}

/** Matches the exported names that a file declares for the package. It also matches fields of structs, which does no harm. */
const DECLARATION = /^(?:(?:func|type|var|const) |\t)([A-Z][A-Za-z0-9_]*)/gm;

function declaredNames(text: string): readonly string[] {
  return [...text.matchAll(DECLARATION)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
