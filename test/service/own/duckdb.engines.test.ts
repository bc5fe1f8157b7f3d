import { openDuckDb } from '../../engines/duckdb/open-duckdb.ts';
import { filledDuckDb } from '../../engines/filled-engines.ts';
import { DUCKDB_LEXIS } from './cases/duckdb-lexis.ts';
import { DUCKDB_QUERIES } from './cases/duckdb-queries.ts';
import { DUCKDB_TYPES } from './cases/duckdb-types.ts';
import { asking } from './direct.ts';
import { statementSuite } from './statements.ts';
import { TABLES } from './tables.ts';

const CASES = [...DUCKDB_QUERIES, ...DUCKDB_TYPES, ...DUCKDB_LEXIS];

statementSuite('duckdb', CASES, async () =>
  asking(await filledDuckDb(TABLES), await openDuckDb(), TABLES),
);
