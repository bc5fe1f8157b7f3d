/** The demo: what it makes, serves and prints, and how it ends. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { LACKING } from '../../engines/postgres/cluster.ts';
import { createDatabase, type Database } from '../../engines/postgres/database.ts';
import { connectedTo, type Session } from '../../engines/postgres/session.ts';
import { NOW, project, quern, removeFolders, start, temporaryFolder } from '../cli-fixture.ts';
import { BIN, ENVIRONMENT, FULL, shell } from '../executable.ts';

afterAll(removeFolders);

const MADE = /\nmade .* log entries/;
const FOUND = /\nfound .* log entries/;

/** The files of a demo below `.quern/`. Its keys have a trail. */
const OWN = [
  'demo-keys.json',
  'demo-keys.json.log',
  'demo-secret',
  'demo.duckdb',
  'demo.duckdb.rollups',
];

/** The folder of a project with the endpoints of this repository. */
function clone(): string {
  const folder = temporaryFolder();
  cpSync('endpoints', join(folder, 'endpoints'), { recursive: true });
  return folder;
}

const words = ['demo', '--port', '0', '--rows', '5000', '--json'];

/** Starts a demo, sends all requests that it prints, and stops it. */
async function demo(folder: string, extra: readonly string[] = [], clock = () => NOW) {
  const { found, stop } = await start(folder, [...words, ...extra], /^\{[\s\S]*\n\}\n/, {
    clock,
  });
  const started = JSON.parse(found[0]);
  const headers = { 'X-API-KEY': started.key };
  const answers = await Promise.all(
    started.requests.map(async (request: string) => {
      const response = await fetch(request, { headers });
      const isRolled = response.headers.get('Server-Timing')?.includes('rollup;') ?? null;
      return { status: response.status, result: Object(await response.json()).result, isRolled };
    }),
  );
  const page = await fetch(started.page);
  return { ...started, folder, answers, page: await page.text(), ended: await stop() };
}

let made: ReturnType<typeof demo> | null = null;

/** One that several tests look at. */
function first(): ReturnType<typeof demo> {
  made ??= demo(clone());
  return made;
}

describe('demo', () => {
  it('makes logs and a key, and answers all that it prints', async () => {
    const { folder, answers, page, ended, requests } = await first();
    expect(requests.map((request: string) => new URL(request).pathname)).toEqual([
      '/api/endpoints/functions.invocation-stats',
      '/api/endpoints/logs.all',
      '/api/endpoints/usage.api-counts',
      '/api/endpoints/usage.statuses',
    ]);
    for (const { status, result } of answers) {
      expect(status).toBe(200);
      expect(result.length).toBeGreaterThan(0);
    }
    // the demo has filled its copy of the rollup
    const read = answers.map(({ isRolled }: { isRolled: boolean }) => isRolled);
    expect(read).toEqual([false, false, false, true]);
    expect(page).toContain('<html');
    expect(ended).toMatchObject({ exit: 130 });
    expect(ended.stderr).toMatch(/^wrote \d+ files\nmade 5,000 log entries of the last 8 days\n/);
    expect(existsSync(join(folder, 'generated/manifest/index.json'))).toBe(true);
    const left = readdirSync(join(folder, '.quern')).sort();
    expect(left).toEqual(OWN);
  });

  it('serves the endpoints of the package in an empty folder, and writes nothing there but its own', async () => {
    const folder = temporaryFolder();
    const { answers, ended, requests, page } = await demo(folder);
    expect(requests).toHaveLength(4);
    for (const { status, result } of answers) {
      expect(status).toBe(200);
      expect(result.length).toBeGreaterThan(0);
    }
    expect(page).toContain('<html');
    expect(ended.stderr).toMatch(
      /^no endpoints here; serving those of the package: `functions\.invocation-stats`, `logs\.all`, `usage\.api-counts`, `usage\.statuses`\n/,
    );
    expect(readdirSync(folder)).toEqual(['.quern']);
  });

  it('serves the endpoints of the package where no data set here is one of its own', async () => {
    const { folder } = project();
    const { answers, ended } = await demo(folder);
    expect(answers.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200, 200]);
    expect(ended.stderr).toContain(
      'not served, because the demo makes no logs for their data sets: `counts`, `logs`\nserving those of the package: ',
    );
    expect(existsSync(join(folder, 'generated/manifest/index.json'))).toBe(true);
  });

  it('serves those endpoints of a project whose data sets it makes logs for', async () => {
    const folder = clone();
    const orders =
      'endpoint: orders\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8aff\nfrom: orders\nselect: [id]\n';
    writeFileSync(join(folder, 'endpoints/orders.yaml'), orders);
    const sources = readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8');
    const own =
      'sources:\n  orders:\n    tables: { bigquery: { table: o }, duckdb: { table: o }, clickhouse: { table: o }, postgres: { table: o } }\n    columns: { id: string }\n';
    writeFileSync(join(folder, 'endpoints/sources.yaml'), sources.replace(/^sources:\n/m, own));
    const { answers, ended } = await demo(folder);
    expect(answers.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200, 200]);
    expect(ended.stderr).toContain('makes no logs for their data sets: `orders`\n');
    expect(ended.stderr).not.toContain('those of the package');
  });

  it('serves the first endpoint of the README once its file is there', async () => {
    const folder = clone();
    const readme = readFileSync('README.md', 'utf8');
    const [, path = '', text = ''] =
      /`(endpoints\/[\w.-]+)`:\n\n```yaml\n(.*?)```/s.exec(readme) ?? [];
    writeFileSync(join(folder, path), text);
    const { answers, requests } = await demo(folder);
    const at = requests.findIndex((request: string) => request.includes('/requests.by-status?'));
    expect(answers[at].status).toBe(200);
    expect(answers[at].result.length).toBeGreaterThan(0);
  });

  it('leaves a database that run names in its hint', async () => {
    const { folder, requests } = await first();
    const [request = ''] = requests.filter((one: string) => one.includes('/logs.all'));
    const params = [...new URL(request).searchParams].flatMap(([name, value]) => [
      '--param',
      `${name}=${value}`,
    ]);
    const missed = await quern(folder, ['run', 'logs.all', ...params]);
    expect(missed).toMatchObject({ exit: 3 });
    const [, flag = '', file = ''] = /(--database) (\S+)`/.exec(missed.stderr) ?? [];
    expect(await quern(folder, ['run', 'logs.all', ...params, flag, file])).toMatchObject({
      exit: 0,
    });
  });

  it('gives the same answers for the same seed and clock, others for another seed', async () => {
    const { answers, key } = await first();
    const second = await demo(clone());
    expect(second.answers).toEqual(answers);
    expect(second.key).not.toBe(key);
    const other = await demo(clone(), ['--seed', '2']);
    expect(other.answers).not.toEqual(answers);
  });

  it('makes the database again when it is old or of other options, and the key always', async () => {
    const { folder, answers, key, ended } = await demo(clone());
    expect(ended.stderr).toMatch(MADE);
    const again = await demo(folder);
    expect(again.ended.stderr).toMatch(/found 5,000 log entries/);
    expect(again.answers).toEqual(answers);
    expect(again.key).not.toBe(key);
    const keys = JSON.parse(readFileSync(join(folder, '.quern/demo-keys.json'), 'utf8')).keys;
    expect(keys).toHaveLength(1);
    const later = await demo(folder, [], () => NOW + 61_000_000n);
    expect(later.ended.stderr).toMatch(MADE);
    expect((await demo(folder, ['--days', '2'])).ended.stderr).toMatch(MADE);
    expect((await demo(folder, ['--days', '2'])).ended.stderr).toMatch(FOUND);
  });

  it('says no more than it must to people', async () => {
    const people = ['demo', '--port', '0', '--rows', '1000'];
    const { stop } = await start(clone(), people, /Ctrl-C/, { terminal: true, clock: () => NOW });
    const { stdout, stderr } = await stop();
    expect(stdout).toMatch(
      /^\nKey {3}qk_\w+\n\n( {2}curl -H 'X-API-KEY: qk_\w+' 'http:[^']+'\n){4}\nPage {2}http:\/\/127\.0\.0\.1:\d+\/#key=qk_\w+&\/functions\.invocation-stats\?project=\w+\n\nStop with Ctrl-C\.\n$/,
    );
    expect(stderr).toContain('\r\u001B[Kmaking log entries: 100 %');
  });

  it('does not go on where files were edited by hand', async () => {
    const folder = clone();
    await quern(folder, ['generate']);
    writeFileSync(join(folder, 'generated/sql/duckdb/logs.all.sql'), 'SELECT 1;\n');
    expect(await quern(folder, ['demo', '--port', '0'])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('overwrite it with `quern generate --force`.'),
    });
    for (const name of ['demo.duckdb', 'demo-keys.json'])
      expect(existsSync(join(folder, '.quern', name))).toBe(false);
  });
});

if (LACKING !== null) test.skip(`the demo on a server: ${LACKING}`, () => {});

describe.skipIf(LACKING !== null)('on PostgreSQL', () => {
  let database: Database;
  let session: Session;
  beforeAll(async () => {
    database = await createDatabase();
    session = await connectedTo(database.settings);
  });
  afterAll(async () => {
    await session.close();
    await database.close();
  });

  const address = ({ user, password, database: name }: Partial<Database['settings']> = {}) => {
    const { settings } = database;
    const secret = encodeURIComponent(password ?? settings.password);
    return `postgres://${user ?? settings.user}:${secret}@127.0.0.1:${settings.port}/${name ?? settings.database}`;
  };
  const rowsOf = async (sql: string) => (await session.query(sql)).rows;
  const TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
  const LATER = NOW + 61_000_000n;

  it('fills the tables of an address, answers from them what DuckDB does, and fills them again when they are old', async () => {
    const folder = temporaryFolder();
    const onServer = ['--engine', 'postgres', '--url', address()];
    const filled = await demo(folder, onServer);
    const { answers } = await first();
    expect(filled.answers.map(({ result }: { result: unknown }) => result)).toEqual(
      answers.map(({ result }: { result: unknown }) => result),
    );
    expect(filled.ended.stderr).toContain('\nPostgreSQL: filled the tables of the logs\n');
    expect(`${filled.ended.stdout}${filled.ended.stderr}`).not.toContain('only%20for');
    const [[entries] = []] = await rowsOf(
      "SELECT sum(reltuples)::bigint::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    );
    expect(entries).toBe('5000');
    const again = await demo(folder, onServer);
    expect(again.ended.stderr).toContain('\nPostgreSQL: found the tables of the logs\n');
    const later = await demo(folder, ['--url', address()], () => LATER);
    expect(later.ended.stderr).toContain('\nPostgreSQL: filled the tables of the logs\n');
    expect(await rowsOf(TABLES)).toHaveLength(9);
    const [[newest] = []] = await rowsOf('SELECT max(timestamp)::text FROM edge_logs');
    expect(newest).toMatch(/^2026-01-15 10:0[78]/);
  });

  it('stops at an interrupt, and leaves the tables as they are', async () => {
    const before = await rowsOf("SELECT obj_description('edge_logs'::regclass)");
    await session.query('BEGIN');
    await session.query('LOCK TABLE edge_logs');
    const stopped = new AbortController();
    const clock = () => LATER + 61_000_000n;
    const ended = quern(temporaryFolder(), [...words, '--url', address()], {
      clock,
      interrupted: stopped.signal,
    });
    const waits = `SELECT FROM pg_locks WHERE relation = 'edge_logs'::regclass AND NOT granted`;
    await expect.poll(() => rowsOf(waits)).toHaveLength(1);
    stopped.abort();
    expect((await ended).exit).toBe(130);
    await session.query('ROLLBACK');
    expect(await rowsOf("SELECT obj_description('edge_logs'::regclass)")).toEqual(before);
  });

  it('replaces no table of another program, and says which', async () => {
    const other = await createDatabase();
    const owner = await connectedTo(other.settings);
    await owner.query("CREATE TABLE auth_logs AS SELECT 'kept' AS id");
    await owner.query('CREATE VIEW edge_logs AS SELECT 1 AS id');
    const url = address(other.settings);
    expect(await quern(temporaryFolder(), [...words, '--url', url])).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `error: The database \`${other.settings.database}\` has tables that no demo made: \`edge_logs\`, \`auth_logs\`\n  hint: Name a database without them.\n$`,
        ),
      ),
    });
    expect((await owner.query('SELECT id FROM auth_logs')).rows).toEqual([['kept']]);
    expect((await owner.query(TABLES)).rows).toEqual([['auth_logs']]);
    await owner.query('DROP VIEW edge_logs');
    await owner.query('DROP TABLE auth_logs');
    await owner.query("CREATE ROLE reader LOGIN PASSWORD 'reads'");
    const reader = address({ ...other.settings, user: 'reader', password: 'reads' });
    expect(await quern(temporaryFolder(), [...words, '--url', reader])).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining(
        'error: The tables of the demo cannot be made: permission denied for schema public\n',
      ),
    });
    expect((await owner.query(TABLES)).rows).toEqual([]);
    await owner.query('DROP ROLE reader');
    await owner.close();
    await other.close();
  });
});

describe('flags of the place', () => {
  it.each([
    [
      ['--engine', 'postgres'],
      2,
      'The demo on postgres needs a database to fill\n  hint: Name it: `--url postgres://',
    ],
    [['--engine', 'duckdb', '--url', 'postgres://h/d'], 2, 'is one of postgres, not of duckdb'],
    [['--url', 'https://h:8443/d'], 2, 'The demo fills no tables of clickhouse'],
    [['--url', 'shop'], 2, 'The address cannot be read'],
    [['--url', 'postgres://h/d?sslmode=require', '--engine', 'clickhouse'], 2, 'clickhouse'],
    [['--url', 'postgres://u:hidden@127.0.0.1:1/d'], 3, 'cannot be made: connect ECONNREFUSED'],
  ])('%s', async (flags, exit, message) => {
    const ended = await quern(temporaryFolder(), [...words, ...flags]);
    expect(ended).toMatchObject({ exit, stderr: expect.stringContaining(message) });
    expect(ended.stderr).not.toContain('hidden');
  });
});

describe('the executable', () => {
  it('ends a demo whose key nobody is told', () => {
    const folder = clone();
    const { status, stderr } = shell(folder, 'quern demo --port 0 --rows 1000 >/dev/full');
    expect(status).toBe(3);
    expect(stderr).toMatch(FULL);
  });

  it('ends a demo that there is no room for', () => {
    const folder = clone();
    // No file may be larger than 3 MiB, which all but the database are not.
    const demo = shell(folder, 'ulimit -f 3072; quern demo --port 0');
    expect(demo).toMatchObject({ status: 3, stdout: '' });
    expect(demo.stderr).toMatch(/\nerror: The demo's database cannot be made: .*File too large/);
    expect(readdirSync(join(folder, '.quern'))).toEqual([]);
  });

  it('ends a demo whose database has no place', async () => {
    const folder = clone();
    mkdirSync(join(folder, '.quern/demo.duckdb'), { recursive: true });
    const words = ['demo', '--port', '0', '--rows', '1000'];
    expect(await quern(folder, words)).toMatchObject({
      exit: 3,
      stderr: expect.stringMatching(/\nerror: `.*demo\.duckdb` cannot be made: it is a directory/),
    });
  });

  it('clears away what a demo that was killed had begun, and no other', async () => {
    const folder = clone();
    const { pid: dead } = spawnSync('true');
    const begun = (pid: number) => ['', '.wal'].map(end => `demo.duckdb.${pid}.next${end}`);
    mkdirSync(join(folder, `.quern/demo.duckdb.${dead}.next.tmp`), { recursive: true });
    const left = [dead, process.pid, process.ppid].flatMap(begun);
    for (const name of left) writeFileSync(join(folder, '.quern', name), 'half a database');
    const { stop } = await start(folder, ['demo', '--port', '0', '--rows', '1000'], /^Page/m);
    await stop();
    const kept = [...OWN, ...begun(process.ppid)].sort();
    expect(readdirSync(join(folder, '.quern')).sort()).toEqual(kept);
  });

  it('leaves a demo that is still being made at an interrupt', async () => {
    const folder = clone();
    const words = [BIN, 'demo', '--port', '0', '--rows', '3000000'];
    const child = spawn(process.execPath, words, { cwd: folder, env: ENVIRONMENT });
    const code = new Promise(done => child.once('close', done));
    const begun = join(folder, '.quern');
    const made = () => (existsSync(begun) ? readdirSync(begun).length : 0);
    await expect.poll(made, { interval: 5 }).toBeGreaterThan(0);
    child.kill('SIGINT');
    expect(await code).toBe(130);
    expect(readdirSync(begun)).toEqual([]);
  });
});
