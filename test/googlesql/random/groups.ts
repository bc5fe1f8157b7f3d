/** Random groups. */
import { shown, where } from './clauses.ts';
import type { Column, Draw, Query } from './draw.ts';
import { expr } from './expressions.ts';

/** `from`: the relation, under an alias. */
export function group(draw: Draw, from: Query): Query {
  draw.named('group by');
  const keys = Array.from({ length: draw.below(3) }, () => draw.column(from.columns));
  const own = [...new Map(keys.map(key => [key.sql, key])).values()];
  const measures = Array.from({ length: 1 + draw.below(2) }, () => aggregate(draw, from.columns));
  const by = own.length === 0 ? '' : ` GROUP BY ${own.map(({ sql }) => sql).join(', ')}`;
  const isHaving = by !== '' && draw.below(3) === 0;
  if (isHaving) draw.named('having');
  const having = isHaving ? ` HAVING COUNT(*) > 1` : '';
  const condition = where(draw, from.columns, 0);
  return shown(draw, [...own, ...measures], `FROM ${from.sql}${condition}${by}${having}`);
}

function aggregate(draw: Draw, columns: readonly Column[]): Column {
  const column = draw.column(columns);
  switch (draw.below(8)) {
    case 7: {
      draw.named('first record of a group');
      const other = draw.column(columns);
      const record = `STRUCT(${column.sql} AS v, ${other.sql} AS w)`;
      const order = `${other.sql}${draw.one([' DESC', ''])}, ${column.sql}`;
      const first = `ARRAY_AGG(${record} ORDER BY ${order} LIMIT 1)[OFFSET(0)].v`;
      if (draw.below(2) === 0) return { sql: first, kind: column.kind };
      draw.named('later record of a group');
      return {
        sql: `ARRAY_AGG(${record} ORDER BY ${order})[SAFE_OFFSET(${draw.below(3)})].v`,
        kind: column.kind,
      };
    }
    case 6: {
      const item = draw.item(columns);
      draw.named('array_agg');
      const list = `ARRAY_AGG(${item.sql} IGNORE NULLS ORDER BY ${item.sql} DESC)`;
      return { sql: `${list}[SAFE_OFFSET(1)]`, kind: item.kind };
    }
    case 5: {
      const number = columns.find(({ kind }) => kind === 'int');
      if (number === undefined) return { sql: 'COUNT(*)', kind: 'int' };
      draw.named('sum');
      const sum = `SUM(SAFE_CAST(${number.sql} / 1000000 AS INT64))`;
      return {
        sql: draw.one([`SUM(${number.sql} & 1023)`, `SUM(DISTINCT ${number.sql} & 1023)`, sum]),
        kind: 'int',
      };
    }
    case 0:
      draw.named('count');
      return { sql: 'COUNT(*)', kind: 'int' };
    case 1:
      draw.named('count distinct');
      return { sql: `COUNT(DISTINCT ${column.sql})`, kind: 'int' };
    case 2:
      draw.named('countif');
      return { sql: `COUNTIF(${expr(draw, 'bool', columns, 1).sql})`, kind: 'int' };
    case 3:
      draw.named('min');
      return { sql: `MIN(${column.sql})`, kind: column.kind };
    default:
      draw.named('max');
      return { sql: `MAX(${column.sql})`, kind: column.kind };
  }
}
