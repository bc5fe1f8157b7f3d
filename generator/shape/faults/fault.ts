/** One fault of a file, in words. */
import type { DiagnosticCode, Place } from '../../core/report/diagnostics.ts';

export interface Fault {
  readonly code: DiagnosticCode;
  readonly place: Place;
  readonly message: string;
  readonly hint: string | null;
}
