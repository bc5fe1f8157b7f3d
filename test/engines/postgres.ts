import type { EngineKit } from './kit.ts';
import { LACKING } from './postgres/cluster.ts';
import { PIECES } from './postgres/own-pieces.ts';

export default {
  open: async () => (await import('./postgres/open-postgres.ts')).openPostgres(),
  parameters: async (engine, sql) =>
    (await import('./postgres/parameters.ts')).parameters(engine, sql),
  sql: {
    notANumber: "'NaN'::float8",
    instant: column => `to_timestamp(${column})`,
    records: values => `'${JSON.stringify(values.map(a => ({ a })))}'::jsonb`,
    clock: null,
    // WebAssembly has the clock of JavaScript
    clockStep: LACKING === null ? 1n : 1_000n,
    refused: "CASE WHEN id = '' THEN 0 ELSE to_char(now(), '\"the_secret\"')::bigint END",
  },
  service: {
    reach: async tables => (await import('./postgres/service.ts')).reach(tables),
    open: async (...of) => (await import('./postgres/service.ts')).openService(...of),
    faulty: null,
    pace: 'fast',
  },
  pieces: PIECES,
  lexis: [
    ["select 'a\\', @p, ''", '@p'],
    ["select E'a\\'@p', e'a''@p', @q", '@q'],
    ["select E'a' -- x '\n  'b\\'@p', @q", '@q'],
    ["select E'a'\r\n--x\n\n'b\\'@p', @q", '@q'],
    ["select xE'\\', @p, '", '@p'],
    ['select "@p", "a""@p", "\\", @q', '@q'],
    ['select $$ @p $$, $t$ @p $$ $t$, $T_1$ @p $t_1$ $T_1$, $日$ @p $日$, @q', '@q'],
    ['select a$t$ , @p, b$t$', '@p'],
    ['select 1 --@p\r, @q', '@q'],
    ['select 1 /* /* */ @p */, @q', '@q'],
    ['select x >@p, x= @q', '@p @q'],
    ['select $$ @p', ''],
  ],
} satisfies EngineKit;
