/** The registered languages of clients. To add one, write one file and one line here. */
import type { ClientLanguage } from './client-language.ts';
import go from './go/go.ts';
import python from './python/python.ts';
import typescript from './typescript/typescript.ts';

const LIST = [typescript, python, go] as const satisfies readonly ClientLanguage[];

export type LanguageName = (typeof LIST)[number]['name'];

/** The languages by name, in the order in which they are shown. */
export const CLIENT_LANGUAGES: ReadonlyMap<string, ClientLanguage> = new Map(
  LIST.map(language => [language.name, language]),
);
