/**
 * Filling gaps: every bucket of every group, then each with what was counted in it. Groups are compared so that NULL is a
 * group like any other.
 */
import type { Expr, NamedScalar } from '../core/expr.ts';
import type { FillPlan } from '../core/relation.ts';
import type { Dialect } from './dialect.ts';
import { BREAK, selectList } from './layout.ts';
import { type ExprContext, printExpr, type Uses } from './print-expr.ts';
import { sql } from './sql.ts';
import { identifier } from './text.ts';

/** One row a bucket from the first to the last, for each row of `groupStep` where there are groups. */
export function calendarText(
  plan: FillPlan,
  groups: readonly string[],
  groupStep: string,
  dialect: Dialect,
  uses: Uses,
): string {
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
  const bucket = `${dialect.fromMicros([sql(start)]).text} AS ${identifier(plan.bucket, dialect)}`;
  const cross = groups.length > 0 ? `${BREAK}CROSS JOIN ${groupStep}` : '';
  return `${selectList([bucket, ...groups.map(g => `${groupStep}.${g} AS ${g}`)])}${BREAK}FROM ${series}${cross}`;
}

/** The calendar with the measures of `counted`; what is missing there is 0 for counts, else NULL. */
export function filledText(
  plan: FillPlan,
  groups: readonly string[],
  counted: string,
  calendar: string,
  dialect: Dialect,
): string {
  const bucket = identifier(plan.bucket, dialect);
  const keys = [bucket, ...groups].map(name => `${calendar}.${name} AS ${name}`);
  const measures = plan.input.measures.map(measure => filledMeasure(measure, counted, dialect));
  const on = [
    `${counted}.${bucket} = ${calendar}.${bucket}`,
    ...groups.map(g => `${counted}.${g} IS NOT DISTINCT FROM ${calendar}.${g}`),
  ].join(`${BREAK}  AND `);
  return `${selectList([...keys, ...measures])}${BREAK}FROM ${calendar}${BREAK}LEFT JOIN ${counted} ON ${on}`;
}

/** The aggregates that are never NULL are the counts. */
function filledMeasure({ name, expr }: NamedScalar, counted: string, dialect: Dialect): string {
  const alias = identifier(name, dialect);
  const field = sql(`${counted}.${alias}`);
  if (expr.nullable) return `${field.text} AS ${alias}`;
  const { coalesce } = dialect.functions;
  if (coalesce === null) throw new Error(`${dialect.name} cannot fill gaps: it has no coalesce`);
  const zero = {
    kind: 'call',
    fn: 'coalesce',
    args: [],
    scalar: 'int64',
    nullable: false,
  } as const;
  return `${coalesce([field, dialect.literals.int64(0n)], zero).text} AS ${alias}`;
}

function nothing(name: readonly string[] | string): never {
  throw new Error(`\`${String(name)}\` cannot be read where a window is computed`);
}
