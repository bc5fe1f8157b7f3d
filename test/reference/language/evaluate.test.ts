import { describe, expect, test } from 'vitest';
import { instant, parseDate, parseTimestamp, sortOrder, truncate, type Value } from '../values.ts';
import { isApproxQuantile, nearestRank } from './aggregates.ts';
import { evaluate, type Row, recordValue } from './evaluate.ts';
import { UNITS } from './syntax.ts';
import { type Column, read, readValue, type Scope } from './typing.ts';

const NOW = instant('2026-01-15T10:07:30.5Z');
const ROW: Row = {
  id: 'a',
  timestamp: instant('2026-01-15T10:06:59.999999Z'),
  path: '/storage/rest/auth',
  method: 'GET',
  code: '404',
  status: 404n,
  bytes: 7,
  duration: 2.5,
  ok: true,
  born: '2000-02-29',
  interval: 3n,
  'strange name': 's',
  metadata: [
    {
      ref: 'r',
      request: [
        { host: 'h', port: 443 },
        { host: 'other', port: 1 },
      ],
    },
  ],
};

const column = (name: string, type: Column['type'], more: Partial<Column> = {}): Column => ({
  name,
  type,
  ...more,
});
const COLUMNS: readonly Column[] = [
  column('id', 'string'),
  column('timestamp', 'timestamp'),
  column('at', 'timestamp'),
  column('born', 'date'),
  column('path', 'string'),
  column('method', 'string'),
  column('user', 'string'),
  column('code', 'string'),
  column('status', 'int64'),
  column('bytes', 'int64'),
  column('duration', 'float64'),
  column('ok', 'bool'),
  column('interval', 'int64'),
  column('strange name', 'string'),
  column('project', 'string', { is: ['host'] }),
  column('host', 'string', { is: ['metadata', 'request', 'host'] }),
  column('metadata', 'record', {
    fields: [
      column('ref', 'string'),
      column('request', 'record', { fields: [column('host', 'string'), column('port', 'int64')] }),
    ],
  }),
  column('trace', 'record', { fields: [column('id', 'string')] }),
];
const SCOPE: Scope = {
  columns: COLUMNS,
  params: new Map([
    ['least', 'int64'],
    ['pattern', 'string'],
    ['maybe', 'string'],
  ]),
};

function evaluated(
  text: string,
  row: Row = ROW,
  params: Readonly<Record<string, Value>> = {},
): Value {
  return evaluate(readValue(text, SCOPE), {
    now: NOW,
    params: new Map(Object.entries(params)),
    row,
  });
}

describe('values of expressions', () => {
  test.each<readonly [text: string, value: Value]>([
    // NULL and the three values of a condition
    ['ok and null', null],
    ['not ok and null', false],
    ['ok or null', true],
    ['not ok or null', null],
    ['user = user', null],
    ['user is null', true],
    ['status in (1, null)', null],
    ['status in (404, null)', true],
    ['status not in (1, null)', null],
    ['status not in (1, 2)', true],
    ['status between 404 and 500', true],
    ['1 between null and 0', false],
    ['1 between null and 2', null],
    ["if(user = 'a', 1, 2)", 2n],
    ['coalesce(null, status, 1)', 404n],
    ['nullif(status, 404)', null],
    ['nullif(status, null)', 404n],
    // numbers
    ['7 / 2', 3.5],
    ['1 / 0', null],
    ['0.0 / 0', null],
    ['bytes * 2 - 1', 13n],
    ['bytes + 0.5', 7.5],
    ['-bytes', -7n],
    ['abs(-3)', 3n],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(0.49999999999999994)', 0],
    ['floor(-1.5)', -2],
    ['ceil(1.2)', 2],
    ['status >= 404.5', false],
    ['9007199254740993 + 0', 9007199254740993n],
    // texts
    ["contains(path, '/rest') and contains(path, '/auth')", true],
    ["contains(path, '/REST')", false],
    ["contains(path, '')", true],
    ["starts_with(path, '/st') and ends_with(path, 'th')", true],
    ["matches(path, 'rest')", true],
    ["matches(path, '^rest')", false],
    [String.raw`matches('a\nb', 'a.b')`, false],
    [String.raw`matches('a\nb', '(?s)a.b')`, true],
    ["matches(user, 'x')", null],
    [String.raw`length('e\u0301😀')`, 3n],
    ["lower('AbC') = 'abc' and upper('aBc') = 'ABC'", true],
    ["concat(method, ' ', path)", 'GET /storage/rest/auth'],
    ['concat(method, user)', null],
    [String.raw`'\uFF5E' < '\U0001F600'`, true],
    // casts
    ['cast_int64(code)', 404n],
    ["cast_int64('1.9')", null],
    ["cast_int64('9223372036854775808')", null],
    ["cast_int64('+5')", 5n],
    ['cast_int64(2.5)', 3n],
    ['cast_int64(-2.5)', -3n],
    ['cast_int64(1e300)', null],
    ['cast_int64(ok)', 1n],
    ["cast_float64('1e3')", 1000],
    ["cast_float64('x')", null],
    ["cast_float64('1e999')", null],
    ['cast_float64(bytes)', 7],
    ['cast_string(status)', '404'],
    ['cast_string(ok)', 'true'],
    ['cast_string(born)', '2000-02-29'],
    ["cast_timestamp('2026-01-15 10:07')", instant('2026-01-15T10:07:00Z')],
    ["cast_timestamp('2026-02-30')", null],
    ["cast_timestamp('now')", null],
    // time
    ['now()', NOW],
    ['trunc(timestamp, minute)', instant('2026-01-15T10:06:00Z')],
    ['trunc(timestamp, week)', instant('2026-01-12T00:00:00Z')],
    ['trunc(timestamp, interval 5 minute)', instant('2026-01-15T10:05:00Z')],
    ["trunc('1969-12-31T23:59:59.999999Z', hour)", instant('1969-12-31T23:00:00Z')],
    ["trunc('1969-12-31', week)", instant('1969-12-29')],
    ['now() - interval 90 second', NOW - 90_000_000n],
    ['trunc(at, day)', null],
    // how texts are read
    ['1 + 2 * 3 - 4 / 2', 5],
    ['10 - 3 - 2', 5n],
    ['- -2', 2n],
    ['not false and false', false],
    ['not (false and false)', true],
    ['true or true and false', true],
    ['.25 + 3. + 1e1', 13.25],
    ['NULL IS NOT NULL', false],
    [String.raw`"it's \x41\u00e9\U0001F600\n" = 'it\'s A\u00E9😀\n'`, true],
    [String.raw`length(r'\d\'')`, 4n],
    ['`strange name`', 's'],
    ['interval + 1', 4n],
    ['-9223372036854775808', -9223372036854775808n],
    // types that come together
    ['coalesce(null, status, 0.5)', 404],
    ['if(ok, 1, 2.5)', 1],
    ['if(ok, 9007199254740993, 0.5)', 9007199254740992],
    ['9007199254740993 = 9007199254740992.0', true],
    ["coalesce(at, '2026-01-15')", instant('2026-01-15')],
    ["born < '2000-03-01'", true],
    ["timestamp in ('2026-01-15', '2026-01-15T10:06:59.999999Z')", true],
    // records
    ['metadata.request.port', 443n],
    ['project', 'h'],
    ['metadata is null', false],
    ['trace is null', true],
  ])('%s', (text, value) => {
    expect(evaluated(text)).toEqual(value);
  });

  test.each([
    "status = '404'",
    'timestamp = status',
    "at < 'yesterday'",
    'nothing = 1',
    'metadata',
    'f(1)',
    '1 +',
    '(1',
    'status = 1 = 1',
    'interval 5 minute',
    'now() + interval 5 fortnight',
    '@other',
  ])('%s means nothing', text => {
    expect(() => evaluated(text)).toThrow();
  });

  test('records: objects or arrays, of which the first element counts', () => {
    for (const metadata of [{ request: { host: 'h' } }, [{ request: [{ host: 'h' }] }, {}]]) {
      expect(evaluated('metadata.request.host', { metadata })).toBe('h');
    }
    for (const metadata of [null, undefined, [], [null], {}, { request: null }, { request: [] }]) {
      expect(evaluated('metadata.request.host', { metadata })).toBeNull();
      expect(evaluated('metadata is null', { metadata })).toBe(true);
    }
  });

  test('parameters', () => {
    expect(evaluated('status > @least', ROW, { least: 403n })).toBe(true);
    expect(evaluated('matches(path, @pattern)', ROW, { pattern: 'r.st' })).toBe(true);
    expect(() => evaluated('path = @maybe', ROW, { maybe: null })).toThrow('absent');
  });

  test('a whole record holds its declared fields, and is null where all of them are', () => {
    const record = (row: Row) => {
      const term = read('metadata', SCOPE);
      if (term.kind !== 'record') throw new Error('a record was named');
      return recordValue(term, { now: NOW, params: new Map(), row });
    };
    expect(record(ROW)).toEqual({ ref: 'r', request: { host: 'h', port: 443n } });
    expect(record({ metadata: { ref: 'r', more: 1 } })).toEqual({ ref: 'r', request: null });
    expect(record({ metadata: [{ request: {} }] })).toBeNull();
  });
});

describe('steps', () => {
  test.each(Object.entries(UNITS))(
    '%s: the start is at or before, less than a step away, and its own start',
    (_, step) => {
      for (const text of [
        '1900-01-01',
        '1969-12-31T23:59:59.999999',
        '1970-01-01',
        '2026-01-15T10:07',
      ]) {
        const at = instant(text);
        const start = truncate(at, step);
        expect(start <= at && at < start + step && truncate(start, step) === start).toBe(true);
      }
    },
  );

  test('weeks start on Monday', () => {
    const week = UNITS['week'] ?? 0n;
    const start = truncate(instant('2026-01-18T23:59:59.999999'), week);
    expect(new Date(Number(start / 1000n)).getUTCDay()).toBe(1);
    expect(truncate(instant('2026-01-19'), week)).toBe(instant('2026-01-19'));
  });
});

describe('quantiles', () => {
  const rank = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

  test.each([
    [[10, 20], rank(95n, 100n), 20],
    [upTo(100), rank(95n, 100n), 95],
    [upTo(100), rank(1n, 2n), 50],
    [upTo(20), rank(19n, 20n), 19],
    [upTo(3), rank(0n, 1n), 1],
    [upTo(3), rank(1n, 1n), 3],
    [[], rank(1n, 2n), null],
  ])('of %j', (values, p, value) => {
    expect(nearestRank(values, p)).toBe(value);
  });

  test('what an approximate one may answer', () => {
    const p = rank(95n, 100n);
    const values = upTo(1000);
    const tried = values.filter(value => value > 900 || value % 100 === 0);
    const allowed = tried.filter(value => isApproxQuantile(values, p, value));
    expect([allowed[0], allowed.at(-1)]).toEqual([940, 961]);
    expect(isApproxQuantile([1, 2], p, 2)).toBe(true);
    expect(isApproxQuantile([1, 2], p, 1)).toBe(false);
    expect(isApproxQuantile([1, 2], p, 1.9)).toBe(false);
    expect([isApproxQuantile([null], p, null), isApproxQuantile([1], p, null)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('order', () => {
  test('NULLs come first ascending and last descending', () => {
    const values: Value[] = [2n, null, 1n];
    const sorted = (descending: boolean) => [...values].sort((a, b) => sortOrder(a, b, descending));
    expect([sorted(false), sorted(true)]).toEqual([
      [null, 1n, 2n],
      [2n, 1n, null],
    ]);
  });
});

describe('texts as times', () => {
  test.each([
    ['2026-01-15T10:07:00+02:00', '2026-01-15T08:07:00Z'],
    ['2026-01-15T10:07:00-0230', '2026-01-15T12:37:00Z'],
    ['2026-01-15 10:07', '2026-01-15T10:07:00.000000Z'],
  ])('%s', (text, same) => {
    expect(parseTimestamp(text)).toBe(parseTimestamp(same));
    expect(parseTimestamp(text)).not.toBeNull();
  });

  test.each([
    '2026-01-15T24:00',
    '2026-01-15T10:07:60',
    '2026-01-15T10:60',
    '2026-01-15T10:07:00.1234567',
    '2026-01-15T10:07z',
    '2026-01-15Z',
    ' 2026-01-15',
    '2026-02-29',
    '2300-01-01',
    '2026-01-15T10:07+14:01',
  ])('not %j', text => {
    expect([parseTimestamp(text), parseDate(text)]).toEqual([null, null]);
  });
});
