/** The functions of `generated/sql/postgres/functions/`: they answer what the service answers, for any caller and in any session. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { descriptionOf } from '../../../generator/emitters/description.ts';
import { removeFolders, type Started, start, temporaryFolder } from '../../cli/cli-fixture.ts';
import { compiled } from '../../support/openapi-fixture.ts';
import { LACKING } from './cluster.ts';
import { createDatabase, type Database } from './database.ts';
import { connectedTo, type Session } from './session.ts';

if (LACKING !== null) test.skip(`on a server: ${LACKING}`, () => {});

const FOLDER = 'generated/sql/postgres/functions';

/** An answer with each instant in one form. */
function plain(rows: unknown): unknown {
  const text = JSON.stringify(rows).replace(
    /"(\d{4}-\d\d-\d\d)T([\d:]{8})(?:\.(\d+?)0*)?(?:Z|\+00:00)"/g,
    (_, day, time, part) => `"${day} ${time}.${part ?? ''}"`,
  );
  return JSON.parse(text);
}

/** The statement of PostgREST for a call by POST. */
function call(name: string, types: Readonly<Record<string, string>>): string {
  const names = Object.keys(types).map(name => `"${name}"`);
  const typed = Object.entries(types).map(([name, type]) => `"${name}" ${type}`);
  const given = names.map(name => `${name} := body.${name}`);
  return `SELECT coalesce(json_agg(answer), '[]')::text FROM (SELECT answer.* FROM json_to_record($1) AS body(${typed}),
    LATERAL "${name}"(${given}) AS answer) AS answer`;
}

async function rowsBy(
  session: Session,
  name: string,
  values: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, string>> = {},
) {
  const all = Object.fromEntries(Object.keys(values).map(of => [of, types[of] ?? 'text'] as const));
  const { rows } = await session.query(call(name, all), {
    types: [114],
    values: [JSON.stringify(values)],
  });
  return plain(JSON.parse(String(rows[0]?.[0])));
}

describe.skipIf(LACKING !== null)('functions of the endpoints', () => {
  let database: Database;
  let owner: Session;
  let reader: Session;
  let demo: Started;
  let key: string;
  let requests: readonly URL[];
  const role = `reader_${process.pid}`;
  beforeAll(async () => {
    database = await createDatabase();
    owner = await connectedTo(database.settings);
    const { user, password, port, database: name } = database.settings;
    const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
    // One day: the last hour has entries in the quietest night too.
    const words = ['demo', '--url', url, '--port', '0', '--rows', '20000', '--days', '1', '--json'];
    const clock = () => BigInt(Date.now()) * 1_000n;
    demo = await start(temporaryFolder(), words, /^\{[\s\S]*\n\}\n/, { clock });
    const shown = JSON.parse(demo.found[0]);
    key = shown.key;
    requests = shown.requests.map((one: string) => new URL(one));
    await load();
    for (const sql of [
      `CREATE ROLE ${role} LOGIN PASSWORD 'reads'`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
    ])
      await owner.query(sql);
    reader = await connectedTo({ ...database.settings, user: role, password: 'reads' });
  });
  afterAll(async () => {
    await demo.stop();
    await reader.close();
    await owner.query(`DROP OWNED BY ${role}`);
    await owner.query(`DROP ROLE ${role}`);
    await owner.close();
    await database.close();
    removeFolders();
  });

  const files = readdirSync(FOLDER);
  async function load() {
    for (const file of files) await run(owner, readFileSync(join(FOLDER, file), 'utf8'));
  }

  async function answered(request: URL) {
    const answer = await fetch(request, { headers: { 'X-API-KEY': key } });
    expect(answer.status).toBe(200);
    return plain(((await answer.json()) as { readonly result: unknown }).result);
  }
  const named = (request: URL) => request.pathname.split('/').pop() ?? '';

  /** The clock moves between the two. */
  async function expectAlike(session: Session) {
    expect(requests.map(named)).toEqual(files.map(file => file.replace(/\.sql$/, '')).sort());
    for (const request of requests) {
      const values = Object.fromEntries(request.searchParams);
      await vi.waitFor(
        async () => {
          const own = await rowsBy(session, named(request), values);
          expect(own).not.toEqual([]);
          expect(own).toEqual(await answered(request));
        },
        { timeout: 20_000 },
      );
    }
  }

  test('answer what the service answers, to a role that may only read', () => expectAlike(reader));

  test('answer the same in a session with other settings, and other functions and tables in front', async () => {
    for (const sql of [
      'CREATE SCHEMA evil',
      'CREATE TABLE evil.edge_logs AS SELECT * FROM edge_logs LIMIT 0',
      'CREATE TABLE evil.function_edge_logs AS SELECT * FROM function_edge_logs LIMIT 0',
      "CREATE FUNCTION evil.strpos(text, text) RETURNS int LANGUAGE sql AS 'SELECT 0'",
      "CREATE FUNCTION evil.date_bin(interval, timestamptz, timestamptz) RETURNS timestamptz LANGUAGE sql AS 'SELECT now()'",
      `GRANT USAGE ON SCHEMA evil TO ${role}`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA evil TO ${role}`,
    ])
      await owner.query(sql);
    const hostile = await connectedTo({ ...database.settings, user: role, password: 'reads' });
    onTestFinished(() => hostile.close());
    for (const setting of [
      'search_path = evil, pg_catalog, public',
      "TimeZone = 'Asia/Tokyo'",
      "DateStyle = 'German, DMY'",
      'transform_null_equals = on',
      'standard_conforming_strings = off',
    ])
      await hostile.query(`SET ${setting}`);
    const texts = await hostile.query("SELECT strpos('ab', 'b')::text");
    expect(texts.rows).toEqual([['0']]);
    await hostile.query("SET TimeZone = 'UTC'");
    await expectAlike(hostile);
  });

  test('answer what the saved queries do, which one plan for all parameters runs too', async () => {
    await reader.query("SET TimeZone = 'UTC'");
    await reader.query('SET plan_cache_mode = force_generic_plan');
    for (const request of requests) {
      const name = named(request);
      const text = readFileSync(`generated/sql/postgres/${name}.sql`, 'utf8');
      const { bind } = JSON.parse(readFileSync(`generated/manifest/${name}.json`, 'utf8')).engines
        .postgres.saved;
      const types = bind.map(() => 'text').join(', ');
      await reader.query(`PREPARE "${name}"(${types}) AS ${text}`);
      const values = bind.map(({ name: of }: { readonly name: string }) => {
        const value = request.searchParams.get(of);
        return value === null ? 'NULL' : `'${value}'`;
      });
      await vi.waitFor(
        async () => {
          const { rows } = await reader.query(`EXECUTE "${name}"(${values.join(', ')})`);
          expect(rows).toHaveLength(((await answered(request)) as readonly unknown[]).length);
        },
        { timeout: 20_000 },
      );
    }
    await reader.query('RESET plan_cache_mode');
  });

  test('are replaced when they are loaded again', async () => {
    await load();
    const count = await owner.query(
      "SELECT count(*)::int::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    );
    expect(count.rows).toEqual([['4']]);
    await expectAlike(reader);
  });

  test('do not replace a function that another made', async () => {
    await owner.query('BEGIN');
    await owner.query(
      `CREATE FUNCTION "usage.statuses"(n int) RETURNS int LANGUAGE sql AS 'SELECT n'`,
    );
    await owner.query('SAVEPOINT made');
    await expect(load()).rejects.toThrow(
      'quern did not make the function "usage.statuses"(integer): rename it or drop it',
    );
    await owner.query('ROLLBACK TO made');
    const kept = await owner.query('SELECT "usage.statuses"(7)::text');
    expect(kept.rows).toEqual([['7']]);
    await owner.query('ROLLBACK');
  });

  test('have the rights of their callers, and no effects', async () => {
    await owner.query(`REVOKE SELECT ON edge_logs FROM ${role}`);
    await expect(reader.query(`SELECT * FROM "usage.api-counts"('p', 'daily')`)).rejects.toThrow(
      'permission denied for table edge_logs',
    );
    await owner.query(`GRANT SELECT ON edge_logs TO ${role}`);
    const { rows } = await owner.query(
      "SELECT DISTINCT provolatile, prosecdef FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    );
    expect(rows).toEqual([['s', 'f']]);
  });

  test('need their required parameters, and return no rows for a value that the service refuses', async () => {
    await expect(reader.query('SELECT * FROM "usage.api-counts"()')).rejects.toThrow(
      'function usage.api-counts() does not exist',
    );
    const { rows } = await reader.query(`SELECT * FROM "usage.api-counts"('p', 'yearly')`);
    expect(rows).toEqual([]);
  });
});

/** A file of statements. */
async function run(session: Session, text: string): Promise<void> {
  await session.query(`DO $do$ BEGIN EXECUTE $file$${text}$file$; END $do$`);
}

const SOURCES = `sources:
  rows:
    tables: { postgres: { table: rows } }
    columns:
      project: string
      n: { type: int64, required: true }
      at: timestamp
      local: datetime
      day: date
      x: float64
      price: { type: decimal, precision: 12, scale: 2 }
      ok: bool
      tags: { list: string }
      labels: { map: int64 }
      doc: json
      place: { record: { city: string, zip: int64 } }
`;
const ENDPOINT = `endpoint: rows.all
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a11
summary: All rows, as it's written.
from: rows
params:
  project: { type: string, required: true }
  least: { type: int64, default: 2 }
  since: { type: timestamp }
  day: { type: date }
  over: { type: float64 }
  price: { type: decimal }
  ok: { type: bool }
  numbers: { list: int64 }
  span: { type: duration, min: 1m, max: 24h, default: 1h }
  kind: { enum: [a, b], default: a }
where:
  - project = @project
  - n >= @least
  - { when: since, filter: at >= @since }
  - { when: day, filter: day = @day }
  - { when: over, filter: x > @over }
  - { when: price, filter: price = @price }
  - { when: ok, filter: ok = @ok }
  - { when: numbers, filter: n in @numbers }
  - at < at + @span
  - "@kind = 'a'"
select: [project, n, at, local, day, x, price, ok, tags, labels, doc, place]
order_by: [n desc]
`;

describe.skipIf(LACKING !== null)('parameters and columns of any type', () => {
  let database: Database;
  let session: Session;
  beforeAll(async () => {
    database = await createDatabase();
    session = await connectedTo(database.settings);
    const { endpoints } = descriptionOf(
      compiled(
        [
          { path: 'endpoints/sources.yaml', bytes: SOURCES },
          { path: 'endpoints/rows.all.yaml', bytes: ENDPOINT },
        ],
        ['postgres'],
      ),
    );
    await session.query(
      `CREATE TABLE rows AS SELECT 'p' AS project, n, timestamptz '2026-01-01 00:00:00.5Z' + n * interval '1 hour' AS at,
         timestamp '2026-01-01 10:00' AS local, date '2026-01-01' + n::int AS day, n / 4.0::float8 AS x,
         (n * 1.25)::numeric(12, 2) AS price, n % 2 = 0 AS ok, ARRAY['a', 'b"' || n] AS tags, '{"k": 9007199254740993}'::jsonb AS labels,
         '[1, {"a": null}]'::jsonb AS doc, '{"city": "Berlin", "zip": 10115}'::jsonb AS place
       FROM generate_series(1::bigint, 6) AS n`,
    );
    const text = endpoints[0]?.sql.get('postgres/functions/rows.all.sql');
    await run(session, Buffer.from(text?.bytes() ?? []).toString());
  });
  afterAll(async () => {
    await session.close();
    await database.close();
  });

  const TYPES = {
    project: 'text',
    least: 'bigint',
    since: 'text',
    day: 'date',
    over: 'float8',
    price: 'numeric',
    ok: 'boolean',
    numbers: 'json',
    span: 'text',
    kind: 'text',
  };

  test('have the types of the endpoint', async () => {
    const { rows } = await session.query(
      "SELECT pg_get_function_arguments(oid), obj_description(oid) FROM pg_proc WHERE proname = 'rows.all'",
    );
    expect(rows).toEqual([
      [
        expect.stringContaining(`project text, "least" bigint DEFAULT '2'::bigint, `),
        "All rows, as it's written.",
      ],
    ]);
    const [[written = ''] = []] = rows;
    for (const [name, type] of Object.entries(TYPES)) {
      const shown = type === 'float8' ? 'double precision' : type;
      expect(written?.replaceAll('"', '')).toContain(`${name} ${shown}`);
    }
    expect(await rowsBy(session, 'rows.all', { project: 'p', numbers: [6] }, TYPES)).toEqual([
      {
        project: 'p',
        n: 6,
        at: '2026-01-01 06:00:00.5',
        local: '2026-01-01T10:00:00',
        day: '2026-01-07',
        x: 1.5,
        price: 7.5,
        ok: true,
        tags: ['a', 'b"6'],
        labels: { k: 9007199254740992 },
        doc: [1, { a: null }],
        place: { city: 'Berlin', zip: 10115 },
      },
    ]);
  });

  test.each([
    [{}, [6, 5, 4, 3, 2]],
    [{ least: 5 }, [6, 5]],
    [{ least: null }, [6, 5, 4, 3, 2]],
    [{ since: '2026-01-01T13:30:00.5+09:00' }, [6, 5]],
    [{ day: '2026-01-04' }, [3]],
    [{ over: 1.0 }, [6, 5]],
    [{ over: 1e21 }, []],
    [{ price: 3.75 }, [3]],
    [{ ok: false }, [5, 3]],
    [{ numbers: [2, 4] }, [4, 2]],
    [{ span: '2h' }, [6, 5, 4, 3, 2]],
    [{ span: '2d' }, []],
    [{ kind: 'b' }, []],
    [{ kind: 'c' }, []],
  ])('%j', async (values, expected) => {
    const rows = await rowsBy(session, 'rows.all', { project: 'p', ...values }, TYPES);
    expect((rows as readonly { readonly n: number }[]).map(({ n }) => n)).toEqual(expected);
  });
});
