import { existsSync } from 'node:fs';
import { buildCommand, type FlagParametersForType } from '@stricli/core';
import type { EngineName } from '../../../engines/index.ts';
import { JWT_KEY } from '../../../generator/config/environment.ts';
import { printable } from '../../../generator/core/report/diagnostics.ts';
import { counted } from '../../../generator/core/report/words.ts';
import type { JwtConfig } from '../../../generator/settings/jwt.ts';
import type { JwtReader } from '../../../server/access/jwt.ts';
import { watchExpiry } from '../../../server/access/keys/key-expiry.ts';
import { type KeyRing, openKeyRing } from '../../../server/access/keys/key-ring.ts';
import { createKeySet } from '../../../server/access/keys/key-set.ts';
import { recordUses } from '../../../server/access/keys/key-use.ts';
import { openJwtReader } from '../../../server/access/open-jwt.ts';
import type { AnswerStore } from '../../../server/shared/contract.ts';
import { isLoopback, type Running } from '../../../server/socket/serve.ts';
import { BRIEFS } from '../../briefs.ts';
import { readAgain, readDefinitions } from '../../definitions.ts';
import { DEMO_DATABASE } from '../../demo/place.ts';
import { oneAtATime } from '../../dev/one-at-a-time.ts';
import { concurrencyOf, onOneLine } from '../../engines.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags } from '../../flags.ts';
import { watchGenerated } from '../../generated-watch.ts';
import { asKeyFailure, MAKE_KEY } from '../../keys/key-failure.ts';
import { claimNotes, expiryNotes } from '../../keys/key-notes.ts';
import { keyHolder, proofNotes, tokenHolder } from '../../keys/proof-notes.ts';
import { indexPath } from '../../project/output/manifest-file.ts';
import { openWorkspace, type Workspace } from '../../project/workspace.ts';
import { DEFAULT_HOST } from '../../service/address.ts';
import { keyFileTeller, listen, serviceLog, untilStopped } from '../../service/listen.ts';
import { serveProcesses, type WorkerProcess, workerOf } from '../../service/processes.ts';
import {
  DATABASE_FLAG,
  ENGINE_FLAG,
  HOST_FLAG,
  KEYS_FLAG,
  PORT_FLAG,
  PROCESSES_FLAG,
} from '../../service/service-flags.ts';
import { openSharedStore } from '../../service/shared-store.ts';
import type { Session } from '../../session.ts';
import { EXIT, type ExitCode, Failure } from '../../terminal/exit.ts';
import { type VerbContext, verb } from '../../verb.ts';

interface ServeFlags extends GlobalFlags {
  readonly port?: number;
  readonly host?: string;
  readonly keys?: string;
  readonly insecureNoAuth?: boolean;
  readonly engine?: EngineName;
  readonly database?: string;
  readonly processes?: number;
}

const FLAGS: FlagParametersForType<ServeFlags> = {
  port: PORT_FLAG,
  host: HOST_FLAG,
  keys: KEYS_FLAG,
  insecureNoAuth: {
    kind: 'boolean',
    optional: true,
    withNegated: false,
    brief: 'Answer without keys; on a loopback address only',
  },
  engine: ENGINE_FLAG,
  database: DATABASE_FLAG,
  processes: PROCESSES_FLAG,
  ...GLOBAL_FLAGS,
};

export const serve = buildCommand<ServeFlags, [], VerbContext>({
  docs: {
    brief: BRIEFS.serve,
    fullDescription: [
      'Serves what generated/manifest/ describes, to callers with a key. Log lines go to standard error.',
      '',
      'Examples:',
      '  quern serve',
      '  quern serve --host 0.0.0.0 --port 80',
      '  quern serve --processes auto',
      `  quern serve --insecure-no-auth --database ${DEMO_DATABASE}`,
    ].join('\n'),
  },
  parameters: { flags: FLAGS, aliases: GLOBAL_ALIASES },
  func: verb(FLAGS, runServe, { windsDown: true }),
});

async function runServe(session: Session, flags: ServeFlags): Promise<ExitCode> {
  const { processes = 1 } = flags;
  const worker = processes > 1 ? await workerOf(processes) : null;
  return serveAs(worker, session, flags).finally(() => worker?.ends());
}

/** `worker`: `null` in a service of one process, and in the first of several. */
async function serveAs(
  worker: WorkerProcess | null,
  given: Session,
  flags: ServeFlags,
): Promise<ExitCode> {
  const { processes = 1 } = flags;
  const workspace = openWorkspace(
    worker === null ? given : { ...given, read: await worker.parts.configuration() },
  );
  if (processes > 1 && worker === null) {
    return serveProcesses(given, workspace, { processes, engine: flags.engine });
  }
  // the first process reports for all
  const session = worker === null || worker.isFirst ? given : { ...given, note: () => {} };
  const { service } = workspace.config;
  const { keys, jwt } = await openAccess(session, workspace, flags);
  const name = flags.engine ?? service.engine;
  const asked = { workspace, name, database: flags.database };
  const log = serviceLog(session);
  const watch = await watchGenerated(indexPath(workspace), () => log('info', { event: NEWER }));
  const read = await readDefinitions(session, asked);
  if (typeof read === 'number') return read;
  const { endpoints, ...definitions } = read;
  const { manifest } = definitions;
  const concurrency = concurrencyOf(name, workspace);
  let answers: AnswerStore | undefined;
  const readOnce = oneAtATime(async () => {
    const kept = answers;
    await watch.read();
    await readAgain(session, { ...asked, answers: kept }, running);
  });
  const hangup = () => void readOnce();
  const { config } = workspace;
  const store = await openSharedStore(session, workspace, {
    engine: name,
    database: flags.database,
  });
  const shared = { ...worker?.parts, ...store };
  const started = { ...definitions, keys, jwt, concurrency, config, hangup, shared, processes };
  const running: Running = await listen(session, flags, started);
  worker?.serves(running, edition => {
    // replicas read their files one after another, and go on sharing their store
    if (store === null) answers = worker.parts.answersOf(edition);
    hangup();
  });
  session.note(`${counted(endpoints.length, 'endpoint')} on ${running.url}`);
  const ended = untilStopped(session.host, running).finally(() => {
    watch.close();
    store?.close();
  });
  // The check for missing tables may take a while; the service already answers.
  const readiness = running.ready().then(({ fault }) => fault);
  const fault = await Promise.race([readiness, ended.then(() => null)]);
  // An engine that was closed in the meantime needs no report.
  if (fault !== null && !running.isStopping())
    session.note(`warning: not ready: ${onOneLine(fault)}`);
  if (keys === null) session.note('anybody on this machine may run them: no key is needed');
  else if (jwt === null && keys.current().size === 0) session.note(NO_KEY, MAKE_KEY);
  const claims = service.jwt?.claims ?? {};
  const known = keys?.current().keys ?? [];
  const holders = [...known.map(keyHolder), tokenHolder(claims)];
  const notes = [
    ...claimNotes(Object.keys(claims), manifest),
    ...proofNotes(holders, manifest),
    ...expiryNotes(known, Date.now()),
  ];
  for (const { fact, hint } of notes) session.note(`warning: ${fact}`, hint);
  if (keys !== null && (worker === null || worker.isFirst)) {
    const endWatch = watchExpiry(keys, Date.now, ({ id, name, expires }) =>
      log('warn', { event: `the key ${printable(name)} expires at ${expires}`, key: id }),
    );
    void ended.finally(endWatch);
  }
  return ended;
}

const NEWER = 'the generated files have changed; send SIGHUP to reload them';
const NO_KEY = 'warning: the key file contains no key, so nobody can call the service';

interface Access {
  /** `null`: no key is needed. */
  readonly keys: KeyRing | null;
  readonly jwt: JwtReader | null;
}

/** Throws `Failure` if the service could not identify callers. */
async function openAccess(
  session: Session,
  { config, pathOf, typed, shown }: Workspace,
  { keys, host = DEFAULT_HOST, insecureNoAuth = false }: ServeFlags,
): Promise<Access> {
  if (insecureNoAuth) {
    if (isLoopback(host)) return { keys: null, jwt: null };
    throw new Failure(
      EXIT.usage,
      `\`--insecure-no-auth\` is for loopback addresses, not \`${host}\``,
      {
        hint: 'Leave out `--host`, or make a key with `quern keys create`.',
      },
    );
  }
  const [unset] = config.unset.get(JWT_KEY) ?? [];
  if (unset !== undefined) throw new Failure(EXIT.usage, unset.message, { hint: unset.hint });
  const { jwt } = config.service;
  const file = keys === undefined ? pathOf(config.service.keys) : typed(keys);
  if (!existsSync(file) && (jwt === null || keys !== undefined)) {
    throw new Failure(EXIT.usage, `There is no key file \`${shown(file)}\`, so nobody could call`, {
      hint: 'Make a key with `quern keys create --name …`, or use `--insecure-no-auth` on this machine.',
    });
  }
  const ring = existsSync(file) ? await openRing(session, file) : NO_KEYS;
  return { keys: ring, jwt: jwt === null ? null : await openJwt(session, jwt) };
}

async function openRing(session: Session, file: string): Promise<KeyRing> {
  const log = serviceLog(session);
  const ring = await openKeyRing(file, keyFileTeller(session)).catch(asKeyFailure);
  return { ...ring, used: recordUses(file, event => log('warn', { event })) };
}

/** For a service whose callers only have tokens. */
const NO_KEYS: KeyRing = { current: () => createKeySet([]), close: () => {} };

function openJwt(session: Session, settings: JwtConfig): Promise<JwtReader> {
  const log = serviceLog(session);
  return openJwtReader(settings, fault => {
    if (fault === null) log('info', { event: 'the keys of the issuer have been loaded' });
    else log('error', { event: 'the keys of the issuer cannot be refreshed', failure: fault });
  });
}
