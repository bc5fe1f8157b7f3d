import { PIECES } from './clickhouse/own-pieces.ts';
import type { EngineKit } from './kit.ts';

export default {
  open: async options => (await import('./clickhouse/open-clickhouse.ts')).openClickHouse(options),
  parameters: async (engine, sql) =>
    (await import('./clickhouse/parameters.ts')).parameters(engine, sql),
  sql: {
    notANumber: 'nan',
    instant: column => `toDateTime64(${column}, 6)`,
    records: values =>
      `CAST([${values.map(value => `tuple('${value}')`).join(', ')}] AS Array(Tuple(a String)))`,
    clock: /now64/g,
    clockStep: 1n,
    refused: "throwIf(id != '', 'the_secret')",
  },
  service: {
    reach: async tables => (await import('./clickhouse/reach.ts')).reach(tables),
    open: async (...of) => (await import('./clickhouse/service.ts')).openService(...of),
    faulty: async (...of) => (await import('./clickhouse/faulty.ts')).openFaulty(...of),
    pace: 'usual',
  },
  pieces: PIECES,
  lexis: [
    ["select 'a\\'@p', 'a''@p', @q", '@q'],
    ['select "a\\"@p", "a""@p", `a\\`@p`, `a``@p`, @q', '@q'],
    ['select ‘@p’, “@p”, ‘\\’, @q, ‘’, @r', '@q @r'],
    ["select ‘a'@p’, '‘', @q", '@q'],
    ['select 1 # @p\n, 1 #! @p\n, @q', '@q'],
    ['select 1 // @p\n, @q', '@q'],
    ['select 1 #\u00a0@p\n, 1 #\n, @q', '@q'],
    ['select 1 -- @p\r, @p\n, @q', '@q'],
    ['select 1 /* /* */ @p */, @q', '@q'],
    ['select $$@p$$, $t$ $$ @p $$ $t$, $1$ @p $1$, @q', '@q'],
    ['select a$b$ + @p, c$b$', '@p'],
    ['select $a$ + @p', ''],
    ["select x'41', @p, b'01', @q", '@p @q'],
    ['select x ? @p : @q', '@p @q'],
    ['select @@max_threads, @p', '@p'],
  ],
} satisfies EngineKit;
