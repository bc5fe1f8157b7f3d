/** The parts of reports. */
import type { Diagnostic } from '../../../generator/core/report/diagnostics.ts';

/** A finding about a whole file, such as an outdated generated file. */
export interface FileFinding {
  /** Its path as the user would type it. */
  readonly file: string;
  readonly code: string;
  /** The general meaning of the code. */
  readonly title: string;
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
}
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  /** The forms `text` and `json` leave these out, because the verb prints them itself. */
  readonly files: readonly FileFinding[];
}
