/** `quern doctor`: each finding with its remedy, and the exit code. */
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, it } from 'vitest';
import { versions } from '../../cli/doctor/versions.ts';
import { type Project, project, removeFolders, SOURCES } from './cli-fixture.ts';

afterAll(removeFolders);

const CONFIG = 'dialects: [duckdb]\nengines: { duckdb: { database: logs.duckdb } }\n';

async function sound(): Promise<Project> {
  const made = project({ 'quern.yaml': CONFIG });
  const instance = await DuckDBInstance.create(join(made.folder, 'logs.duckdb'));
  const connection = await instance.connect();
  await connection.run(
    'CREATE TABLE edge_logs(id VARCHAR NOT NULL, timestamp TIMESTAMP NOT NULL, project VARCHAR, size BIGINT)',
  );
  connection.closeSync();
  instance.closeSync();
  await made.quern(['generate']);
  await made.quern(['keys', 'create', '--name', 'mine']);
  return made;
}

const errorsOf = async ({ quern }: Project) => {
  const { exit, stdout } = await quern(['doctor', '--json']);
  const { findings } = JSON.parse(stdout);
  const errors = findings.filter(({ state }: { state: string }) => state === 'error');
  return [
    exit,
    errors.map(({ area, fact, remedy }: Record<string, string>) => [area, fact, remedy]),
  ];
};

it('says that nothing is wrong', async () => {
  const { quern } = await sound();
  const { exit, stdout, stderr } = await quern(['doctor']);
  expect([exit, stderr]).toEqual([0, 'no faults found\n']);
  expect(stdout).toMatch(/^ok {5}versions {6}quern \S+ on Node /);
  expect(stdout).toContain('@duckdb/node-api ');
  expect(stdout).toContain('ok     endpoints     2 endpoints for duckdb: no errors\n');
  expect(stdout).toContain('ok     generated     up to date\n');
  expect(stdout).toContain('ok     duckdb        it answers, with 1 table as declared\n');
  expect(stdout).toContain('ok     keys          `.quern/keys.json` contains 1 valid key\n');
});

it('says whether data sets have new entries', async () => {
  const made = await sound();
  const declared = SOURCES.replace(
    '    columns:',
    '    freshness: { of: timestamp, within: 15 minutes }\n    columns:',
  );
  expect(declared).not.toBe(SOURCES);
  made.put('endpoints/sources.yaml', declared);
  await made.quern(['generate']);
  const { exit, stdout } = await made.quern(['doctor']);
  expect(exit).toBe(0);
  expect(stdout).toContain(
    'note   duckdb        `edge_logs` has no entry of the last 900 s\n                     remedy: Look at the program that writes the entries',
  );
});

it('names what is stale, what does not fit, and who may read the keys', async () => {
  const made = await sound();
  made.put(
    'endpoints/counts.yaml',
    'endpoint: counts\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a02\nfrom: edge_logs\nselect: { gone: count(gone) }\n',
  );
  made.put(
    'endpoints/sources.yaml',
    'sources:\n  edge_logs:\n    tables: { duckdb: { table: edge_logs } }\n    columns: { id: string, timestamp: timestamp, project: string, size: int64, gone: string }\n',
  );
  chmodSync(join(made.folder, '.quern/keys.json'), 0o644);
  const [exit, errors] = await errorsOf(made);
  expect(exit).toBe(1);
  expect(errors).toEqual([
    [
      'generated',
      expect.stringMatching(/^\d+ files not up to date: .* more$/),
      'Run `quern generate`.',
    ],
    [
      'duckdb',
      '`counts` cannot run: table `edge_logs`: `gone` is missing',
      'Change the data set in `sources.yaml`, or the table.',
    ],
    ['keys', 'other users of this machine can read `.quern/keys.json`', 'Run `chmod 600` on it.'],
  ]);
});

it('ends with 3 where an engine is not there, and with 2 where the project cannot be read', async () => {
  const made = await sound();
  rmSync(join(made.folder, 'logs.duckdb'));
  expect(await errorsOf(made)).toEqual([
    3,
    [['duckdb', expect.stringContaining('`logs.duckdb` does not exist'), expect.any(String)]],
  ]);
  made.put('endpoints/logs.yaml', 'endpoint: logs\nfrom: edge_log\nselect: [id]\n');
  expect(await errorsOf(made)).toEqual([
    1,
    [
      [
        'endpoints',
        expect.stringContaining('in the specifications, the first: '),
        'Run `quern check`, which shows them all.',
      ],
    ],
  ]);
  writeFileSync(join(made.folder, 'quern.yaml'), 'colour: red\n');
  expect(await errorsOf(made)).toEqual([
    2,
    [['configuration', 'The file has no key `colour`', expect.any(String)]],
  ]);
});

it('asks for a secret where an endpoint has pages, and for the variables of engines', async () => {
  const made = await sound();
  made.put(
    'quern.yaml',
    `dialects: [duckdb, clickhouse]\nengines:\n  duckdb: { database: logs.duckdb }\n  clickhouse: { password: "$\u007bNOWHERE}" }\n`,
  );
  made.put(
    'endpoints/paged.yaml',
    'endpoint: paged\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a09\nfrom: edge_logs\nselect: [id]\norder_by: [id]\npages: { size: 10 }\n',
  );
  made.put('endpoints/sources.yaml', SOURCES.replace('edge_logs:', 'edge_logs:\n    key: [id]'));
  const ran = await made.quern(['generate']);
  expect(ran.exit).toBe(0);
  const [exit, errors] = await errorsOf(made);
  expect(exit).toBe(2);
  expect(errors).toEqual([
    ['clickhouse', expect.stringContaining('NOWHERE'), 'Set `NOWHERE`.'],
    ['secret', '`paged` has pages, whose cursors need a secret', expect.stringMatching(/^Write /)],
  ]);
});

it('names a Node that is too old', () => {
  const { folder } = project();
  const [least] = versions(folder, '20.18.3');
  expect(least).toMatchObject({ state: 'error', remedy: 'Install Node 20.19 or newer.' });
  for (const version of ['20.19.0', '22.1.0'])
    expect(versions(folder, version)[0]).toMatchObject({ state: 'ok' });
});

it('names a key file that cannot be read', async () => {
  const made = await sound();
  made.put('.quern/keys.json', '{ "keys": [');
  const [exit, errors] = await errorsOf(made);
  expect(exit).toBe(2);
  expect(errors).toEqual([
    [
      'keys',
      expect.stringContaining('.quern/keys.json'),
      'Restore it, or remove it and make new keys.',
    ],
  ]);
});

it('looks at the key file and the engine that variables name, as the service does', async () => {
  const made = await sound();
  writeFileSync(join(made.folder, 'quern.yaml'), `${CONFIG}service: { engine: duckdb }\n`);
  const found = async (environment: Readonly<Record<string, string>>) =>
    (await made.quern(['doctor'], { environment })).stdout;
  expect(await found({})).not.toContain('others.json');
  expect(await found({ QUERN_KEYS: 'others.json' })).toContain('no key file `others.json`');
  expect(await found({ QUERN_ENGINE: 'clickhouse' })).toContain('clickhouse');
});
