/** The driver behind a pooler that lends a connection for one transaction, to others as well. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../engines/engine.ts';
import type { PostgresOptions } from '../../../engines/postgres/driver/connection.ts';
import { openPostgres } from '../../../engines/postgres/driver/driver.ts';
import { kindOf, runLimits } from '../engine-runs.ts';
import { freePort, LACKING } from './cluster.ts';
import { createDatabase, type Database } from './database.ts';
import { connectedTo } from './session.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const MISSING = LACKING ?? (existsSync(PROGRAM) ? null : 'PgBouncer is not installed');

if (MISSING !== null) test.skip(`behind a pooler: ${MISSING}`, () => {});

/** As root, a user of its own runs it: it refuses root. */
function ownUser(folder: string) {
  if (process.getuid?.() !== 0) return {};
  execFileSync('chown', ['-R', 'postgres', folder]);
  const numberOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: numberOf('-u'), gid: numberOf('-g') };
}

/** Two connections to the server for all clients. */
function startPooler(folder: string, port: number, { settings }: Database): ChildProcess {
  const users = join(folder, 'users.txt');
  const file = join(folder, 'pgbouncer.ini');
  const { host, port: server, database, user, password } = settings;
  writeFileSync(users, `"${user}" "${password}"\n`);
  writeFileSync(
    file,
    `[databases]
${database} = host=${host} port=${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
`,
  );
  return spawn(PROGRAM, ['-q', file], { stdio: 'ignore', ...ownUser(folder) });
}

/** Once the pooler listens. */
async function opened(options: PostgresOptions): Promise<Engine> {
  for (const end = Date.now() + 10_000; ; await setTimeout(50)) {
    try {
      return await openPostgres(options);
    } catch (failure) {
      if (Date.now() > end) throw failure;
    }
  }
}

describe.skipIf(MISSING !== null)('behind a pooler of transactions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-pooler-'));
  let database: Database;
  let pooler: ChildProcess;
  let engine: Engine;
  let way: Database['settings'];
  beforeAll(async () => {
    database = await createDatabase();
    const session = await connectedTo(database.settings);
    await session.query(
      "CREATE TABLE entries AS SELECT 'p' || n % 20 AS project, n FROM generate_series(1::bigint, 2000) AS n",
    );
    await session.close();
    const port = await freePort();
    pooler = startPooler(folder, port, database);
    way = { ...database.settings, port };
    const { host, database: name, user: username, password } = way;
    const options = { host, port: String(port), database: name, username, password };
    engine = await opened({ ...options, tls: 'off', concurrency: 8 });
  });
  afterAll(async () => {
    await engine.close();
    pooler.kill('SIGKILL');
    rmSync(folder, { recursive: true });
    await database.close();
  });

  const ask = (sql: string, project: string) =>
    engine.run(
      { sql, values: [{ name: 'project', scalar: 'string', value: project }] },
      runLimits(),
    );

  test('every run has the rows of its own values, in UTC', async () => {
    // a client of the pooler that leaves its settings behind on both connections
    const others = await Promise.all([connectedTo(way), connectedTo(way)]);
    for (const { query } of others) await query('BEGIN');
    for (const { query } of others) await query("SET TimeZone = 'Asia/Tokyo'");
    for (const { query } of others) await query('COMMIT');
    const projects = Array.from({ length: 100 }, (_, i) => `p${i % 20}`);
    const read =
      "SELECT min(project), max(project), count(*), current_setting('TimeZone') FROM entries WHERE project = $1";
    const answers = await Promise.all(projects.map(project => ask(read, project)));
    expect(answers.map(({ rows }) => rows[0])).toEqual(
      projects.map(project => [project, project, 100, 'UTC']),
    );
    for (const { close } of others) await close();
  });

  test('a run that nobody waits for any more ends, and its connection serves others', async () => {
    const slow = 'SELECT count(*) FROM generate_series(1, 100000000000)';
    const late = Array.from({ length: 4 }, () =>
      kindOf(
        engine.run({ sql: slow, values: [] }, runLimits({ signal: AbortSignal.timeout(300) })),
      ),
    );
    expect(await Promise.all(late)).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled']);
    expect((await ask('SELECT $1', 'p1')).rows).toEqual([['p1']]);
    expect(await kindOf(engine.run({ sql: slow, values: [] }, runLimits({ timeoutMs: 200 })))).toBe(
      'timeout',
    );
  });
});
