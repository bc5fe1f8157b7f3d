/** The exit codes of commands. */
import { type Diagnostic, isError } from '../../generator/core/report/diagnostics.ts';

export const EXIT = {
  done: 0,
  /** The command found faults, such as an invalid specification or stale output. */
  findings: 1,
  /** A wrong command line or configuration. */
  usage: 2,
  /** A missing engine, file or port. */
  environment: 3,
  /** A bug of quern itself. */
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

/** Throws `Failure` with all diagnostics if one of them is an error or, with `isStrict`, a warning. */
export function assertSound(
  diagnostics: readonly Diagnostic[],
  message: string,
  isStrict = false,
): void {
  if (isStrict ? diagnostics.length > 0 : diagnostics.some(isError))
    throw new Failure(EXIT.findings, message, { diagnostics });
}
