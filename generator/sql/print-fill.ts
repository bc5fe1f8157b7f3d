/**
 * Filling gaps: every bucket of every group, then each with what was counted in it. Groups are compared so that NULL is a
 * group like any other.
 */
import type { Expr, NamedScalar } from '../core/expr.ts';
import type { FillPlan } from '../core/relation.ts';
import type { Dialect } from './dialect.ts';
import { selectList } from './layout.ts';
import { type ExprContext, printExpr, type Uses } from './print-expr.ts';
import { BREAK, identifier, joined, type Sql, sql } from './sql.ts';

/** One row a bucket from the first to the last, for each row of `groupStep` where there are groups. */
export function calendarText(
  plan: FillPlan,
  groups: readonly Sql[],
  groupStep: Sql,
  dialect: Dialect,
  uses: Uses,
): Sql {
  const context: ExprContext = {
    dialect,
    uses,
    source: null,
    column: nothing,
    field: nothing,
    record: nothing,
  };
  const micros = (expr: Expr) => dialect.wire.timestamp([printExpr(expr, context)]);
  const start = identifier(plan.names.start, dialect);
  const series = dialect.series(
    micros(plan.first),
    micros(plan.last),
    printExpr(plan.every, context),
    start,
  );
  const bucket = sql`${dialect.fromMicros([start])} AS ${identifier(plan.bucket, dialect)}`;
  const cross = groups.length > 0 ? sql`${BREAK}CROSS JOIN ${groupStep}` : sql``;
  const select = selectList([bucket, ...groups.map(g => sql`${groupStep}.${g} AS ${g}`)]);
  return sql`${select}${BREAK}FROM ${series}${cross}`;
}

/** The calendar with the measures of `counted`; what is missing there is 0 for counts, else NULL. */
export function filledText(
  plan: FillPlan,
  groups: readonly Sql[],
  counted: Sql,
  calendar: Sql,
  dialect: Dialect,
): Sql {
  const bucket = identifier(plan.bucket, dialect);
  const keys = [bucket, ...groups].map(name => sql`${calendar}.${name} AS ${name}`);
  const measures = plan.input.measures.map(measure => filledMeasure(measure, counted, dialect));
  const on = [
    sql`${counted}.${bucket} = ${calendar}.${bucket}`,
    ...groups.map(g => sql`${counted}.${g} IS NOT DISTINCT FROM ${calendar}.${g}`),
  ];
  const join = sql`LEFT JOIN ${counted} ON ${joined(on, sql`${BREAK}  AND `)}`;
  return sql`${selectList([...keys, ...measures])}${BREAK}FROM ${calendar}${BREAK}${join}`;
}

/** The aggregates that are never NULL are the counts. */
function filledMeasure({ name, expr }: NamedScalar, counted: Sql, dialect: Dialect): Sql {
  const alias = identifier(name, dialect);
  const field = sql`${counted}.${alias}`;
  if (expr.nullable) return sql`${field} AS ${alias}`;
  const { coalesce } = dialect.functions;
  if (coalesce === null) throw new Error(`${dialect.name} cannot fill gaps: it has no coalesce`);
  const zero = {
    kind: 'call',
    fn: 'coalesce',
    args: [],
    scalar: 'int64',
    nullable: false,
  } as const;
  return sql`${coalesce([field, dialect.literals.int64(0n)], zero)} AS ${alias}`;
}

function nothing(name: readonly string[] | string): never {
  throw new Error(`\`${String(name)}\` cannot be read where a window is computed`);
}
