/** `x-codeSamples`: how an endpoint is called by curl and by each client that is generated. */
import type { Param } from '../../ir.ts';
import type { ManifestEndpoint } from '../../manifest.ts';
import { planned } from '../clients/go/package.ts';
import { goSample } from '../clients/go/sample.ts';
import { methodNames } from '../clients/python/names.ts';
import { pythonSample } from '../clients/python/sample.ts';
import { namesOf } from '../clients/typescript/names.ts';
import { typescriptSample } from '../clients/typescript/sample.ts';
import type { Output } from '../emitter.ts';
import type { Code } from '../writer.ts';
import type { CodeSample } from './document-types.ts';
import { type Argument, argumentsOf } from './samples/arguments.ts';
import { curlSample } from './samples/curl.ts';

/** The samples of one endpoint, for each form of its path: clients know but one. */
export interface Samples {
  readonly byName: readonly CodeSample[];
  readonly byId: readonly CodeSample[];
}
type Sampler = (endpoint: ManifestEndpoint, given: readonly Argument[]) => readonly CodeSample[];

/** Gives the samples of endpoints, which are all in `endpoints`; `params` are an endpoint's own. */
export function sampling(
  output: Pick<Output, 'settings' | 'templates'>,
  endpoints: readonly ManifestEndpoint[],
): (endpoint: ManifestEndpoint, params: readonly Param[]) => Samples {
  const samplers = [typescriptOf, pythonOf, goOf].map(sampler => sampler(output, endpoints));
  return (endpoint, params) => {
    const given = argumentsOf(params, endpoint.params);
    const curl = (name: string, isById: boolean) =>
      sample('shell', 'curl', curlSample(name, isById, given));
    const clients = samplers.flatMap(sampler => sampler(endpoint, given));
    return {
      byName: [curl(endpoint.name, false), ...clients],
      byId: [curl(endpoint.id, true), ...clients],
    };
  };
}

function sample(lang: string, label: string, source: Code): CodeSample {
  return { lang, label, source: String(source) };
}

type Sampling = (
  output: Pick<Output, 'settings' | 'templates'>,
  endpoints: readonly ManifestEndpoint[],
) => Sampler;
const NONE: Sampler = () => [];

const typescriptOf: Sampling = ({ settings }, endpoints) => {
  const wanted = settings.clients.typescript;
  if (wanted === null) return NONE;
  const names = namesOf(endpoints);
  return ({ name }, given) => {
    const source = typescriptSample(wanted.package, named(names, name), given);
    return [sample('typescript', 'TypeScript', source)];
  };
};

const pythonOf: Sampling = ({ settings }, endpoints) => {
  const wanted = settings.clients.python;
  if (wanted === null) return NONE;
  const names = methodNames(endpoints);
  return ({ name, params }, given) => {
    const source = pythonSample(wanted.package, named(names, name), params, given);
    return [sample('python', 'Python', source)];
  };
};

const goOf: Sampling = ({ settings, templates }, endpoints) => {
  const wanted = settings.clients.go;
  if (wanted === null) return NONE;
  const names = new Map(
    planned(endpoints, templates).named.map(each => [each.endpoint.name, each.names]),
  );
  return ({ name, params }, given) => {
    const source = goSample(wanted.module, named(names, name), params, given);
    return [sample('go', 'Go', source)];
  };
};

function named<T>(names: ReadonlyMap<string, T>, endpoint: string): T {
  const found = names.get(endpoint);
  if (found === undefined) throw new Error(`${endpoint} has no name`);
  return found;
}
