import { PIECES } from './duckdb/own-pieces.ts';
import type { EngineKit } from './kit.ts';

export default {
  open: async () => (await import('./duckdb/open-duckdb.ts')).openDuckDb(),
  parameters: async (engine, sql) =>
    (await import('./duckdb/parameters.ts')).parameters(engine, sql),
  sql: {
    notANumber: "'nan'::DOUBLE",
    instant: column => `make_timestamp(${column} * 1000000)`,
    records: values =>
      `CAST([${values.map(value => `{'a': '${value}'}`).join(', ')}] AS STRUCT(a VARCHAR)[])`,
    clock: null,
    clockStep: 1n,
    refused: "IF(id = '', 0, error('the_secret'))",
  },
  service: {
    reach: async tables => (await import('./duckdb/reach.ts')).reach(tables),
    open: async (...of) => (await import('./duckdb/service.ts')).openService(...of),
    faulty: null,
    pace: 'fast',
  },
  pieces: PIECES,
  lexis: [
    ["select 'a\\', @p, ''", '@p'],
    ["select E'a\\'@p', e'a''@p', @q", '@q'],
    ["select E'a' -- x '\n  'b\\'@p', @q", '@q'],
    ["select E'a'\r\n--x\n\n'b\\'@p', @q", '@q'],
    ["select E'a' '\\', @p, '", '@p'],
    ["select xE'\\', @p, '", '@p'],
    ["select ’E'\\', @p, '", '@p'],
    ["select X'41', B'01', n'\\', @p", '@p'],
    ['select "@p", "a""@p", "\\", @q', '@q'],
    ['select $$ @p $$, $t$ @p $$ $t$, $T_1$ @p $t_1$ $T_1$, $日$ @p $日$, @q', '@q'],
    ['select a$t$ , @p, b$t$', '@p'],
    ['select ”$t$ , @p, x --$t$ @q', '@p'],
    ['select 1 --@p\r, @q', '@q'],
    ['select 1 /* /* */ @p */, @q', '@q'],
    ['select x >@p, x= @q', '@p @q'],
    ['select #1, a[@p:@q], {a:@r}, x::int', '@p @q @r'],
    ['select $$ @p', ''],
  ],
} satisfies EngineKit;
