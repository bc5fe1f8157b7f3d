/** Groups of rows. */
import { makeAggregate } from '../../../core/expr/aggregates.ts';
import { makeCall } from '../../../core/expr/calls.ts';
import { makeColumn } from '../../../core/expr/columns.ts';
import type { AggregateExpr, PlanExpr } from '../../../core/expr/expr.ts';
import type { AggregateRelation, NamedExpr } from '../../../core/plan/relation.ts';
import type { Fresh, Rows, Tie } from '../../rows.ts';

/** Builds groups of rows. In a subquery that reads the row around it, each such row has its own groups. */
export class Grouping {
  readonly #name: string;
  readonly #taken = new Set<string>();
  readonly #keys: NamedExpr[] = [];
  readonly #measures: AggregateRelation['measures'][number][] = [];

  constructor(name: string) {
    this.#name = name;
  }

  key(hint: string, expr: PlanExpr): PlanExpr {
    const name = this.#named(hint);
    this.#keys.push({ name, expr });
    return this.#column(name, expr);
  }

  measure(hint: string, expr: AggregateExpr<PlanExpr>): PlanExpr {
    const name = this.#named(hint);
    this.#measures.push({ name, expr });
    return this.#column(name, expr);
  }

  /** `isWhole`: all rows form one group, unless ties separate them by row around. */
  rows({ relation: input, ties }: Rows, isWhole: boolean): Rows {
    const keys = ties.keys.map(({ of, around }): Tie => ({ of: this.key('tie', of), around }));
    if (this.#keys.length + this.#measures.length === 0) this.measure('rows', COUNT);
    return {
      relation: {
        node: 'aggregate',
        name: this.#name,
        input,
        keys: this.#keys,
        measures: this.#measures,
      },
      cells: new Map(),
      order: [],
      ties: { keys, isTotal: isWhole && keys.length > 0, isOne: false },
    };
  }

  #named(hint: string): string {
    let name = hint;
    while (this.#taken.has(name)) name += '_';
    this.#taken.add(name);
    return name;
  }

  #column(name: string, of: PlanExpr | AggregateExpr<PlanExpr>): PlanExpr {
    return makeColumn(this.#name, name, of);
  }
}

const GROUPS = 'groups';

/** The name of a relation of groups that a text has. */
export function groupsName(fresh: Fresh): string {
  return fresh(GROUPS);
}

/** Whether it is computed for a group of the text, and not yet stored. */
export function isOfGroup(of: PlanExpr): boolean {
  return of.kind === 'column' && of.relation.endsWith(`/${GROUPS}`);
}

/** The value by which every engine groups the rows alike: on some engine 0 and -0 are two keys, and so are two NaNs. */
export function groupingKey(of: PlanExpr): PlanExpr {
  return of.scalar === 'float64' ? makeCall('float_key', 'float64', [of]) : of;
}

export const COUNT = planAggregate('count_rows', []);

/** An aggregate of the plan. For no rows, counts are 0 and all others NULL. */
export function planAggregate(
  fn: AggregateExpr['fn'],
  args: readonly PlanExpr[],
): AggregateExpr<PlanExpr> {
  const isCount = fn === 'count_rows' || fn === 'count' || fn === 'count_if';
  const [arg] = args;
  const scalar = isCount || arg === undefined ? 'int64' : arg.scalar;
  return makeAggregate(fn, scalar, args, !isCount);
}
