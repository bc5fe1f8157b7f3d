/** The frame of every verb: a session, and an exit code for every outcome. */
import { statSync } from 'node:fs';
import type { CommandContext } from '@stricli/core';
import { printable } from '../generator/core/report/diagnostics.ts';
import { type GlobalFlags, withEnvironment } from './flags.ts';
import { openSession, type Session } from './session.ts';
import { EXIT, type ExitCode, Failure } from './terminal/exit.ts';
import type { Host } from './terminal/host.ts';
import { endWithNpm } from './terminal/orphaned.ts';
import { bugReport } from './terminal/report-bug.ts';

export interface VerbContext extends CommandContext {
  readonly host: Host;
  /** The command line, without the program's own name and without a word that is still being typed. */
  readonly words: readonly string[];
  readonly finish: (exit: ExitCode) => void;
}
type Run<Flags, Arguments extends readonly unknown[]> = (
  session: Session,
  flags: Flags,
  ...args: Arguments
) => Promise<ExitCode>;
interface VerbOptions {
  /** Whether the verb ends by itself when interrupted; the work of other verbs is abandoned. */
  readonly windsDown?: boolean;
}

/** The function of a command: calls `run` with a session. `specs`: the flags as declared. */
export function verb<Flags extends GlobalFlags, Arguments extends readonly unknown[] = []>(
  specs: Readonly<Record<string, unknown>>,
  run: Run<Flags, Arguments>,
  { windsDown = false }: VerbOptions = {},
) {
  return async function command(
    this: VerbContext,
    given: Flags,
    ...args: Arguments
  ): Promise<void> {
    const { host } = this;
    let session = openSession(host, given);
    const work = async () => {
      const flags = withEnvironment(given, specs, host.environment);
      session = openSession(host, flags);
      requireDirectory(session.cwd, flags.cwd);
      return run(session, flags, ...args);
    };
    if (windsDown) endWithNpm(host.environment);
    try {
      this.finish(await (windsDown ? work() : unlessInterrupted(host, work())));
    } catch (error) {
      this.finish(ending(error, session));
    }
  };
}

/** Without this check, each verb would report some missing file instead of the directory. */
function requireDirectory(cwd: string, asked: string | undefined): void {
  if (asked === undefined || statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new Failure(EXIT.usage, `\`${printable(asked)}\` is not a directory`, {
    hint: 'Name another one with `--cwd`.',
  });
}

/** The result of `work`; rejects as soon as the user interrupts, without waiting for the work. */
export function unlessInterrupted<T>({ interrupted }: Host, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Failure(EXIT.interrupted, 'interrupted'));
    if (interrupted.aborted) leave();
    interrupted.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => interrupted.removeEventListener('abort', leave));
  });
}

function ending(error: unknown, session: Session): ExitCode {
  if (!(error instanceof Failure)) {
    session.host.stderr.write(bugReport(error));
    return EXIT.bug;
  }
  // A user who interrupts needs no message.
  if (error.exit === EXIT.interrupted) return error.exit;
  if (error.diagnostics.length > 0) {
    session.report(error.diagnostics);
    if (error.hint !== null) session.note(error.hint);
  } else session.complain(error.message, error.hint);
  return error.exit;
}
