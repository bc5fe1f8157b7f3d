/** One result of `quern doctor`. */
import { EXIT, type ExitCode, Failure } from '../terminal/exit.ts';

export interface Finding {
  /** The part of the installation or the project. */
  readonly area: string;
  /** `note`: worth knowing, but nothing to act on. */
  readonly state: 'ok' | 'note' | 'error';
  readonly fact: string;
  /** Begins with a verb; `null` if there is nothing to do. */
  readonly remedy: string | null;
  /** The exit code for the finding. */
  readonly exit: ExitCode;
}

export function ok(area: string, fact: string): Finding {
  return { area, state: 'ok', fact, remedy: null, exit: EXIT.done };
}

export function note(area: string, fact: string, remedy: string | null): Finding {
  return { area, state: 'note', fact, remedy, exit: EXIT.done };
}

export function fault(
  area: string,
  fact: string,
  remedy: string | null,
  exit: ExitCode = EXIT.findings,
): Finding {
  return { area, state: 'error', fact, remedy, exit };
}

/** Turns a command's failure into a finding; rethrows any other error. */
export function findFailure(area: string, error: unknown, remedy: string | null = null): Finding {
  if (!(error instanceof Failure)) throw error;
  const [first] = error.diagnostics;
  const fact = first?.message ?? error.message;
  return fault(area, fact.replaceAll('\n', '; '), error.hint ?? first?.hint ?? remedy, error.exit);
}

/** The most severe exit code, in this order: an unreadable project, a faulty environment, findings. */
export function exitOf(findings: readonly Finding[]): ExitCode {
  const order: readonly ExitCode[] = [EXIT.usage, EXIT.environment, EXIT.findings];
  return order.find(exit => findings.some(finding => finding.exit === exit)) ?? EXIT.done;
}
