import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openClickHouse } from '../../../engines/clickhouse/driver/driver.ts';
import { wrapClickHouseError } from '../../../engines/clickhouse/driver/failure.ts';
import { readLines } from '../../../engines/clickhouse/driver/values.ts';
import type { BoundValue, Engine } from '../../../engines/engine.ts';
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import type { Value } from '../../../generator/core/types/scalar.ts';
import { createBinder } from '../../../server/answers/bind.ts';
import { rowsWriter } from '../../../server/answers/cells/decode.ts';
import { loadManifest } from '../../../server/answers/manifest/manifest-file.ts';
import { leafType } from '../../equality/tables.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { kindOf, missingIn, runLimits } from '../engine-runs.ts';
import {
  type ClickHouseServer,
  type Fault,
  startClickHouseServer,
} from '../servers/clickhouse-server.ts';
import type { FieldType, TestTable } from '../test-engine.ts';

const manifest = await loadManifest(
  new URL('../../../generated/manifest/index.json', import.meta.url).pathname,
);

const fieldType = ({ type, fields = [] }: ManifestField): FieldType =>
  type === 'record'
    ? { record: Object.fromEntries(fields.map(field => [field.name, fieldType(field)])) }
    : leafType(type);

/** A data set of the manifest as ClickHouse has it. */
function tableOf(source: string, rows: TestTable['rows']): TestTable {
  const { columns = [], tables } = manifest.sources[source] ?? {};
  const table = tables?.['clickhouse'];
  if (table === undefined) throw new Error(`${source} is not in ClickHouse`);
  return {
    name: table.table.join('.'),
    layout: table.records,
    columns: Object.fromEntries(
      columns.map(column => [column.name, { type: fieldType(column), required: !column.nullable }]),
    ),
    rows,
  };
}

const micros = (iso: string): bigint => BigInt(Date.parse(iso)) * 1_000n;
const NOW = micros('2026-01-15T10:07:00Z');
const MINUTE = 60_000_000n;
const path = (index: number) => ['/rest/v1', '/auth/v1', '/storage/v1', '/realtime'][index % 4];
const EDGE_LOGS = Array.from({ length: 40 }, (_, index) => ({
  id: `id-${String(index).padStart(2, '0')}`,
  timestamp: NOW - BigInt(index) * MINUTE - 1n,
  event_message: index === 0 ? '\ufeff\0\'"`\\N\t\n😀' : null,
  project: index % 2 === 0 ? 'abc' : 'xyz',
  metadata: {
    request: {
      path: path(index),
      url: `https://${index % 2 === 0 ? 'abc' : 'xyz'}.example.com${path(index)}`,
      cf: { asn: 9_007_199_254_740_991n, botManagement: { corporateProxy: false } },
    },
    response: { status_code: 200n },
  },
}));
const FUNCTION_LOGS = Array.from({ length: 20 }, (_, index) => ({
  id: `f-${index}`,
  timestamp: NOW - 1_000_000n * BigInt(index),
  metadata: {
    project_ref: 'abc',
    function_id: index % 2 === 0 ? 'f0' : 'f1',
    execution_time_ms: 1.5 * index,
    response: { status_code: index % 5 === 0 ? 500n : 200n },
  },
}));

let server: ClickHouseServer;
let engine: Engine;
const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);

const options = () => ({ ...server, concurrency: 4 });
beforeAll(async () => {
  process.on('unhandledRejection', remember);
  process.on('uncaughtException', remember);
  server = await startClickHouseServer({
    tables: [tableOf('edge_logs', EDGE_LOGS), tableOf('function_edge_logs', FUNCTION_LOGS)],
  });
  engine = await openClickHouse(options());
});
afterAll(async () => {
  await engine.close();
  await server.close();
  process.off('unhandledRejection', remember);
  process.off('uncaughtException', remember);
  expect(unhandled).toEqual([]);
});
afterEach(() => {
  server.failEach(() => null);
  server.confine(0);
});

const run = (sql: string, values: readonly BoundValue[] = [], rest = {}) =>
  engine.run({ sql, values }, runLimits(rest)).then(({ rows }) => rows);
const last = () => server.requests.at(-1);

describe('values', () => {
  const bound = (name: string, scalar: BoundValue['scalar'], value: Value): BoundValue => ({
    name,
    scalar,
    value,
  });
  const TEXTS = [
    '',
    '\ufeffa',
    '\ufeff',
    '\0',
    'a\0b',
    '\\N',
    'N',
    '\\',
    '\\\\',
    "\\'",
    '\r\n\t\b\f\v',
    '\u2028',
    "'; DROP TABLE edge_logs; --",
    '{p:String}',
    '😀é',
    '%00&query=x',
    '["a"]\n',
    'Code: 60. DB::Exception: x',
    'null',
  ];

  it.each(TEXTS)('come back: the text %j', async value => {
    const rows = await run('SELECT {p:String}', [bound('p', 'string', value)]);
    expect(rows).toEqual([[value]]);
  });

  it('come back: any text', async () => {
    const property = fc.asyncProperty(
      fc.array(unicodeText({ maxLength: 30 }), { minLength: 1, maxLength: 20 }),
      async texts => {
        const values = texts.map((text, index) => bound(`p${index}`, 'string', text));
        const sql = `SELECT ${values.map(({ name }) => `{${name}:String}`)}`;
        expect(await run(sql, values)).toEqual([texts]);
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  it.each([
    ['9223372036854775807', 2n ** 63n - 1n],
    ['-9223372036854775808', -(2n ** 63n)],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['0', 0n],
  ])('come back: the integer %s', async (digits, value) => {
    const rows = await run('SELECT {p:Int64}', [bound('p', 'int64', value)]);
    expect(rows.flat().map(String)).toEqual([digits]);
  });

  it.each([0.1, -0, 0, 1e308, -1.7976931348623157e308, 5e-324, 1e21, 1.1e-300, 1 / 3])(
    'come back: the number %d',
    async value => {
      const rows = await run('SELECT {p:Float64}', [bound('p', 'float64', value)]);
      expect(rows).toEqual([[value]]);
    },
  );

  it('come back: numbers that are none, apart from NULL', async () => {
    const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const named = values.map((value, index) => bound(`p${index}`, 'float64', value));
    const rows = await run('SELECT {p0:Float64}, {p1:Float64}, {p2:Float64}, NULL', named);
    expect(rows).toEqual([['nan', 'inf', '-inf', null]]);
  });

  it.each([
    '2026-01-15T10:07:00.123456Z',
    '1969-12-31T23:59:59.999999Z',
    '1970-01-01T00:00:00.000000Z',
    '1900-01-01T00:00:00.000001Z',
    '2299-12-31T23:59:59.999999Z',
  ])('come back: the instant %s', async iso => {
    const value = micros(`${iso.slice(0, 23)}Z`) + BigInt(iso.slice(23, 26));
    const sql = "SELECT toUnixTimestamp64Micro({p:DateTime64(6, 'UTC')})";
    const rows = await run(sql, [bound('p', 'timestamp', value)]);
    expect(rows.flat().map(String)).toEqual([String(value)]);
  });

  it.each(['1900-01-01', '1969-12-31', '2024-02-29', '2299-12-31'])(
    'come back: the date %s',
    async value => {
      const rows = await run('SELECT toString({p:Date32})', [bound('p', 'date', value)]);
      expect(rows).toEqual([[value]]);
    },
  );

  it('come back: truth, JSON and NULL', async () => {
    const values = [
      bound('yes', 'bool', true),
      bound('no', 'bool', false),
      bound('doc', 'json', '{"a":[1,"\\u0000"]}'),
    ];
    const sql =
      "SELECT {yes:Bool}, {no:Bool}, {doc:String}, NULL, toUInt8(1), toDecimal64('-0.5', 2)";
    expect(await run(sql, values)).toEqual([[true, false, '{"a":[1,"\\u0000"]}', null, 1, -0.5]]);
  });

  it('that no instant has are a failure, and take no place from what runs', async () => {
    const beyond = bound('p', 'timestamp', 2n ** 63n);
    for (let turn = 0; turn < 6; turn++) {
      expect(await kindOf(run('SELECT 1', [beyond], { timeoutMs: 2_000 }))).toBe('failed');
    }
    expect(await run('SELECT 1')).toEqual([[1]]);
  });

  it('that are long go in the body, short ones in the URL', async () => {
    const texts = ["it's", 'a\\b', '\t\r\n', '', '😀é', '--x\r\n', 'x'.repeat(5_000)];
    const list = { ...bound('l', 'string', ''), value: [...texts, 'é'.repeat(3_000)] };
    const sql =
      'SELECT length({l:Array(String)}), {l:Array(String)}[{p:Int64}], {n:Nullable(String)} IS NULL';
    const others = [bound('p', 'int64', 2n), { ...bound('n', 'string', ''), value: null }];
    expect(await run(sql, [list, ...others])).toEqual([[8, 'a\\b', 1]]);
    expect(last()?.hasForm).toBe(true);
    const numbers = {
      ...bound('l', 'int64', 0n),
      value: Array.from({ length: 10_000 }, (_, i) => BigInt(i)),
    };
    expect(await run('SELECT arraySum({l:Array(Int64)})', [numbers])).toEqual([[49995000]]);
    const exact = { ...bound('l', 'decimal', ''), value: ['-0.5', '9007199254740993.1', '0'] };
    const text = 'SELECT toString({l:Array(Decimal(38, 9))})';
    expect(await run(text, [exact])).toEqual([['[-0.5,9007199254740993.1,0]']]);
    for (const value of texts) {
      const long = bound('long', 'string', `${value}${'y'.repeat(5_000)}${value}`);
      expect(
        await run('SELECT {long:String}, {flag:Bool}', [long, bound('flag', 'bool', true)]),
      ).toEqual([[long.value, true]]);
      expect(last()?.hasForm).toBe(true);
    }
    await run('SELECT {p:String}', [bound('p', 'string', 'x'.repeat(3_000))]);
    expect(last()?.hasForm).toBe(false);
  });

  it('that a statement does not name are no harm, and one that it lacks is a failure', async () => {
    const extra = bound('extra', 'string', 'x');
    expect(await run('SELECT 1', [extra])).toEqual([[1]]);
    expect(await kindOf(run('SELECT {p:Nullable(String)}', [extra]))).toBe('failed');
  });
});

describe('statements', () => {
  async function rowsOf(name: string, values: Readonly<Record<string, Value>>, on = engine) {
    const endpoint = manifest.byName.get(name)?.whole();
    const compiled = endpoint?.engines['clickhouse'];
    if (endpoint === undefined || compiled === undefined) throw new Error(`no ${name}`);
    const statement = createBinder(compiled)(new Map(Object.entries(values)), NOW);
    const { rows, scannedBytes } = await on.run(statement, runLimits());
    expect(scannedBytes).toBeTypeOf('number');
    return JSON.parse(rowsWriter(endpoint.columns)(rows)) as Record<string, unknown>[];
  }

  it('of logs.all give the rows of their project, records and all', async () => {
    const rows = await rowsOf('logs.all', { project: 'abc', project_tier: 'FREE' });
    const expected = EDGE_LOGS.filter(({ project }) => project === 'abc');
    expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(rows[0]).toMatchObject({
      timestamp: '2026-01-15T10:06:59.999999Z',
      event_message: '\ufeff\0\'"`\\N\t\n😀',
      metadata: {
        request: {
          path: '/rest/v1',
          cf: { asn: 9_007_199_254_740_991, botManagement: { corporateProxy: false } },
        },
        logflare_worker: null,
      },
    });
    const bounded = {
      iso_timestamp_start: NOW - 10n * MINUTE,
      iso_timestamp_end: NOW - 4n * MINUTE,
    };
    const some = await rowsOf('logs.all', { project: 'abc', project_tier: 'PRO', ...bounded });
    expect(some.map(({ id }) => id)).toEqual(['id-04', 'id-06', 'id-08']);
    const hostile = { project: "abc' OR 1=1 --", project_tier: 'FREE' };
    expect(await rowsOf('logs.all', hostile)).toEqual([]);
  });

  it('of usage.api-counts count', async () => {
    const rows = await rowsOf('usage.api-counts', { project: '^https://abc', interval: 'hourly' });
    const totals = (name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
    expect(totals('total_rest_requests')).toBe(10);
    expect(totals('total_storage_requests')).toBe(10);
    expect(totals('total_auth_requests')).toBe(0);
  });

  it('of functions.invocation-stats compute', async () => {
    const values = { project: 'abc', function_id: 'f1', interval: '1hr' };
    const rows = await rowsOf('functions.invocation-stats', values);
    const total = (name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
    expect([total('count'), total('error_count')]).toEqual([10, 2]);
    expect(Math.max(...rows.map(row => Number(row['max_execution_time'])))).toBe(28.5);
  });

  it.each([0, 1, 2] as const)('run, or say why not, for a user of readonly = %d', async level => {
    server.confine(level);
    if (level === 1) {
      expect(await kindOf(rowsOf('logs.all', { project: 'abc', project_tier: 'FREE' }))).toBe(
        'failed',
      );
      await expect(openClickHouse(options())).rejects.toThrow('in readonly mode');
      return;
    }
    const other = await openClickHouse(options());
    const rows = await rowsOf('logs.all', { project: 'abc', project_tier: 'FREE' }, other);
    expect(rows).toHaveLength(20);
    await other.close();
  });

  it.each(['SELECT 1; SELECT 2', 'DROP TABLE edge_logs', 'SELECT nonsense', 'SELEC 1'])(
    'are refused: %s',
    async sql => {
      expect(await kindOf(run(sql))).toBe('failed');
      expect(await run('SELECT count() FROM edge_logs')).toEqual([[40]]);
    },
  );

  it('of what no statement returns are refused', async () => {
    expect(await kindOf(run('SELECT [1]'))).toBe('failed');
  });

  it('mean the same on every server: the settings go with them', async () => {
    await run('SELECT 1', [], { timeoutMs: 2_500 });
    const { settings, waitsForEnd, queryId } = last() ?? {};
    expect(settings).toMatchObject({
      readonly: '2',
      max_execution_time: '3',
      result_overflow_mode: 'throw',
      timeout_overflow_mode: 'throw',
      session_timezone: 'UTC',
      join_use_nulls: '0',
      log_comment: 'test.endpoint',
    });
    // shards would apply it to subqueries
    expect(settings).not.toHaveProperty('max_result_rows');
    expect(waitsForEnd).toBe(true);
    expect(queryId).toMatch(/^req_1-[\da-f-]{36}$/);
    const label = { endpoint: 'x', request: "a'; --\n\\😀b" };
    await run('SELECT 1', [], { label });
    expect(last()?.queryId).toMatch(/^a--b-[\da-f-]{36}$/);
  });
});

describe('limits', () => {
  it.each([0, 1, 5, 9_999])('%d rows are read and no more', async maxRows => {
    const rows = await run('SELECT toInt32(number) FROM numbers(10000)', [], { maxRows });
    expect(rows.map(([value]) => value)).toEqual(Array.from({ length: maxRows }, (_, i) => i));
  });

  it('leave what a statement reads inside itself whole', async () => {
    const sql = `WITH groups AS (SELECT number % 3000 AS k, count() AS c FROM numbers(300000) GROUP BY k)
      SELECT toInt32(count()), toInt32(sum(c)) FROM groups`;
    expect(await run(sql, [], { maxRows: 1 })).toEqual([[3_000, 300_000]]);
  });

  it('of bytes end a result that takes more, of many rows or of one', async () => {
    const many = "SELECT repeat('x', 1000) FROM numbers(100)";
    expect(await kindOf(run(many, [], { maxBytes: 99_999 }))).toBe('too_large');
    expect(await run(many, [], { maxBytes: 100_000 })).toHaveLength(100);
    const one = "SELECT repeat('\\0', 1000000)";
    expect(await kindOf(run(one, [], { maxBytes: 1_000 }))).toBe('too_large');
    expect(await run(one, [], { maxBytes: 1_000_000 })).toEqual([['\0'.repeat(1e6)]]);
  });

  it('of time end a query that hangs, and kill it', async () => {
    server.fail({ kind: 'hang' });
    expect(await kindOf(run('SELECT 1', [], { timeoutMs: 1_000 }))).toBe('timeout');
    const asked = last();
    await expect.poll(() => [asked?.left, asked?.killed]).toEqual([true, true]);
    expect(await run('SELECT 2')).toEqual([[2]]);
  });

  it.each([0, 0.5])('of time end an answer that stalls, %d of it sent', async keep => {
    server.fail({ kind: 'stall', keep });
    expect(await kindOf(run('SELECT number FROM numbers(9)', [], { timeoutMs: 1_000 }))).toBe(
      'timeout',
    );
    const asked = last();
    await expect.poll(() => [asked?.left, asked?.killed]).toEqual([true, true]);
  });

  it('of bytes end a row that never ends', async () => {
    async function* endless() {
      for (;;) yield Buffer.alloc(65_536, 'x');
    }
    const reading = readLines(endless(), { maxRows: 1, maxBytes: 1e6, sentRows: null });
    expect(await kindOf(reading)).toBe('too_large');
  });

  it('end a query for which nobody waits, and kill it', async () => {
    server.fail({ kind: 'hang' });
    const before = server.requests.length;
    const controller = new AbortController();
    const running = kindOf(run('SELECT 1', [], { signal: controller.signal }));
    await expect.poll(() => server.requests.length).toBe(before + 1);
    controller.abort();
    expect(await running).toBe('cancelled');
    await expect.poll(() => server.kills).toContain(last()?.queryId);
    await expect.poll(() => last()?.left).toBe(true);
    expect(await kindOf(run('SELECT 1', [], { signal: controller.signal }))).toBe('cancelled');
  });

  it('let only so many run, the rest waits or gives up', async () => {
    const other = await openClickHouse({ ...options(), concurrency: 2 });
    server.fail({ kind: 'hang' }, { kind: 'hang' });
    const controller = new AbortController();
    const ask = (rest = {}) => kindOf(other.run({ sql: 'SELECT 1', values: [] }, runLimits(rest)));
    const before = server.requests.length;
    const hanging = [1, 2].map(() => ask({ signal: controller.signal }));
    await expect.poll(() => server.requests.length).toBe(before + 2);
    expect(await ask({ timeoutMs: 100 })).toBe('timeout');
    expect(await missingIn(other, [['edge_logs']])).toEqual([]);
    const waiting = ask();
    controller.abort();
    expect(await Promise.all(hanging)).toEqual(['cancelled', 'cancelled']);
    expect(await waiting).toBe('ran');
    await other.close();
  });
});

describe('faults', () => {
  const SQL = 'SELECT number, toString(number) FROM numbers(999)';
  const overflow = (of: string) =>
    ({
      kind: 'status',
      status: 500,
      body: `Code: 407. DB::Exception: Decimal ${of} overflow: while executing 'FUNCTION f(x)'. (DECIMAL_OVERFLOW)`,
    }) as const;
  const HTML = '<html><h1>Bad gateway</h1></html>';
  const late = (code: number, framed: boolean, keep = 0.5): Fault => ({
    kind: 'late error',
    code,
    framed,
    keep,
  });
  const FAULTS: readonly (readonly [string, Fault, string])[] = [
    ['a reset, twice', { kind: 'reset' }, 'unavailable'],
    ['bytes that are no HTTP', { kind: 'noise' }, 'failed'],
    ['a page in place of rows', { kind: 'status', status: 200, body: HTML }, 'failed'],
    ['JSON in place of rows', { kind: 'status', status: 200, body: '{"data":[]}\n' }, 'failed'],
    ['nothing in place of rows', { kind: 'status', status: 200, body: '' }, 'failed'],
    [
      'rows of another width',
      { kind: 'status', status: 200, body: '["a","b"]\n["Code: 241. DB::Exception: x"]\n' },
      'exhausted',
    ],
    [
      'an error of another server of its cluster',
      {
        kind: 'status',
        status: 500,
        body: 'Code: 36. DB::Exception: On [host:9000]: Code: 159. DB::Exception: Timeout. (TIMEOUT_EXCEEDED)',
      },
      'timeout',
    ],
    ['500 as a page', { kind: 'status', status: 500, body: HTML }, 'failed'],
    ['a redirect', { kind: 'status', status: 302, body: '' }, 'failed'],
    ['502', { kind: 'status', status: 502, body: HTML }, 'unavailable'],
    ['503', { kind: 'status', status: 503, body: '' }, 'unavailable'],
    ['504', { kind: 'status', status: 504, body: HTML }, 'timeout'],
    ['no such table', { kind: 'error', code: 60 }, 'unavailable'],
    ['no such database', { kind: 'error', code: 81 }, 'unavailable'],
    ['too many queries', { kind: 'error', code: 202 }, 'unavailable'],
    ['too many queries, as 503', { kind: 'error', code: 202, status: 503 }, 'unavailable'],
    ['a wrong password', { kind: 'error', code: 516 }, 'unavailable'],
    ['its own time limit', { kind: 'error', code: 159 }, 'timeout'],
    ['an expected time beyond the limit', { kind: 'error', code: 160 }, 'timeout'],
    ['a result beyond its limit', { kind: 'error', code: 396 }, 'too_large'],
    ['more to read than it may', { kind: 'error', code: 307 }, 'exhausted'],
    ['no memory', { kind: 'error', code: 241 }, 'exhausted'],
    ['a value that no cast takes', { kind: 'error', code: 70 }, 'unconvertible'],
    ['a number that no decimal holds', overflow('convert'), 'unconvertible'],
    ['a product that no decimal holds', overflow('math'), 'failed'],
    [
      'an error under the status of success',
      { kind: 'error', code: 241, status: 200 },
      'exhausted',
    ],
    ['a cut before all', { kind: 'cut', keep: 0, end: 'reset' }, 'failed'],
    ['a cut within rows', { kind: 'cut', keep: 0.5, end: 'reset' }, 'failed'],
    ['a cut after the last row', { kind: 'cut', keep: 1, end: 'reset' }, 'failed'],
    ['an end within rows', { kind: 'cut', keep: 0.5, end: 'clean' }, 'failed'],
    ['a late error', late(241, false), 'exhausted'],
    ['a late error in its frame', late(241, true), 'exhausted'],
    ['a late error after all rows', late(241, false, 1), 'exhausted'],
    ['a late time-out', late(159, false), 'timeout'],
    ['a late time-out in its frame', late(159, true), 'timeout'],
    ['a late time-out before the first row', late(159, false, 0), 'timeout'],
  ];

  it.each(FAULTS)('%s: never rows, and well again at once', async (_, fault, kind) => {
    server.failEach(() => fault);
    expect(await kindOf(run(SQL))).toBe(kind);
    expect(await Promise.all([1, 2, 3].map(() => kindOf(run(SQL))))).toEqual([kind, kind, kind]);
    server.failEach(() => null);
    expect(await run(SQL)).toHaveLength(999);
  });

  it('of any place where an answer ends: all rows or a failure', async () => {
    const ends = Array.from({ length: 60 }, (_, index) => index / 60);
    for (const keep of ends) {
      server.fail({ kind: 'cut', keep, end: 'clean' });
      expect(await kindOf(run('SELECT number FROM numbers(10)'))).toBe('failed');
    }
  });

  it('of an answer whose rows nobody counted: the last line has its end', async () => {
    async function* answer(text: string) {
      yield Buffer.from(text);
    }
    const read = (text: string) =>
      readLines(answer(text), { maxRows: 9, maxBytes: 99, sentRows: null });
    expect(await read('["a"]\n["b"]\n')).toEqual([['b']]);
    await expect(read('["a"]\n["b"]')).rejects.toThrow('broken');
  });

  it('are told to nobody but the caller', async () => {
    const told = (['debug', 'log', 'info', 'warn', 'error'] as const).map(name =>
      vi.spyOn(console, name),
    );
    server.fail({ kind: 'reset' }, { kind: 'reset' }, { kind: 'noise' });
    expect(await kindOf(run(SQL))).toBe('unavailable');
    expect(await kindOf(run(SQL))).toBe('failed');
    for (const spy of told) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  it('whose text never ends are cut', async () => {
    const endless = createServer((_, response) => {
      response.writeHead(500);
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => clearInterval(timer));
    });
    await new Promise<void>(resolve => endless.listen(0, '127.0.0.1', resolve));
    const { port } = endless.address() as AddressInfo;
    const opening = openClickHouse({ ...options(), url: `http://127.0.0.1:${port}` });
    await expect(opening).rejects.toThrow(/^x{16384}$/);
    endless.closeAllConnections();
    endless.close();
  });

  it('in one column of texts are not taken for rows', async () => {
    server.fail(late(241, false), late(241, true));
    const texts = "SELECT 'Code: 1. DB::Exception: x' FROM numbers(100)";
    expect(await kindOf(run(texts))).toBe('exhausted');
    expect(await kindOf(run(texts))).toBe('exhausted');
    expect(await run(texts)).toHaveLength(100);
  });

  it('behind the last row that is wanted take nothing from the rows', async () => {
    server.fail(late(241, true, 1));
    expect(await run(SQL, [], { maxRows: 100 })).toHaveLength(100);
  });

  it.each([
    ['ECONNREFUSED', 'unavailable'],
    ['ENOTFOUND', 'unavailable'],
    ['EAI_AGAIN', 'unavailable'],
    ['CERT_HAS_EXPIRED', 'unavailable'],
    ['HPE_INVALID_CONSTANT', 'failed'],
  ])('of sockets and names have a kind: %s', (code, kind) => {
    const cause = Object.assign(new Error('no'), { code });
    expect(wrapClickHouseError(cause)).toMatchObject({ kind, message: 'no', cause });
    expect(wrapClickHouseError(new Error('no')).kind).toBe('failed');
  });

  it('of a name with several addresses are told', () => {
    const cause = new AggregateError([new Error('connect ::1'), new Error('connect 127.0.0.1')]);
    expect(wrapClickHouseError(cause).message).toBe('connect ::1; connect 127.0.0.1');
  });

  it('tell the operator what the server said', async () => {
    server.fail({ kind: 'error', code: 241 });
    await expect(run(SQL)).rejects.toThrow('Code: 241. DB::Exception: as the test wants it');
    server.fail(late(241, true));
    await expect(run(SQL)).rejects.toThrow('Code: 241. DB::Exception: as the test wants it');
    server.fail({ kind: 'status', status: 500, body: 'x'.repeat(1e6) });
    const message = await run(SQL).catch((failure: Error) => failure.message);
    expect(String(message).length).toBeLessThan(20_000);
  });

  it('that are one reset are not noticed, and the query has another identifier', async () => {
    const before = server.requests.length;
    server.fail({ kind: 'reset' });
    expect(await run('SELECT 5')).toEqual([[5]]);
    const [first, second] = server.requests.slice(before).map(({ queryId }) => queryId);
    expect(server.requests).toHaveLength(before + 2);
    expect(first).not.toBe(second);
  });

  it('that begin to answer are not asked again', async () => {
    const before = server.requests.length;
    server.fail({ kind: 'cut', keep: 0.5, end: 'reset' });
    expect(await kindOf(run(SQL))).toBe('failed');
    expect(server.requests).toHaveLength(before + 1);
  });

  it('that are slowness alone are waited for', async () => {
    server.fail({ kind: 'slow', ms: 100 });
    expect(await run('SELECT 1')).toEqual([[1]]);
  });

  it('in three of ten runs at once leave the others whole', async () => {
    const kinds = FAULTS.map(([, fault]) => fault);
    let asked = 0;
    server.failEach(() => {
      asked += 1;
      return asked % 10 < 3 ? (kinds[asked % kinds.length] ?? null) : null;
    });
    const all = Array.from({ length: 150 }, (_, index) =>
      run(`SELECT toInt32(number + ${index}) FROM numbers(50)`).then(
        rows => rows.map(([cell]) => Number(cell) - index),
        failure => failure.kind,
      ),
    );
    const outcomes = await Promise.all(all);
    const rows = outcomes.filter(outcome => Array.isArray(outcome));
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.length).toBeLessThan(150);
    const whole = Array.from({ length: 50 }, (_, index) => index);
    expect(rows.every(row => row.join() === whole.join())).toBe(true);
    const kindsSeen = new Set(outcomes.filter(outcome => !Array.isArray(outcome)));
    const kindsMade = 'exhausted failed timeout too_large unavailable unconvertible';
    expect([...kindsSeen].sort().join(' ')).toBe(kindsMade);
  });
});

describe('the connection', () => {
  it('is used again by statement after statement, cut-off ones too', async () => {
    await run('SELECT 1');
    const before = server.connections();
    for (let turn = 0; turn < 20; turn++) {
      await run('SELECT 1');
      await run('SELECT number FROM numbers(101)', [], { maxRows: 100 });
    }
    // One that was idle for too long on a busy machine is left for another.
    expect(server.connections() - before).toBeLessThan(10);
  });

  it('tells which tables are missing', async () => {
    await server.command('CREATE TABLE `a ``\\\\b` (x Int64) ENGINE = Memory');
    const tables = [
      ['edge_logs'],
      ['loaded', 'edge_logs'],
      ['a `\\b'],
      ['none'],
      ['none', 'edge_logs'],
      ['x`; DROP TABLE edge_logs; --'],
      ['a', 'b', 'c'],
    ];
    expect(await missingIn(engine, tables)).toEqual([
      'none',
      'none.edge_logs',
      'x`; DROP TABLE edge_logs; --',
      'a.b.c',
    ]);
    server.fail({ kind: 'error', code: 497 });
    expect(await missingIn(engine, [['edge_logs']])).toEqual(['edge_logs']);
    server.failEach(() => ({ kind: 'status', status: 503, body: '' }));
    expect(await kindOf(engine.missing([['edge_logs']]))).toBe('unavailable');
  });

  it('explains a statement, with an estimate where there is one', async () => {
    const value: BoundValue = { name: 'p', scalar: 'int64', value: 90_000n };
    await server.command('CREATE TABLE tree (a Int64) ENGINE = MergeTree ORDER BY a');
    await server.command('INSERT INTO tree SELECT number FROM numbers(100000)');
    const sql = 'SELECT a FROM tree WHERE a > {p:Int64}';
    const told = await engine.explain({ sql, values: [value] }, runLimits());
    expect(told).toMatch(/ReadFromMergeTree[\s\S]*PrimaryKey[\s\S]*\nloaded tree 1 \d+ \d+$/);
    const bare = await engine.explain({ sql: 'SELECT 1', values: [] }, runLimits());
    expect(bare).not.toContain('marks');
    server.fail({ kind: 'slow', ms: 0 }, { kind: 'error', code: 48 });
    expect(await engine.explain({ sql, values: [value] }, runLimits())).toContain('PrimaryKey');
    server.fail({ kind: 'slow', ms: 0 }, { kind: 'hang' });
    const slow = { ...runLimits(), timeoutMs: 3_000 };
    expect(await kindOf(engine.explain({ sql, values: [value] }, slow))).toBe('timeout');
    expect(await kindOf(engine.explain({ sql: 'SELECT x', values: [] }, runLimits()))).toBe(
      'failed',
    );
  });

  it('asks the next of several servers for what one refuses to do, not for what it finds wrong', async () => {
    const both = await openClickHouse({ ...options(), url: [server.url, server.url] });
    const asked = async (sql: string, ...faults: readonly Fault[]) => {
      server.fail(...faults);
      const before = server.requests.length;
      const told = await both.run({ sql, values: [] }, runLimits()).then(
        ({ rows }) => rows[0],
        ({ kind }) => kind,
      );
      return [told, server.requests.length - before];
    };
    const down: Fault = { kind: 'status', status: 503, body: '' };
    expect(await asked('SELECT 1')).toEqual([[1], 1]);
    expect(await asked('SELECT 1', down)).toEqual([[1], 2]);
    expect(await asked('SELECT 1', { kind: 'error', code: 202 })).toEqual([[1], 2]);
    expect(await asked('SELECT 1', down, down)).toEqual(['unavailable', 2]);
    expect(await asked('SELECT nonsense')).toEqual(['failed', 1]);
    expect(await asked('SELECT 1 FROM none')).toEqual(['unavailable', 1]);
    expect(await asked('SELECT 1', { kind: 'error', code: 241 })).toEqual(['exhausted', 1]);
    await both.close();
    const one = await openClickHouse({ ...options(), url: ['http://127.0.0.1:1', server.url] });
    expect(await missingIn(one, [['edge_logs'], ['none']])).toEqual(['none']);
    await one.close();
  });

  it('opens on another server if the first one says nothing, and stays there', async () => {
    let count = 0;
    const silent = createServer(() => {
      count += 1;
    });
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const both = await openClickHouse({
      ...options(),
      url: [`http://127.0.0.1:${port}`, server.url],
    });
    expect(count).toBeGreaterThan(0);
    const before = count;
    expect((await both.run({ sql: 'SELECT 1', values: [] }, runLimits())).rows).toEqual([[1]]);
    expect(count).toBe(before);
    await both.close();
    silent.closeAllConnections();
    silent.close();
  });

  it('is not there: nobody listens, the password is wrong, another answers', async () => {
    const opened = (rest: object) => kindOf(openClickHouse({ ...options(), ...rest }));
    // Nobody listens on port 1.
    expect(await opened({ url: 'http://127.0.0.1:1' })).toBe('unavailable');
    expect(await opened({ url: 'ftp://127.0.0.1' })).toBe('unavailable');
    expect(await opened({ password: 'wrong' })).toBe('unavailable');
    expect(await opened({ database: 'none' })).toBe('unavailable');
    server.fail({ kind: 'status', status: 200, body: '<html>' });
    expect(await opened({})).toBe('unavailable');
  });

  it('cannot be had without its library', async () => {
    const load = () => Promise.reject(new Error('Cannot find package'));
    const opening = openClickHouse(options(), load);
    await expect(opening).rejects.toThrow('npm install @clickhouse/client');
    expect(await kindOf(opening)).toBe('unavailable');
  });

  it('is given up with what runs on it when it is closed', async () => {
    const other = await openClickHouse(options());
    server.fail({ kind: 'hang' });
    const before = server.requests.length;
    const running = kindOf(other.run({ sql: 'SELECT 1', values: [] }, runLimits()));
    await expect.poll(() => server.requests.length).toBe(before + 1);
    const asked = last();
    await other.close();
    expect(await running).toBe('unavailable');
    await expect.poll(() => asked?.left).toBe(true);
    expect(await kindOf(other.run({ sql: 'SELECT 1', values: [] }, runLimits()))).toBe(
      'unavailable',
    );
    expect(await kindOf(other.missing([['edge_logs']]))).toBe('unavailable');
    expect(server.requests).toHaveLength(before + 1);
    if (asked !== undefined) asked.killed = true;
  });
});

describe('the test server', () => {
  const ask = (search: Record<string, string>, rest: RequestInit = {}) => {
    const login = { user: server.username, password: server.password };
    const all = new URLSearchParams({ ...login, database: server.database, ...search });
    return fetch(`${server.url}/?${all}`, { method: 'POST', ...rest });
  };

  it('answers a ping and queries in the URL, in its own format', async () => {
    expect(await (await fetch(`${server.url}/ping`)).text()).toBe('Ok.\n');
    const answer = await ask({ query: "SELECT 1, 'a\\tb'" }, { method: 'GET' });
    expect(await answer.text()).toBe('1\ta\\tb\n');
    expect(answer.headers.get('X-ClickHouse-Timezone')).toBe('UTC');
  });

  it('reads and writes gzip', async () => {
    const packed = { body: gzipSync('SELECT 1'), headers: { 'Content-Encoding': 'gzip' } };
    const answer = await ask({ enable_http_compression: '1' }, packed);
    expect(answer.headers.get('Content-Encoding')).toBe('gzip');
    expect(await answer.text()).toBe('1\n');
  });

  it.each([
    ['SELECT 1; SELECT 2', 400, '62'],
    ['SELECT {p:Nullable(String)}', 400, '456'],
    ['SELECT nonsense', 404, '47'],
    ['SELECT 1 FROM none', 404, '60'],
    ['SELECT throwIf(1)', 500, '395'],
  ])('refuses as ClickHouse does: %s', async (query, status, code) => {
    const answer = await ask({ query });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('X-ClickHouse-Exception-Code')).toBe(code);
    expect(await answer.text()).toMatch(`Code: ${code}. DB::Exception: `);
    expect(await (await ask({ query: 'SELECT 1;' })).text()).toBe('1\n');
  });

  it('applies settings to one query alone', async () => {
    const query = "SELECT getSetting('join_use_nulls')";
    expect(await (await ask({ query, join_use_nulls: '1' })).text()).toBe('true\n');
    expect(await (await ask({ query })).text()).toBe('false\n');
    expect((await ask({ query, nonsense: '1' })).status).toBe(404);
    expect(await (await ask({ query })).text()).toBe('false\n');
  });
});
