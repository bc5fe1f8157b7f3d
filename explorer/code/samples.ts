/** A request in other languages: the samples in the project's document, with the values of a form. */

import { goNames } from '../../generator/emitters/clients/go/names.ts';
import { goSample } from '../../generator/emitters/clients/go/sample.ts';
import { methodNames } from '../../generator/emitters/clients/python/names.ts';
import { pythonSample } from '../../generator/emitters/clients/python/sample.ts';
import { typescriptNames } from '../../generator/emitters/clients/typescript/names.ts';
import { typescriptSample } from '../../generator/emitters/clients/typescript/sample.ts';
import type { Argument } from '../../generator/emitters/facts/calls.ts';
import { findNames, operationNames } from '../../generator/emitters/facts/names.ts';
import type { Given } from '../service/given.ts';
import type { ListedEndpoint, ListedParameter, ServiceListing } from '../service/listing.ts';
import { postBody, requestOf } from '../service/service.ts';
import { listArguments } from './arguments.ts';

export interface Sample {
  readonly language: string;
  /** `null`: a text is not a value of its type. */
  readonly text: string | null;
}

export interface SampleRequest {
  readonly listing: ServiceListing;
  readonly endpoint: ListedEndpoint;
  readonly given: Given;
  /** The address of the service, without a slash at its end. */
  readonly base: string;
  readonly hasKey: boolean;
}

type Sampler = (
  asked: SampleRequest & { readonly name: string },
  args: readonly Argument[],
) => unknown;

const CLIENTS: Readonly<Record<string, { readonly language: string; readonly sampler: Sampler }>> =
  {
    typescript: {
      language: 'TypeScript',
      sampler: ({ name, endpoint, listing }, args) =>
        typescriptSample(name, findNames(typescriptNames(listing.endpoints), endpoint.name), args),
    },
    python: {
      language: 'Python',
      sampler: ({ name, endpoint, listing }, args) => {
        const method = findNames(methodNames(listing.endpoints), endpoint.name);
        return pythonSample(name, method, allOf(endpoint), args);
      },
    },
    go: {
      language: 'Go',
      sampler: ({ name, endpoint, listing }, args) => {
        const operation = findNames(operationNames(listing.endpoints), endpoint.name);
        return goSample(name, goNames(operation), allOf(endpoint), args);
      },
    },
  };

function allOf({ fixed, parameters }: ListedEndpoint): readonly ListedParameter[] {
  return [...fixed, ...parameters];
}

/** Samples with curl, in each language that the project has a client for, and as a statement of the engine. */
export function writeSamples(asked: SampleRequest): readonly Sample[] {
  const { listing, endpoint, given } = asked;
  const args = listArguments(endpoint, given);
  const clients = Object.entries(listing.service.clients).flatMap(([key, name]) => {
    const client = CLIENTS[key];
    if (client === undefined) return [];
    const text = args === null ? null : String(client.sampler({ ...asked, name }, args));
    return [{ language: client.language, text }];
  });
  const sql = endpoint.query === null ? [] : [{ language: 'SQL', text: sqlText(endpoint, given) }];
  return [{ language: 'curl', text: curlText(asked) }, ...clients, ...sql];
}

/** Within single quotes, a shell interprets no character. The address contains no single quote, because `'` is encoded. */
function curlText({ endpoint, given, base, hasKey }: SampleRequest): string {
  const { path, init } = requestOf(endpoint, given);
  const address = quoted(`${base}/${path.slice(2).replaceAll("'", '%27')}`);
  const key = hasKey ? ['-H "X-API-KEY: $QUERN_KEY"'] : [];
  if (init.method !== 'POST') return ['curl', ...key, address].join(' ');
  const body = quoted(postBody(endpoint, given));
  const json = "-H 'Content-Type: application/json'";
  return [`curl ${address}`, ...key, json, `--data ${body}`].join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The saved query, after comments with the values of its parameters. JSON keeps each value on one line. */
function sqlText({ query, fixed }: ListedEndpoint, given: Given): string {
  const values = [
    ...fixed.map(({ name, value }) => [name, value] as const),
    ...[...given].map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts] as const),
  ];
  const lines = values.map(([name, value]) => `-- ${name}: ${oneLine(JSON.stringify(value))}\n`);
  return `${lines.join('')}${query}`;
}

/** Escapes separators that end a line for some readers; JSON leaves them unchanged. */
function oneLine(json: string): string {
  return json.replace(
    /[\u2028\u2029\u0085]/g,
    mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
