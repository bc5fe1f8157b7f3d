/** The client of a project in one language, as it is generated. */

import { readFileSync } from 'node:fs';
import { readConfig } from '../../generator/config/config.ts';
import type { GeneratedFile } from '../../generator/core/statement.ts';
import type { Client, ClientLanguage } from '../../generator/emitters/clients/client-language.ts';
import { clientOf } from '../../generator/emitters/clients.ts';
import { type Compilation, NO_CODE, type Templates } from '../../generator/emitters/emitter.ts';
import { readTemplates } from './templates.ts';

interface Made {
  readonly name?: string;
  readonly templates?: Templates;
}

/** The names that this repository gives its clients. */
const NAMES = readConfig('quern.yaml', readFileSync('quern.yaml'), {}, () => {})?.outputs.clients;

/** The parts of the client; by default under the name that this repository gives it, of our templates. */
export function clientIn(
  language: ClientLanguage,
  compilation: Compilation,
  { name = NAMES?.get(language.name) ?? '', templates = readTemplates() }: Made = {},
): Client {
  const settings = { ...NO_CODE, clients: new Map([[language.name, name]]) };
  const client = clientOf(language, { compilation, settings, templates });
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
