import type { EngineKit } from './kit.ts';

export default {
  open: async () => (await import('./duckdb/open-duckdb.ts')).openDuckDb(),
  sql: {
    notANumber: "'nan'::DOUBLE",
    records: values =>
      `CAST([${values.map(value => `{'a': '${value}'}`).join(', ')}] AS STRUCT(a VARCHAR)[])`,
    clock: null,
  },
} satisfies EngineKit;
