/** Runs the service on a socket until the user ends it. */
import { createServer } from 'node:net';
import type { Engine } from '../../engines/engine.ts';
import type { Config } from '../../generator/config/config.ts';
import { printable } from '../../generator/core/report/diagnostics.ts';
import { counted } from '../../generator/core/report/words.ts';
import type { JwtReader } from '../../server/access/jwt.ts';
import type { KeyRing } from '../../server/access/keys/key-ring.ts';
import type { Catalogue, ServedEndpoint } from '../../server/answers/manifest/manifest.ts';
import { createHealingEngine, type HealingEngine } from '../../server/answers/running/healing.ts';
import type { Log, LogLine } from '../../server/http/context.ts';
import type { ProjectNames } from '../../server/http/options.ts';
import type { Remedies } from '../../server/http/problem.ts';
import { createLog } from '../../server/observe/log.ts';
import type { FilesInUse } from '../../server/observe/metrics.ts';
import type { News } from '../../server/pages/news.ts';
import type { SharedParts } from '../../server/shared/contract.ts';
import { isLoopback, type Running, serve } from '../../server/socket/serve.ts';
import type { Hangup } from '../../server/socket/signals.ts';
import { type EngineOptions, engineOpener } from '../engines.ts';
import { firstEndpointStep, type Workspace } from '../project/workspace.ts';
import { type Session, systemFailure } from '../session.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';
import type { Host } from '../terminal/host.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from './address.ts';

interface Address {
  readonly host?: string;
  readonly port?: number;
}
interface Service {
  readonly manifest: Catalogue;
  readonly engine: Engine;
  readonly keys: KeyRing | null;
  /** Reads tokens of an identity service; `null` without one. */
  readonly jwt?: JwtReader | null;
  /** The number of statements that run at once. */
  readonly concurrency: number;
  /** The text of the OpenAPI document, if there is one. */
  readonly openapi: string | (() => string) | null;
  readonly config: Config;
  /** Secrets that seal page cursors. */
  readonly secrets: readonly string[];
  /** News for the page of a project that is being edited. */
  readonly news?: News;
  readonly remedies?: Remedies;
  /** The effect of SIGHUP, unless a closing terminal sends it. */
  readonly hangup?: Hangup;
  readonly files?: () => FilesInUse;
  /** The parts that this process shares with others of the service, and with replicas. */
  readonly shared?: SharedParts;
  /** How many processes the service has. */
  readonly processes?: number;
}

/** The endpoints that an engine can answer. Throws `Failure` if there are none. */
export function servedBy(
  { endpoints }: Catalogue,
  engine: string,
  workspace: Workspace,
): readonly ServedEndpoint[] {
  if (endpoints.length === 0) {
    const hint = `${firstEndpointStep(workspace)}, and run \`quern generate\`.`;
    throw new Failure(EXIT.usage, 'There are no generated endpoints', { hint });
  }
  const served = endpoints.filter(({ reads }) => Object.hasOwn(reads, engine));
  if (served.length > 0) return served;
  const hint = `Add ${engine} to \`dialects\` in \`quern.yaml\`, and run \`quern generate\`.`;
  throw new Failure(EXIT.usage, `No endpoint is compiled for ${engine}`, { hint });
}

/**
 * The engine of that name, which may be unavailable: the log reports when it is lost and when it is back. Rejects with
 * `Failure` if the settings contradict each other.
 */
export async function healingEngine(
  session: Session,
  name: string,
  options: EngineOptions,
): Promise<HealingEngine> {
  const log = serviceLog(session);
  const tell = (fault: string | null) => {
    if (fault === null) log('info', { event: `${name} is available again` });
    else log('error', { event: `${name} is unavailable`, failure: fault });
  };
  return createHealingEngine({ name, open: await engineOpener(name, options), tell });
}

/** The names that the pages of a service show. */
export function projectNames({ outputs: { openapi, clients } }: Config): ProjectNames {
  return { title: openapi.title, clients: Object.fromEntries(clients) };
}

/**
 * Starts the service. Rejects with `Failure` if it cannot listen. Always closes the engine and the keys: at once, or when the service ends.
 */
export async function listen(
  session: Session,
  { host = DEFAULT_HOST, port = DEFAULT_PORT }: Address,
  { config, concurrency, hangup = 'ignore', processes = 1, ...served }: Service,
): Promise<Running> {
  const { service } = config;
  const { server } = config.outputs.openapi;
  const { queue, maxBytes, timeoutMs, drainMs, cache, rateLimit, budget, cors, csv } = service;
  const { engine, keys, jwt = null } = served;
  const closeAccess = () => {
    keys?.close();
    jwt?.close();
  };
  try {
    const running = await serve({
      ...served,
      host,
      port,
      clock: session.host.clock,
      log: serviceLog(session),
      project: projectNames(config),
      hangup: session.host.stderr.isTerminal ? 'stop' : hangup,
      limits: { concurrency: Math.ceil(concurrency / processes), queue, maxBytes },
      public: service.public ?? (isLoopback(host) ? ['docs', 'metrics'] : []),
      timeoutMs,
      drainMs,
      cache: {
        bytes: shareOf(cache.bytes, processes),
        warmEntries: Math.ceil(cache.warmEntries / processes),
      },
      rateLimit,
      budget,
      cors,
      csv,
      // A path has no host, so links stay relative.
      address: /^https?:\/\//.test(server) ? server : null,
      unknownParameters: service.unknownParameters,
      logValues: service.logValues,
      direct: service.direct,
    });
    return { ...running, stopped: running.stopped.finally(closeAccess) };
  } catch (error) {
    await engine.close();
    closeAccess();
    throw addressFailure(error, host, port);
  }
}

/** Every process keeps answers, and the primary keeps them for all: each has the same part of the memory. */
export function shareOf(bytes: number, processes: number): number {
  return processes === 1 ? bytes : Math.floor(bytes / (processes + 1));
}

const ADDRESS_FAULTS: Readonly<Record<string, readonly [string, string] | undefined>> = {
  EADDRINUSE: ['is used by another program', 'Name another port with `{port}`.'],
  EACCES: ['cannot be opened by this user', 'Name a port above 1023 with `{port}`.'],
  EADDRNOTAVAIL: ['is not an address of this machine', 'Name another one with `--host`.'],
  ENOTFOUND: ['is not an address of this machine', 'Name another one with `--host`.'],
};

/** Why the service cannot listen, as a failure. `portFlag`: the flag for another port. */
function addressFailure(error: unknown, host: string, port: number, portFlag = '--port'): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const address = `\`${printable(host)}:${port}\``;
  const [fault, hint = ''] = ADDRESS_FAULTS[code] ?? [];
  if (fault === undefined) return systemFailure(error, `${address} cannot be used`);
  const told = { hint: hint.replace('{port}', () => portFlag), cause: error };
  return new Failure(EXIT.environment, `${address} ${fault}`, told);
}

/** Rejects with `Failure` if the service cannot listen on the port of this machine. */
export function checkFree({ environment }: Host, port: number): Promise<void> {
  // npm consumes the flags before `--`.
  const flag = environment['npm_lifecycle_event'] === 'start' ? 'npm start -- --port' : '--port';
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', error => reject(addressFailure(error, DEFAULT_HOST, port, flag)));
    probe.listen(port, DEFAULT_HOST, () => probe.close(() => resolve()));
  });
}

/** Waits until the user or a signal ends the service. */
export async function untilStopped(
  { interrupted }: Host,
  { stop, stopped }: Running,
): Promise<ExitCode> {
  const end = () => void stop();
  if (interrupted.aborted) end();
  interrupted.addEventListener('abort', end, { once: true });
  await stopped;
  return interrupted.aborted ? EXIT.interrupted : EXIT.done;
}

/** The service's log: short lines for people, JSON for programs; with `--quiet`, only failures. */
export function serviceLog({ host: { stderr, clock }, quiet }: Session): Log {
  const whole = createLog({ write: text => void stderr.write(text) });
  return (level, line) => {
    if (quiet && level === 'info') return;
    if (!stderr.isTerminal) return whole(level, line);
    const time = new Date(Number(clock() / 1_000n)).toISOString().slice(11, 19);
    stderr.write(`${printable([time, ...words(line)].join('  '))}\n`);
  };
}

/** For a key ring: logs a fault of the key file, and when it is fixed. */
export function keyFileTeller(session: Session): (fault: string | null) => void {
  const log = serviceLog(session);
  return fault => {
    if (fault === null) log('info', { event: 'the key file is valid again' });
    else log('error', { event: `${fault}; the old keys stay in force` });
  };
}

function words(line: LogLine): readonly string[] {
  const { event, method, route, status, endpoint, cache, rows, ms, failure, hint } = line;
  const parts = [
    event,
    status,
    method,
    endpoint ?? route,
    typeof rows === 'number' ? counted(rows, 'row') : undefined,
    cache,
    ms === undefined ? undefined : `${ms} ms`,
    failure,
    hint,
  ];
  return parts.filter(part => part !== undefined).map(String);
}
