/** The generated code that the author of a new project wants. */
import { suggestion } from '../../generator/core/report/diagnostics.ts';
import { CLIENT_LANGUAGES } from '../../generator/emitters/clients/index.ts';
import { FRAMEWORKS, type FrameworkName } from '../../generator/emitters/routes/frameworks.ts';
import type { Session } from '../session.ts';
import type { CodeChoice } from './files.ts';

interface Given {
  readonly clients: readonly string[] | undefined;
  readonly routes: string | undefined;
}

/** Frameworks of servers that have routes. */
export const ROUTES = Object.keys(FRAMEWORKS) as readonly FrameworkName[];

/** Returns what the flags name. At a terminal, asks for what they leave out; elsewhere there is no such code. */
export async function chosenCode(
  session: Session,
  { clients, routes }: Given,
): Promise<CodeChoice> {
  const asked = async (what: string, names: readonly string[], read: Read) =>
    (await answerTo(
      session,
      `${what} to generate (${names.join(', ')}; empty for none): `,
      read,
    )) ?? [];
  const languages =
    clients ?? (await asked('Clients', [...CLIENT_LANGUAGES.keys()], readLanguages));
  const [framework = null] =
    routes === undefined ? await asked('Routes', ROUTES, readFramework) : [routes];
  return { clients: languages, routes: framework };
}

type Read = (text: string) => readonly string[];

/** Asks until the answer can be read; `null` if there is nobody to ask. */
async function answerTo(
  { host, quiet, json, complain }: Session,
  question: string,
  read: Read,
): Promise<readonly string[] | null> {
  if (quiet || json) return null;
  for (;;) {
    const answer = (await host.ask?.(question)) ?? null;
    if (answer === null) return null;
    try {
      return read(answer);
    } catch (error) {
      if (!(error instanceof UnknownName)) throw error;
      complain(error.message);
    }
  }
}

class UnknownName extends Error {}

/** Reads the languages of a flag. Throws what they must be. */
export function flagLanguages(text: string): readonly string[] {
  try {
    return readLanguages(text);
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error;
    throw new Error(`must be names from ${[...CLIENT_LANGUAGES.keys()].join(', ')}, with commas`);
  }
}

/** Reads names of client languages. Throws an error for the author if one is unknown. */
function readLanguages(text: string): readonly string[] {
  return namesIn(text, 'client language', [...CLIENT_LANGUAGES.keys()]);
}

function readFramework(text: string): readonly string[] {
  const names = namesIn(text, 'framework', ROUTES);
  if (names.length > 1) throw new UnknownName('Routes are for one framework.');
  return names;
}

function namesIn(text: string, what: string, known: readonly string[]): readonly string[] {
  const names = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(name => name !== '');
  const other = names.find(name => !known.includes(name));
  if (other === undefined) return names;
  throw new UnknownName(`There is no ${what} ${other}. ${suggestion(other, known) ?? ''}`);
}
