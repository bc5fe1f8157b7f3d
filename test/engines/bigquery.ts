/** BigQuery is tested on ZetaSQL, the analyser and evaluator of its language. */
import type { EngineKit } from './kit.ts';
import type { ZetaSqlEngine } from './zetasql/open-zetasql.ts';

export default {
  open: async () => (await import('./zetasql/open-zetasql.ts')).openZetaSql(),
  parameters: (engine, sql) => (engine as ZetaSqlEngine).parameters(sql),
  sql: {
    notANumber: "CAST('nan' AS FLOAT64)",
    records: values =>
      `ARRAY<STRUCT<a STRING>>[${values.map(value => `STRUCT('${value}')`).join(', ')}]`,
    clock: null,
    refused: "IF(id = '', 0, ERROR('the_secret'))",
  },
  service: {
    open: async (...of) => (await import('./zetasql/service.ts')).openService(...of),
    faulty: async (...of) => (await import('./zetasql/faulty.ts')).openFaulty(...of),
    pace: 'slow',
  },
} satisfies EngineKit;
