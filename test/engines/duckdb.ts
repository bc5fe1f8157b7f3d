import type { EngineKit } from './kit.ts';

export default {
  open: async () => (await import('./duckdb/open-duckdb.ts')).openDuckDb(),
  parameters: async (engine, sql) =>
    (await import('./duckdb/parameters.ts')).parameters(engine, sql),
  sql: {
    notANumber: "'nan'::DOUBLE",
    records: values =>
      `CAST([${values.map(value => `{'a': '${value}'}`).join(', ')}] AS STRUCT(a VARCHAR)[])`,
    clock: null,
    refused: "IF(id = '', 0, error('the_secret'))",
  },
  service: {
    open: async (...of) => (await import('./duckdb/service.ts')).openService(...of),
    faulty: null,
    pace: 'fast',
  },
} satisfies EngineKit;
