/** The driver behind a pooler that lends a connection for one transaction, to others as well. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../../engines/engine.ts';
import { openPostgres } from '../../../../engines/postgres/driver/driver.ts';
import { kindOf, runLimits } from '../../engine-runs.ts';
import { createDatabase, type Database } from '../database.ts';
import { connectedTo } from '../session.ts';
import { MISSING, type Pooler, startPooler } from './pooler.ts';

if (MISSING !== null) test.skip(`behind a pooler: ${MISSING}`, () => {});

describe.skipIf(MISSING !== null)('behind a pooler of transactions', () => {
  let database: Database;
  let pooler: Pooler;
  let engine: Engine;
  let way: Database['settings'];
  beforeAll(async () => {
    database = await createDatabase();
    const session = await connectedTo(database.settings);
    await session.query(
      "CREATE TABLE entries AS SELECT 'p' || n % 20 AS project, n FROM generate_series(1::bigint, 2000) AS n",
    );
    await session.close();
    pooler = await startPooler(database);
    way = pooler.way;
    const { host, port, database: name, user: username, password } = way;
    const options = { host, port: String(port), database: name, username, password };
    engine = await openPostgres({ ...options, tls: 'off', concurrency: 8 });
  });
  afterAll(async () => {
    await engine.close();
    pooler.stop();
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
