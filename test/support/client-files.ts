/** The client of a project in one language, as it is generated. */

import { readFileSync } from 'node:fs';
import { readConfig } from '../../generator/config/config.ts';
import type { GeneratedFile } from '../../generator/core/output/statement.ts';
import type { Client, ClientLanguage } from '../../generator/emitters/clients/client-language.ts';
import { clientOf } from '../../generator/emitters/clients.ts';
import { descriptionOf } from '../../generator/emitters/description.ts';
import { type Compilation, NO_CODE, type Templates } from '../../generator/emitters/emitter.ts';
import { readTemplates } from './templates.ts';

interface Made {
  readonly name?: string;
  readonly templates?: Templates;
}

const config = readConfig('quern.yaml', readFileSync('quern.yaml'), {}, () => {});
if (config === null) throw new Error('quern.yaml of this repository has faults');

/** The outputs of this repository, with the names that it gives its clients. */
export const OWN_OUTPUT = config.outputs;

/** The parts of the client; by default under the name that this repository gives it, of our templates. */
export function clientIn(
  language: ClientLanguage,
  compilation: Compilation,
  { name = OWN_OUTPUT.clients.get(language.name) ?? '', templates = readTemplates() }: Made = {},
): Client {
  const settings = { ...NO_CODE, clients: new Map([[language.name, name]]) };
  const client = clientOf(language, {
    description: descriptionOf(compilation),
    settings,
    templates,
  });
  if (client === null) throw new Error('it is wanted');
  return client;
}

/** Its files by their paths below its folder. */
export function clientFiles(
  language: ClientLanguage,
  compilation: Compilation,
  made: Made = {},
): readonly GeneratedFile[] {
  return language.files(clientIn(language, compilation, made));
}
