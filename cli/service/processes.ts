/** `quern serve --processes`: the primary process, and the workers that it starts. */
import cluster from 'node:cluster';
import type { KeyRing } from '../../server/access/keys/key-ring.ts';
import type { FromPrimary } from '../../server/processes/messages.ts';
import type { WorkerParts } from '../../server/processes/worker.ts';
import type { Running } from '../../server/socket/serve.ts';
import { concurrencyOf } from '../engines.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Session } from '../session.ts';
import { EXIT, type ExitCode } from '../terminal/exit.ts';
import { serviceLog, shareOf } from './listen.ts';

/** The worker that this process is. */
export interface WorkerProcess {
  readonly processes: number;
  /** Whether it was started first. */
  readonly isFirst: boolean;
  readonly parts: WorkerParts;
  /** Reports to the primary that the service listens, and obeys its messages from now on. */
  readonly serves: (running: Running, hangup: (edition: number) => void) => void;
  /** Lets the process end although it can still hear the primary. */
  readonly ends: () => void;
}

interface Asked {
  readonly processes: number;
  readonly engine: string | undefined;
  /** The keys for all processes; `null`: no key is needed. */
  readonly keys: KeyRing | null;
}

/** Starts the processes and waits until a signal has ended them. */
export async function serveProcesses(
  session: Session,
  workspace: Workspace,
  { processes, engine, keys }: Asked,
): Promise<ExitCode> {
  // loaded here, because only a primary needs it
  const { runPrimary } = await import('../../server/processes/primary.ts');
  const { service } = workspace.config;
  const { host } = session;
  const failed = await runPrimary({
    processes,
    keys,
    limits: {
      concurrency: concurrencyOf(engine ?? service.engine, workspace),
      queue: service.queue,
    },
    answerBytes: shareOf(service.cache.bytes, processes),
    drainMs: service.drainMs,
    configuration: workspace.read,
    log: serviceLog(session),
    argsFor: port => withPort(process.argv.slice(2), port),
    hangup: host.stderr.isTerminal ? 'stop' : 'hangup',
  }).finally(() => keys?.close());
  // a process that a signal ended has no code of ours
  if (failed !== null) return Object.values(EXIT).find(one => one === failed.code) ?? EXIT.bug;
  return host.interrupted.aborted ? EXIT.interrupted : EXIT.done;
}

/** The words of a command that names another port. */
function withPort(words: readonly string[], port: number): readonly string[] {
  const at = words.findIndex(word => /^--port(?:=|$)/.test(word));
  if (at < 0) return words;
  const after = words[at] === '--port' ? at + 2 : at + 1;
  return [...words.slice(0, at), `--port=${port}`, ...words.slice(after)];
}

/** Returns `null` in the primary process. */
export async function workerOf(processes: number): Promise<WorkerProcess | null> {
  const { worker } = cluster;
  if (worker === undefined) return null;
  const [{ createWorkerParts }, { EDITION }] = await Promise.all([
    import('../../server/processes/worker.ts'),
    import('../../server/processes/messages.ts'),
  ]);
  const listeners: ((message: FromPrimary) => void)[] = [];
  process.on('message', (message: FromPrimary) => {
    for (const listener of listeners) listener(message);
  });
  const hear = (listener: (message: FromPrimary) => void) => void listeners.push(listener);
  const send = (message: object) => {
    // without a primary, this process is about to end
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  return {
    processes,
    isFirst: worker.id === 1,
    parts: createWorkerParts({ send, hear }, Number(process.env[EDITION] ?? 0)),
    serves: (running, hangup) => {
      hear(message => {
        if (message.kind === 'drain') running.drain();
        else if (message.kind === 'stop') void running.stop();
        else if (message.kind === 'hangup') hangup(message.edition);
      });
      // the primary was killed: a second time, somebody wants the end at once
      process.once('disconnect', () => {
        if (running.isStopping()) process.exit(EXIT.interrupted);
        void running.stop();
      });
      send({ kind: 'listens' });
    },
    ends: () => process.channel?.unref(),
  };
}
