import { openDuckDb } from '../../engines/duckdb/open-duckdb.ts';
import { filledDuckDb } from '../../engines/filled-engines.ts';
import { DUCKDB_LEXIS } from './cases/duckdb-lexis.ts';
import { DUCKDB_QUERIES } from './cases/duckdb-queries.ts';
import { DUCKDB_TYPES } from './cases/duckdb-types.ts';
import { written } from './direct.ts';
import { statementSuite } from './statements.ts';
import { TABLES } from './tables.ts';

statementSuite('duckdb', [...DUCKDB_QUERIES, ...DUCKDB_TYPES, ...DUCKDB_LEXIS], async () => {
  const filled = await filledDuckDb(TABLES);
  const asked = await openDuckDb();
  await asked.load(TABLES);
  return {
    ...filled,
    direct: async (sql, types) => {
      const { rows } = await asked.run(sql);
      return rows.map(row => row.map((value, index) => written(value, types[index] ?? '')));
    },
    close: async () => {
      await asked.close();
      await filled.close();
    },
  };
});
