/** Outputs that may have faults. */

import type { Expr, RecordExpr } from '../../core/expr/expr.ts';
import type { OutputColumn } from '../../core/plan/query.ts';
import type { Place } from '../../core/report/diagnostics.ts';
import type { BodySpec, SelectSpec } from '../../core/spec/body-spec.ts';
import type { ValueSpec } from '../../core/spec/located.ts';

/** An output column. */
export interface Draft {
  readonly name: string;
  readonly place: Place;
  readonly role: OutputColumn['role'];
  /** The text as written; for the bucket, the text of `of`. */
  readonly text: ValueSpec;
  readonly spec: SelectSpec | null;
  /** `null` if the expression has a fault. */
  readonly expr: Expr | RecordExpr | null;
}

/** Whether the body groups rows. */
export function isGrouped({ buckets, groupBy }: BodySpec): boolean {
  return buckets !== null || groupBy.length > 0;
}
