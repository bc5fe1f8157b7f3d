import { expect, test } from 'vitest';
import { withGroups } from '../../../engines/bigquery/analyst/group-by-all.ts';

test.each([
  ['SELECT a, COUNT(*) FROM t GROUP BY ALL', 'SELECT a, COUNT(*) FROM t GROUP BY 1'],
  [
    'select sum(x) / 2 s, t.a, b + 1, f(c) AS `d`, -e from t group by all order by 1',
    'select sum(x) / 2 s, t.a, b + 1, f(c) AS `d`, -e from t group by 2, 3, 4, 5 order by 1',
  ],
  [
    'SELECT COUNT(*), MAX(a) FROM t GROUP BY ALL LIMIT 1',
    'SELECT COUNT(*), MAX(a) FROM t  LIMIT 1',
  ],
  [
    "SELECT 'x' AS l, 1, NULL n, @p AS q, a FROM t GROUP BY ALL",
    "SELECT 'x' AS l, 1, NULL n, @p AS q, a FROM t GROUP BY 5",
  ],
  [
    'SELECT a, RANK() OVER (ORDER BY SUM(b)), EXTRACT(DAY FROM d), FROM t GROUP BY ALL',
    'SELECT a, RANK() OVER (ORDER BY SUM(b)), EXTRACT(DAY FROM d), FROM t GROUP BY 1, 3',
  ],
  [
    'SELECT (SELECT SUM(x) FROM UNNEST(xs) x) AS n, a IS DISTINCT FROM b, COUNT(*) FROM t GROUP BY ALL',
    'SELECT (SELECT SUM(x) FROM UNNEST(xs) x) AS n, a IS DISTINCT FROM b, COUNT(*) FROM t GROUP BY 1, 2',
  ],
  [
    'SELECT a FROM (SELECT b AS a, COUNT(*) FROM t GROUP BY ALL) UNION ALL SELECT MAX(c) FROM u GROUP BY d',
    'SELECT a FROM (SELECT b AS a, COUNT(*) FROM t GROUP BY 1) UNION ALL SELECT MAX(c) FROM u GROUP BY d',
  ],
  [
    'SELECT DISTINCT a, COUNT(*) FROM t GROUP BY ALL',
    'SELECT DISTINCT a, COUNT(*) FROM t GROUP BY 1',
  ],
  ['SELECT t.*, COUNT(*) FROM t GROUP BY ALL', 'SELECT t.*, COUNT(*) FROM t GROUP BY ALL'],
  ["SELECT 'GROUP BY ALL' -- GROUP BY ALL", "SELECT 'GROUP BY ALL' -- GROUP BY ALL"],
])('%s', (written, sent) => {
  expect(withGroups(written).sql).toBe(sent);
});

test('places are those of the text as written', () => {
  const written = "SELECT 'é', a, b, COUNT(*) FROM t GROUP BY ALL HAVING x > 1";
  const { sql, back, placed } = withGroups(written);
  expect(sql).toContain('GROUP BY 2, 3 HAVING');
  expect(written.slice(back(sql.indexOf('HAVING')))).toBe('HAVING x > 1');
  expect(written.slice(back(sql.indexOf('2, 3')), -13)).toBe('ALL');
  const range = (text: string, part: string) => {
    const start = Buffer.byteLength(text.slice(0, text.indexOf(part)));
    return { start, end: start + part.length };
  };
  const tree = (text: string, part: string) => [{ a: { parse_location_range: range(text, part) } }];
  expect(placed(tree(sql, 'x > 1'))).toEqual(tree(written, 'x > 1'));
  expect(placed(tree(sql, 'COUNT'))).toEqual(tree(written, 'COUNT'));
});
