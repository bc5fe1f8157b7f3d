/** The driver of PostgreSQL, before a server of its own. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BoundValue, Engine, Row, RunLimits } from '../../../../engines/engine.ts';
import type { PostgresOptions } from '../../../../engines/postgres/driver/connection.ts';
import { openPostgres } from '../../../../engines/postgres/driver/driver.ts';
import surveyor from '../../../../engines/postgres/survey.ts';
import { openGate } from '../../../support/processes/gate.ts';
import { kindOf, missingIn, runLimits } from '../../engine-runs.ts';
import { LACKING } from '../cluster.ts';
import { createDatabase, type Database } from '../database.ts';
import { connectedTo, type Session } from '../session.ts';

if (LACKING !== null) test.skip(`on a server: ${LACKING}`, () => {});

const TABLES = [
  `CREATE TABLE visits (id bigint PRIMARY KEY, city uuid NOT NULL, seen timestamp NOT NULL, amount numeric(20, 0), note text)`,
  `COMMENT ON TABLE visits IS 'One row a visit'`,
  `COMMENT ON COLUMN visits.note IS 'What they said'`,
  `INSERT INTO visits SELECT n, gen_random_uuid(), timestamp '2026-01-01' + n * interval '1 minute', n, CASE WHEN n > 1 THEN 'x' END FROM generate_series(1, 3000) AS n`,
  `CREATE INDEX ON visits USING brin (seen)`,
  `CREATE VIEW busy AS SELECT id FROM visits`,
  `CREATE SCHEMA other`,
  `CREATE TABLE other.hidden (id bigint)`,
];

const SLOW = 'SELECT count(*) FROM generate_series(1, 100000000000)';

describe.skipIf(LACKING !== null)('the driver', () => {
  let database: Database;
  let session: Session;
  let engine: Engine;
  let options: PostgresOptions;
  beforeAll(async () => {
    database = await createDatabase();
    session = await connectedTo(database.settings);
    for (const statement of TABLES) await session.query(statement);
    const { host, port, database: name, user: username, password } = database.settings;
    options = {
      host,
      port: String(port),
      database: name,
      username,
      password,
      tls: 'off',
      concurrency: 2,
    };
    engine = await openPostgres(options);
  });
  afterAll(async () => {
    await engine.close();
    await session.close();
    await database.close();
  });

  const run = (sql: string, values: readonly BoundValue[] = [], rest: Partial<RunLimits> = {}) =>
    engine.run({ sql, values }, runLimits(rest));
  const rows = async (sql: string, values: readonly BoundValue[] = []) =>
    (await run(sql, values)).rows;

  test('binds each scalar, alone and in a list', async () => {
    const values: readonly BoundValue[] = [
      { name: 'a', scalar: 'string', value: `it's "{a}" \\ ,` },
      { name: 'b', scalar: 'int64', value: -(2n ** 63n) },
      { name: 'c', scalar: 'float64', value: -0 },
      { name: 'd', scalar: 'bool', value: true },
      { name: 'e', scalar: 'timestamp', value: -1n },
      { name: 'f', scalar: 'date', value: '2026-01-02' },
      { name: 'g', scalar: 'string', value: [`it's "{a}" \\ ,`, '', 'NULL'] },
      { name: 'h', scalar: 'timestamp', value: [-1n, 1n] },
    ];
    const sql = `SELECT $1::text, $2::bigint, $3::float8, $4::boolean, (extract(epoch FROM $5::timestamptz) * 1000000)::bigint,
      $6::date::text, array_to_json($7::text[])::text, cardinality($8::timestamptz[])`;
    expect(await rows(sql, values)).toEqual([
      [
        `it's "{a}" \\ ,`,
        -(2n ** 63n),
        -0,
        true,
        -1,
        '2026-01-02',
        JSON.stringify([`it's "{a}" \\ ,`, '', 'NULL']),
        2,
      ],
    ]);
  });

  test('binds a value by its number, where numbers before it are left out', async () => {
    const value: BoundValue = { name: 'c', scalar: 'int64', value: 7n, position: 3 };
    expect(await rows('SELECT $3::bigint', [value])).toEqual([[7]]);
  });

  test('reads as many rows as it may, in batches', async () => {
    expect(await rows('SELECT id FROM visits ORDER BY id')).toHaveLength(1_000);
    const taken: Row[] = [];
    await run('SELECT id FROM visits ORDER BY id', [], {
      maxRows: 2_500,
      take: part => taken.push(...part),
    });
    expect(taken.map(([id]) => id)).toEqual(Array.from({ length: 2_500 }, (_, i) => i + 1));
  });

  test('takes rows once, also if a server is lost after the first of them and another is there', async () => {
    const url = `postgres://127.0.0.1:${options.port}`;
    const [first, second] = [await openGate(url), await openGate(url)];
    const host = [first, second].map(({ port }) => `127.0.0.1:${port}`);
    const two = await openPostgres({ ...options, host });
    const answered = async (afterFirst: () => void) => {
      const taken: Row[] = [];
      const take = (part: readonly Row[]) => {
        taken.push(...part);
        afterFirst();
      };
      const sql = 'SELECT id FROM visits ORDER BY id';
      await two.run({ sql, values: [] }, runLimits({ maxRows: 3_000, take }));
      return taken.length;
    };
    await expect(answered(() => void first.cut())).rejects.toThrow();
    expect(await answered(() => {})).toBe(3_000);
    await two.close();
    await Promise.all([first.close(), second.close()]);
  });

  test('fails where rows take more bytes than they may, and serves on', async () => {
    expect(await kindOf(run("SELECT repeat('x', 1000) FROM visits", [], { maxBytes: 5_000 }))).toBe(
      'too_large',
    );
    expect(await rows('SELECT 1')).toEqual([[1]]);
  });

  test('cannot write, nor begin to', async () => {
    for (const sql of [
      'DELETE FROM visits',
      'WITH gone AS (DELETE FROM visits RETURNING id) SELECT id FROM gone',
      "SELECT set_config('transaction_read_only', 'off', false)",
      'SELECT 1; DELETE FROM visits',
      'CREATE TABLE made (id bigint)',
    ])
      expect([sql, await kindOf(run(sql))]).toEqual([sql, 'failed']);
    expect(await rows('SELECT count(*) FROM visits')).toEqual([[3000]]);
  });

  test('runs in UTC, whatever the database says', async () => {
    await session.query(
      `ALTER DATABASE ${database.settings.database} SET TimeZone = 'Asia/Kathmandu'`,
    );
    await session.query(`ALTER DATABASE ${database.settings.database} SET DateStyle = 'German'`);
    const other = await openPostgres(options);
    const read =
      "SELECT (extract(epoch FROM timestamp '2026-01-01'::timestamptz))::bigint, date '2026-01-02'::text";
    expect((await other.run({ sql: read, values: [] }, runLimits())).rows).toEqual([
      [1767225600, '2026-01-02'],
    ]);
    await other.close();
  });

  test('answers the same, whatever is set for its user', async () => {
    const asked = `SELECT upper('x') || 'a\\b', 1 + 1, cardinality('{NULL,1}'::text[] || array_remove('{NULL}'::text[], NULL)),
      (SELECT count(*) FROM visits WHERE note = NULL), interval '1 day 2 hours'::text, '\\xff'::bytea::text, (0.1::float8 + 0.2)::text,
      timestamptz '2026-01-02 00:00:00+00'::text, to_json(timestamp '2026-01-02')::text, current_setting('transaction_isolation')`;
    const expected = (await rows(asked))[0];
    expect(expected?.slice(0, 5)).toEqual(['Xa\\b', 2, 2, 0, '1 day 02:00:00']);
    const hostile = [
      'CREATE ROLE quern_hostile LOGIN PASSWORD $$it is only for tests$$',
      'CREATE SCHEMA shadow',
      "CREATE FUNCTION shadow.upper(text) RETURNS text LANGUAGE sql AS $$ SELECT 'shadow' $$",
      "CREATE FUNCTION shadow.set_config(text, text, boolean) RETURNS text LANGUAGE sql AS $$ SELECT 'shadow' $$",
      'CREATE FUNCTION shadow.minus(int, int) RETURNS int LANGUAGE sql AS $$ SELECT 7 $$',
      'CREATE OPERATOR shadow.+ (FUNCTION = shadow.minus, LEFTARG = int, RIGHTARG = int)',
      'GRANT USAGE ON SCHEMA shadow TO quern_hostile',
      'GRANT SELECT ON visits TO quern_hostile',
      ...[
        'search_path = shadow, public, pg_catalog',
        "TimeZone = 'Asia/Kathmandu'",
        "DateStyle = 'SQL, DMY'",
        "IntervalStyle = 'iso_8601'",
        'bytea_output = escape',
        'extra_float_digits = -10',
        'standard_conforming_strings = off',
        'transform_null_equals = on',
        'array_nulls = off',
        'client_encoding = LATIN1',
        'default_transaction_isolation = serializable',
      ].map(setting => `ALTER ROLE quern_hostile SET ${setting}`),
    ];
    for (const statement of hostile) await session.query(statement);
    const other = await openPostgres({ ...options, username: 'quern_hostile' });
    expect((await other.run({ sql: asked, values: [] }, runLimits())).rows[0]).toEqual(expected);
    await other.close();
    await session.query('DROP OWNED BY quern_hostile');
    await session.query('DROP ROLE quern_hostile');
  });

  test('does not open a database of another encoding', async () => {
    const name = `${database.settings.database}_latin`;
    await session.query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    await expect(openPostgres({ ...options, database: name })).rejects.toMatchObject({
      kind: 'unavailable',
      message: `the database \`${name}\` has the encoding LATIN1, and quern reads UTF8 alone`,
    });
    await session.query(`DROP DATABASE ${name} WITH (FORCE)`);
  });

  test('is exhausted where a statement needs more disk than it may, and serves on', async () => {
    const { database: name } = database.settings;
    await session.query(`ALTER DATABASE ${name} SET temp_file_limit = '256kB'`);
    await session.query(`ALTER DATABASE ${name} SET work_mem = '64kB'`);
    const other = await openPostgres(options);
    const sorted =
      'SELECT count(*) FROM (SELECT n FROM generate_series(1, 200000) AS n ORDER BY n DESC OFFSET 0) AS s';
    const ask = (sql: string) => other.run({ sql, values: [] }, runLimits());
    expect(await kindOf(ask(sorted))).toBe('exhausted');
    expect((await ask('SELECT 1')).rows).toEqual([[1]]);
    await other.close();
    await session.query(`ALTER DATABASE ${name} RESET ALL`);
    const free = await openPostgres(options);
    expect((await free.run({ sql: sorted, values: [] }, runLimits())).rows).toEqual([[200_000]]);
    await free.close();
  });

  test('ends a statement at its deadline, and when nobody waits', async () => {
    const running = async () =>
      (
        await session.query(
          "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%100000000000%' AND query NOT LIKE '%pg_stat%'",
        )
      ).rows[0]?.[0];
    expect(await kindOf(run(SLOW, [], { timeoutMs: 300 }))).toBe('timeout');
    const gone = new AbortController();
    const late = kindOf(run(SLOW, [], { signal: gone.signal }));
    await expect.poll(running).toBe('1');
    gone.abort();
    expect(await late).toBe('cancelled');
    await expect.poll(running).toBe('0');
    expect(await rows('SELECT 1')).toEqual([[1]]);
  });

  test('waits no longer for a lock than its deadline', async () => {
    await session.query('BEGIN');
    await session.query('LOCK TABLE visits IN ACCESS EXCLUSIVE MODE');
    expect(await kindOf(run('SELECT 1 FROM visits LIMIT 1', [], { timeoutMs: 300 }))).toBe(
      'timeout',
    );
    await session.query('ROLLBACK');
    expect(await rows('SELECT 1 FROM visits LIMIT 1')).toEqual([[1]]);
  });

  test('is unavailable while the server ends its connections, and serves again', async () => {
    const end = () =>
      session.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quern' AND datname = current_database()",
      );
    const late = kindOf(run(SLOW));
    await expect
      .poll(
        async () =>
          (
            await session.query(
              "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'quern' AND state = 'active'",
            )
          ).rows[0]?.[0],
      )
      .not.toBe('0');
    await end();
    expect(await late).toBe('unavailable');
    expect(await rows('SELECT 1')).toEqual([[1]]);
    // an idle one is gone before the next run
    await end();
    await expect.poll(() => kindOf(run('SELECT 1'))).toBe('ran');
  });

  test.each([
    ['SELECT nothing', 'failed'],
    ['SELECT 1 / 0', 'failed'],
    ['SELECT 1 FROM gone', 'unavailable'],
    ['SELECT 1 FROM nowhere.gone', 'unavailable'],
  ])('%s: %s', async (sql, kind) => {
    expect(await kindOf(run(sql))).toBe(kind);
  });

  test.each([
    ['a wrong password', { password: 'wrong' }],
    ['no such database', { database: 'nowhere' }],
    ['no such user', { username: 'nobody' }],
    ['no server', { port: '1' }],
    ['no host', { host: 'nowhere.invalid' }],
    ['no TLS', { tls: 'on' }],
  ])('cannot be opened: %s', async (_, wrong) => {
    expect(await kindOf(openPostgres({ ...options, ...wrong }))).toBe('unavailable');
  });

  test('runs as many statements at once as it may, and others wait', async () => {
    const started = performance.now();
    const all = Array.from({ length: 4 }, () => run('SELECT pg_sleep(0.3)'));
    await Promise.all(all);
    expect(performance.now() - started).toBeGreaterThan(550);
  });

  test('explains', async () => {
    const deadline = { timeoutMs: 5_000, signal: new AbortController().signal };
    const value: BoundValue = { name: 'a', scalar: 'int64', value: 7n };
    const plan = await engine.explain(
      { sql: 'SELECT id FROM visits WHERE id = $1::bigint', values: [value] },
      deadline,
    );
    expect(plan).toContain('Index');
  });

  test('knows which tables are missing', async () => {
    const tables = [
      ['visits'],
      ['busy'],
      ['other', 'hidden'],
      ['gone'],
      ['nowhere', 'gone'],
      ['a"b'],
    ];
    expect(await missingIn(engine, tables)).toEqual(['gone', 'nowhere.gone', 'a"b']);
  });

  test('lists the columns of tables', async () => {
    const [found] = await engine.catalogue([['visits'], ['gone']]);
    expect(
      found?.columns?.map(({ name, type, readAs, nullable, kinds: { converted } }) => [
        name,
        type,
        readAs,
        converted,
        nullable,
      ]),
    ).toEqual([
      ['id', 'bigint', ['int64'], ['float64', 'decimal'], false],
      ['city', 'uuid', [], ['string'], false],
      ['seen', 'timestamp without time zone', ['timestamp', 'datetime'], [], false],
      ['amount', 'numeric(20,0)', ['decimal'], ['string', 'float64', 'int64'], true],
      ['note', 'text', ['string'], [], true],
    ]);
  });

  test('names the columns of an author’s own statement', async () => {
    const sql = `SELECT 1::bigint AS a, 0.5 AS b, timestamp '1969-12-31 23:59:59.999999' AS c, ARRAY[1, 2] AS d, '{"a": 1}'::jsonb AS e, true AS f`;
    const { rows: found, columns } = await engine.run(
      { sql, values: [], isOwn: true },
      runLimits(),
    );
    expect(found).toEqual([[1, '0.5', -1n, '[1,2]', '{"a": 1}', true]]);
    expect(columns?.map(({ name, type }) => [name, type])).toEqual([
      ['a', 'bigint'],
      ['b', 'numeric'],
      ['c', 'timestamp without time zone'],
      ['d', 'integer[]'],
      ['e', 'jsonb'],
      ['f', 'boolean'],
    ]);
  });

  test('surveys tables: comments, keys, NULLs, and the column of time', async () => {
    const settings = { ...options, host: [options.host].flat() };
    const { tables } = await surveyor.survey(settings, null);
    expect(
      tables.map(({ name, origin, key, time, description }) => [
        name,
        origin,
        key,
        time,
        description,
      ]),
    ).toEqual([
      ['busy', 'view', null, null, null],
      ['visits', 'table', ['id'], 'seen', 'One row a visit'],
      ['other.hidden', 'table', null, null, null],
    ]);
    const visits = tables.find(({ name }) => name === 'visits');
    expect(
      visits?.columns.map(({ name, nulls, description, holds }) => [
        name,
        nulls,
        description,
        holds,
      ]),
    ).toEqual([
      ['id', 0, null, null],
      ['city', 0, null, null],
      ['seen', 0, null, null],
      ['amount', 0, null, { type: 'int64' }],
      ['note', 1, 'What they said', null],
    ]);
    await expect(surveyor.survey(settings, ['gone'])).rejects.toThrow('There is no table `gone`');
  });

  test('is unavailable where a connection is lost behind the last row that it reads, and can be closed', async () => {
    const way = await openWay(options);
    const other = await openPostgres({ ...options, port: way.port });
    const all = 'SELECT generate_series(1, 5000)';
    const late = other.run({ sql: all, values: [] }, runLimits({ maxRows: 1, take: way.cut }));
    expect(await kindOf(late)).toBe('unavailable');
    expect((await other.run({ sql: 'SELECT 1', values: [] }, runLimits())).rows).toEqual([[1]]);
    await other.close();
    await way.close();
  });

  test('opens, though the server does not end the first connection', async () => {
    const way = await openWay(options, { isDeafToEnds: true });
    const other = await openPostgres({ ...options, port: way.port });
    expect((await other.run({ sql: 'SELECT 1', values: [] }, runLimits())).rows).toEqual([[1]]);
    await other.close();
    await way.close();
  });

  test('closes, though the server does not answer', async () => {
    const way = await openWay(options);
    const other = await openPostgres({ ...options, port: way.port });
    await other.run({ sql: 'SELECT 1', values: [] }, runLimits());
    way.pause();
    await other.close();
    await way.close();
  });

  test('gives up unfinished runs when it closes', async () => {
    const other = await openPostgres(options);
    const late = kindOf(other.run({ sql: SLOW, values: [] }, runLimits()));
    await expect
      .poll(
        async () =>
          (
            await session.query(
              "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'quern' AND state = 'active'",
            )
          ).rows[0]?.[0],
      )
      .not.toBe('0');
    await other.close();
    expect(await late).toBe('unavailable');
    expect(await kindOf(other.run({ sql: 'SELECT 1', values: [] }, runLimits()))).toBe(
      'unavailable',
    );
  });
});

interface Way {
  readonly port: string;
  /** Ends all connections on it. */
  readonly cut: () => void;
  /** Lets nothing more through, on connections that stay open. */
  readonly pause: () => void;
  readonly close: () => Promise<void>;
}

/** The message that ends a session: its letter, and its length. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/** A way to the server that can be lost. `isDeafToEnds`: the server does not hear that a client ends. */
async function openWay(
  { host, port }: PostgresOptions,
  { isDeafToEnds = false } = {},
): Promise<Way> {
  const sockets: Socket[] = [];
  const listener = createServer({ allowHalfOpen: true }, near => {
    const far = connect({ port: Number(port), host: String(host), allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.push(from);
      from.on('error', () => to.destroy());
      if (isDeafToEnds) from.on('data', data => void (data.equals(TERMINATE) || to.write(data)));
      else from.pipe(to);
    }
  });
  await new Promise<void>(done => listener.listen(0, '127.0.0.1', done));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: String((listener.address() as AddressInfo).port),
    cut,
    pause: () => {
      for (const socket of sockets) socket.unpipe();
    },
    close: async () => {
      cut();
      await new Promise(done => listener.close(done));
    },
  };
}
