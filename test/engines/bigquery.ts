/** BigQuery is tested on ZetaSQL, the analyser and evaluator of its language. */
import type { EngineKit } from './kit.ts';

export default {
  open: async () => (await import('./zetasql/open-zetasql.ts')).openZetaSql(),
  sql: {
    notANumber: "CAST('nan' AS FLOAT64)",
    records: values =>
      `ARRAY<STRUCT<a STRING>>[${values.map(value => `STRUCT('${value}')`).join(', ')}]`,
    clock: null,
  },
} satisfies EngineKit;
