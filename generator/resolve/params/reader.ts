/** A parameter while its options and values are read. */
import type { Report } from '../../core/report/diagnostics.ts';
import type { ParamType } from '../../params/param-type.ts';

export interface ParamReader {
  readonly name: string;
  readonly type: ParamType | null;
  readonly values: readonly string[] | null;
  readonly report: Report;
}
