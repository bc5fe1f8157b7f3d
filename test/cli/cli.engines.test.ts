import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Project, project, type RunOptions, removeFolders, start } from './cli-fixture.ts';
import { BIN, ENVIRONMENT, FULL, shell } from './executable.ts';

/** Rows newest first: 5 of `abc`, then one whose text is meant for a terminal. */
async function makeDatabase(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(`
    CREATE TABLE edge_logs (id VARCHAR NOT NULL, timestamp TIMESTAMP NOT NULL, project VARCHAR, size BIGINT);
    INSERT INTO edge_logs
      SELECT 'e' || n, TIMESTAMP '2026-01-15 10:07:00' - INTERVAL (n) MINUTE, 'abc', 10 * n FROM range(5) t(n);
    INSERT INTO edge_logs VALUES
      ('say "a", b', TIMESTAMP '2026-01-15 10:00:00', chr(27) || '[2J' || chr(155) || '31m', NULL),
      ('big', TIMESTAMP '2026-01-15 10:00:00', 'large', 9007199254740993)`);
  connection.closeSync();
  instance.closeSync();
}

afterAll(removeFolders);

describe('with a database', () => {
  let logs: Project;
  const database = ['--database', 'logs.duckdb'];
  beforeAll(async () => {
    logs = project();
    await makeDatabase(join(logs.folder, 'logs.duckdb'));
    await logs.quern(['generate']);
  });
  const run = (words: readonly string[], options?: RunOptions) =>
    logs.quern(['run', 'logs', ...database, ...words], options);
  const abc = ['--param', 'project=abc', '--param', 'least=20'];

  it('run prints rows as JSON, or as a table on a terminal', async () => {
    expect(await run(abc)).toEqual({
      exit: 0,
      stdout: `[
{"id":"e2","timestamp":"2026-01-15T10:05:00Z","project":"abc","size":20},
{"id":"e3","timestamp":"2026-01-15T10:04:00Z","project":"abc","size":30},
{"id":"e4","timestamp":"2026-01-15T10:03:00Z","project":"abc","size":40}
]
`,
      stderr: '3 rows\n',
    });
    const { stdout } = await run(abc, { terminal: true, environment: { NO_COLOR: '1' } });
    expect(stdout).toBe(`id  timestamp             project  size
e2  2026-01-15T10:05:00Z  abc        20
e3  2026-01-15T10:04:00Z  abc        30
e4  2026-01-15T10:03:00Z  abc        40
`);
    const json = await run([...abc, '--json'], { terminal: true });
    expect(JSON.parse(json.stdout)).toHaveLength(3);
  });

  it('run prints ndjson and csv', async () => {
    const one = ['--param', 'project=\u001B[2J\u009B31m'];
    const ndjson = await run([...one, '--format', 'ndjson']);
    expect(ndjson.stdout.split('\n').map(line => line && JSON.parse(line).id)).toEqual([
      'say "a", b',
      '',
    ]);
    const csv = await run([...one, '--format', 'csv']);
    expect(csv.stdout).toBe(
      'id,timestamp,project,size\r\n"say ""a"", b",2026-01-15T10:00:00Z,\u001B[2J\u009B31m,\r\n',
    );
    const none = await run(['--param', 'project=none', '--format', 'json']);
    expect(none).toMatchObject({ exit: 0, stdout: '[]\n', stderr: '0 rows\n' });
  });

  it.each(['table', 'json', 'ndjson', 'csv'])(
    'run lets no row write to a terminal: %s',
    async format => {
      const words = ['--param', 'project=\u001B[2J\u009B31m', '--format', format];
      const { stdout } = await run(words, { terminal: true });
      expect(stdout).toContain('31m');
      expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
    },
  );

  it('run cuts at max_rows, and says so', async () => {
    const { stdout, stderr } = await run(['--param', 'project=abc']);
    expect(JSON.parse(stdout)).toHaveLength(3);
    expect(stderr).toBe('3 rows; there are more than `max_rows` allows\n');
  });

  it('run refuses integers that JSON would round', async () => {
    expect(await run(['--param', 'project=large'])).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: expect.stringContaining('Set `encode: string`.'),
    });
  });

  it('run needs a database that can be read and has the table', async () => {
    logs.put('broken.duckdb', 'no database');
    const broken = ['--database', 'broken.duckdb', '--param', 'project=a'];
    expect(await logs.quern(['run', 'logs', ...broken])).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('error: The engine or a table is unavailable: '),
    });
    const instance = await DuckDBInstance.create(join(logs.folder, 'empty.duckdb'));
    instance.closeSync();
    const empty = ['--database', 'empty.duckdb', '--param', 'project=a'];
    expect(await logs.quern(['run', 'logs', ...empty])).toMatchObject({
      exit: 3,
      stderr: expect.stringMatching(/^error: The engine or a table is unavailable: .*edge_logs/),
    });
    expect(await logs.quern(['run', 'logs', '--param', 'project=a'])).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining(
        'The engine or a table is unavailable: the database `.quern/logs.duckdb` does not exist\n  hint: Say where',
      ),
    });
  });

  it('run takes the database of the environment, then of the configuration', async () => {
    const words = ['run', 'logs', ...abc, '--quiet'];
    const environment = { QUERN_ENGINES_DUCKDB_DATABASE: 'logs.duckdb' };
    expect(await logs.quern(words, { environment })).toMatchObject({ exit: 0, stderr: '' });
    logs.put('here.yaml', 'engines: { duckdb: { database: logs.duckdb, memory_limit: 64MiB } }');
    expect(await logs.quern([...words, '-c', 'here.yaml'])).toMatchObject({ exit: 0 });
  });

  it('explain adds the plan of the engine, as a comment', async () => {
    const words = ['explain', 'logs', ...database, ...abc];
    const { exit, stdout, stderr } = await logs.quern(words);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    const plan = stdout.slice(stdout.indexOf('-- bindings'));
    expect(plan).toMatch(/-- .*SEQ_SCAN/);
    expect(plan.split('\n').filter(line => line !== '' && !line.startsWith('--'))).toEqual([]);
    const json = JSON.parse((await logs.quern([...words, '--json'])).stdout);
    expect(json).toMatchObject({ engine: 'duckdb', endpoint: 'logs' });
    expect(json.bindings).toContainEqual({ name: 'least', scalar: 'int64', value: '20' });
  });

  it('serve answers callers with a key until it is interrupted', async () => {
    const { stdout: token } = await logs.quern(['keys', 'create', '--name', 'test']);
    const words = ['serve', '--port', '0', ...database];
    const { found, stop } = await start(logs.folder, words, /2 endpoints on (http:\S+)\n/);
    const address = `${found[1]}/api/endpoints/logs?project=abc`;
    expect((await fetch(address)).status).toBe(401);
    for (const path of ['/metrics', '/openapi.json']) {
      expect((await fetch(`${found[1]}${path}`)).status).toBe(200);
    }
    const answer = await fetch(address, { headers: { 'X-API-KEY': token.trim() } });
    expect(answer.status).toBe(200);
    expect(Object(await answer.json()).result).toHaveLength(3);
    const { exit, stdout, stderr } = await stop();
    expect({ exit, stdout }).toEqual({ exit: 130, stdout: '' });
    const lines = stderr
      .trim()
      .split('\n')
      .slice(1)
      .map(line => JSON.parse(line).status);
    expect(lines).toEqual([401, 200, 200, 200]);
    expect(stderr).not.toContain(token.trim());
  });

  it('serve answers anybody where it is told to, and tells people in short', async () => {
    const words = ['serve', '--port', '0', '--insecure-no-auth', ...database];
    const { found, stop } = await start(logs.folder, words, /on (http:\S+)\n(?=.*no key)/s, {
      terminal: true,
    });
    expect((await fetch(`${found[1]}/api/endpoints/logs?project=abc`)).status).toBe(200);
    expect((await stop()).stderr).toMatch(
      /\n10:07:12 {2}200 {2}GET {2}logs {2}3 rows {2}bypass {2}[\d.]+ ms\n$/,
    );
  });

  it('serve warns of tables that are not there', async () => {
    const empty = join(logs.folder, 'empty.duckdb');
    (await DuckDBInstance.create(empty)).closeSync();
    const words = ['serve', '--port', '0', '--insecure-no-auth', '--database', empty];
    const { stop } = await start(logs.folder, words, /no key is needed/);
    const { stderr } = await stop();
    expect(stderr.match(/^warning: .*$/gm)).toEqual([
      'warning: not ready: missing tables: edge_logs',
    ]);
  });

  it('serve that is stopped while it starts misses no engine', async () => {
    const words = ['serve', '--port', '0', '--insecure-no-auth', ...database];
    const { stop } = await start(logs.folder, words, /endpoints on http/);
    expect(await stop()).toMatchObject({
      exit: 130,
      stderr: expect.not.stringContaining('not ready'),
    });
  });

  it('serve and run tell why a table cannot be read', async () => {
    const { folder, quern: run, put } = project();
    const sources = join(folder, 'endpoints/sources.yaml');
    const text = readFileSync(sources, 'utf8');
    put(
      'endpoints/sources.yaml',
      text.replace('duckdb: { table: edge_logs', 'duckdb: { table: shop.edge_logs'),
    );
    await run(['generate']);
    const instance = await DuckDBInstance.create(join(folder, 'shop.duckdb'));
    const connection = await instance.connect();
    await connection.run('CREATE SCHEMA shop.shop; CREATE TABLE shop.shop.edge_logs (id VARCHAR)');
    connection.closeSync();
    instance.closeSync();
    const reason = 'Binder Error: Ambiguous reference to catalog or schema "shop"';
    const named = ['--database', 'shop.duckdb'];
    const ran = await run(['run', 'logs', '--param', 'project=abc', ...named]);
    expect(ran.stderr).toContain(`error: The engine refused the statement: ${reason}`);
    const words = ['serve', '--port', '0', '--insecure-no-auth', ...named];
    const { stop } = await start(folder, words, /no key is needed/);
    const told = `warning: not ready: missing tables: shop.edge_logs (${reason}`;
    expect((await stop()).stderr).toContain(told);
  });

  it('serve tells which files of tables are not there', async () => {
    const { folder, quern: run } = project({
      'quern.yaml': 'engines: { duckdb: { tables: { edge_logs: "logs/*.parquet" } } }\n',
    });
    await run(['generate']);
    const words = ['serve', '--port', '0', '--insecure-no-auth'];
    const { found, stop } = await start(folder, words, /on (http:\S+)\n(?=.*no key)/s);
    expect(await (await fetch(`${found[1]}/readyz`)).text()).not.toContain('parquet');
    const { stderr } = await stop();
    const fault = `missing tables: edge_logs (no file matches \`${folder}/logs/*.parquet\`)`;
    expect(stderr.match(/^warning: .*$/gm)).toEqual([`warning: not ready: ${fault}`]);
    const failures = stderr.match(/^\{.*\}$/gm)?.map(line => JSON.parse(line).failure);
    expect(failures).toEqual([fault, fault]);
  });

  it('serve starts without its engine, and heals', async () => {
    const { folder, quern: run, put } = project();
    await run(['generate']);
    put('keys.json', '{"format":1,"keys":[]}');
    const words = ['serve', '--port', '0', '--keys', 'keys.json', '--database', 'late.duckdb'];
    const { found, stop } = await start(folder, words, /on (http:\S+)\n(?=.*keys create)/s);
    const ready = async () => (await fetch(`${found[1]}/readyz`)).status;
    expect(await ready()).toBe(503);
    // Moved there as a whole: a growing file would differ at each look.
    await makeDatabase(join(folder, 'made.duckdb'));
    renameSync(join(folder, 'made.duckdb'), join(folder, 'late.duckdb'));
    await expect.poll(ready, { interval: 100 }).toBe(200);
    const { exit, stderr } = await stop();
    expect(exit).toBe(130);
    expect(stderr.match(/^(warning| {2}hint): .*$/gm)).toEqual([
      'warning: not ready: the database `late.duckdb` does not exist',
      'warning: the key file contains no key, so nobody can call the service',
      '  hint: Make one with `quern keys create --name …`.',
    ]);
    const events = stderr.split('\n').filter(line => line.includes('"event":"duckdb is'));
    expect(events.map(line => JSON.parse(line))).toMatchObject([
      {
        level: 'error',
        event: 'duckdb is unavailable',
        failure: 'the database `late.duckdb` does not exist',
      },
      { level: 'info', event: 'duckdb is available again' },
    ]);
  });

  it('run, explain and serve read files where they lie', async () => {
    const {
      folder,
      quern: run,
      put,
    } = project({
      'quern.yaml': 'engines: { duckdb: { tables: { edge_logs: "logs/*.ndjson" } } }\n',
    });
    const entry = { id: 'e1', timestamp: '2026-01-15T10:00:00Z', project: 'abc', size: 7 };
    put('logs/a.ndjson', `${JSON.stringify(entry)}\n`);
    await run(['generate']);
    const ran = await run(['run', 'logs', '--param', 'project=abc']);
    expect(JSON.parse(ran.stdout)).toEqual([entry]);
    const explained = await run(['explain', 'logs', '--param', 'project=abc']);
    expect(explained).toMatchObject({ exit: 0, stderr: '' });
    expect(explained.stdout).toContain('READ_JSON');
    const words = ['serve', '--port', '0', '--insecure-no-auth'];
    const { found, stop } = await start(folder, words, /on (http:\S+)\n(?=.*no key)/s);
    const answer = await fetch(`${found[1]}/api/endpoints/logs?project=abc`);
    expect(await answer.json()).toEqual({ result: [entry] });
    expect((await fetch(`${found[1]}/openapi.json`)).status).toBe(200);
    expect((await fetch(`${found[1]}/metrics`)).status).toBe(200);
    expect((await stop()).stderr).not.toContain('warning');
  });

  it('serve keeps the document and the metrics for callers with a key where it is told to', async () => {
    logs.put('closed.yaml', 'service: { public: [], max_bytes: 1KiB, log_values: true }');
    const words = [
      'serve',
      '--port',
      '0',
      '-c',
      'closed.yaml',
      '--keys',
      'closed.json',
      ...database,
    ];
    const created = await logs.quern(['keys', 'create', '--name', 'a', '--keys', 'closed.json']);
    const { found, stop } = await start(logs.folder, words, /on (http:\S+)\n/);
    const headers = { 'X-API-KEY': created.stdout.trim() };
    for (const path of ['/openapi.json', '/metrics']) {
      expect((await fetch(`${found[1]}${path}`)).status).toBe(401);
      expect((await fetch(`${found[1]}${path}`, { headers })).status).toBe(200);
    }
    await fetch(`${found[1]}/api/endpoints/logs?project=abc`, { headers });
    const lines = (await stop()).stderr.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ params: { project: 'abc' } });
  });

  it('serve logs what becomes of the key file', async () => {
    const file = join(logs.folder, 'watched.json');
    const { stdout: token } = await logs.quern(['keys', 'create', '--name', 'a', '--keys', file]);
    const good = readFileSync(file);
    const words = ['serve', '--port', '0', '--keys', file, ...database];
    const { found, told, stop } = await start(logs.folder, words, /on (http:\S+)\n/);
    const ask = async () => {
      const headers = { 'X-API-KEY': token.trim() };
      return (await fetch(`${found[1]}/api/endpoints`, { headers })).status;
    };
    writeFileSync(file, '{');
    await expect.poll(told).toContain('the old keys stay in force');
    expect(await ask()).toBe(200);
    // At once: a half of it would be told, too.
    writeFileSync(`${file}.new`, good);
    renameSync(`${file}.new`, file);
    await expect.poll(told).toContain('the key file is valid again');
    expect(await ask()).toBe(200);
    const lines = (await stop()).stderr.split('\n').filter(line => line.includes('key file'));
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      {
        level: 'error',
        event: `\`${file}\`: the key file is not JSON; the old keys stay in force`,
      },
      { level: 'info', event: 'the key file is valid again' },
    ]);
  });

  it('serve, demo and dev name the way out where the port is taken', async () => {
    const taken = createServer();
    await new Promise<void>(done => taken.listen(0, '127.0.0.1', done));
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const words = ['serve', '--insecure-no-auth', '--port', port, ...database];
    expect(await logs.quern(words)).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining(
        `error: \`127.0.0.1:${port}\` is used by another program\n  hint: Name another port with \`--port\`.\n`,
      ),
    });
    for (const [environment, flag] of [
      [{}, '--port'],
      [{ npm_lifecycle_event: 'start' }, 'npm start -- --port'],
    ] as const) {
      const stderr = `error: \`127.0.0.1:${port}\` is used by another program\n  hint: Name another port with \`${flag}\`.\n`;
      for (const words of [['demo'], ['dev', ...database]])
        expect(await logs.quern([...words, '--port', port], { environment })).toMatchObject({
          exit: 3,
          stderr,
        });
    }
    expect(existsSync(join(logs.folder, '.quern/demo-keys.json'))).toBe(false);
    taken.close();
  });
});

describe('the executable', () => {
  it('ends with the exit code', () => {
    const { folder } = project();
    const run = (...words: readonly string[]) =>
      spawnSync(process.execPath, [BIN, ...words], {
        cwd: folder,
        env: ENVIRONMENT,
        encoding: 'utf8',
      });
    expect(run('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n', stderr: '' });
    expect(run('generate', '--quiet')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(run('genrate')).toMatchObject({ status: 2, stdout: '' });
    expect(run('run', 'logs', '--param', 'project=a')).toMatchObject({ status: 3 });
  });

  it('names places of sources where it reports a bug', () => {
    const { folder } = project();
    const planted = `import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      fs.readdirSync = () => { throw new Error('planted'); };
      syncBuiltinESMExports();`;
    const { status, stderr } = spawnSync(process.execPath, [BIN, 'check'], {
      cwd: folder,
      env: {
        ...ENVIRONMENT,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(planted)}`,
      },
      encoding: 'utf8',
    });
    expect(status).toBe(70);
    const [, file = '', line] = /at \w+ \((file:\S+\.ts):(\d+):\d+\)/.exec(stderr) ?? [];
    expect(readFileSync(new URL(file), 'utf8').split('\n')[Number(line) - 1]).toContain(
      'readdirSync',
    );
  });

  it('is quiet when its reader leaves', () => {
    const { folder } = project();
    const command = `'${process.execPath}' '${BIN}' explain logs --print spec | true`;
    const { stderr } = spawnSync('sh', ['-c', command], {
      cwd: folder,
      env: ENVIRONMENT,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });

  it.each([
    ['quern generate --check | true', 1, /^error: \d+ files of `generated` are not up to date\n/],
    ['quern check --cwd none 2>&1 | true', 2, /^$/],
    ['quern explain logs --print spec | true', 0, /^$/],
  ])('keeps its exit code when its reader leaves: %s', (command, exit, told) => {
    expect(shell(project().folder, command)).toMatchObject({
      status: exit,
      stderr: expect.stringMatching(told),
    });
  });

  it.each([
    ['quern explain logs --print spec >/dev/full', 3, FULL],
    ['quern generate --check >/dev/full', 3, FULL],
    ['quern --help >/dev/full', 3, FULL],
    ['quern check --cwd none 2>/dev/full', 2, /^$/],
  ])('says in words that there is no room for what it prints: %s', (command, exit, told) => {
    expect(shell(project().folder, command)).toMatchObject({
      status: exit,
      stderr: expect.stringMatching(told),
    });
  });

  it.each([
    ['>/dev/full', 'no space left on device (ENOSPC)'],
    ['| true', 'its reader is gone (EPIPE)'],
  ])('makes no key whose token nobody is told: %s', (where, reason) => {
    const { folder } = project();
    expect(shell(folder, `quern keys create --name ci ${where}`)).toMatchObject({
      status: 3,
      stderr: `error: No key was made, because its token cannot be printed: ${reason}\n`,
    });
    expect(shell(folder, 'quern keys list --json').stdout).toBe('{\n  "keys": []\n}\n');
  });

  it('stops a service at the first interrupt with 130, at SIGTERM with 0', async () => {
    const { folder, quern: run } = project();
    await makeDatabase(join(folder, 'logs.duckdb'));
    await run(['generate']);
    for (const [signal, exit] of [
      ['SIGINT', 130],
      ['SIGTERM', 0],
    ] as const) {
      const words = ['serve', '--insecure-no-auth', '--port', '0', '--database', 'logs.duckdb'];
      const child = spawn(process.execPath, [BIN, ...words], { cwd: folder, env: ENVIRONMENT });
      const code = new Promise(done => child.once('close', done));
      await new Promise<void>(done => {
        child.stderr.on('data', text => String(text).includes('no key') && done());
      });
      child.kill(signal);
      expect(await code).toBe(exit);
    }
  });
});
