/** `x-codeSamples`: how an endpoint is called by curl and by each client that is generated. */
import type { ManifestEndpoint } from '../../core/manifest.ts';
import { type Argument, argumentsOf } from '../calls.ts';
import { CLIENT_LANGUAGES } from '../clients/index.ts';
import { clientOf } from '../clients.ts';
import type { Described, Output } from '../emitter.ts';
import type { Code } from '../writer.ts';
import { curlSample } from './curl.ts';
import type { CodeSample } from './document-types.ts';

/** The samples of one endpoint, for each form of its path: clients know but one. */
export interface Samples {
  readonly byName: readonly CodeSample[];
  readonly byId: readonly CodeSample[];
}

/** Gives the samples of the project's endpoints. */
export function sampling(output: Output): (described: Described) => Samples {
  const ofClients = clientSampling(output);
  return described => {
    const { known: endpoint } = described;
    const given = argumentsOf(described, endpoint.params);
    const curl = (name: string, isById: boolean) =>
      sample('shell', 'curl', curlSample(name, isById, given));
    const clients = ofClients(endpoint, given);
    return {
      byName: [curl(endpoint.name, false), ...clients],
      byId: [curl(endpoint.id, true), ...clients],
    };
  };
}

type ClientSampling = (
  endpoint: ManifestEndpoint,
  given: readonly Argument[],
) => readonly CodeSample[];

/** In each language that the project wants. */
function clientSampling(output: Output): ClientSampling {
  const samplers = [...CLIENT_LANGUAGES.values()].flatMap(language => {
    const client = clientOf(language, output);
    return client === null ? [] : [{ language, sampler: language.sampler(client) }];
  });
  return (endpoint, given) =>
    samplers.map(({ language: { name, title }, sampler }) =>
      sample(name, title, sampler(endpoint, given)),
    );
}

function sample(lang: string, label: string, source: Code): CodeSample {
  return { lang, label, source: String(source) };
}
