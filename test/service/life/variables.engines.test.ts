/** Settings of `quern serve` from the environment. */
import { afterEach, expect, it } from 'vitest';
import { quern, removeFolders, temporaryProject } from '../../cli/cli-fixture.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';
import { LIFE_FILES, LIFE_TABLES } from './project.ts';

const served: ServeProcess[] = [];
const SECRET = { secret: 'x'.repeat(40) };

afterEach(async () => {
  for (const one of served.splice(0)) await one.stop();
  removeFolders();
});

async function started(
  service: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string>>,
): Promise<ServeProcess> {
  const one = await serveTables(LIFE_TABLES, LIFE_FILES, {
    service: { ...SECRET, ...service },
    environment,
  });
  served.push(one);
  return one;
}

const statusesOf = async ({ url }: ServeProcess, count: number) => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++)
    statuses.push((await fetch(`${url}/api/endpoints/orders.list?shop=a`)).status);
  return statuses;
};

it('reads numbers, flags and lists of variables in the file', async () => {
  const service = {
    rate_limit: { per_key: '$' + '{RATE}', burst: '$' + '{BURST}' },
    log_values: '$' + '{VALUES}',
    cors: '$' + '{ORIGINS}',
    timeout: '$' + '{TIMEOUT}',
  };
  const environment = {
    ...{ RATE: '0.001', BURST: '2', VALUES: 'true', TIMEOUT: '5s' },
    ORIGINS: 'https://a.example, https://b.example',
  };
  const one = await started(service, environment);
  expect(await statusesOf(one, 3)).toEqual([200, 200, 429]);
  const headers = { Origin: 'https://b.example' };
  const { headers: told } = await fetch(`${one.url}/healthz`, { headers });
  expect(told.get('Access-Control-Allow-Origin')).toBe('https://b.example');
  expect(one.lines()).toContainEqual(expect.objectContaining({ params: { shop: 'a' } }));
});

it('reads every setting of the service and its engine from its own variable, which wins', async () => {
  const one = await started(
    { rate_limit: { per_key: 1_000, burst: 1_000 } },
    {
      QUERN_SERVICE_RATE_LIMIT_PER_KEY: '0.001',
      QUERN_SERVICE_RATE_LIMIT_BURST: '1',
      QUERN_SERVICE_CORS: 'https://a.example',
      QUERN_ENGINES_DUCKDB_MEMORY_LIMIT: '512MiB',
    },
  );
  expect(await statusesOf(one, 2)).toEqual([200, 429]);
});

it('has one variable for the engine, which a flag overrides', async () => {
  const { folder } = await started({}, {});
  const environment = { QUERN_SERVICE_ENGINE: 'duckdb' };
  const serve = ['serve', '--insecure-no-auth'];
  const refused = await quern(folder, serve, { environment });
  expect(refused.exit).toBe(2);
  expect(refused.stderr).toContain(
    '`QUERN_SERVICE_ENGINE` is not the variable of `service.engine`',
  );
  expect(refused.stderr).toContain('Use `QUERN_ENGINE`.');
  const run = (...words: readonly string[]) =>
    quern(folder, ['run', 'orders.list', '--param', 'shop=a', ...words], {
      environment: { QUERN_ENGINE: 'clickhouse' },
    });
  expect((await run()).stderr).toMatch(/ClickHouse|clickhouse/);
  expect((await run('--engine', 'duckdb')).exit).toBe(0);
});

it('without a file, reports a variable that is no setting, and values of another kind, without the values', async () => {
  const folder = temporaryProject({ 'package.json': '{}', ...LIFE_FILES });
  const { exit, stderr } = await quern(folder, ['check'], {
    environment: {
      QUERN_SERVICE_TIMOUT: 'hidden-1',
      QUERN_SERVICE_QUEUE: 'hidden-2',
      QUERN_SERVICE_DIRECT: 'hidden-3',
    },
  });
  expect(exit).not.toBe(0);
  expect(stderr).not.toContain('hidden');
  expect(stderr).toContain('timout');
  expect(stderr).toContain('Use `timeout`, if that is meant.');
  expect(stderr).toContain('`queue` takes a whole number');
  expect(stderr).toContain('`direct` takes `true` or `false`');
});
