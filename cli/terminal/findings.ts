/** The parts of reports. */
import type { Diagnostic } from '../../generator/core/diagnostics.ts';

/** A finding about a whole file, such as a generated one that is not up to date. */
export interface FileFinding {
  /** Its path as the user would type it. */
  readonly file: string;
  readonly code: string;
  /** The meaning of the code in general. */
  readonly title: string;
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
}
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  /** The forms `text` and `json` leave these out: the verb itself prints them. */
  readonly files: readonly FileFinding[];
}
