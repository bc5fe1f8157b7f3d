/**
 * Filling gaps: every bucket of every group, then each with what was counted in it. Groups are compared so that NULL is a
 * group like any other.
 */
import type { SqlExpr } from '../../core/expr.ts';
import type { Filled, FillRelation } from '../../core/relation.ts';
import { isScalar } from '../../core/scalar.ts';
import { orEmpty } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { type StepText, selectList } from '../layout.ts';
import { BREAK, identifier, joined, type Sql, sql } from '../sql.ts';
import { printExpr } from './expr.ts';
import { type Printing, reachContext } from './reach.ts';

/** Every group, every bucket of every group, and under `name` both with what was counted. */
export function fillSteps(
  relation: FillRelation<SqlExpr>,
  name: Sql,
  printing: Printing,
): readonly StepText[] {
  const { dialect } = printing;
  const { input, names } = relation;
  if (input.node !== 'read') throw new Error(`the ${input.node} below a fill must be a step`);
  const counted = identifier(input.step, dialect);
  const groups = relation.groups.map(group => identifier(group, dialect));
  const groupStep = identifier(names.groups, dialect);
  const calendar = identifier(names.calendar, dialect);
  const distinct = sql`SELECT DISTINCT ${joined(groups, sql`, `)}${BREAK}FROM ${counted}`;
  return [
    ...(groups.length > 0 ? [{ name: groupStep, pieces: [distinct] }] : []),
    { name: calendar, pieces: [calendarText(relation, groups, groupStep, printing)] },
    { name, pieces: [filledText(relation, groups, counted, calendar, dialect)] },
  ];
}

/** One row a bucket from the first to the last, for each row of `groupStep` where there are groups. */
function calendarText(
  relation: FillRelation<SqlExpr>,
  groups: readonly Sql[],
  groupStep: Sql,
  printing: Printing,
): Sql {
  const { dialect } = printing;
  // a window of time is made of the clock and of parameters alone
  const context = reachContext(new Map(), new Set(), printing);
  const micros = (expr: SqlExpr) => dialect.wire.timestamp([printExpr(expr, context)]);
  const start = identifier(relation.names.start, dialect);
  const series = dialect.series(
    micros(relation.first),
    micros(relation.last),
    printExpr(relation.every, context),
    start,
  );
  const bucket = sql`${dialect.fromMicros([start])} AS ${identifier(relation.bucket, dialect)}`;
  const cross = groups.length > 0 ? sql`${BREAK}CROSS JOIN ${groupStep}` : sql``;
  const select = selectList([bucket, ...groups.map(g => sql`${groupStep}.${g} AS ${g}`)]);
  return sql`${select}${BREAK}FROM ${series}${cross}`;
}

/** The calendar with the measures of `counted`; what is missing there is 0 for counts, else NULL. */
function filledText(
  relation: FillRelation<SqlExpr>,
  groups: readonly Sql[],
  counted: Sql,
  calendar: Sql,
  dialect: Dialect,
): Sql {
  const bucket = identifier(relation.bucket, dialect);
  const keys = [bucket, ...groups].map(name => sql`${calendar}.${name} AS ${name}`);
  const measures = relation.measures.map(measure => filledMeasure(measure, counted, dialect));
  const on = [
    sql`${counted}.${bucket} = ${calendar}.${bucket}`,
    ...groups.map(g => sql`${counted}.${g} IS NOT DISTINCT FROM ${calendar}.${g}`),
  ];
  const join = sql`LEFT JOIN ${counted} ON ${joined(on, sql`${BREAK}  AND `)}`;
  return sql`${selectList([...keys, ...measures])}${BREAK}FROM ${calendar}${BREAK}${join}`;
}

function filledMeasure({ name, scalar, nullable }: Filled, counted: Sql, dialect: Dialect): Sql {
  const alias = identifier(name, dialect);
  const column = sql`${counted}.${alias}`;
  if (nullable) return sql`${column} AS ${alias}`;
  if (!isScalar(scalar)) return sql`${orEmpty(column, scalar, dialect)} AS ${alias}`;
  const { coalesce } = dialect.functions;
  if (coalesce === null) throw new Error(`${dialect.name} cannot fill gaps: it has no coalesce`);
  const zero = {
    kind: 'call',
    fn: 'coalesce',
    args: [],
    scalar: 'int64',
    nullable: false,
  } as const;
  return sql`${coalesce([column, dialect.literals.int64(0n)], zero)} AS ${alias}`;
}
