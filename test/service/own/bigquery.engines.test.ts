import { filledBigQuery } from '../../engines/filled-engines.ts';
import { openZetaSql } from '../../engines/zetasql/open-zetasql.ts';
import { BIGQUERY_LEXIS } from './cases/bigquery-lexis.ts';
import { BIGQUERY_QUERIES } from './cases/bigquery-queries.ts';
import { BIGQUERY_TYPES } from './cases/bigquery-types.ts';
import { listCases } from './cases/lists.ts';
import { asking } from './direct.ts';
import { statementSuite } from './statements.ts';
import { TABLES } from './tables.ts';

const LISTS = listCases({
  has: (list, value) => `${value} IN UNNEST(${list})`,
  length: list => `ARRAY_LENGTH(${list})`,
  rows: list => `UNNEST(${list}) AS item`,
  timestamp: text => `TIMESTAMP '${text}+00'`,
  date: text => `DATE '${text}'`,
  text: text => JSON.stringify(text),
});
const CASES = [...BIGQUERY_QUERIES, ...BIGQUERY_TYPES, ...BIGQUERY_LEXIS, ...LISTS];

statementSuite('bigquery', CASES, async () =>
  asking(await filledBigQuery(TABLES), await openZetaSql(), TABLES),
);
