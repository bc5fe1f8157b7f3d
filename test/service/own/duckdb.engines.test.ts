import { openDuckDb } from '../../engines/duckdb/open-duckdb.ts';
import { filledDuckDb } from '../../engines/filled-engines.ts';
import { DUCKDB_LEXIS } from './cases/duckdb-lexis.ts';
import { DUCKDB_QUERIES } from './cases/duckdb-queries.ts';
import { DUCKDB_TYPES } from './cases/duckdb-types.ts';
import { listCases } from './cases/lists.ts';
import { asking } from './direct.ts';
import { statementSuite } from './statements.ts';
import { TABLES } from './tables.ts';

const LISTS = listCases({
  has: (list, value) => `list_contains(${list}, ${value})`,
  length: list => `len(${list})`,
  rows: list => `(SELECT unnest(${list}) AS item) AS items`,
  timestamp: text => `TIMESTAMP '${text}'`,
  date: text => `DATE '${text}'`,
  text: text => `'${text.replaceAll("'", "''")}'`,
});
const CASES = [...DUCKDB_QUERIES, ...DUCKDB_TYPES, ...DUCKDB_LEXIS, ...LISTS];

statementSuite('duckdb', CASES, async () =>
  asking(await filledDuckDb(TABLES), await openDuckDb(), TABLES),
);
