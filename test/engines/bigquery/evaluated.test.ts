import { expect, test } from 'vitest';
import { evaluatedText } from '../../../engines/bigquery/embedded/evaluated.ts';

test.each([
  ['SELECT APPROX_QUANTILES(x, 4)', 'SELECT __quantiles(ARRAY_AGG(x IGNORE NULLS), 4)'],
  [
    'SELECT approx_quantiles (DISTINCT IF(a, f(b, c), d[1]) , 100)[OFFSET(95)], COUNT(DISTINCT y)',
    'SELECT __quantiles(ARRAY_AGG(DISTINCT IF(a, f(b, c), d[1])  IGNORE NULLS), 100)[OFFSET(95)], COUNT(DISTINCT y)',
  ],
  ['SELECT APPROX_COUNT_DISTINCT(x), 1', 'SELECT COUNT(DISTINCT x), 1'],
  [
    'SELECT `approx_count_distinct`/* a ( */(COALESCE(x, y))',
    'SELECT COUNT(DISTINCT COALESCE(x, y))',
  ],
  [
    "SELECT 'APPROX_QUANTILES(x, 4)' AS approx_quantiles -- APPROX_QUANTILES(x, 4)",
    "SELECT 'APPROX_QUANTILES(x, 4)' AS approx_quantiles -- APPROX_QUANTILES(x, 4)",
  ],
  [
    "SELECT CURRENT_DATE('Asia/Tokyo'), current_datetime (@tz), CURRENT_DATE(), CURRENT_DATE",
    "SELECT __current_date('Asia/Tokyo'), __current_datetime(@tz), CURRENT_DATE(), CURRENT_DATE",
  ],
  [
    'SELECT APPROX_COUNT_DISTINCT(a), MAX(b) FROM t GROUP BY ALL',
    'SELECT COUNT(DISTINCT a), MAX(b) FROM t ',
  ],
])('%s', (written, exact) => {
  expect(evaluatedText(written)).toBe(exact);
});
