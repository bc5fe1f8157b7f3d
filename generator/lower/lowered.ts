/** A plan in the form in which one engine runs it. The printer only writes its text. */

import type { SqlExpr } from '../core/expr/expr.ts';
import type { Relation } from '../core/plan/relation.ts';
import type { LateKey } from './late.ts';
import type { NamedColumns } from './named.ts';
import type { Shapes } from './shape.ts';

export interface Lowered {
  /** The queries before the answer, in order; each reads only earlier ones. */
  readonly steps: readonly LoweredStep[];
  readonly answer: Select;
  /** Steps that are written in place of their only use, by name. */
  readonly subqueries: ReadonlyMap<string, Select>;
  readonly shapes: Shapes;
  /** The name that the statement defines for the clock at its start; `null` if the clock is read in place. */
  readonly clock: string | null;
}

export interface LoweredStep {
  readonly name: string;
  /** The parts of a union, each as a union of that part alone; for any other relation, only itself. */
  readonly selects: readonly Select[];
  /** Whether a join reads its limited rows: the engine must apply the limit first. */
  readonly isCut: boolean;
}

export interface Select {
  readonly relation: Relation<SqlExpr>;
  readonly named: NamedColumns;
  /** The key by which its limited rows are found before their other columns are read; `null` if the SELECT reads them at once. */
  readonly late: LateKey | null;
}
