/** SELECT lists and conditions of random queries. */
import type { Column, Draw, Query } from './draw.ts';
import { expr } from './expressions.ts';
import { found, value } from './subqueries.ts';

export function list(draw: Draw, columns: readonly Column[], count: number): readonly Column[] {
  return Array.from({ length: count }, () =>
    draw.below(9) === 0
      ? value(draw, columns)
      : draw.below(2) === 0
        ? draw.column(columns)
        : expr(draw, draw.kind(), columns, 2),
  );
}

export function shown(
  draw: Draw,
  columns: readonly Column[],
  rest: string,
  word = 'SELECT',
): Query {
  const named = columns.map(({ sql, kind }) => ({ sql, kind, name: draw.fresh('c') }));
  const text = named.map(({ sql, name }) => `${sql} AS ${name}`).join(', ');
  return {
    sql: `${word} ${text} ${rest}`,
    columns: named.map(({ name, kind }) => ({ sql: name, kind })),
  };
}

export function where(draw: Draw, columns: readonly Column[], depth: number): string {
  const choice = draw.below(8);
  if (choice > 3) return '';
  draw.named('where');
  if (draw.below(3) === 0)
    return ` WHERE ${found(draw, columns)} ${draw.one(['OR', 'AND'])} ${expr(draw, 'bool', columns, 1).sql}`;
  const condition = expr(draw, 'bool', columns, 2).sql;
  if (choice > 1 || depth <= 0)
    return ` WHERE ${condition}${choice > 1 ? ` OR ${draw.column(columns).sql} IS NOT NULL` : ''}`;
  const sub = draw.query(depth - 2);
  const fitting = sub.columns.find(({ kind }) => columns.some(one => one.kind === kind));
  if (fitting === undefined) return ` WHERE ${condition}`;
  draw.named('in subquery');
  const of = draw.one(columns.filter(({ kind }) => kind === fitting.kind)).sql;
  return ` WHERE ${of} IN (SELECT ${fitting.sql} FROM (${sub.sql})) AND (${condition} OR TRUE)`;
}
