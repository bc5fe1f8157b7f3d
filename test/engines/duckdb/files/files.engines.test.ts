import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDemoLogs } from '../../../../engines/duckdb/demo/logs.ts';
import { type DuckDbFiles, openDuckDb } from '../../../../engines/duckdb/driver/driver.ts';
import type { Engine } from '../../../../engines/engine.ts';
import type { ManifestField } from '../../../../generator/core/output/manifest.ts';
import { createBinder } from '../../../../server/answers/bind.ts';
import { catalogue } from '../../../../server/answers/manifest/manifest.ts';
import { generatedManifest } from '../../../support/projects/manifest-files.ts';
import { kindOf, missingIn, runLimits } from '../../engine-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'files-'));
const at = (...parts: string[]) => join(folder, ...parts);
const generated = (path: string) =>
  readFileSync(new URL(`../../../../generated/${path}`, import.meta.url), 'utf8');
const manifest = catalogue(generatedManifest('generated'));
const now = BigInt(Date.parse('2026-01-15T10:07:12.345Z')) * 1_000n;

let maker: DuckDBConnection;
let project = '';
const opened: Engine[] = [];

beforeAll(async () => {
  maker = await (await DuckDBInstance.create(at('logs.duckdb'))).connect();
  await maker.run("SET TimeZone = 'UTC'");
  const schema = generated('sql/duckdb/schema.sql');
  const made = await makeDemoLogs({
    connection: maker,
    schema,
    seed: 7,
    now,
    days: 3,
    rows: 9_000,
  });
  project = made.projects[0] ?? '';
  for (const source of ['edge_logs', 'function_edge_logs']) {
    await maker.run(`UPDATE ${source} SET event_message = NULL WHERE hash(id) % 5 = 0`);
  }
  await maker.run('CHECKPOINT');
});
afterAll(async () => {
  for (const engine of opened) await engine.close();
  rmSync(folder, { recursive: true });
});

const rowsOf = (engine: Engine, sql: string) =>
  engine.run({ sql, values: [] }, runLimits()).then(({ rows }) => rows);
const openFiles = async (files: readonly DuckDbFiles[]) => {
  const engine = await openDuckDb({ source: { files }, concurrency: 2, threads: 2 });
  opened.push(engine);
  return engine;
};

const COLUMNS: readonly ManifestField[] = [
  { name: 'id', type: 'string', nullable: false },
  { name: 'timestamp', type: 'timestamp', nullable: true },
  { name: 'count', type: 'int64', nullable: true },
  {
    name: 'meta',
    type: 'record',
    nullable: true,
    fields: [
      { name: 'url', type: 'string', nullable: true },
      { name: 'ms', type: 'float64', nullable: true },
      { name: 'ok', type: 'bool', nullable: true },
      { name: 'day', type: 'date', nullable: true },
      { name: 'seen', type: 'timestamp', nullable: true },
      { name: 'doc', type: 'json', nullable: true },
      {
        name: 'response',
        type: 'record',
        nullable: true,
        fields: [{ name: 'status', type: 'int64', nullable: true }],
      },
    ],
  },
];
const table = (glob: string, rest: Partial<DuckDbFiles> = {}): DuckDbFiles => ({
  table: ['logs'],
  glob: at(glob),
  columns: COLUMNS,
  records: 'nested',
  ...rest,
});
const write = (path: string, text: string | Uint8Array) => {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), text);
};
const copy = (path: string, query: string) => {
  mkdirSync(join(at(path), '..'), { recursive: true });
  return maker.run(`COPY (${query}) TO '${at(path)}'`);
};
const ALL = `SELECT id, epoch_us(timestamp), count, meta.url, meta.ms, meta.ok, meta.day, epoch_us(meta.seen),
  CAST(meta.doc AS VARCHAR), meta.response.status FROM logs ORDER BY id`;

describe('the endpoints over files', () => {
  type Entry = Record<string, unknown>;
  const SOURCES = ['edge_logs', 'function_edge_logs'] as const;
  const entriesOf = async (source: string): Promise<readonly Entry[]> => {
    const text = await maker.runAndReadAll(
      `SELECT CAST(to_json(t) AS VARCHAR) FROM (SELECT * REPLACE (strftime(timestamp, '%Y-%m-%dT%H:%M:%S.%fZ') AS timestamp) FROM ${source}) t`,
    );
    return text.getRows().map(([json]) => JSON.parse(String(json)));
  };
  /** Every record an array of one where `isArray` says so. */
  const shaped = (value: unknown, isArray: () => boolean): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const parts = Object.entries(value).map(([name, part]) => [name, shaped(part, isArray)]);
    return isArray() ? [Object.fromEntries(parts)] : Object.fromEntries(parts);
  };
  const withRecords = (entries: readonly Entry[], isArray: () => boolean) =>
    entries.map(entry => ({ ...entry, metadata: shaped(entry['metadata'], isArray) }));
  const ndjson = (entries: readonly unknown[]) =>
    `${entries.map(entry => JSON.stringify(entry)).join('\n')}\n`;
  /** Absent rather than null, and some more that nobody declared. */
  const ragged = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const parts = Object.entries(value).filter(([, part]) => part !== null);
    const own = parts.map(([name, part]) => [name, ragged(part)]);
    return { undeclared: [{ a: 1 }, 'b'], ...Object.fromEntries(own) };
  };
  let turn = 0;
  const sometimes = () => (turn++ * 2_654_435_761) % 7 < 3;

  const LAYOUTS: Readonly<Record<string, (source: string) => Promise<string>>> = {
    'Parquet of STRUCTs': async source => {
      await copy(`struct/${source}.parquet`, `FROM ${source}`);
      return `struct/${source}.parquet`;
    },
    'Parquet of STRUCTs with other parts, and instants with a zone': async source => {
      const more = `SELECT *, 5 AS other, timestamp::TIMESTAMPTZ AS instant FROM ${source}`;
      const changed = `SELECT * EXCLUDE (timestamp, metadata, instant), instant AS timestamp,
        struct_insert(metadata, other := 'x') AS metadata FROM (${more})`;
      await copy(`more/${source}.parquet`, changed);
      return `more/${source}.parquet`;
    },
    'Parquet of JSON texts, timestamps as texts': async source => {
      const zoned = "strftime(timestamp + INTERVAL 2 HOUR, '%Y-%m-%dT%H:%M:%S.%f+02:00')";
      const texts = `SELECT * REPLACE (CAST(to_json(metadata) AS VARCHAR) AS metadata, ${zoned} AS timestamp) FROM ${source}`;
      await copy(`json/${source}.parquet`, texts);
      return `json/${source}.parquet`;
    },
    'Parquet of arrays of one': async source => {
      const entries = withRecords(await entriesOf(source), () => true);
      write(`lists/${source}.ndjson`, ndjson(entries));
      const read = `read_json('${at(`lists/${source}.ndjson`)}', sample_size = -1, map_inference_threshold = -1)`;
      await copy(`lists/${source}.parquet`, `FROM ${read}`);
      const types = await maker.runAndReadAll(
        `SELECT typeof(metadata) FROM '${at(`lists/${source}.parquet`)}' LIMIT 1`,
      );
      expect(String(types.getRows()[0]?.[0])).toMatch(/^STRUCT\(.*STRUCT\(.*\)\[\].*\)\[\]$/);
      return `lists/${source}.parquet`;
    },
    'Parquet in partitions of which one lacks columns': async source => {
      const [first, second] = [
        "timestamp < TIMESTAMP '2026-01-14'",
        "timestamp >= TIMESTAMP '2026-01-14'",
      ];
      await copy(`parts/${source}/day=1/a.parquet`, `FROM ${source} WHERE ${second}`);
      const fewer = `SELECT * EXCLUDE (event_message) FROM ${source} WHERE ${first} AND event_message IS NULL`;
      await copy(`parts/${source}/day=2/a.parquet`, fewer);
      const rest = `FROM ${source} WHERE ${first} AND event_message IS NOT NULL`;
      await copy(`parts/${source}/day=2/b.parquet`, rest);
      return `parts/${source}/**/*.parquet`;
    },
    'NDJSON of objects': async source => {
      write(`objects/${source}.ndjson`, ndjson(await entriesOf(source)));
      return `objects/${source}.ndjson`;
    },
    'NDJSON of arrays of one, gzipped': async source => {
      const entries = withRecords(await entriesOf(source), () => true);
      write(`arrays/${source}.jsonl.gz`, gzipSync(ndjson(entries)));
      return `arrays/${source}.jsonl.gz`;
    },
    'NDJSON of both, with parts that are absent and parts that nobody declared': async source => {
      const entries = (await entriesOf(source)).map(ragged) as readonly Entry[];
      const half = Math.ceil(entries.length / 2);
      write(`both/${source}.1.ndjson`, ndjson(withRecords(entries.slice(0, half), sometimes)));
      write(`both/${source}.2.ndjson`, ndjson(withRecords(entries.slice(half), sometimes)));
      return `both/${source}.*.ndjson`;
    },
  };

  const REQUESTS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['logs.all', { project_tier: 'PRO' }],
    ['logs.all', { project_tier: 'FREE' }],
    ['usage.api-counts', { interval: 'daily' }],
    ['usage.api-counts', { interval: 'hourly' }],
    ['functions.invocation-stats', { interval: '7day' }],
    ['functions.invocation-stats', { interval: '1day' }],
  ];
  const statements = () =>
    REQUESTS.map(([name, values]) => {
      const engine = manifest.byName.get(name)?.engines['duckdb'];
      if (engine === undefined) throw new Error(`no endpoint ${name}`);
      return createBinder(engine)(new Map(Object.entries({ ...values, project })), now);
    });
  const answers = async (engine: Engine) => {
    const results = [];
    for (const statement of statements()) {
      const { rows } = await engine.run(statement, runLimits({ maxRows: 1_001 }));
      results.push(rows);
    }
    return results;
  };

  let expected: Awaited<ReturnType<typeof answers>>;
  beforeAll(async () => {
    // As a file of its own: the maker holds the first.
    const file = at('same.duckdb');
    await maker.run(`ATTACH '${file}' AS same`);
    for (const source of SOURCES) await maker.run(`CREATE TABLE same.${source} AS FROM ${source}`);
    await maker.run('DETACH same');
    const engine = await openDuckDb({ source: { database: file }, concurrency: 1 });
    opened.push(engine);
    expected = await answers(engine);
    for (const rows of expected) expect(rows.length).toBeGreaterThan(0);
  });

  it.each(Object.entries(LAYOUTS))('answer from %s as from a database', async (_, make) => {
    const files: DuckDbFiles[] = [];
    for (const source of SOURCES) {
      const columns = manifest.sources[source]?.columns ?? [];
      files.push(table(await make(source), { table: [source], columns }));
    }
    const engine = await openFiles(files);
    expect(
      await missingIn(
        engine,
        SOURCES.map(source => [source]),
      ),
    ).toEqual([]);
    const found = await answers(engine);
    for (const [index, rows] of expected.entries()) expect(found[index]).toEqual(rows);
  });
});

const FULL = {
  id: 'a',
  timestamp: '2026-01-15T10:07:00.123456Z',
  count: 3,
  meta: {
    url: '/é"\u0000',
    ms: 1.5,
    ok: true,
    day: '2026-01-15',
    seen: '2026-01-15T12:07:00+02:00',
    doc: { a: [1] },
    response: { status: 200 },
  },
};
const SEEN = BigInt(Date.parse('2026-01-15T10:07:00Z')) * 1_000n;
const FULL_ROW = [
  'a',
  SEEN + 123_456n,
  3n,
  '/é"\0',
  1.5,
  true,
  '2026-01-15',
  SEEN,
  '{"a":[1]}',
  200n,
];
const EMPTY_ROW = (id: string) => [id, null, null, null, null, null, null, null, null, null];
const lines = (...values: readonly unknown[]) =>
  values.map(value => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');

describe('a value of NDJSON', () => {
  const read = async (name: string, text: string | Uint8Array, rest: Partial<DuckDbFiles> = {}) => {
    write(name, text);
    return rowsOf(await openFiles([table(name, rest)]), ALL);
  };

  it('is of its declared type, in an object or in the first of an array', async () => {
    const { meta } = FULL;
    const rows = await read(
      'shapes.ndjson',
      lines(
        FULL,
        { ...FULL, meta: [meta] },
        { ...FULL, meta: { ...meta, response: [meta.response, { status: 500 }] } },
        { ...FULL, meta: [{ ...meta, response: [meta.response] }, { url: 'second' }] },
        { id: 'b', meta: [] },
        { id: 'c', meta: { response: [] } },
        { id: 'd', meta: null },
        { id: 'e' },
        { id: 'f', meta: { undeclared: 1 }, undeclared: {} },
      ),
    );
    const empty = ['b', 'c', 'd', 'e', 'f'].map(EMPTY_ROW);
    expect(rows).toEqual([FULL_ROW, FULL_ROW, FULL_ROW, FULL_ROW, ...empty]);
  });

  it('is converted where it is of its type in another form', async () => {
    const rows = await read(
      'forms.ndjson',
      lines(
        { id: 7, count: '12', meta: { url: { a: 1 }, doc: 'x', day: '2026-01-15' } },
        {
          id: 'b',
          count: 2.5e2,
          meta: { url: 5, ms: '1e-2', ok: 'true', day: '2026-01-15T00:00:00Z' },
        },
        {
          id: 'c',
          timestamp: '2026-01-15t10:07:00z',
          count: '3.000',
          meta: { ok: 1, response: { status: '404' } },
        },
        {
          id: 'd',
          timestamp: '2026-01-15 10:07:00',
          count: -0,
          meta: { seen: '2026-01-15', response: { status: 2.5e2 } },
        },
      ),
    );
    const midnight = BigInt(Date.parse('2026-01-15T00:00:00Z')) * 1_000n;
    expect(rows).toEqual([
      ['7', null, 12n, '{"a":1}', null, null, '2026-01-15', null, '"x"', null],
      ['b', null, 250n, '5', 0.01, true, '2026-01-15', null, null, null],
      ['c', SEEN, 3n, null, null, true, null, null, null, 404n],
      ['d', SEEN, 0n, null, null, null, null, midnight, null, 250n],
    ]);
  });

  /** Each beside entries that are sound. */
  const BAD: readonly (readonly [string, string, object])[] = [
    ['a text that is not a number', 'count', { count: 'many' }],
    ['a number with a fraction', 'count', { count: 1.5 }],
    ['a number that is too large', 'count', { count: 1e30 }],
    ['a hexadecimal number', 'count', { count: '0x1F' }],
    ['a truth', 'count', { count: true }],
    ['a text that is no time', 'timestamp', { timestamp: 'yesterday' }],
    ['a number for a time', 'timestamp', { timestamp: 17 }],
    ['a NULL in a required column', 'id', { id: null }],
    ['a number in a record', 'meta.ms', { meta: { ms: 'x' } }],
    ['a number beyond float64', 'meta.ms', { meta: { ms: '1e400' } }],
    ['a list for a number', 'meta.ms', { meta: { ms: [1] } }],
    ['a truth in a record', 'meta.ok', { meta: { ok: 'maybe' } }],
    ['a day that there is not', 'meta.day', { meta: { day: '2026-02-30' } }],
    ['a day with a time', 'meta.day', { meta: { day: '2026-01-15 10:07:00' } }],
    ['a day with a time of RFC 3339', 'meta.day', { meta: { day: '2026-01-15T10:07:00Z' } }],
    ['an infinite time', 'meta.seen', { meta: { seen: 'infinity' } }],
    [
      'a number at the second level',
      'meta.response.status',
      { meta: { response: { status: 'x' } } },
    ],
    ['a text for a record', 'meta', { meta: 'text' }],
    ['a number for a record within a record', 'meta.response', { meta: { response: 9 } }],
    ['a list of numbers for a record', 'meta', { meta: [7] }],
  ];
  it.each(BAD)('fails the statements that read it: %s', async (_, path, entry) => {
    write('bad.ndjson', `${lines(FULL, { ...FULL, id: 'b', ...entry }, { ...FULL, id: 'c' })}\n`);
    const engine = await openFiles([table('bad.ndjson')]);
    const failure = await rowsOf(engine, ALL).catch(cause => cause);
    expect(failure).toMatchObject({ kind: 'failed' });
    expect(failure.message).toContain(`the column \`${path}\` of the files`);
    // What a statement does not read does not fail it.
    const other = path.startsWith('meta') ? 'count(count)' : 'count(meta)';
    expect(await rowsOf(engine, `SELECT ${other} FROM logs`)).toEqual([[3n]]);
  });

  it.each(BAD)('makes its entry be left out and counted: %s', async (_, __, entry) => {
    write(
      'skip.ndjson',
      `${lines(FULL, { ...FULL, id: 'b', ...entry }, 'no JSON', '[1]', { ...FULL, id: 'c' })}\n{"id": "cut`,
    );
    const engine = await openFiles([table('skip.ndjson', { invalid: 'skip' })]);
    expect(await rowsOf(engine, 'SELECT id FROM logs ORDER BY id')).toEqual([['a'], ['c']]);
    const [found] = await engine.catalogue([['logs']]);
    expect(found).toMatchObject({ table: 'logs', skipped: 3 });
  });

  it('may be a document beside plain ones', async () => {
    const field = (name: string, type: ManifestField['type']) => ({ name, type, nullable: true });
    const columns = [field('id', 'string'), field('extra', 'json'), field('count', 'int64')];
    write('documents.ndjson', lines({ id: 'a', extra: { b: [1] }, count: 2 }, { extra: 'x' }));
    write('only.ndjson', lines({ extra: 1 }));
    const engine = await openFiles([table('documents.ndjson', { columns })]);
    const rows = await rowsOf(engine, 'SELECT id, extra, count FROM logs');
    expect(rows).toEqual([
      ['a', '{"b":[1]}', 2n],
      [null, '"x"', null],
    ]);
    const only = await openFiles([table('only.ndjson', { columns: [field('extra', 'json')] })]);
    expect(await rowsOf(only, 'SELECT extra FROM logs')).toEqual([['1']]);
  });

  it.each([
    ['no JSON', 'no JSON'],
    ['an array', '[1]'],
    ['a text', '"text"'],
    ['a number', '7'],
    ['an unfinished object', '{"id": "cut'],
    ['an array of an object', '[{"id":"b"}]'],
    ['two objects', '{"id":"x"} {"id":"y"}'],
    [
      'bytes that are no text',
      Buffer.from([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
    ],
  ])('fails where a line is no object, and blank lines are passed over: %s', async (_, line) => {
    const around = (text: string | Uint8Array) =>
      Buffer.concat([
        Buffer.from(`${JSON.stringify(FULL)}\n\n  \n`),
        Buffer.from(text),
        Buffer.from(`\n${JSON.stringify(FULL)}\n`),
      ]);
    expect(await read('blank.ndjson', around(''))).toEqual([FULL_ROW, FULL_ROW]);
    write('lines.ndjson', around(line));
    const engine = await openFiles([table('lines.ndjson')]);
    const failure = await rowsOf(engine, ALL).catch(cause => cause);
    expect(failure).toMatchObject({ kind: 'failed' });
    expect(failure.message).toMatch(/lines\.ndjson/);
    const lenient = await openFiles([table('lines.ndjson', { invalid: 'skip' })]);
    expect(await rowsOf(lenient, ALL)).toEqual([FULL_ROW, FULL_ROW]);
  });

  it('is not looked for in a last line that is unfinished', async () => {
    const whole = `${JSON.stringify(FULL)}\n`;
    const next = JSON.stringify({ ...FULL, id: 'b' });
    write('growing/a.ndjson', whole);
    write('growing/b.ndjson', JSON.stringify({ ...FULL, id: 'z' }));
    const engine = await openFiles([table('growing/*.ndjson')]);
    const ids = () => rowsOf(engine, 'SELECT id FROM logs ORDER BY id');
    expect(await ids()).toEqual([['a'], ['z']]);
    for (const length of [1, 7, 40, next.length - 1]) {
      write('growing/a.ndjson', whole + next.slice(0, length));
      expect(await ids()).toEqual([['a'], ['z']]);
    }
    write('growing/a.ndjson', `${whole + next}\n`);
    expect(await ids()).toEqual([['a'], ['b'], ['z']]);
    // With its end, the line is wrong; and so is one before an unfinished one.
    for (const text of [`${whole}{"id": "cut\n`, `no JSON\n${whole}{"id": "cut`]) {
      write('growing/a.ndjson', text);
      expect(await kindOf(ids())).toBe('failed');
    }
  });

  it('reaches statements that read records as arrays of one', async () => {
    write('repeated.ndjson', lines(FULL, { id: 'b' }));
    await copy('repeated.parquet', `FROM read_json('${at('repeated.ndjson')}')`);
    for (const name of ['repeated.ndjson', 'repeated.parquet']) {
      const engine = await openFiles([table(name, { records: 'repeated' })]);
      const rows = await rowsOf(engine, 'SELECT meta[1].response[1].status FROM logs ORDER BY id');
      expect(rows).toEqual([[200n], [null]]);
    }
  });
});

describe('a column of Parquet', () => {
  it('is read by its declared type from whatever can be that', async () => {
    const meta = `{url: 'u', ms: 1.5::FLOAT, ok: true, day: TIMESTAMP '2026-01-15 00:00:00', seen: '2026-01-15T12:07:00+02:00',
      doc: '{"a":[1]}', response: {status: 200::SMALLINT}}`;
    await copy(
      'loose/a.parquet',
      `SELECT 'a' AS id, TIMESTAMPTZ '2026-01-15 10:07:00+00' AS timestamp, 3::UTINYINT AS count, ${meta} AS meta`,
    );
    await copy(
      'loose/b.parquet',
      `SELECT 'b' AS id, TIMESTAMP_NS '2026-01-15 10:07:00' AS timestamp`,
    );
    const engine = await openFiles([table('loose/*.parquet')]);
    expect(await rowsOf(engine, ALL)).toEqual([
      ['a', SEEN, 3n, 'u', 1.5, true, '2026-01-15', SEEN, '{"a":[1]}', 200n],
      ['b', SEEN, ...EMPTY_ROW('').slice(2)],
    ]);
  });

  it.each([
    ['2026-01-15 10:07:00.000000999', SEEN],
    ['1969-12-31 23:59:59.999999001', -1n],
  ])('of nanoseconds is rounded down: %s', async (stored, micros) => {
    const path = `nanos/${stored.length}${micros}.parquet`;
    await copy(path, `SELECT 'a' AS id, TIMESTAMP_NS '${stored}' AS timestamp`);
    const engine = await openFiles([table(path)]);
    const rows = await rowsOf(engine, 'SELECT epoch_us(timestamp) FROM logs');
    expect(rows).toEqual([[micros]]);
  });

  it.each([
    ['timestamp', '5::BIGINT', 'timestamp'],
    ['count', "DATE '2026-01-15'", 'count'],
    ['meta', '7', 'meta.ms'],
    ['meta', '{ok: 1, url: 2}', 'meta.ok'],
  ])(
    'that can never be its declared type fails what reads it alone: %s, %s',
    async (name, value, path) => {
      const file = `never/${name}${value.length}.parquet`;
      await copy(file, `SELECT 'a' AS id, ${value} AS ${name}`);
      const engine = await openFiles([table(file)]);
      expect(await rowsOf(engine, 'SELECT id FROM logs')).toEqual([['a']]);
      expect(await kindOf(rowsOf(engine, `SELECT ${path} FROM logs`))).toBe('failed');
    },
  );

  it.each([
    ['a text that is not a number', "'x'", 'count', 'no int64'],
    ['a fraction', '1.5::DOUBLE', 'count', 'no int64'],
    ['a fraction of a DECIMAL', '1.50::DECIMAL(9, 2)', 'count', 'no int64'],
    ['a UBIGINT beyond 2^63', '9223372036854775808::UBIGINT', 'count', 'no int64'],
    ['a NULL in a required column', 'NULL::VARCHAR', 'id', 'required'],
    ['a record of no JSON', "'text'", 'meta', 'JSON'],
  ])('is never NULL for what it cannot be: %s', async (_, value, name, told) => {
    const sound = { id: "'a'", count: '2', meta: `'{"url":"u"}'`, [name]: value };
    const list = Object.entries(sound).map(([column, sql]) => `${sql} AS ${column}`);
    const path = `cannot/${name}${value.length}.parquet`;
    await copy(path, `SELECT ${list.join(', ')}`);
    const columns = COLUMNS.map(column => ({ ...column, optional: true as const }));
    const engine = await openFiles([table(path, { columns })]);
    const failure = await rowsOf(engine, 'SELECT id, count, meta.url FROM logs').catch(
      cause => cause,
    );
    // DuckDB itself refuses a text as JSON
    expect(failure).toMatchObject({ kind: told === 'JSON' ? 'unconvertible' : 'failed' });
    expect(failure.message).toContain(name);
    expect(failure.message).toContain(told);
    const lenient = await openFiles([table(path, { columns, invalid: 'skip' })]);
    expect(await rowsOf(lenient, 'SELECT id FROM logs')).toEqual([]);
  });

  it.each([
    "TIMESTAMP '2026-01-15 00:00:00.000001'",
    "TIMESTAMPTZ '2026-01-15 10:00:00+00'",
    "TIMESTAMP_NS '2026-01-15 00:00:00.000000001'",
    "TIMESTAMP_S '2026-01-15 23:59:59'",
    "'2026-01-15 10:00:00'",
  ])('is no date with a time of day: %s', async value => {
    const path = `times/${value.replaceAll(/\W/g, '')}.parquet`;
    await copy(path, `SELECT 'a' AS id, ${value} AS day`);
    const columns = [
      { name: 'id', type: 'string', nullable: false },
      { name: 'day', type: 'date', nullable: true },
    ] as const;
    const engine = await openFiles([table(path, { columns })]);
    const failure = await rowsOf(engine, 'SELECT day FROM logs').catch(cause => cause);
    expect(failure.message).toContain('`day` of the files holds a value that is no date');
  });

  it('keeps its value whatever the type that it is stored in', async () => {
    const number = (name: string, type: ManifestField['type']) => ({ name, type, nullable: true });
    const columns = [
      number('u', 'int64'),
      number('h', 'int64'),
      number('d', 'int64'),
      number('n', 'int64'),
      number('m', 'float64'),
    ];
    await copy(
      'kept.parquet',
      `SELECT 9223372036854775807::UBIGINT AS u, -9223372036854775808::HUGEINT AS h, 3::DOUBLE AS d,
        12::DECIMAL(18, 0) AS n, 0.10::DECIMAL(9, 2) AS m FROM range(10)`,
    );
    const engine = await openFiles([table('kept.parquet', { columns })]);
    const [row] = await rowsOf(
      engine,
      'SELECT u, h, d, n, CAST(sum(m) OVER () AS VARCHAR) FROM logs',
    );
    expect(row).toEqual([9223372036854775807n, -9223372036854775808n, 3n, 12n, '1.00']);
  });

  it('is optional if no file has it, or fails what reads it; in NDJSON it is NULL', async () => {
    const other = { name: 'other', type: 'int64', nullable: true } as const;
    const inner = {
      ...COLUMNS[3],
      fields: [...(COLUMNS[3]?.fields ?? []), other],
    } as ManifestField;
    const columns = [
      ...COLUMNS.slice(0, 3),
      inner,
      { ...other, name: 'absent' },
      { ...other, name: 'may', optional: true as const },
    ];
    write('absent.ndjson', `${lines(FULL, { ...FULL, id: 'b' })}\n`);
    await copy('absent.parquet', `FROM read_json('${at('absent.ndjson')}')`);
    for (const name of ['absent.ndjson', 'absent.parquet']) {
      const engine = await openFiles([table(name, { columns })]);
      expect(
        await rowsOf(engine, 'SELECT id, may, meta.url FROM logs ORDER BY id LIMIT 1'),
      ).toEqual([['a', null, FULL.meta.url]]);
      const names = ['id', 'timestamp', 'count', 'meta', 'may'];
      const [found] = await engine.catalogue([['logs']]);
      const shown = found?.columns?.map(column => column.name);
      if (name === 'absent.ndjson') {
        expect(await rowsOf(engine, 'SELECT absent, meta.other FROM logs LIMIT 1')).toEqual([
          [null, null],
        ]);
        expect(shown).toEqual([...names.slice(0, -1), 'absent', 'may']);
        continue;
      }
      expect(shown).toEqual(names);
      for (const path of ['absent', 'meta.other']) {
        const failure = await rowsOf(engine, `SELECT ${path} FROM logs`).catch(cause => cause);
        expect(failure).toMatchObject({ kind: 'failed' });
        expect(failure.message).toContain(path.split('.').at(-1));
      }
    }
  });

  it('is not read where a statement does not ask for it, nor are rows that its filter excludes', async () => {
    const struct = `{url: 'u', ms: 1.5::DOUBLE, ok: true, day: DATE '2026-01-15', seen: TIMESTAMP '2026-01-15',
      doc: '{}'::JSON, response: {status: 200::BIGINT}, other: 'x'}`;
    const day = "TIMESTAMP '2026-01-01' + range * INTERVAL 1 DAY AS timestamp";
    await copy('exact.parquet', `SELECT 'a' AS id, ${day}, ${struct} AS meta FROM range(9)`);
    const engine = await openFiles([table('exact.parquet')]);
    const sql = "SELECT meta.response.status FROM logs WHERE timestamp > TIMESTAMP '2026-01-05'";
    const plan = await engine.explain({ sql, values: [] }, runLimits());
    const words = plan.replaceAll(/[^\w.>:' -]+/g, ' ').replaceAll(/ +/g, ' ');
    expect(words).toMatch(/READ_PARQUET Projections: meta.response.status Filters: timestamp>/);
  });

  it('may be the partition that the file lies in, to the letter', async () => {
    const part = { name: 'project', type: 'string', nullable: true } as const;
    await copy('hive/project=2026-1-5/a.parquet', `SELECT 'a' AS id`);
    write('hive/project=0x1/a.ndjson', lines({ id: 'b' }));
    const columns = [...COLUMNS, part];
    for (const [glob, id, name] of [
      ['hive/*/*.parquet', 'a', '2026-1-5'],
      ['hive/**/*.ndjson', 'b', '0x1'],
    ] as const) {
      const engine = await openFiles([table(glob, { columns })]);
      expect(await rowsOf(engine, 'SELECT id, project FROM logs')).toEqual([[id, name]]);
    }
  });
});

describe('files that come and go', () => {
  const ids = 'SELECT id FROM logs ORDER BY id';

  it('are seen by the next statement', async () => {
    write('come/a.ndjson', lines({ id: 'a' }));
    await copy('come/a.parquet', `SELECT 'a' AS id`);
    for (const [glob, more] of [
      ['come/*.ndjson', () => write('come/b.ndjson', lines({ id: 'b', count: 1 }))],
      ['come/*.parquet', () => copy('come/b.parquet', `SELECT 'b' AS id, 1::BIGINT AS count`)],
    ] as const) {
      const engine = await openFiles([table(glob)]);
      expect(await rowsOf(engine, ids)).toEqual([['a']]);
      await more();
      expect(await rowsOf(engine, ids)).toEqual([['a'], ['b']]);
      // A column that no file had shows with the next look at the tables.
      expect(await missingIn(engine, [['logs']])).toEqual([]);
      const counts = await rowsOf(engine, 'SELECT count FROM logs ORDER BY id');
      expect(counts).toEqual([[null], [1n]]);
    }
  });

  it.each(['ndjson', 'parquet'])('leave a table missing until there is one of %s', async format => {
    const here = { ...table(`late-${format}/*.${format}`), table: ['main', 'late'] };
    write('here.ndjson', lines({ id: 'a' }));
    const engine = await openFiles([table('here.ndjson'), here]);
    const late = () => rowsOf(engine, 'SELECT id FROM main.late');
    expect(await missingIn(engine, [['logs'], ['main', 'late']])).toEqual(['main.late']);
    expect(await rowsOf(engine, ids)).toEqual([['a']]);
    const failure = await late().catch(cause => cause);
    expect(failure).toMatchObject({ kind: 'unavailable' });
    const reason = `no file matches \`${here.glob}\``;
    expect(failure.message).toContain(`main.late: ${reason}`);
    expect(await engine.missing([['main', 'late']])).toEqual([{ table: 'main.late', reason }]);

    const path = `late-${format}/a.${format}`;
    if (format === 'ndjson') write(path, lines({ id: 'z' }));
    else await copy(path, `SELECT 'z' AS id`);
    expect(await late()).toEqual([['z']]);
    expect(await missingIn(engine, [['main', 'late']])).toEqual([]);

    rmSync(at(path));
    expect(await kindOf(late())).toBe('unavailable');
    expect(await missingIn(engine, [['logs'], ['main', 'late']])).toEqual(['main.late']);
  });

  it.each(['ndjson', 'parquet'])('answer the first statement after %s is back', async format => {
    const path = `back-${format}/a.${format}`;
    const put = async () => {
      if (format === 'ndjson') write(path, lines({ id: 'a' }));
      else await copy(path, `SELECT 'a' AS id`);
    };
    await put();
    const engine = await openFiles([table(`back-${format}/*.${format}`)]);
    const ask = () => rowsOf(engine, ids);
    expect(await ask()).toEqual([['a']]);
    for (const _ of [1, 2]) {
      rmSync(at(path));
      expect(await kindOf(ask())).toBe('unavailable');
      await put();
      expect(await ask()).toEqual([['a']]);
    }
    // The connections of the pool know the statement, and each of them has lost its table.
    rmSync(at(path));
    expect(await Promise.all([kindOf(ask()), kindOf(ask())])).toEqual([
      'unavailable',
      'unavailable',
    ]);
    await put();
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([[['a']], [['a']], [['a']]]);
    // A request during a look of others does not get their older result.
    rmSync(at(path));
    const absent = [kindOf(ask()), kindOf(ask())];
    await put();
    expect(await ask()).toEqual([['a']]);
    await Promise.all(absent);
  });

  it('are read anew by the statement that finds them other than they were', async () => {
    const status = 'SELECT meta.response.status FROM logs ORDER BY id';
    await copy('anew/a.parquet', `SELECT 'a' AS id, {response: {status: 1::BIGINT}} AS meta`);
    const engine = await openFiles([table('anew/*.parquet')]);
    expect(await rowsOf(engine, status)).toEqual([[1n]]);
    rmSync(at('anew/a.parquet'));
    await copy('anew/b.parquet', `SELECT 'b' AS id, [{response: [{status: 2::BIGINT}]}] AS meta`);
    expect(await rowsOf(engine, status)).toEqual([[2n]]);
    writeFileSync(at('anew/b.parquet'), 'no Parquet');
    expect(await kindOf(rowsOf(engine, status))).toBe('failed');
    rmSync(at('anew/b.parquet'));
    await copy('anew/c.parquet', `SELECT 'c' AS id, {response: {status: 3::BIGINT}} AS meta`);
    expect(await missingIn(engine, [['logs']])).toEqual([]);
    expect(await rowsOf(engine, status)).toEqual([[3n]]);
  });

  it('are of a format that is read, or their table is missing', async () => {
    write('format/a.txt', 'id');
    const engine = await openFiles([table('format/*.txt'), table('format/*', { table: ['any'] })]);
    const reason = (path: string) => {
      const endings =
        '`.parquet`, `.csv`, `.tsv`, `.ndjson` and `.jsonl`; `.gz` or `.zst` may follow all but the first';
      return `\`${at(path)}\` ends in none of ${endings}`;
    };
    expect(await engine.missing([['logs'], ['any'], ['other']])).toEqual([
      { table: 'logs', reason: reason('format/*.txt') },
      { table: 'any', reason: reason('format/*') },
      { table: 'other', reason: 'no files are named for it' },
    ]);
  });

  it('are whole, or their table is missing', async () => {
    write('whole/a.parquet', 'none');
    const engine = await openFiles([table('whole/*.parquet')]);
    const [found] = await engine.missing([['logs']]);
    expect(found?.reason).toMatch(/too small to be a Parquet file$/);
  });
});

describe('a database over files', () => {
  it('lets a statement read nothing else', async () => {
    write('locked/in/a.ndjson', lines({ id: 'a' }));
    write('locked/secret.csv', 'x\n1\n');
    symlinkSync(at('locked/secret.csv'), at('locked/in/link.csv'));
    const engine = await openFiles([table('locked/in/*.ndjson')]);
    const reads = [
      '/etc/passwd',
      at('locked/secret.csv'),
      at('locked/in/../secret.csv'),
      at('locked/in/link.csv'),
    ].flatMap(path => [`FROM read_csv('${path}')`, `FROM read_text('${path}')`, `FROM '${path}'`]);
    const others = [
      `FROM glob('${at('locked/*')}')`,
      "ATTACH 'other.duckdb'",
      `COPY logs TO '${at('locked/out.csv')}'`,
      `COPY logs TO '${at('locked/in/out.csv')}'`,
      `EXPORT DATABASE '${at('locked/in/out')}'`,
      'CREATE TABLE t (x INTEGER)',
      'DROP VIEW logs',
      'INSTALL httpfs',
      'LOAD httpfs',
      'SET threads = 1',
      "SET allowed_directories = ['/']",
      'SET enable_external_access = true',
    ];
    for (const sql of [...reads, ...others]) {
      expect([sql, await kindOf(rowsOf(engine, sql))]).toEqual([
        sql,
        expect.stringMatching(/^(failed|unavailable)$/),
      ]);
    }
    expect(await rowsOf(engine, 'SELECT id FROM logs')).toEqual([['a']]);
  });

  it('names tables as the manifest does', async () => {
    write('named/it\'s "a".ndjson', lines({ 'i"d\'': 'a' }));
    const columns = [{ name: 'i"d\'', type: 'string', nullable: true }] as const;
    const named = table('named/*.ndjson', { columns, table: ['c"', "s'", 't.u'] });
    const engine = await openFiles([named]);
    expect(await missingIn(engine, [named.table])).toEqual([]);
    const rows = await rowsOf(engine, `SELECT "i""d'" FROM "c"""."s'"."t.u"`);
    expect(rows).toEqual([['a']]);
  });
});
