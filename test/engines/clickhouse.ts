import type { EngineKit } from './kit.ts';

export default {
  open: async options => (await import('./clickhouse/open-clickhouse.ts')).openClickHouse(options),
  parameters: async (engine, sql) =>
    (await import('./clickhouse/parameters.ts')).parameters(engine, sql),
  sql: {
    notANumber: 'nan',
    records: values =>
      `CAST([${values.map(value => `tuple('${value}')`).join(', ')}] AS Array(Tuple(a String)))`,
    clock: /now64/g,
    refused: "throwIf(id != '', 'the_secret')",
  },
  service: {
    open: async (...of) => (await import('./clickhouse/service.ts')).openService(...of),
    faulty: async (...of) => (await import('./clickhouse/faulty.ts')).openFaulty(...of),
    pace: 'usual',
  },
} satisfies EngineKit;
