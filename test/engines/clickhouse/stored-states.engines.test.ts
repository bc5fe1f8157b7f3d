/** Measures over states of aggregates that a table keeps: merged by the author's SQL, in both forms of the query. */
import { Session } from 'chdb';
import { expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { execute } from './session.ts';

const SOURCES = `
sources:
  visits_daily:
    tables: { clickhouse: { table: web.visits_daily } }
    columns:
      day: { type: date, required: true }
      views: { type: int64, required: true }
    measures:
      views_total: sum(views)
      visitors: { type: int64, clickhouse: toInt64(uniqExactMerge(visitors)) }
      views_per_visitor: views_total / visitors
`;
/** An output and a count are called like the column that holds the states. */
const ENDPOINT = `
endpoint: weeks
id: 00000000-0000-4000-8000-0000000008f6
from: visits_daily
group_by: { week: 'trunc(day, week)' }
select: { visitors: visitors, ratio: views_per_visitor, share: visitors / sum(visitors) over () }
having: [visitors > 1]
order_by: [week]
`;
const DATA = [
  'CREATE DATABASE web',
  'CREATE TABLE web.visits_daily (day Date32, views Int64, visitors AggregateFunction(uniqExact, String)) ENGINE = Memory',
  ...[
    ['2026-03-02', 3, "['a', 'b', 'b']"],
    ['2026-03-03', 5, "['b', 'c']"],
    ['2026-03-09', 1, "['a']"],
    ['2026-03-16', 8, "['a', 'd']"],
  ].map(
    ([day, views, names]) =>
      `INSERT INTO web.visits_daily SELECT '${day}', ${views}, uniqExactState(name) FROM (SELECT arrayJoin(${names}) AS name)`,
  ),
];

test('merges the states of each group', async () => {
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/weeks.yaml', bytes: ENDPOINT },
    ],
    { dialects: ['clickhouse'] },
  );
  expect(diagnostics).toEqual([]);
  const statements = compilation.endpoints
    .flatMap(({ engines }) => engines)
    .flatMap(({ saved, statements }) => [saved, ...statements.values()])
    .map(({ sql }) => sql.join(''));
  expect(statements).toHaveLength(2);
  const session = new Session();
  for (const statement of DATA) await execute(session, statement);
  for (const statement of statements) {
    const sql = statement.trim().replace(/;$/, '');
    const answer = (await execute(session, `${sql} FORMAT CSV`)).text().trim().split('\n');
    const rows = answer.map(row => row.replaceAll('"', '').split(','));
    // 3 of 3 + 1 + 2 visitors, and 2 of them
    expect(rows).toEqual([
      ['2026-03-02', '3', String(8 / 3), '0.5'],
      ['2026-03-16', '2', '4', String(2 / 6)],
    ]);
  }
  session.close();
});
