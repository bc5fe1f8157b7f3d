/** Random subqueries inside of expressions. */
import { type Column, type Draw, isCompared } from './draw.ts';
import { expr } from './expressions.ts';

/** A table under an alias, the values of one of its columns that is equal to one of `columns`, and the equality. */
function tied(draw: Draw, columns: readonly Column[]) {
  const table = draw.table();
  const alias = draw.fresh('s');
  const own = table.columns.map(({ sql, kind }) => ({ sql: `${alias}.${sql}`, kind }));
  const pairs = own.flatMap(one =>
    columns.flatMap(two => (isCompared(one, two) ? [`${one.sql} = ${two.sql}`] : [])),
  );
  const isTied = pairs.length > 0 && draw.below(4) > 0;
  draw.named(isTied ? 'tied subquery' : 'untied subquery');
  const rest = draw.below(2) === 0 ? ` AND ${expr(draw, 'bool', own, 1).sql}` : '';
  const guard = isTied && draw.below(3) === 0 ? guarded(draw, columns) : '';
  const from = `FROM ${table.sql} AS ${alias} WHERE ${isTied ? draw.one(pairs) : 'TRUE'}${rest}${guard}`;
  return { own, from };
}

/** A condition on the row around alone. */
function guarded(draw: Draw, columns: readonly Column[]): string {
  draw.named('condition on the row around');
  const { sql } = draw.column(columns);
  return draw.below(2) === 0
    ? ` AND ${sql} IS NOT NULL`
    : ` AND (${sql} IS NULL OR ${sql} = ${sql})`;
}

/** Whether a subquery finds something. */
export function found(draw: Draw, columns: readonly Column[]): string {
  const { own, from } = tied(draw, columns);
  const not = draw.below(2) === 0 ? 'NOT ' : '';
  const pairs = columns.flatMap(one =>
    own.flatMap(two => (isCompared(one, two) ? [[one.sql, two.sql] as const] : [])),
  );
  if (pairs.length === 0 || draw.below(2) === 0) {
    draw.named(`${not.toLowerCase()}exists`);
    return `${not}EXISTS (SELECT 1 ${from})`;
  }
  draw.named(`${not.toLowerCase()}in a subquery`);
  const [of, value] = draw.one(pairs);
  return `${of} ${not}IN (SELECT ${value} ${from})`;
}

/** A subquery as a value: of one row. */
export function value(draw: Draw, columns: readonly Column[]): Column {
  const { own, from } = tied(draw, columns);
  const of = draw.column(own);
  const [key] = own;
  switch (draw.below(4)) {
    case 0:
      draw.named('subquery of a count');
      return { sql: `(SELECT COUNT(${of.sql}) ${from})`, kind: 'int' };
    case 1:
      draw.named('subquery of an aggregate');
      return { sql: `(SELECT MAX(${of.sql}) ${from})`, kind: of.kind };
    case 2: {
      draw.named('array of a subquery');
      const item = draw.item(own);
      if (draw.below(2) === 0) {
        draw.named('records of a subquery');
        const records = `ARRAY(SELECT AS STRUCT ${item.sql} AS v, ${of.sql} AS w ${from} ORDER BY v, w DESC)`;
        return { sql: `${records}[SAFE_OFFSET(1)].w`, kind: of.kind };
      }
      const list = `ARRAY(SELECT ${item.sql} ${from} AND ${item.sql} IS NOT NULL ORDER BY ${item.sql} DESC)`;
      return draw.below(2) === 0
        ? { sql: `ARRAY_LENGTH(${list})`, kind: 'int' }
        : { sql: `${list}[SAFE_OFFSET(1)]`, kind: item.kind };
    }
    default:
      draw.named('subquery of the first row');
      return { ...of, sql: `(SELECT ${of.sql} ${from} ORDER BY ${key?.sql} LIMIT 1)` };
  }
}

/** A subquery over a list of the row: `columns` may stand in its condition. */
export function ofList(draw: Draw, list: string, item: Column, columns: readonly Column[]): Column {
  const name = draw.fresh('i');
  const own = { ...item, sql: name };
  const where = expr(draw, 'bool', [own, ...columns], 2).sql;
  const from = `FROM UNNEST(${list}) AS ${name} WHERE ${where}`;
  switch (draw.below(4)) {
    case 0:
      draw.named('a list holds');
      return { sql: `EXISTS (SELECT 1 ${from})`, kind: 'bool' };
    case 1:
      draw.named('items counted');
      return { sql: `(SELECT COUNT(*) ${from})`, kind: 'int' };
    case 2:
      draw.named('in items');
      return {
        sql: `${draw.one(['1', '2', '7'])} IN (SELECT LENGTH(CAST(${name} AS STRING)) ${from})`,
        kind: 'bool',
      };
    default: {
      draw.named('items computed');
      const { sql } = expr(draw, 'int', [own, ...columns], 1);
      return { sql: `ARRAY(SELECT ${sql} ${from})[SAFE_OFFSET(0)]`, kind: 'int' };
    }
  }
}
