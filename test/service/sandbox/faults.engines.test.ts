/** Statements whose values, names or depth no answer can have: 400s, while endpoints without a statement keep their 500s. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, rowsOf, type Site } from './site.ts';

/** A busy machine takes long. */
const PATIENT = { timeout: '120s' };

/** A tenant's own row with a number that no JSON number can hold. */
const LARGE = 2n ** 60n;
const ROWS = rowsOf(['one'], 3, 0);
const [first = {}, ...rest] = ROWS['edge_logs'] ?? [];
const WITH_LARGE = { ...ROWS, edge_logs: [{ ...first, amount: LARGE }, ...rest] };

const CODES: readonly (readonly [sql: string, code: string, detail: string | RegExp])[] = [
  [
    'SELECT 9007199254740993 AS n',
    'unsafe_integer',
    /^`n` contains an integer beyond 2\^53-1\. Cast/,
  ],
  ['SELECT id, -9223372036854775808 AS `a b` FROM edge_logs', 'unsafe_integer', /^`a b` contains/],
  ['SELECT amount FROM edge_logs', 'unsafe_integer', /^`amount` contains/],
  [
    'SELECT RPAD(a.id, 10000) AS x FROM edge_logs a CROSS JOIN edge_logs b CROSS JOIN edge_logs c',
    'result_too_large',
    'The rows take more bytes than an answer may have.',
  ],
  ['SELECT id AS `\\x00` FROM edge_logs', 'invalid_parameter', /A name with NUL is not supported/],
  [
    'SELECT id AS `a\\u0000b` FROM edge_logs',
    'invalid_parameter',
    /A name with NUL is not supported/,
  ],
  [
    "SELECT SUM(NUMERIC '99999999999999999999999999999') AS x FROM edge_logs",
    'invalid_parameter',
    /out of the range of its type|contains a value that is not a decimal/,
  ],
  [
    `SELECT ${'('.repeat(99)}amount${' + 1)'.repeat(99)} AS x FROM edge_logs`,
    'invalid_parameter',
    /nested too deeply/,
  ],
];

const NAMED = CODES.map(([sql, ...of]) => [sql.slice(0, 60), sql, ...of] as const);

describe.each(['duckdb', 'clickhouse'])('in a sandbox on %s', engine => {
  let site: Site;
  beforeAll(async () => {
    const service = { ...PATIENT, max_bytes: '100KiB' };
    site = await openSite(engine, WITH_LARGE, { service });
  });
  afterAll(() => site.close());

  test.each(NAMED)('%s… is a 400', async (_, sql, code, detail) => {
    const { status, body, text } = await site.ask(sql);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.detail).toMatch(detail);
    expect(JSON.parse(text).parameters).toEqual([{ name: 'sql', message: body.detail }]);
  });

  test('the cast that `unsafe_integer` names helps', async () => {
    const { body } = await site.ask(
      'SELECT CAST(amount AS STRING) AS n FROM edge_logs WHERE id = "one-0"',
    );
    expect(body.result).toEqual([{ n: String(LARGE) }]);
  });

  test('sixty calls inside of each other, forty quotients by a column and a sum of ten floats are answered', async () => {
    const nested = `SELECT ${'SAFE_DIVIDE('.repeat(60)}ratio${', 2)'.repeat(60)} AS x FROM edge_logs WHERE id = 'one-0'`;
    expect((await site.ask(nested)).body.result).toEqual([{ x: 0 }]);
    const quotients = `SELECT ${'('.repeat(40)}ratio${' / ratio)'.repeat(40)} AS x FROM edge_logs WHERE id = 'one-2'`;
    expect((await site.ask(quotients)).body.result).toEqual([{ x: 1 }]);
    const sum = `SELECT ${Array.from({ length: 10 }, () => 'ratio').join(' + ')} AS x FROM edge_logs WHERE id = 'one-1'`;
    expect((await site.ask(sum)).body.result).toEqual([{ x: 5 }]);
  });

  test('an endpoint that is asked without a statement keeps its 500', async () => {
    const { status, body } = await site.ask(null, { endpoint: 'logs.plain' });
    expect([status, body.code]).toEqual([500, 'unsafe_integer']);
  });
});

test('a time beyond the range of answers is a 400 with its column, where a table can hold one', async () => {
  const late = { ...first, timestamp: 400_000_000_000_000_000n };
  const site = await openSite('duckdb', { ...ROWS, edge_logs: [late] }, { service: PATIENT });
  const { status, body } = await site.ask('SELECT timestamp AS moment FROM edge_logs');
  expect([status, body.code]).toEqual([400, 'invalid_parameter']);
  expect(body.detail).toBe('`moment` contains a value that is not between the years 1 and 9999.');
  // the log has the fault, and not the value
  const failures = () => site.served.lines().map(({ failure }) => failure);
  const told = '`moment` contains a value that is not between the years 1 and 9999';
  await expect.poll(failures).toContain(told);
  await site.close();
});
