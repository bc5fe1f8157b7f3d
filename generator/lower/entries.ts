/**
 * Entries that one step finds and the answer then formats. If the engine formats only the rows that it keeps, one SELECT does both:
 * engines bind the columns of a table faster than those of a step.
 */
import type { ColumnExpr, SqlExpr } from '../core/expr/expr.ts';
import { mapColumns, mapRecord } from '../core/expr/walk.ts';
import type { LimitRelation, Plan, Relation, TableRelation } from '../core/plan/relation.ts';

interface Entries {
  /** The limit of the step that finds them. */
  readonly limit: LimitRelation<SqlExpr>;
  /** The plan with this step merged into its answer. */
  readonly shown: Plan<SqlExpr>;
}

/** The entries that `plan` shows; `null` if it shows none, or if its step and its answer cannot be one SELECT. */
export function entriesIn(plan: Plan<SqlExpr>): Entries | null {
  const { answer, steps } = plan;
  const last = steps.at(-1)?.relation;
  if (answer.node !== 'project' || last?.node !== 'named' || last.input.node !== 'limit')
    return null;
  const { input: limit } = last;
  const read = answer.input.node === 'sort' ? answer.input.input : answer.input;
  if (read.node !== 'read' || read.name !== last.name) return null;
  const table = tableOf(limit.input);
  if (table === null || isHidden(table, answer.columns)) return null;
  const ofTable = (column: ColumnExpr) => ({ ...column, relation: table.name });
  const columns = answer.columns.map(({ name, expr }) => ({
    name,
    expr:
      expr.kind === 'record'
        ? mapRecord(expr, ofTable, () => table.name)
        : mapColumns(expr, ofTable),
  }));
  const shown = {
    ...plan,
    steps: steps.slice(0, -1),
    answer: { ...answer, columns, input: limit },
  };
  return { limit, shown };
}

/** Whether an output has the table's name: ClickHouse refuses a SELECT with both. */
function isHidden({ name }: TableRelation, outputs: readonly { readonly name: string }[]): boolean {
  return outputs.some(output => output.name.toLowerCase() === name.toLowerCase());
}

/** The only table whose rows are filtered and sorted. */
function tableOf(relation: Relation<SqlExpr>): TableRelation | null {
  if (relation.node === 'sort' || relation.node === 'filter') return tableOf(relation.input);
  return relation.node === 'table' ? relation : null;
}
