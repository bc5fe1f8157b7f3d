/** The real service on DuckDB, with several configurations and troubles, for the clients to call. */

import { type Engine, EngineFailure } from '../../../engines/engine.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { type Running, type ServeOptions, serve } from '../../../server/socket/serve.ts';
import { SLOW } from '../../engines/engine-runs.ts';
import { filledDuckDb } from '../../engines/filled-engines.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { instant } from '../../reference/values.ts';
import { keyRing, madeKey } from '../../service/server-fixture.ts';
import { type KeyName, NOW, type ServiceName } from './case.ts';
import { PROJECT, ROWS } from './project.ts';

const MADE = {
  all: madeKey({ id: 'key_all' }),
  logs: madeKey({ id: 'key_logs', endpoints: ['logs.*'] }),
  tenant: madeKey({ id: 'key_tenant', params: { project: 'abc' } }),
} as const;
const TOKENS: Readonly<Record<KeyName, string>> = {
  all: MADE.all.token,
  logs: MADE.logs.token,
  tenant: MADE.tenant.token,
  stranger: madeKey().token,
};

export interface Services {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly tokens: Readonly<Record<KeyName, string>>;
  readonly close: () => Promise<void>;
}

export async function openServices(): Promise<Services> {
  const { engine, close } = await filledDuckDb(tablesOfSources(PROJECT.project, 'duckdb', ROWS));
  const running: Running[] = [];
  const start = async (options: Partial<ServeOptions> = {}) => {
    const service = await serve({ ...usual(engine), ...options });
    running.push(service);
    return service.url;
  };
  const held = holding(engine);
  const urls = {
    usual: await start(),
    older: await start({ manifest: olderManifest() }),
    limited: await start({ rateLimit: { perKey: 0.001, burst: 1 } }),
    small: await start({ limits: { maxBytes: 40 } }),
    hasty: await start({ timeoutMs: 200, engine: stalling(engine) }),
    busy: await start({
      limits: { concurrency: 1, queue: 0 },
      // until the last of the clients is built and has asked
      timeoutMs: 3_600_000,
      engine: held.engine,
    }),
    faulty: await start({ keys: { current: faulty, close: () => {} } }),
    // nothing listens there
    nobody: 'http://127.0.0.1:9',
  };
  const leaving = new AbortController();
  const ask = (url: string, path: string) =>
    fetch(`${url}/api/endpoints/${path}`, {
      headers: { 'X-API-KEY': TOKENS.all },
      signal: leaving.signal,
    });
  // the burst is used up
  await ask(urls.limited, 'values.page');
  const occupant = ask(urls.busy, 'values.page').catch(() => {});
  await held.taken;
  return {
    urls,
    tokens: TOKENS,
    close: async () => {
      leaving.abort();
      await occupant;
      for (const { stop } of running) await stop();
      await close();
    },
  };
}

function usual(engine: Engine): ServeOptions {
  return {
    manifest: catalogue(manifestOf(PROJECT)),
    // the services have it in common
    engine: { ...engine, close: async () => {} },
    keys: keyRing(Object.values(MADE).map(({ key }) => key)),
    clock: () => instant(NOW),
    log: () => {},
    secrets: ['what-the-clients-of-this-test-never-see'],
    port: 0,
    // a machine that is slow turns nobody away
    limits: { concurrency: 2, queue: 1_000 },
  };
}

/** The service before an endpoint and a parameter were added, which the clients know of already. */
function olderManifest() {
  const manifest = manifestOf(PROJECT);
  return catalogue({
    ...manifest,
    endpoints: manifest.endpoints
      .filter(({ name }) => name !== 'values.page')
      .map(endpoint =>
        endpoint.name === 'logs.all'
          ? { ...endpoint, params: endpoint.params.filter(({ name }) => name !== 'project_tier') }
          : endpoint,
      ),
  });
}

function stalling(engine: Engine): Engine {
  const run: Engine['run'] = (_, limits) => engine.run({ sql: SLOW, values: [] }, limits);
  return { ...engine, run, close: async () => {} };
}

/** Holds the first statement until it is given up, and tells when it has it. */
function holding(engine: Engine) {
  let take = () => {};
  const taken = new Promise<void>(resolve => {
    take = resolve;
  });
  const run: Engine['run'] = (_, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new EngineFailure('cancelled', 'of the test')));
      take();
    });
  return { taken, engine: { ...engine, run, close: async () => {} } };
}

function faulty(): never {
  throw new TypeError('the_secret');
}
