import { join } from 'node:path';
import { buildCommand, buildRouteMap, type FlagParametersForType } from '@stricli/core';
import type { EngineName } from '../../../engines/index.ts';
import type { KeyRing } from '../../../server/access/keys/key-ring.ts';
import { createKeySet } from '../../../server/access/keys/key-set.ts';
import { makeKey, type NewKey } from '../../../server/access/keys/keys.ts';
import { createApp } from '../../../server/http/app.ts';
import { BRIEFS } from '../../briefs.ts';
import { completedNames } from '../../completion/project.ts';
import { readDefinitions } from '../../definitions.ts';
import { concurrencyOf } from '../../engines.ts';
import {
  type GivenParameter,
  GLOBAL_ALIASES,
  GLOBAL_FLAGS,
  type GlobalFlags,
  paramFlag,
} from '../../flags.ts';
import { asKeyFailure } from '../../keys/key-failure.ts';
import { keyNotes } from '../../keys/key-notes.ts';
import { bridge, type Post } from '../../mcp/bridge.ts';
import { type AgentClient, CLIENTS, KEY, SAMPLE_KEY } from '../../mcp/clients.ts';
import { packageFolder } from '../../project/output/package-files.ts';
import { openWorkspace } from '../../project/workspace.ts';
import { serviceLog } from '../../service/listen.ts';
import { DATABASE_FLAG, ENGINE_FLAG } from '../../service/service-flags.ts';
import type { Session } from '../../session.ts';
import { EXIT, type ExitCode, Failure } from '../../terminal/exit.ts';
import { type VerbContext, verb } from '../../verb.ts';
import { givenParams } from './keys.ts';

interface McpFlags extends GlobalFlags {
  readonly url?: string;
  readonly endpoint?: readonly string[];
  readonly param?: readonly GivenParameter[];
  readonly engine?: EngineName;
  readonly database?: string;
}

const URL_FLAG = {
  kind: 'parsed',
  parse: serviceUrl,
  optional: true,
  placeholder: 'url',
  brief: 'A running service, with its key in QUERN_KEY (default: run the endpoints here)',
} as const;

const FLAGS: FlagParametersForType<McpFlags, VerbContext> = {
  url: URL_FLAG,
  endpoint: {
    kind: 'parsed',
    parse: String,
    optional: true,
    variadic: true,
    placeholder: 'glob',
    proposeCompletions: completedNames,
    brief: 'Endpoints that become tools, without --url; any number of them (default: all)',
  },
  param: paramFlag('A value that is fixed for the agent, without --url; any number of them'),
  engine: ENGINE_FLAG,
  database: DATABASE_FLAG,
  ...GLOBAL_FLAGS,
};

const stdio = buildCommand<McpFlags, [], VerbContext>({
  docs: {
    brief: 'Speak over standard input and output until the client leaves',
    fullDescription: [
      'Speaks the Model Context Protocol over standard input and output until the client leaves. Clients start it, with the',
      'settings that `quern mcp install` prints. Log lines go to standard error.',
      '',
      'Examples:',
      '  quern mcp stdio --param project=abc',
      '  QUERN_KEY=… quern mcp stdio --url https://logs.example.com',
    ].join('\n'),
  },
  parameters: { flags: FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(FLAGS, runStdio, { windsDown: true }),
});

async function runStdio(session: Session, flags: McpFlags): Promise<ExitCode> {
  const { url, endpoint, param } = flags;
  if (url === undefined) return overEngine(session, flags);
  if (endpoint !== undefined || param !== undefined) {
    throw new Failure(EXIT.usage, '`--endpoint` and `--param` cannot be combined with `--url`', {
      hint: 'Make a key with these limits, by `quern keys create`.',
    });
  }
  return carry(session, overHttp(url, session.environment[KEY]));
}

async function carry(session: Session, post: Post): Promise<ExitCode> {
  const { interrupted, stdout } = session.host;
  await bridge({ input: process.stdin, write: stdout.write }, post, interrupted);
  return interrupted.aborted ? EXIT.interrupted : EXIT.done;
}

/** A key is only sent to the service itself: redirects are not followed. */
function overHttp(url: string, key: string | undefined): Post {
  const address = `${url}/mcp`;
  const own = key === undefined || key === '' ? {} : { Authorization: `Bearer ${key}` };
  return async (body, headers, signal) => {
    try {
      const init = { method: 'POST', body, headers: { ...headers, ...own }, signal } as const;
      return await fetch(address, { ...init, redirect: 'manual' });
    } catch (cause) {
      signal.throwIfAborted();
      throw new Error(`The service at ${url} cannot be reached.`, { cause });
    }
  };
}

/** Runs the generated endpoints in this process, for a key that only exists during this run. */
async function overEngine(session: Session, flags: McpFlags): Promise<ExitCode> {
  const workspace = openWorkspace(session);
  const { service } = workspace.config;
  const name = flags.engine ?? service.engine;
  const read = await readDefinitions(session, { workspace, name, database: flags.database });
  const { endpoint: endpoints = ['*'], param = [] } = flags;
  const wanted: NewKey = { name: 'mcp', endpoints, params: givenParams(param, read.manifest) };
  const { ring, token } = ownKey(wanted);
  for (const { fact, hint } of keyNotes(wanted, read.manifest)) session.note(`note: ${fact}`, hint);
  const { queue, maxBytes, timeoutMs, cache, unknownParameters, logValues } = service;
  const app = createApp({
    ...read,
    keys: ring,
    clock: session.host.clock,
    log: serviceLog(session),
    limits: { concurrency: concurrencyOf(name, workspace), queue, maxBytes },
    timeoutMs,
    cache,
    unknownParameters,
    logValues,
  });
  try {
    return await carry(session, async (body, headers, signal) => {
      const init = { method: 'POST', body, headers: { ...headers, 'X-API-KEY': token }, signal };
      return app.fetch(new Request('http://localhost/mcp', init));
    });
  } finally {
    app.stop();
    app.close();
    await read.engine.close();
  }
}

function ownKey(wanted: NewKey): { readonly ring: KeyRing; readonly token: string } {
  try {
    const { key, token } = makeKey(wanted, new Date());
    const set = createKeySet([key]);
    return { ring: { current: () => set, close: () => {} }, token };
  } catch (cause) {
    return asKeyFailure(cause);
  }
}

interface InstallFlags extends GlobalFlags {
  readonly url?: string;
}

const INSTALL_FLAGS: FlagParametersForType<InstallFlags> = { url: URL_FLAG, ...GLOBAL_FLAGS };

const install = buildCommand<InstallFlags, [string?], VerbContext>({
  docs: {
    brief: 'Print the settings that a client needs to find the endpoints',
    customUsage: ['[client] [--url url]'],
    fullDescription: [
      'Prints the settings for a client, or for all, and where to put them. It changes no file.',
      `Clients: ${Object.keys(CLIENTS).join(', ')}.`,
      '',
      'Examples:',
      '  quern mcp install claude-code',
      '  quern mcp install cursor --url https://logs.example.com',
    ].join('\n'),
  },
  parameters: {
    flags: INSTALL_FLAGS,
    aliases: GLOBAL_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: clientName,
          placeholder: 'client',
          optional: true,
          brief: 'The client (default: all)',
          proposeCompletions: () => Object.keys(CLIENTS),
        },
      ],
    },
  },
  func: verb(INSTALL_FLAGS, printSettings),
});

async function printSettings(
  session: Session,
  { url }: InstallFlags,
  only?: string,
): Promise<ExitCode> {
  const wanted = Object.entries(CLIENTS).filter(([name]) => only === undefined || name === only);
  const settings = wanted.map(([name, client]) => {
    const { title, file } = client;
    return { name, title, file, settings: settingsOf(session, client, url) };
  });
  if (session.json) session.print(`${JSON.stringify(settings, null, 2)}\n`);
  else {
    const texts = settings.map(
      ({ title, file, settings }) => `${title}, ${file}:\n\n${settings}\n`,
    );
    session.print(texts.join('\n'));
  }
  return EXIT.done;
}

/**
 * A client that can only start commands reaches a service through `quern mcp`. Clients start commands in any folder, where `npx` would
 * run what the registry has under this name, so the settings name the installed program.
 */
function settingsOf(
  { cwd }: Session,
  { local, remote }: AgentClient,
  url: string | undefined,
): string {
  if (url !== undefined && remote !== null) return remote({ url: `${url}/mcp` });
  const command = 'node';
  const args = [join(packageFolder(), 'dist/cli/bin.js'), 'mcp', 'stdio'];
  if (url === undefined) return local({ command, args: [...args, '--cwd', cwd] });
  return local({ command, args: [...args, '--url', url], env: { [KEY]: SAMPLE_KEY } });
}

function clientName(input: string): string {
  if (Object.hasOwn(CLIENTS, input)) return input;
  throw new Error(
    `There is no client \`${input}\`; known clients are ${Object.keys(CLIENTS).join(', ')}`,
  );
}

/** Reads the address of a service and removes a slash at its end. */
function serviceUrl(input: string): string {
  const url = URL.canParse(input) ? new URL(input) : null;
  const isPlain = url?.username === '' && url.search === '' && url.hash === '';
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new Error('must be the address of a service, such as https://logs.example.com');
  return url.href.replace(/\/$/, '');
}

export const mcp = buildRouteMap({
  routes: { stdio, install },
  defaultCommand: 'stdio',
  docs: { brief: BRIEFS.mcp },
});
