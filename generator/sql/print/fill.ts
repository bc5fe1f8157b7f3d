/**
 * Fills gaps: joins every bucket of every group with the measures counted for it. Groups are compared so that NULL
 * counts as a group.
 */
import { makeCall } from '../../core/expr/calls.ts';
import type { SqlExpr } from '../../core/expr/expr.ts';
import { type AnyExpr, holds, someExpr } from '../../core/expr/walk.ts';
import type { Filled, FillRelation, Series } from '../../core/plan/relation.ts';
import { isScalar } from '../../core/types/scalar.ts';
import { orEmpty } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { type StepText, selectList, selectPieces } from '../layout.ts';
import { BREAK, identifier, indented, joined, numeral, type Sql, sql } from '../sql.ts';
import { type ExprContext, printExpr } from './expr/expr.ts';
import { type Printing, reachContext } from './reach.ts';

/** The names in one fill, as printed. */
interface Names {
  readonly dialect: Dialect;
  readonly bucket: Sql;
  readonly groups: readonly Sql[];
  readonly groupStep: Sql;
  readonly counted: Sql;
  readonly calendar: Sql;
  readonly start: Sql;
}

/** The steps of a fill: all groups, all buckets of all groups, and these buckets with their measures, under `name`. */
export function fillSteps(
  relation: FillRelation<SqlExpr>,
  name: Sql,
  printing: Printing,
): readonly StepText[] {
  const { dialect } = printing;
  const { input } = relation;
  if (input.node !== 'read') throw new Error(`the ${input.node} below a fill must be a step`);
  const names: Names = {
    dialect,
    bucket: identifier(relation.bucket, dialect),
    groups: relation.groups.map(group => identifier(group, dialect)),
    groupStep: identifier(relation.names.groups, dialect),
    counted: identifier(input.step, dialect),
    calendar: identifier(relation.names.calendar, dialect),
    start: identifier(relation.names.start, dialect),
  };
  const { groups, groupStep, counted, calendar } = names;
  const distinct = sql`SELECT DISTINCT ${joined(groups, sql`, `)}${BREAK}FROM ${counted}`;
  const steps = [
    ...(groups.length > 0 ? [{ name: groupStep, pieces: [distinct] }] : []),
    { name: calendar, pieces: [calendarText(relation.series, names, printing)] },
  ];
  if (relation.carried === null)
    return [...steps, { name, pieces: [filledText(relation, names, calendar, names.bucket)] }];
  const known = identifier(relation.carried.step, dialect);
  const last = identifier(relation.carried.bucket, dialect);
  return [
    ...steps,
    { name: known, pieces: [knownText(names, last)] },
    { name, pieces: [filledText(relation, names, known, last)] },
  ];
}

/** One row for each bucket, or for each bucket of each row of `groupStep`. */
function calendarText(series: Series<SqlExpr>, names: Names, printing: Printing): Sql {
  const { bucket, groups, groupStep } = names;
  const { of, from, where } = seriesText(series, names, printing);
  const columns = [
    sql`${of} AS ${bucket}`,
    ...groups.map(group => sql`${groupStep}.${group} AS ${group}`),
  ];
  const isRepeated = series.kind === 'moves' && mayRepeat(series.bucket);
  const select = selectPieces(columns, isRepeated ? sql`SELECT DISTINCT` : sql`SELECT`);
  const cross = groups.length > 0 ? sql`${BREAK}CROSS JOIN ${groupStep}` : sql``;
  return sql`${joined(select, sql``)}${BREAK}FROM ${from}${cross}${where}`;
}

/** Whether buckets are days of a time zone. A day that the zone skips begins at the same instant as the next one. */
function mayRepeat(bucket: SqlExpr): boolean {
  return someExpr<AnyExpr>(
    bucket,
    part =>
      part.kind === 'call' &&
      part.fn === 'timestamp_from_date' &&
      part.args.length > 1 &&
      holds(part, 'column'),
  );
}

/** The series, the bucket for each of its numbers, and the condition under which there are buckets. */
function seriesText(
  series: Series<SqlExpr>,
  { start, dialect }: Names,
  printing: Printing,
): { readonly of: Sql; readonly from: Sql; readonly where: Sql } {
  // A window of time uses only the clock and parameters.
  const context: ExprContext = {
    ...reachContext(new Map(), new Set(), printing),
    column: () => start,
  };
  const print = (expr: SqlExpr) => printExpr(expr, context);
  if (series.kind === 'instants') {
    const micros = (expr: SqlExpr) => dialect.wire.timestamp([print(expr)]);
    const { first, last, every } = series;
    const from = dialect.series(micros(first), micros(last), print(every), start);
    return { of: dialect.fromMicros([start]), from, where: sql`` };
  }
  const { span, every, bucket, isWindow } = series;
  return {
    of: print(bucket),
    from: dialect.series(numeral(0), print(span), print(every), start),
    where: sql`${BREAK}WHERE ${print(isWindow)}`,
  };
}

/** For each bucket, the latest bucket up to and including it that has counted rows of the same group. */
function knownText(names: Names, last: Sql): Sql {
  const { bucket, groups, counted, calendar, dialect } = names;
  const partition = groups.map(group => sql`${calendar}.${group}`);
  const by = groups.length > 0 ? sql`PARTITION BY ${joined(partition, sql`, `)} ` : sql``;
  const over = sql`OVER (${by}ORDER BY ${calendar}.${bucket} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const columns = [
    ...[bucket, ...groups].map(name => sql`${calendar}.${name} AS ${name}`),
    sql`${dialect.windows.max([sql`${counted}.${bucket}`], over, 'timestamp')} AS ${last}`,
  ];
  const side = outerSide(names, [bucket], groups);
  const join = joinText(side, names, calendar, bucket);
  return sql`${selectList(columns)}${BREAK}FROM ${calendar}${BREAK}${join}`;
}

/** The rows of `left`, with the measures of the bucket named `at`. */
function filledText(relation: FillRelation<SqlExpr>, names: Names, left: Sql, at: Sql): Sql {
  const { bucket, groups, counted, dialect } = names;
  const keys = [bucket, ...groups].map(name => sql`${left}.${name} AS ${name}`);
  const measures = relation.measures.map(measure => filledMeasure(measure, relation, names));
  const columns = relation.measures
    .filter(({ scalar }) => isScalar(scalar))
    .map(({ name }) => identifier(name, dialect));
  const lists = relation.measures
    .filter(({ scalar }) => !isScalar(scalar))
    .map(({ name }) => identifier(name, dialect));
  const side =
    relation.gaps === 'zero' ? counted : outerSide(names, columns, [bucket, ...groups, ...lists]);
  const join = joinText(side, names, left, at);
  return sql`${selectList([...keys, ...measures])}${BREAK}FROM ${left}${BREAK}${join}`;
}

function joinText(side: Sql, { bucket, groups, counted }: Names, left: Sql, at: Sql): Sql {
  const on = [
    sql`${counted}.${bucket} = ${left}.${at}`,
    ...groups.map(group => sql`${counted}.${group} IS NOT DISTINCT FROM ${left}.${group}`),
  ];
  return sql`LEFT JOIN ${side} ON ${joined(on, sql`${BREAK}  AND `)}`;
}

/** The counted buckets. `columns` are NULL in rows without a counted bucket, whatever the engine's join returns there. */
function outerSide(
  { counted, dialect }: Names,
  columns: readonly Sql[],
  others: readonly Sql[],
): Sql {
  const { outer } = dialect;
  if (outer === null) return counted;
  const items = [...others, ...columns.map(column => sql`${outer([column])} AS ${column}`)];
  const select = sql`${selectList(items)}${BREAK}FROM ${counted}`;
  return sql`(${BREAK}  ${indented(select)}${BREAK}) AS ${counted}`;
}

function filledMeasure(
  { name, scalar, nullable }: Filled,
  { gaps }: FillRelation<SqlExpr>,
  { counted, dialect }: Names,
): Sql {
  const alias = identifier(name, dialect);
  const column = sql`${counted}.${alias}`;
  if (!isScalar(scalar)) return sql`${orEmpty(column, scalar, dialect)} AS ${alias}`;
  if (nullable || gaps !== 'zero') return sql`${column} AS ${alias}`;
  const { coalesce } = dialect.functions;
  if (coalesce === null) throw new Error(`${dialect.name} cannot fill gaps: it has no coalesce`);
  const zero = makeCall<SqlExpr>('coalesce', 'int64', []);
  return sql`${coalesce([column, dialect.literals.int64(0n)], zero)} AS ${alias}`;
}
