/** `quern doctor` on a PostgreSQL server: what it says of the server, its user, its tables and its indexes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { project, removeFolders } from '../../../cli/cli-fixture.ts';
import { LACKING } from '../cluster.ts';
import { createDatabase, type Database } from '../database.ts';
import { connectedTo, type Session } from '../session.ts';
import { MISSING, startPooler } from './pooler.ts';

if (LACKING !== null) test.skip(`on a server: ${LACKING}`, () => {});

const FILES = {
  'endpoints/counts.yaml': null,
  'endpoints/sources.yaml': `sources:
  edge_logs:
    tables: { postgres: { table: edge_logs } }
    scope: [project]
    freshness: { of: timestamp, within: 15 minutes }
    columns: { id: { type: string, required: true }, timestamp: { type: timestamp, required: true }, project: string, size: int64 }
`,
};

interface Found {
  readonly area: string;
  readonly state: string;
  readonly fact: string;
  readonly remedy: string | null;
}

describe.skipIf(LACKING !== null)('doctor on PostgreSQL', () => {
  let database: Database;
  let session: Session;
  const role = `doctor_${process.pid}`;
  beforeAll(async () => {
    database = await createDatabase();
    session = await connectedTo(database.settings);
    for (const sql of [
      `CREATE TABLE edge_logs AS SELECT n::text AS id, now() - n * interval '1 second' AS timestamp, 'p' AS project, n AS size
       FROM generate_series(1::bigint, 100000) AS n`,
      'ALTER TABLE edge_logs ALTER id SET NOT NULL, ALTER timestamp SET NOT NULL',
      'ANALYZE edge_logs',
      `CREATE ROLE ${role} LOGIN PASSWORD 'reads'`,
      `GRANT SELECT ON edge_logs TO ${role}`,
    ])
      await session.query(sql);
  });
  afterAll(async () => {
    await session.query(`DROP OWNED BY ${role}`);
    await session.query(`DROP ROLE ${role}`);
    await session.close();
    await database.close();
    removeFolders();
  });

  async function doctor(changed: Readonly<Record<string, string>> = {}) {
    const { port, database: name } = database.settings;
    const settings = {
      host: '127.0.0.1',
      port: `'${port}'`,
      database: name,
      username: role,
      password: 'reads',
      ...changed,
    };
    const lines = Object.entries(settings).map(([key, value]) => `${key}: ${value}`);
    const made = project({
      ...FILES,
      'quern.yaml': `dialects: [postgres]\nservice: { engine: postgres }\nengines: { postgres: { ${lines.join(', ')} } }\n`,
    });
    await made.quern(['generate']);
    const { exit, stdout } = await made.quern(['doctor', '--json']);
    const { findings }: { readonly findings: readonly Found[] } = JSON.parse(stdout);
    return { exit, found: findings.filter(({ area }) => area === 'postgres') };
  }

  const OWNER = () => ({
    username: database.settings.user,
    password: `'${database.settings.password}'`,
  });
  const of = (state: string, fact: string, remedy: string | null = null) => ({
    area: 'postgres',
    state,
    fact: expect.stringMatching(fact),
    remedy: remedy === null ? null : expect.stringContaining(remedy),
  });
  const unindexed = of(
    'note',
    '^a window reads all of `edge_logs`: no index begins with `timestamp`$',
    'CREATE INDEX ON "edge_logs" ("timestamp")',
  );

  test('says what is in order, and which table has no index for its time', async () => {
    expect(await doctor()).toEqual({
      exit: 0,
      found: [
        of('ok', '^it answers, with 1 table as declared$'),
        of('ok', '^it is PostgreSQL 1[5-9]'),
        of('ok', `^its user \`${role}\` may only read$`),
        of('ok', '^it ends a statement at its deadline$'),
        unindexed,
        of('ok', '^`edge_logs` has an entry of the last 900 s$'),
      ],
    });
  });

  test.each([
    ["USING btree ((timestamp AT TIME ZONE 'UTC'))", true],
    ['(size, timestamp)', true],
    ['(project, timestamp)', false],
    ["(timestamp) WHERE project = 'p'", true],
    ['USING brin (timestamp)', false],
    ['(timestamp, id)', false],
  ])('knows what a window uses of an index %s', async (index, isFound) => {
    await session.query(`CREATE INDEX own ON edge_logs ${index}`);
    const { found } = await doctor();
    await session.query('DROP INDEX own');
    expect(found.filter(({ fact }) => fact.includes('index'))).toEqual(isFound ? [unindexed] : []);
  });

  test('says that the user may write, or is a superuser', async () => {
    await session.query(`GRANT INSERT ON edge_logs TO ${role}`);
    const remedy = 'Create a user for the service';
    const { exit, found } = await doctor();
    expect(exit).toBe(0);
    expect(found).toContainEqual(
      of('note', `^its user \`${role}\` may write to "edge_logs"$`, remedy),
    );
    await session.query(`REVOKE INSERT ON edge_logs FROM ${role}`);
    const superuser = of('note', '^its user `postgres` is a superuser$', remedy);
    expect((await doctor(OWNER())).found).toContainEqual(superuser);
  });

  test.skipIf(MISSING !== null)('says that a pooler is in front of the server', async () => {
    const pooler = await startPooler(database);
    const { found } = await doctor({ ...OWNER(), port: `'${pooler.way.port}'` });
    pooler.stop();
    expect(found).toContainEqual(of('ok', '^a pooler is in front of it'));
    expect(found).toContainEqual(of('ok', '^it ends a statement at its deadline$'));
  });

  test('says which column is missing, which table, and that rows are old', async () => {
    await session.query('ALTER TABLE edge_logs RENAME COLUMN size TO bytes');
    const missing = await doctor();
    expect(missing.exit).toBe(1);
    expect(missing.found).toContainEqual(
      of('error', '^`logs` cannot run: .*size', 'Change the data set in `sources.yaml`'),
    );
    await session.query('ALTER TABLE edge_logs RENAME COLUMN bytes TO size');
    await session.query('ALTER TABLE edge_logs RENAME TO moved');
    const gone = await doctor();
    expect(gone.exit).toBe(1);
    expect(gone.found).toContainEqual(of('error', '^`logs` cannot run: .*edge_logs', 'Change'));
    await session.query('ALTER TABLE moved RENAME TO edge_logs');
    await session.query("DELETE FROM edge_logs WHERE timestamp > now() - interval '20 minutes'");
    expect((await doctor()).found).toContainEqual(
      of('note', '^`edge_logs` has no entry of the last 900 s$', 'Look at the program'),
    );
  });

  test('says why the server cannot be reached, and that its texts are of another encoding', async () => {
    const silent = await doctor({ port: "'1'" });
    expect(silent.exit).toBe(3);
    expect(silent.found).toEqual([of('error', 'ECONNREFUSED', 'Say where it is')]);
    const wrong = await doctor({ password: 'other' });
    expect(wrong.found).toEqual([of('error', 'password authentication failed', 'Say where')]);
    const latin = `${database.settings.database}_latin`;
    await session.query(
      `CREATE DATABASE ${latin} ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0`,
    );
    const { exit, found } = await doctor({ database: latin });
    await session.query(`DROP DATABASE ${latin}`);
    expect(exit).toBe(3);
    expect(found).toEqual([of('error', `\`${latin}\` has the encoding LATIN1`, 'Say where')]);
  });
});
