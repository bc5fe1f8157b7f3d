/** `x-codeSamples`: sample calls of an endpoint with curl and with each generated client. */
import type { ManifestEndpoint } from '../../../core/output/manifest.ts';
import type { Client, ClientLanguage } from '../../clients/client-language.ts';
import { CLIENT_LANGUAGES } from '../../clients/index.ts';
import { clientOf } from '../../clients.ts';
import type { DescribedEndpoint, EmitterInput } from '../../emitter.ts';
import { type Argument, listShownArguments } from '../../facts/calls.ts';
import { findNames } from '../../facts/names.ts';
import type { Code } from '../../text/writer.ts';
import type { CodeSample } from '../document-types.ts';
import { curlSample } from './curl.ts';

/** The samples of one endpoint for each form of its path. Clients use only the name. */
export interface EndpointSamples {
  readonly byName: readonly CodeSample[];
  readonly byId: readonly CodeSample[];
}

/** Makes the samples of the project's endpoints. */
export interface Sampling {
  /** The names that the samples of an endpoint depend on, besides the endpoint. */
  readonly of: (endpoint: ManifestEndpoint) => readonly string[];
  readonly samples: (described: DescribedEndpoint) => EndpointSamples;
}

export function sampling(output: EmitterInput): Sampling {
  const sampled = clientsOf(output);
  const of = ({ name }: ManifestEndpoint) =>
    sampled.flatMap(({ client, names }) => [client.name, JSON.stringify(findNames(names, name))]);
  let ofClients: ClientSampling | null = null;
  const samples = (described: DescribedEndpoint) => {
    const { known: endpoint } = described;
    ofClients ??= clientSampling(sampled);
    const given = listShownArguments(described, endpoint.params);
    const curl = (name: string, isById: boolean) =>
      sample('shell', 'curl', curlSample(name, isById, given));
    const clients = ofClients(endpoint, given);
    return {
      byName: [curl(endpoint.name, false), ...clients],
      byId: [curl(endpoint.id, true)],
    };
  };
  return { of, samples };
}

interface Sampled {
  readonly language: ClientLanguage;
  readonly client: Client;
  readonly names: ReadonlyMap<string, unknown>;
}

/** Lists the clients that the project chooses, with the names that their samples use. */
function clientsOf(output: EmitterInput): readonly Sampled[] {
  return [...CLIENT_LANGUAGES.values()].flatMap(language => {
    const client = clientOf(language, output);
    return client === null ? [] : [{ language, client, names: language.names(client) }];
  });
}

type ClientSampling = (
  endpoint: ManifestEndpoint,
  given: readonly Argument[],
) => readonly CodeSample[];

function clientSampling(clients: readonly Sampled[]): ClientSampling {
  const samplers = clients.map(({ language, client }) => {
    return { language, sampler: language.sampler(client) };
  });
  return (endpoint, given) =>
    samplers.map(({ language: { name, title }, sampler }) =>
      sample(name, title, sampler(endpoint, given)),
    );
}

function sample(lang: string, label: string, source: Code): CodeSample {
  return { lang, label, source };
}
