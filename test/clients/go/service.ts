/** A project with a value of every kind in it, and services of it on DuckDB for the Go client to call. */

import { emit } from '../../../generator/compile.ts';
import type { Compilation } from '../../../generator/emitters/emitter.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import type { ServeOptions } from '../../../server/socket/serve.ts';
import { serve } from '../../../server/socket/serve.ts';
import { SLOW } from '../../engines/engine-runs.ts';
import { filledDuckDb } from '../../engines/filled-engines.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { instant } from '../../reference/values.ts';
import { invocation, request, sample } from '../../service/conformance/entries.ts';
import { keyRing, madeKey } from '../../service/server-fixture.ts';
import { compiled } from '../../support/openapi-fixture.ts';
import { manifestFrom } from '../../support/projects/manifest-files.ts';
import {
  EVERY_VALUE,
  VALUE_SOURCES,
  WITH_ID,
  withMore,
} from '../../support/projects/values-project.ts';

const BY_ID = `engines: [duckdb]\n${WITH_ID}`;
const MORE_ENDPOINTS: Readonly<Record<string, string>> = {
  'values.all': `from: samples
${BY_ID}
${EVERY_VALUE}
cache: off`,
  'values.digits': `from: samples
${BY_ID}
select: { digits: { value: number, encode: string } }
cache: off`,
  'values.page': `from: samples
engines: [duckdb]
select: [id]
order_by: [id]
max_rows: 2
cache: { ttl: 60s }`,
  'values.typed': `from: samples
engines: [duckdb]
params:
  text: { type: string, required: true }
  number: { type: int64, required: true }
  least: { type: int64 }
  ratio: { type: float64 }
  flag: { type: bool }
  at: { type: timestamp }
  day: { type: date }
  key: { type: uuid }
  kind: { enum: [a b, '*'], default: a b, otherwise: default }
where:
  - text = @text and number = @number and text != @kind
  - { when: least, filter: number >= @least }
  - { when: ratio, filter: ratio = @ratio }
  - { when: flag, filter: flag = @flag }
  - { when: at, filter: timestamp = @at }
  - { when: day, filter: day = @day }
  - { when: key, filter: id = @key }
select: [id]
cache: off`,
  'values.refused': `from: refused\n${BY_ID}\nselect: [broken]\ncache: off`,
  'values.gone': 'from: gone\nengines: [duckdb]\nselect: [id]\ncache: off',
};

/** The endpoints of this repository and those above. */
export function serviceCompilation(): Compilation {
  return compiled(withMore(VALUE_SOURCES, MORE_ENDPOINTS));
}

const UUID = '3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8a01';
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  edge_logs: [
    request('abc', '2026-01-15T10:06:00.120001Z', { id: 'e1', message: 'GET 日本 🎈 "\\\u2028' }),
    request('abc', '2026-01-14T10:06:00Z', { id: 'e2', metadata: null }),
    request('other', '2026-01-15T10:06:00Z', { id: 'e3', path: '/auth/v1' }),
  ],
  function_edge_logs: [
    invocation('abc', '2026-01-15T10:06:00Z', { ms: 12.5, status: 500n }),
    invocation('abc', '2026-01-15T10:06:30Z', { ms: Number.NaN, status: 200n }),
    invocation('abc', '2026-01-15T09:06:00Z', { status: 200n }),
  ],
  samples: [
    sample('full', {
      timestamp: instant('2026-01-15T10:07:00.120001Z'),
      number: 9_007_199_254_740_991n,
      ratio: 0.1,
      flag: false,
      day: '2024-02-29',
      text: 'é日本😀\u2028"\\</script>',
      doc: '{"a": [1, 12345678901234567890]}',
      meta: {
        text: '',
        number: -1n,
        seen: instant('1969-12-31T23:59:59.999999Z'),
        inner: { flag: true, ratio: -2.5, day: '1900-01-01' },
      },
    }),
    sample('null'),
    sample('nan', { ratio: Number.NaN }),
    sample('large', { number: 9_223_372_036_854_775_807n }),
    sample(UUID, {
      timestamp: instant('2026-01-15T10:07:00.000001Z'),
      number: -9_223_372_036_854_775_808n,
      ratio: 1e300,
      flag: false,
      day: '2026-01-15',
      text: 'a+b&c=d é🎈\u2028%',
    }),
  ],
};
const NOW = instant('2026-01-15T10:07:33.123456Z');

export interface GoServices {
  /** What the Go tests are told. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Services that differ by their settings; the tests know them by the names of variables. */
export async function openGoServices(compilation: Compilation): Promise<GoServices> {
  const { engine, close } = await filledDuckDb(
    tablesOfSources(compilation.project, 'duckdb', ROWS),
  );
  const manifest = manifestFrom(emit(compilation));
  const all = madeKey();
  const bound = madeKey({ id: 'key_2', endpoints: ['logs.*'], params: { project: 'abc' } });
  const options: ServeOptions = {
    manifest: catalogue(manifest),
    engine: { ...engine, close: async () => {} },
    keys: keyRing([all.key, bound.key]),
    clock: () => NOW,
    log: () => {},
    port: 0,
  };
  const fewer = catalogue({
    ...manifest,
    endpoints: manifest.endpoints.filter(({ name }) => name !== 'values.page'),
  });
  const running = {
    SERVICE: await serve(options),
    LIMITED: await serve({ ...options, rateLimit: { perKey: 0.001, burst: 1 } }),
    SMALL: await serve({ ...options, limits: { maxBytes: 40 } }),
    FEWER: await serve({ ...options, manifest: fewer }),
    HASTY: await serve({
      ...options,
      timeoutMs: 200,
      engine: {
        ...options.engine,
        run: (_, limits) => engine.run({ sql: SLOW, values: [] }, limits),
      },
    }),
  };
  const urls = Object.entries(running).map(([name, { url }]) => [name, url] as const);
  return {
    env: { ...Object.fromEntries(urls), KEY: all.token, BOUND_KEY: bound.token, UUID },
    close: async () => {
      for (const service of Object.values(running)) await service.stop();
      await close();
    },
  };
}
