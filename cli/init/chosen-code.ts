/** The generated code that the author of a new project wants. */
import { CLIENT_LANGUAGES } from '../../generator/emitters/clients/index.ts';
import type { Session } from '../session.ts';
import type { Code } from './files.ts';

interface Given {
  readonly clients: readonly string[] | undefined;
  readonly routes: string | undefined;
}

/** Returns what the flags name. Without both flags, asks at a terminal; elsewhere there is no code. */
export async function chosenCode(
  { host, quiet, json }: Session,
  { clients, routes }: Given,
): Promise<Code> {
  const given = { clients: clients ?? [], routes: routes ?? null };
  const isAsked = clients === undefined && routes === undefined && !quiet && !json;
  if (!isAsked || host.ask === undefined) return given;
  const names = [...CLIENT_LANGUAGES.keys()];
  const answer = await host.ask(`Clients to generate (${names.join(', ')}; empty for none): `);
  const words = (answer ?? '').toLowerCase().split(/[\s,]+/);
  return { ...given, clients: names.filter(name => words.includes(name)) };
}
