/** One run of a verb: where it works and how it prints. */
import { resolve } from 'node:path';
import type { Environment } from '../generator/config/config.ts';
import { type Diagnostic, isError, printable } from '../generator/core/report/diagnostics.ts';
import { isSystemError, systemWords } from '../generator/system/errors.ts';
import type { GlobalFlags, ReportFlags } from './flags.ts';
import { packageVersion } from './project/output/package-files.ts';
import { type ColorMode, isColored, type Paint, painter } from './terminal/colors.ts';
import { EXIT, Failure } from './terminal/exit.ts';
import { type Host, hasNoReader } from './terminal/host.ts';
import type { FileFinding } from './terminal/reports/findings.ts';
import { type ReporterName, reporter } from './terminal/reports/reporters.ts';

export interface Session {
  readonly host: Host;
  readonly cwd: string;
  readonly environment: Environment;
  /** When the run began, in microseconds since 1970 UTC. */
  readonly since: bigint;
  /** The configuration file that the flags name; `null`: `quern.yaml`, if it exists. */
  readonly configFile: string | null;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Whether warnings count as errors. */
  readonly isStrict: boolean;
  readonly reporter: ReporterName;
  /** Painters of standard output and standard error. */
  readonly paint: { readonly stdout: Paint; readonly stderr: Paint };
  /** Writes a result. */
  readonly print: (text: string) => void;
  /** Prints a line about the work, with a hint, unless `--quiet` is set. */
  readonly note: (line: string, hint?: string | null) => void;
  /** Prints a failure and a hint. */
  readonly complain: (message: string, hint?: string | null) => void;
  /** Reports the author's mistakes and, in formats that can show them, findings about whole files. */
  readonly report: (diagnostics: readonly Diagnostic[], files?: readonly FileFinding[]) => void;
}

/** The session that the flags ask for. */
export function openSession(host: Host, flags: ReportFlags): Session {
  const { environment, stdout, stderr } = host;
  const mode: ColorMode = flags.color ?? 'auto';
  const cwd = resolve(host.cwd, flags.cwd ?? '.');
  const paint = {
    stdout: painter(stdout, mode, environment),
    stderr: painter(stderr, mode, environment),
  };
  const quiet = flags.quiet === true;
  const isStrict = flags.strict === true;
  const chosen = reporterOf(flags, host);
  const context = {
    color: isColored(stderr, mode, environment),
    cwd,
    environment,
    version: packageVersion(),
  };
  return {
    host,
    cwd,
    environment,
    since: host.clock(),
    configFile: flags.config ?? null,
    json: flags.json === true,
    quiet,
    isStrict,
    reporter: chosen,
    paint,
    print: stdout.write,
    note: (line, hint = null) => {
      if (!quiet) stderr.write(`${line}\n${hint === null ? '' : hinted(hint, paint.stderr)}`);
    },
    complain: (message, hint = null) => stderr.write(complaint(message, hint, paint.stderr)),
    report: (diagnostics, files = []) => {
      const { isResult, render } = reporter(chosen);
      const isFull = isResult || isStrict || !quiet;
      const shown = isFull ? diagnostics : diagnostics.filter(isError);
      (isResult ? stdout : stderr).write(render({ diagnostics: shown, files }, context));
    },
  };
}

function reporterOf({ reporter: asked, json }: GlobalFlags, { environment }: Host): ReporterName {
  if (asked !== undefined) return asked;
  if (json === true) return 'json';
  return environment['GITHUB_ACTIONS'] === 'true' ? 'github' : 'text';
}

/** Faults without a place in a file, one per line. */
export function complaint(message: string, hint: string | null, paint: Paint): string {
  const faults = message.split('\n').map(line => `${paint('red', 'error:')} ${printable(line)}\n`);
  return faults.join('') + (hint === null ? '' : hinted(hint, paint));
}

function hinted(hint: string, paint: Paint): string {
  return `  ${paint('cyan', 'hint:')} ${printable(hint)}\n`;
}

/** A result with untrusted text: unchanged for programs, with control characters made visible on a terminal. */
export function safeText({ host: { stdout } }: Session, text: string): string {
  return stdout.isTerminal ? text.split(/\r?\n/).map(printable).join('\n') : text;
}

/** Turns a refusal of the file system into a failure; returns a `Failure` unchanged. Rethrows any other error, which is a bug. */
export function systemFailure(error: unknown, what: string): Failure {
  if (error instanceof Failure) return error;
  if (!isSystemError(error)) throw error;
  return new Failure(EXIT.environment, `${what}: ${systemWords(error)}`, { cause: error });
}

/** Why a result was not printed, as a failure; `null` if it was printed, or if its reader has closed its end. */
export async function printFailure({ stdout }: Host): Promise<Failure | null> {
  const fault = await stdout.written();
  if (fault === null || hasNoReader(fault)) return null;
  return systemFailure(fault, 'Standard output cannot be written');
}
