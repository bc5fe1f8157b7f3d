/** BigQuery is tested on ZetaSQL, the analyser and evaluator of its language. */
import type { EngineKit } from './kit.ts';
import type { ZetaSqlEngine } from './zetasql/open-zetasql.ts';
import { PIECES } from './zetasql/own-pieces.ts';

export default {
  open: async () => (await import('./zetasql/open-zetasql.ts')).openZetaSql(),
  parameters: (engine, sql) => (engine as ZetaSqlEngine).parameters(sql),
  sql: {
    notANumber: "CAST('nan' AS FLOAT64)",
    instant: column => `TIMESTAMP_SECONDS(${column})`,
    records: values =>
      `ARRAY<STRUCT<a STRING>>[${values.map(value => `STRUCT('${value}')`).join(', ')}]`,
    clock: null,
    clockStep: 1n,
    refused: "IF(id = '', 0, ERROR('the_secret'))",
  },
  service: {
    reach: async tables => (await import('./zetasql/reach.ts')).reach(tables),
    open: async (...of) => (await import('./zetasql/service.ts')).openService(...of),
    faulty: async (...of) => (await import('./zetasql/faulty.ts')).openFaulty(...of),
    pace: 'slow',
  },
  pieces: PIECES,
  lexis: [
    ["select 'a\\'@p', @q", '@q'],
    ["select r'a\\'@p', @q", '@q'],
    ["select '''a'@p\n''@p''', @q", '@q'],
    ["select '''a\\'''@p''', @q", '@q'],
    ['select """a"@p""", "a\'@p", @q', '@q'],
    ['select rb"""@p""", Rb\'@p\', bR"@p", @q', '@q'],
    ["select '', @p, '''''', @q", '@p @q'],
    ['select `a@p`, `a\\`@p`, `a``@p`, @q', '@q'],
    ['select 1 #@p\n, @q', '@q'],
    ['select 1 --@p\r, @q', '@q'],
    ['select 1 /* /* */, @p /*//*/, @q', '@p @q'],
    ['select x>@p, x=@p, -@p, [1][@p], @p-@q', '@p @p @p @p @p @q'],
    ['@{a=@p} select 1 from t@{b=c} where x=@q', '@p @q'],
    ['select $$ @p $$', '@p'],
  ],
} satisfies EngineKit;
