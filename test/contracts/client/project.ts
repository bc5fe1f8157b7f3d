/** What the clients are generated for: the endpoints of this repository, and some that have a value of every kind in them. */
import type { Compilation } from '../../../generator/emitters/emitter.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { instant } from '../../reference/values.ts';
import { request, sample } from '../../service/conformance/entries.ts';
import { compiled } from '../../support/openapi-fixture.ts';
import { VALUE_SOURCES, withMore } from '../../support/projects/values-project.ts';
import { NOW, ODD_TEXT, UUID } from './case.ts';

const MORE_ENDPOINTS: Readonly<Record<string, string>> = {
  'values.all': `from: samples
engines: [duckdb]
params:
  id: { type: string, required: true, max_length: 40 }
  number: { type: int64, min: -9, max: 9 }
  large: { type: int64 }
  ratio: { type: float64 }
  flag: { type: bool }
  at: { type: timestamp }
  day: { type: date }
  key: { type: uuid }
  pattern: { type: regex }
  name: { type: string, default: nobody }
  kind: { enum: [a b, '*', é], default: a b, otherwise: default }
  strict: { enum: ['15', '<b>'] }
  names: { list: string, max_items: 2000 }
  numbers: { list: int64, separator: ',', max_items: 2000 }
where:
  - id = @id and id != @kind and id != @name
  - { when: number, filter: number = @number }
  - { when: large, filter: large = @large }
  - { when: ratio, filter: ratio = @ratio }
  - { when: flag, filter: flag = @flag }
  - { when: at, filter: timestamp = @at }
  - { when: day, filter: day = @day }
  - { when: key, filter: text = @key }
  - { when: pattern, filter: 'matches(text, @pattern)' }
  - { when: strict, filter: id != @strict }
  - { when: names, filter: id in @names }
  - { when: numbers, filter: number in @numbers }
filters:
  amount: { of: number, operators: [eq, gte] }
select:
  at: timestamp
  micros: { value: timestamp, encode: epoch_micros }
  millis: { value: timestamp, encode: epoch_millis }
  number: number
  large: { value: large, encode: string }
  ratio: ratio
  price: price
  cents: { value: price - price + 12.5, encode: number }
  flag: flag
  day: day
  text: text
  doc: doc
  meta: meta
cache: off`,
  'values.page': `from: samples
engines: [duckdb]
select: [id]
order_by: [id]
max_rows: 2
cache: { ttl: 60s }`,
  'values.pages': `from: samples
engines: [duckdb]
group_by: { id: id }
select: { entries: count() }
order_by: [id]
pages: { size: 2, max_size: 3 }
cache: off`,
  'values.refused': 'from: refused\nengines: [duckdb]\nselect: [broken]\ncache: off',
  'values.gone': 'from: gone\nengines: [duckdb]\nselect: [id]\ncache: off',
};

export const PROJECT: Compilation = compiled(withMore(VALUE_SOURCES, MORE_ENDPOINTS));

const MINUTE = 60_000_000n;
const now = instant(NOW);

/** By data set. */
export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  edge_logs: [
    request('abc', now - MINUTE, { id: 'e1', message: ODD_TEXT }),
    request('abc', now - 2n * MINUTE, { id: 'e2', path: '/auth/v1' }),
    request('abc', now - 70n * MINUTE, { id: 'e3' }),
    request(ODD_TEXT, now - MINUTE, { id: 'e4', metadata: null }),
  ],
  function_edge_logs: [
    invocationAt(MINUTE, { execution_time_ms: 12.5, response: { status_code: 500n } }),
    invocationAt(MINUTE, { execution_time_ms: Number.NaN, response: { status_code: 200n } }),
    invocationAt(61n * MINUTE, { response: { status_code: 200n } }),
  ],
  samples: [
    sample('full', {
      timestamp: instant('2026-01-15T10:07:00.120001Z'),
      number: 7n,
      large: 9_223_372_036_854_775_807n,
      ratio: 0.1,
      price: '-12345678901234567890123456789.123456789',
      flag: false,
      day: '2024-02-29',
      text: ODD_TEXT,
      doc: '{"a": [1, null, "\u2028"], "b": {}}',
      meta: {
        text: '',
        number: -9_007_199_254_740_991n,
        seen: instant('1969-12-31T23:59:59.999999Z'),
        inner: { flag: true, ratio: -2.5, day: '1900-01-01' },
      },
    }),
    sample('null', { ratio: Number.NaN, meta: { inner: { flag: false } } }),
    sample('unsafe', { number: 9_007_199_254_740_992n }),
    // in the year 20000
    sample('unstored', { timestamp: 568_971_820_800_000_000n }),
    sample('key', { text: UUID }),
    sample(ODD_TEXT, { number: 0n, flag: true }),
  ],
};

function invocationAt(age: bigint, rest: Row): Row {
  const metadata = { project_ref: 'abc', function_id: 'f1', ...rest };
  return { id: `i${age}`, timestamp: now - age, metadata };
}
