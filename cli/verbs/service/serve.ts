import { buildCommand, type FlagParametersForType } from '@stricli/core';
import type { EngineName } from '../../../engines/index.ts';
import { counted } from '../../../generator/core/report/words.ts';
import type { AnswerStore } from '../../../server/shared/contract.ts';
import type { Running } from '../../../server/socket/serve.ts';
import { holdHangup } from '../../../server/socket/signals.ts';
import { BRIEFS } from '../../briefs.ts';
import { readAgain, readDefinitions, readWithOthers } from '../../definitions.ts';
import { DEMO_DATABASE } from '../../demo/place.ts';
import { oneAtATime } from '../../dev/one-at-a-time.ts';
import { concurrencyOf, onOneLine } from '../../engines.ts';
import { watchFile } from '../../file-watch.ts';
import { GLOBAL_ALIASES, GLOBAL_FLAGS, type GlobalFlags } from '../../flags.ts';
import { MAKE_KEY } from '../../keys/key-failure.ts';
import { claimNotes, expiryNotes } from '../../keys/key-notes.ts';
import { keyHolder, proofNotes, tokenHolder } from '../../keys/proof-notes.ts';
import { indexPath } from '../../project/output/manifest-file.ts';
import { openWorkspace } from '../../project/workspace.ts';
import { openAccess, openKeys } from '../../service/access.ts';
import { listen, serviceLog, untilStopped } from '../../service/listen.ts';
import { serveProcesses, type WorkerProcess, workerOf } from '../../service/processes.ts';
import {
  DATABASE_FLAG,
  ENGINE_FLAG,
  HOST_FLAG,
  KEYS_FLAG,
  PORT_FLAG,
  PROCESSES_FLAG,
} from '../../service/service-flags.ts';
import { watchSettings } from '../../service/settings-watch.ts';
import { openSharedStore } from '../../service/shared-store.ts';
import type { Session } from '../../session.ts';
import type { ExitCode } from '../../terminal/exit.ts';
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
  // a closed terminal ends the service also while it starts
  const release = session.host.stderr.isTerminal ? () => false : holdHangup();
  try {
    const worker = processes > 1 ? await workerOf(processes) : null;
    return await serveAs(worker, session, flags, release).finally(() => worker?.ends());
  } finally {
    release();
  }
}

/**
 * `worker`: `null` in a service of one process, and in the first of several. `release` ends the hold of SIGHUP, and returns whether it has
 * arrived.
 */
async function serveAs(
  worker: WorkerProcess | null,
  given: Session,
  flags: ServeFlags,
  release: () => boolean,
): Promise<ExitCode> {
  const { processes = 1 } = flags;
  const workspace = openWorkspace(
    worker === null ? given : { ...given, read: await worker.parts.configuration() },
  );
  // the first process watches for all
  const settings =
    worker === null ? await watchSettings(workspace, given, serviceLog(given)) : null;
  if (processes > 1 && worker === null) {
    const keys = await openKeys(given, workspace, flags);
    const asked = { processes, engine: flags.engine, keys };
    return serveProcesses(given, workspace, asked).finally(() => settings?.close());
  }
  // the first process reports for all
  const session = worker === null || worker.isFirst ? given : { ...given, note: () => {} };
  const { service } = workspace.config;
  const log = serviceLog(session);
  const { keys, jwt } = await openAccess(session, workspace, flags, worker?.parts);
  const name = flags.engine ?? service.engine;
  const asked = { workspace, name, database: flags.database };
  const watch = await watchFile(indexPath(workspace), () => log('info', { event: NEWER }));
  const read = await (worker === null
    ? readDefinitions(session, asked)
    : readWithOthers(session, asked, () => worker.parts.kept('definitions')));
  const { endpoints, text, isGiven, ...definitions } = read;
  worker?.parts.keep('definitions', text);
  let areRead = !isGiven;
  const { manifest } = definitions;
  const concurrency = concurrencyOf(name, workspace);
  let answers: AnswerStore | undefined;
  const readOnce = oneAtATime(async () => {
    const kept = answers;
    await watch.read();
    const again = await readAgain(session, { ...asked, answers: kept }, running);
    areRead = again !== null;
    if (again !== null) worker?.parts.keep('definitions', again);
  });
  const files = () => ({
    definitions: areRead,
    ...(keys?.fault === undefined ? {} : { keys: keys.fault() === null }),
  });
  const hangup = () => void readOnce();
  const { config } = workspace;
  const store = await openSharedStore(session, workspace, {
    engine: name,
    database: flags.database,
  });
  const shared = { ...worker?.parts, ...store };
  const started = {
    ...definitions,
    keys,
    jwt,
    concurrency,
    config,
    hangup,
    shared,
    processes,
    files,
  };
  const running: Running = await listen(session, flags, started);
  if (release()) hangup();
  worker?.serves(running, edition => {
    // replicas read their files one after another, and go on sharing their store
    if (store === null) answers = worker.parts.answersOf(edition);
    hangup();
  });
  session.note(`${counted(endpoints.length, 'endpoint')} on ${running.url}`);
  const ended = untilStopped(session.host, running).finally(() => {
    watch.close();
    settings?.close();
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
  return ended;
}

const NEWER = 'the generated files have changed; send SIGHUP to reload them';
const NO_KEY = 'warning: the key file contains no key, so nobody can call the service';
