import { filledBigQuery } from '../../engines/filled-engines.ts';
import { openZetaSql } from '../../engines/zetasql/open-zetasql.ts';
import { BIGQUERY_LEXIS } from './cases/bigquery-lexis.ts';
import { BIGQUERY_QUERIES } from './cases/bigquery-queries.ts';
import { BIGQUERY_TYPES } from './cases/bigquery-types.ts';
import { asking } from './direct.ts';
import { statementSuite } from './statements.ts';
import { TABLES } from './tables.ts';

const CASES = [...BIGQUERY_QUERIES, ...BIGQUERY_TYPES, ...BIGQUERY_LEXIS];

statementSuite('bigquery', CASES, async () =>
  asking(await filledBigQuery(TABLES), await openZetaSql(), TABLES),
);
