/** `quern/testing`: tests of endpoints in a suite of the user's own, and rows over entries that a test gives. */

import { AssertionError } from 'node:assert';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestBench, type TestBench, type TestBenchOptions } from '../../testing.ts';
import { LOGS, project, removeFolders, temporaryFolder } from '../cli/cli-fixture.ts';
import { linkPackages } from '../support/packages.ts';
import { buildScripts } from '../support/processes/built.ts';

afterAll(removeFolders);
/** Processes load the built package: to load its sources takes each of them ten seconds. */
const built = temporaryFolder();
const TESTING = join(built, 'dist/testing.js');
beforeAll(() => {
  linkPackages(built);
  buildScripts(join(built, 'dist'));
});
const benches = new Set<TestBench>();
afterEach(async () => {
  for (const bench of benches) await bench.close();
  benches.clear();
});

const TESTS = `tests:
  two of them:
    now: 2026-01-15T10:00:00Z
    params: { project: abc }
    given: [{ id: a, timestamp: 2026-01-15T09:00:00Z, project: abc, size: 7 }, { id: b, timestamp: 2026-01-15T09:00:00Z }]
    expect: [{ id: a, timestamp: 2026-01-15T09:00:00Z, project: abc, size: 7 }]
`;
const WRONG = TESTS.replace('two of them', 'another size').replace(
  /size: 7 }\]\n$/,
  'size: 8 }]\n',
);

const made = (files: Readonly<Record<string, string | null>> = {}) =>
  project({ 'endpoints/logs.yaml': LOGS + TESTS, ...files });

async function opened(folder: string, options: TestBenchOptions = {}): Promise<TestBench> {
  const bench = await openTestBench({ project: folder, ...options });
  benches.add(bench);
  return bench;
}

interface Case {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** Vitest in a process of its own, over a file of the project. */
async function ran(folder: string): Promise<readonly Case[]> {
  linkPackages(folder);
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--root', folder, '--reporter', 'json'];
  const out = await new Promise<string>(resolve => {
    execFile(process.execPath, words, { cwd: folder, maxBuffer: 2 ** 24 }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const { testResults } = JSON.parse(out.slice(out.indexOf('{"num')));
  return testResults.flatMap((file: { assertionResults: readonly Case[]; message: string }) =>
    file.assertionResults.length > 0
      ? file.assertionResults
      : [{ fullName: '', status: 'broken', failureMessages: [file.message] }],
  );
}

const SUITE = `import { afterAll, describe, expect, it } from 'vitest';
import { endpointTests, openTestBench } from '${TESTING}';
await endpointTests({ describe, it, afterAll });
it('has rows', async () => {
  const bench = await openTestBench();
  const given = { edge_logs: [{ id: 'a', timestamp: new Date('2026-01-15'), project: 'p' }] };
  const [row] = await bench.rows('logs', { params: { project: 'p' }, given });
  expect(row).toMatchObject({ id: 'a' });
  await bench.close();
});
`;

describe('a suite', () => {
  it('has a case for each test of each endpoint', async () => {
    const { folder } = made({ 'endpoints.test.ts': SUITE });
    const cases = await ran(folder);
    expect(cases.map(({ fullName, status }) => [fullName, status])).toEqual([
      ['logs two of them', 'passed'],
      ['has rows', 'passed'],
    ]);
  });

  it('shows rows that differ at the place of the test', async () => {
    const { folder } = made({ 'endpoints.test.ts': SUITE, 'endpoints/logs.yaml': LOGS + WRONG });
    const [first] = await ran(folder);
    expect(first).toMatchObject({ fullName: 'logs another size', status: 'failed' });
    const [message = ''] = first?.failureMessages ?? [];
    expect(message).toContain('The answer differs from the expected rows');
    expect(message).toContain(`${join(folder, 'endpoints/logs.yaml')}:15:3`);
  });

  it('does not begin where the project has a mistake, and shows it', async () => {
    const broken = LOGS.replace('project = @project', 'projct = @project');
    const { folder } = made({ 'endpoints.test.ts': SUITE, 'endpoints/logs.yaml': broken });
    const [first] = await ran(folder);
    expect(first).toMatchObject({ status: 'broken' });
    expect(first?.failureMessages[0]).toContain('endpoints/logs.yaml:9:5 error[unknown-column]');
  });
});

it('has the same cases in the runner of Node', async () => {
  const { folder, put } = made({
    'endpoints/counts.yaml': null,
    'endpoints/logs.yaml': LOGS + TESTS + WRONG.replace('tests:\n', ''),
  });
  put(
    'endpoints.mjs',
    `import { after, describe, it } from 'node:test';
import { endpointTests } from '${TESTING}';
await endpointTests({ describe, it, afterAll: after });
`,
  );
  const words = ['--test', '--test-reporter', 'tap', 'endpoints.mjs'];
  const told = await new Promise<string>(resolve => {
    // a runner of its own, not a part of this one
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    execFile(process.execPath, words, { cwd: folder, env }, (__, stdout) => resolve(stdout));
  });
  expect(told).toMatch(/^ +ok 1 - two of them$/m);
  expect(told).toMatch(/^ +not ok 2 - another size$/m);
});

describe('a bench', () => {
  it('runs the tests of the specifications', async () => {
    const bench = await opened(made().folder);
    expect(bench.tests.map(({ endpoint, name }) => [endpoint, name])).toEqual([
      ['logs', 'two of them'],
    ]);
    await bench.tests[0]?.run();
  });

  it('rejects with both rows', async () => {
    const bench = await opened(made({ 'endpoints/logs.yaml': LOGS + WRONG }).folder);
    const fault = await bench.tests[0]?.run().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(AssertionError);
    expect(fault).toMatchObject({ expected: [{ size: 8 }], actual: [{ size: 7 }] });
  });

  it.each(['duckdb', 'clickhouse', 'bigquery'] as const)(
    'answers the rows of given entries on %s',
    async engine => {
      const { folder } = made();
      linkPackages(folder);
      const bench = await opened(folder, { engine });
      const sizes = fc.sample(fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }), 3);
      const at = (i: number) => new Date(Date.UTC(2026, 0, 15, 9, i));
      const rows = await bench.rows('logs', {
        params: { project: 'p', least: -(2n ** 60n) },
        now: new Date('2026-01-15T10:00:00Z'),
        given: {
          edge_logs: [
            ...sizes.map((size, i) => ({ id: `r${i}`, timestamp: at(i), project: 'p', size })),
            { id: 'other', timestamp: at(0), project: 'q', size: 1 },
          ],
        },
      });
      const expected = sizes.map((size, i) => ({
        id: `r${i}`,
        timestamp: at(i).toISOString().replace('.000Z', 'Z'),
        project: 'p',
        size: Number(size),
      }));
      expect(rows).toEqual(expected.toReversed());
      expect(await bench.rows('logs', { params: { project: 'p' } })).toEqual([]);
    },
  );

  it('says what is wrong with a request', async () => {
    const bench = await opened(made().folder);
    const rejected = (...asked: Parameters<TestBench['rows']>) =>
      bench.rows(...asked).catch(String);
    expect(await rejected('log')).toContain('There is no endpoint `log`');
    expect(await rejected('logs')).toContain('`project`');
    const params = { project: 'p' };
    expect(await rejected('logs', { params: { ...params, least: 'x' } })).toContain('`least`');
    const wrong = { edge_logs: [{ id: 1, timestamp: 'yesterday', sise: 2 }, {}] };
    const told = await rejected('logs', { params, given: wrong });
    expect(told).toContain('given.edge_logs[0]:1:');
    expect(told).toContain('There is no column `sise` in the data set `edge_logs`');
    expect(told).toContain('given.edge_logs[1]:1:1 error[missing-key]');
    expect(await rejected('logs', { params, given: { edge_log: [] } })).toContain(
      '`logs` reads no data set `edge_log`',
    );
  });

  it('says which packages an engine lacks, and that the project is not compiled for it', async () => {
    const { folder, put } = made();
    await expect(opened(folder, { engine: 'clickhouse' })).rejects.toThrow(
      '`chdb` is not installed',
    );
    put('quern.yaml', 'dialects: [duckdb]\n');
    await expect(opened(folder, { engine: 'clickhouse' })).rejects.toThrow(
      'not compiled for clickhouse',
    );
  });
});
