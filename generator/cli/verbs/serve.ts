import { existsSync } from 'node:fs';
import { buildCommand, type FlagParametersForType } from '@stricli/core';
import { type KeyRing, openKeyRing } from '../../../server/key-ring.ts';
import {
  type Catalogue,
  catalogue,
  ManifestError,
  parseManifest,
} from '../../../server/manifest.ts';
import { createReadiness } from '../../../server/readiness.ts';
import { isLoopback } from '../../../server/serve.ts';
import { printable } from '../../diagnostics.ts';
import { readGenerated } from '../../write/index.ts';
import { ENGINE_NAMES, type EngineName, openEngine } from '../engines.ts';
import { EXIT, type ExitCode, Failure } from '../exit.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags, textFlag, wholeNumber } from '../flags.ts';
import {
  DEFAULT_HOST,
  DEFAULT_PORT,
  keyFileTeller,
  listen,
  servedBy,
  untilStopped,
} from '../listen.ts';
import { tellRefusals } from '../refusals.ts';
import type { Session } from '../session.ts';
import { unlessInterrupted, type VerbContext, verb } from '../verb.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';
import { asKeyFailure } from './keys.ts';

interface ServeFlags extends GlobalFlags {
  readonly port?: number;
  readonly host?: string;
  readonly keys?: string;
  readonly insecureNoAuth?: boolean;
  readonly engine?: EngineName;
  readonly database?: string;
}

const FLAGS: FlagParametersForType<ServeFlags> = {
  port: {
    kind: 'parsed',
    parse: wholeNumber(0, 65_535),
    optional: true,
    placeholder: 'port',
    brief: `The port to listen on; 0 for any free one (default: ${DEFAULT_PORT})`,
  },
  host: textFlag('host', `The address to listen on (default: ${DEFAULT_HOST})`),
  keys: textFlag('file', 'The key file, in place of the one of the configuration'),
  insecureNoAuth: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Answer without keys; on a loopback address only',
  },
  engine: { kind: 'enum', values: ENGINE_NAMES, optional: true, brief: 'The engine to run on' },
  database: textFlag('file', 'The database, in place of the one of the configuration'),
  ...GLOBAL_FLAGS,
};

export const serve = buildCommand<ServeFlags, [], VerbContext>({
  docs: {
    brief: 'Run the service',
    fullDescription: [
      'Serves what generated/manifest.json describes, to callers with a key. Log lines go to standard error.',
      '',
      'Examples:',
      '  quern serve',
      '  quern serve --host 0.0.0.0 --port 80',
      '  quern serve --insecure-no-auth --database .quern/demo.duckdb',
    ].join('\n'),
  },
  parameters: { flags: FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(FLAGS, runServe, { windsDown: true }),
});

async function runServe(session: Session, flags: ServeFlags): Promise<ExitCode> {
  const workspace = openWorkspace(session);
  const { service } = workspace.config;
  const keys = await openKeys(session, workspace, flags);
  const manifest = await readManifest(session, workspace);
  if (typeof manifest === 'number') return manifest;
  const name = flags.engine ?? service.engine;
  const served = servedBy(manifest, name).length;
  const engine = await unlessInterrupted(
    session.host,
    openEngine(name, {
      workspace,
      database: flags.database,
      concurrency: service.concurrency ?? 2,
    }),
  );
  const fault = await createReadiness(manifest, engine)();
  const running = await listen(session, flags, { ...service, manifest, engine, keys });
  session.note(`${served === 1 ? '1 endpoint' : `${served} endpoints`} on ${running.url}`);
  if (fault !== null) session.note(`warning: not ready: ${printable(fault)}`);
  if (keys === null) session.note('anybody on this machine may run them: no key is asked for');
  return untilStopped(session.host, running);
}

/** `null`: no key is asked for. Throws `Failure` where callers could not be told apart. */
async function openKeys(
  session: Session,
  { config, pathOf, typed, shown }: Workspace,
  { keys, host = DEFAULT_HOST, insecureNoAuth = false }: ServeFlags,
): Promise<KeyRing | null> {
  if (insecureNoAuth) {
    if (isLoopback(host)) return null;
    throw new Failure(
      EXIT.usage,
      `\`--insecure-no-auth\` is for loopback addresses, not \`${host}\``,
      {
        hint: 'Leave out `--host`, or make a key with `quern keys create`.',
      },
    );
  }
  const file = keys === undefined ? pathOf(config.service.keys) : typed(keys);
  if (!existsSync(file)) {
    throw new Failure(EXIT.usage, `There is no key file \`${shown(file)}\`, so nobody could call`, {
      hint: 'Make a key with `quern keys create --name …`, or use `--insecure-no-auth` on this machine.',
    });
  }
  return openKeyRing(file, keyFileTeller(session)).catch(asKeyFailure);
}

async function readManifest(
  session: Session,
  { config, pathOf, shown }: Workspace,
): Promise<Catalogue | ExitCode> {
  const directory = pathOf(config.output);
  const read = await readGenerated(directory, 'manifest.json');
  if (read.status === 'refused') return tellRefusals(session, shown(directory), read.refusals);
  const hint = 'Run `quern generate`.';
  const file = `${shown(directory)}/manifest.json`;
  if (read.status === 'missing') {
    throw new Failure(EXIT.environment, `\`${file}\` does not exist`, { hint });
  }
  try {
    return catalogue(parseManifest(read.text));
  } catch (cause) {
    if (!(cause instanceof ManifestError)) throw cause;
    throw new Failure(EXIT.environment, `\`${file}\`: ${cause.message}`, { hint, cause });
  }
}
