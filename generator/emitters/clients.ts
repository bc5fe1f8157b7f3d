/** `generated/clients/`: a client for each language that the project chooses, in a folder named after the language. */
import { onceFor } from '../core/memo.ts';
import { planFile } from '../core/output/content.ts';
import type { Client, ClientLanguage } from './clients/client-language.ts';
import { CLIENT_LANGUAGES } from './clients/index.ts';
import type { Emitter, EmitterInput } from './emitter.ts';
import { firstCall } from './facts/calls.ts';
import { endpointsIn } from './facts/columns.ts';
import { exampleRows } from './facts/example-rows.ts';

/** One emitter for each language. */
export const CLIENT_EMITTERS: readonly Emitter[] = [...CLIENT_LANGUAGES.values()].map(emitterOf);

function emitterOf(language: ClientLanguage): Emitter {
  return {
    name: language.name,
    emit: output => {
      const client = clientOf(language, output);
      if (client === null) return [];
      return language
        .files(client)
        .map(({ path, parts }) => planFile(client.folder + path, ...parts));
    },
  };
}

/**
 * Returns the input of the client in a language; `null` if the project does not want that client. Throws if there are no
 * templates.
 */
export function clientOf(language: ClientLanguage, output: EmitterInput): Client | null {
  return onceFor(output, `client ${language.name}`, [language], () => newClient(language, output));
}

function newClient(
  language: ClientLanguage,
  { description, settings, templates }: EmitterInput,
): Client | null {
  const name = settings.clients.get(language.name);
  if (name === undefined) return null;
  const below = `${language.name}/`;
  const own = [...templates]
    .filter(([path]) => path.startsWith(below))
    .map(([path, text]) => [path.slice(below.length), text] as const);
  if (own.length === 0) throw new Error('a client is nothing without its runtime');
  const endpoints = endpointsIn(description);
  const first = firstCall(description.endpoints, endpoints);
  const examples = new Map(
    description.endpoints
      .filter(({ hasExample }) => hasExample)
      .map(described => [described.known.name, () => exampleRows(described.shown)] as const),
  );
  return { name, folder: `clients/${below}`, endpoints, first, examples, templates: new Map(own) };
}
