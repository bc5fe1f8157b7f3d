/** The exit codes of commands. */
import { type Diagnostic, isError } from '../../generator/core/diagnostics.ts';

export const EXIT = {
  done: 0,
  /** The command found faults: an invalid specification, for one, or stale output. */
  findings: 1,
  /** A wrong command line or configuration. */
  usage: 2,
  /** An engine, a file or a port that is not there. */
  environment: 3,
  /** A fault of quern itself. */
  bug: 70,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

interface FailureDetails {
  /** The remedy; begins with a verb. */
  readonly hint?: string | null;
  /** Diagnostics with places, printed in place of the message. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly cause?: unknown;
}

/** A failure that ends a command and is not a bug of quern. */
export class Failure extends Error {
  readonly exit: ExitCode;
  readonly hint: string | null;
  readonly diagnostics: readonly Diagnostic[];

  constructor(exit: ExitCode, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'Failure';
    this.exit = exit;
    this.hint = details.hint ?? null;
    this.diagnostics = details.diagnostics ?? [];
  }
}

/** Throws `Failure` with all the diagnostics where one of them is an error or, where `isStrict`, a warning. */
export function assertSound(
  diagnostics: readonly Diagnostic[],
  message: string,
  isStrict = false,
): void {
  if (isStrict ? diagnostics.length > 0 : diagnostics.some(isError))
    throw new Failure(EXIT.findings, message, { diagnostics });
}
