/** The client of a project in one language, as it is generated. */

import type { GeneratedFile } from '../../generator/core/statement.ts';
import type { Client, ClientLanguage } from '../../generator/emitters/clients/client-language.ts';
import { clientOf } from '../../generator/emitters/clients.ts';
import { type Compilation, NO_CODE, type Templates } from '../../generator/emitters/emitter.ts';
import { readTemplates } from './templates.ts';

interface Made {
  readonly name?: string;
  readonly templates?: Templates;
}

/** What the client is made of; by default under its default name, of our templates. */
export function clientIn(
  language: ClientLanguage,
  compilation: Compilation,
  { name = language.setting.default, templates = readTemplates() }: Made = {},
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
