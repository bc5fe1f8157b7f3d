import type { EngineKit } from './kit.ts';

export default {
  open: async options => (await import('./clickhouse/open-clickhouse.ts')).openClickHouse(options),
  sql: {
    notANumber: 'nan',
    records: values =>
      `CAST([${values.map(value => `tuple('${value}')`).join(', ')}] AS Array(Tuple(a String)))`,
    clock: /now64/g,
  },
} satisfies EngineKit;
