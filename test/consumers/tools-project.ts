/** Endpoints with a parameter and a column of every kind, for tools that read the OpenAPI document. */
export const TOOLS_FILES = {
  'endpoints/sources.yaml': `sources:
  samples:
    tables: { duckdb: { table: samples } }
    key: [id]
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      number: int64
      large: int64
      ratio: float64
      price: { type: decimal, precision: 38, scale: 9 }
      flag: bool
      day: date
      doc: json
      labels: { map: string }
      tags: { list: string }
      meta: { record: { status: int64, part: { record: { path: string } } } }
`,
  'endpoints/samples.yaml': `endpoint: samples
id: 10000000-0000-4000-8000-000000000001
summary: Samples, the oldest first
engines: [duckdb]
from: samples
params:
  name: { type: string, required: true, max_length: 20 }
  text: { type: string, min_length: 2 }
  least: { type: int64, min: 1, max: 100, default: 1 }
  exactly: { type: int64 }
  ratio_above: { type: float64, min: -1 }
  flagged: { type: bool }
  since: { type: timestamp }
  on_day: { type: date }
  key: { type: uuid }
  tier: { enum: [FREE, PRO], default: FREE }
  numbers: { list: int64 }
  tiers: { list: { enum: [FREE, PRO] } }
  words: { list: string, separator: ',', min_items: 1 }
filters:
  id: { of: id, operators: [eq, contains] }
  size: { of: number, operators: [eq, gte, is_null] }
  ratio: { of: ratio, operators: [lt, in] }
  flag: { of: flag, operators: [eq] }
  day: { of: day, operators: [in, lte] }
  label: { of: labels, key: true, operators: [eq, contains] }
where:
  - id != @name
  - { when: text, filter: id != @text }
  - number is null or number < @least + 1000
  - { when: exactly, filter: number = @exactly }
  - { when: ratio_above, filter: ratio > @ratio_above }
  - { when: flagged, filter: flag = @flagged }
  - { when: since, filter: at >= @since }
  - { when: on_day, filter: day = @on_day }
  - { when: key, filter: id != @key }
  - "@tier = 'FREE' or id != 'e0'"
  - { when: tiers, filter: "'FREE' in @tiers" }
  - { when: numbers, filter: number in @numbers }
  - { when: words, filter: id in @words }
select:
  id: id
  at: at
  wall: { value: at, encode: datetime }
  number: number
  large: { value: large, encode: string }
  ratio: ratio
  price: price
  flag: flag
  day: day
  doc: doc
  labels: labels
  tags: tags
  meta: meta
order_by: [at, id]
limit: 100
`,
  'endpoints/pages.yaml': `endpoint: pages
id: 10000000-0000-4000-8000-000000000002
summary: Samples by pages
engines: [duckdb]
from: samples
params:
  since: { type: timestamp, required: true }
  days: { list: date }
  keys: { list: uuid }
where:
  - at >= @since
  - { when: days, filter: day in @days }
  - { when: keys, filter: id not in @keys }
select: [id, at, number, meta]
order_by: [at, id]
pages: { size: 2 }
`,
};

/** Five rows; the large number is more than a double keeps. */
export const TABLE = `CREATE TABLE samples (
  id VARCHAR NOT NULL, "at" TIMESTAMP NOT NULL, number BIGINT, large BIGINT, ratio DOUBLE, price DECIMAL(38, 9), flag BOOLEAN,
  day DATE, doc JSON, labels MAP(VARCHAR, VARCHAR), tags VARCHAR[], meta STRUCT(status BIGINT, part STRUCT(path VARCHAR))
);
INSERT INTO samples SELECT
  'e' || i, TIMESTAMP '2026-01-15 10:00:00' + to_minutes(i), i, 9007199254740993, i / 4.0, i * 1.5, i % 2 = 0,
  DATE '2026-01-15', '{"a":1}', MAP {'region': 'eu'}, ['x', 'y'], {status: i, part: {path: '/p'}}
FROM range(5) t(i)`;
