/** Tables of PostgreSQL with every kind of type, its own and those of the database: from `quern init` to rows. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quern, removeFolders, temporaryFolder } from '../cli/cli-fixture.ts';
import { LACKING } from '../engines/postgres/cluster.ts';
import { createDatabase, type Database } from '../engines/postgres/database.ts';
import { connectedTo } from '../engines/postgres/session.ts';

if (LACKING !== null) test.skip(`on a server: ${LACKING}`, () => {});

const TABLES = [
  'CREATE EXTENSION citext',
  `CREATE TYPE mood AS ENUM ('sad', 'happy')`,
  'CREATE SCHEMA shop',
  `CREATE TYPE shop."Size" AS ENUM ('S', 'L')`,
  'CREATE TYPE place AS (city text, zip int)',
  `CREATE TYPE item AS (
    sku text, "Count" int, share real, price numeric(9, 2), rate numeric, at timestamptz, ref uuid, mood mood, span interval, ip inet,
    tags text[], doc json, at_place place, bytes bytea, code char(3), places place[]
  )`,
  `CREATE DOMAIN word AS varchar(20) CHECK (value <> '')`,
  'CREATE DOMAIN small AS smallint',
  'CREATE DOMAIN price AS numeric(9, 2)',
  'CREATE DOMAIN feeling AS mood',
  `CREATE TABLE orders (
    id uuid PRIMARY KEY, mood mood NOT NULL, size shop."Size", place place, word word, small small, price price, feeling feeling,
    moods mood[], words word[], ids uuid[], counts integer[], tags text[], grid integer[][], words_of text[][], at timestamptz, local timestamp(3), day date,
    clock time, zoned timetz, span interval, ip inet, net cidr, mac macaddr, bytes bytea, during tstzrange, numbers int4range, body jsonb,
    old json, amount numeric, short smallint, whole integer, big bigint, half real, double float8, paid boolean, code char(3), name citext,
    flags bit(3), cash money, spot point, page xml, items item[]
  )`,
  `INSERT INTO orders VALUES (
    '00000000-0000-4000-8000-000000000001', 'happy', 'L', ('Bonn', 53111), 'hello', 7, 12.50, 'sad', '{happy,sad}', '{a,b}',
    '{eeccb8c5-9943-b2bb-bb5e-222f4e14b687}', '{1,2}', '{x}', '{{1,2},{3,4}}', '{{a},{b}}', '2026-03-29 01:30:00.123456+00', '2026-03-29 01:30:00.5', '2026-03-29',
    '23:59:59', '23:59:59+02', '1 day 02:00:00', '192.168.0.1', '10.1.0.0/16', '08:00:2b:01:02:03', '\\xff00',
    '[2026-01-01 00:00:00+00,2026-01-02 00:00:00+00)', '[1,5)', '{"a": 1}', '{"b": [1]}', 1.5, -3, 4, 9007199254740991, 0.5, 0.25, true, 'ab', 'Bo',
    '101', 3.5, '(1,2)', '<a>1</a>', ARRAY[
      ('a', 2, 0.5, 12.50, 0.125, '2026-03-29 01:30:00.123456+00', 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687', 'sad', '1 day 02:00:00', '192.168.0.1',
        '{x,y}', '{"b": [1]}', ('Bonn', 53111), '\\x00', 'c', ARRAY[('Ulm', 89073), NULL]::place[]), NULL, (NULL, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)]::item[]
  )`,
  `INSERT INTO orders (id, mood) VALUES ('00000000-0000-4000-8000-000000000002', 'sad')`,
];

const COLUMNS = `      id: { type: string, stored: { postgres: uuid }, required: true }
      mood: { type: string, stored: { postgres: "enum mood" }, required: true }
      size: { type: string, stored: { postgres: "enum shop.\\"Size\\"" } }
      place:
        stored: { postgres: place }
        record:
          city: { type: string }
          zip: { type: int64 }
      word: { type: string }
      small: { type: int64, stored: { postgres: smallint } }
      price: { type: decimal, precision: 9, scale: 2 }
      feeling: { type: string, stored: { postgres: "enum mood" } }
      moods: { list: string, stored: { postgres: "enum mood[]" } }
      words: { list: string, stored: { postgres: "word[]" } }
      ids: { list: string, stored: { postgres: "uuid[]" } }
      counts: { list: int64, stored: { postgres: "integer[]" } }
      tags: { list: string }
      grid: { type: json, stored: { postgres: "integer[][]" } }
      words_of: { type: json, stored: { postgres: "text[][]" } }
      at: { type: timestamp }
      local: { type: timestamp }
      day: { type: date }
      clock: { type: string, stored: { postgres: "time without time zone" } }
      zoned: { type: string, stored: { postgres: "time with time zone" } }
      span: { type: string, stored: { postgres: interval } }
      ip: { type: string, stored: { postgres: inet } }
      net: { type: string, stored: { postgres: cidr } }
      mac: { type: string, stored: { postgres: macaddr } }
      bytes: { type: string, stored: { postgres: bytea } }
      during: { type: string, stored: { postgres: tstzrange } }
      numbers: { type: string, stored: { postgres: int4range } }
      body: { type: json }
      old: { type: json, stored: { postgres: json } }
      amount: { type: decimal, precision: 38, scale: 9 }
      short: { type: int64, stored: { postgres: smallint } }
      whole: { type: int64, stored: { postgres: integer } }
      big: { type: int64 }
      half: { type: float64, stored: { postgres: real } }
      double: { type: float64 }
      paid: { type: bool }
      code: { type: string, stored: { postgres: "character(3)" } }
      name: { type: string, stored: { postgres: citext } }
      flags: { type: string, stored: { postgres: "bit(3)" } }
      cash: { type: string, stored: { postgres: money } }
      spot: { type: string, stored: { postgres: point } }
      page: { type: string, stored: { postgres: xml } }
      items:
        list:
          record:
            sku: { type: string }
            Count: { type: int64 }
            share: { type: float64 }
            price: { type: decimal, precision: 9, scale: 2 }
            rate: { type: decimal, precision: 38, scale: 9 }
            at: { type: timestamp }
            ref: { type: string }
            mood: { type: string }
            span: { type: string }
            ip: { type: string }
            tags: { list: string }
            doc: { type: json }
            at_place:
              record:
                city: { type: string }
                zip: { type: int64 }
            # \`bytes\` is left out: the records of a list cannot hold bytea
            # \`code\` is left out: the records of a list cannot hold character(3)
            places:
              list:
                record:
                  city: { type: string }
                  zip: { type: int64 }
`;

/** The values of the first row as PostgreSQL writes them. */
const VALUES = {
  id: '00000000-0000-4000-8000-000000000001',
  mood: 'happy',
  size: 'L',
  place: { city: 'Bonn', zip: 53_111 },
  word: 'hello',
  small: 7,
  price: '12.5',
  feeling: 'sad',
  moods: ['happy', 'sad'],
  words: ['a', 'b'],
  ids: ['eeccb8c5-9943-b2bb-bb5e-222f4e14b687'],
  counts: [1, 2],
  tags: ['x'],
  grid: [
    [1, 2],
    [3, 4],
  ],
  words_of: [['a'], ['b']],
  at: '2026-03-29T01:30:00.123456Z',
  local: '2026-03-29T01:30:00.500Z',
  day: '2026-03-29',
  clock: '23:59:59',
  zoned: '23:59:59+02',
  span: '1 day 02:00:00',
  ip: '192.168.0.1',
  net: '10.1.0.0/16',
  mac: '08:00:2b:01:02:03',
  bytes: '/wA=',
  during: '["2026-01-01 00:00:00+00","2026-01-02 00:00:00+00")',
  numbers: '[1,5)',
  body: { a: 1 },
  old: { b: [1] },
  amount: '1.5',
  short: -3,
  whole: 4,
  big: 9_007_199_254_740_991,
  half: 0.5,
  double: 0.25,
  paid: true,
  code: 'ab',
  name: 'Bo',
  flags: '101',
  cash: '$3.50',
  spot: '(1,2)',
  page: '<a>1</a>',
  items: [
    {
      sku: 'a',
      Count: 2,
      share: 0.5,
      price: '12.5',
      rate: '0.125',
      at: '2026-03-29T01:30:00.123456Z',
      ref: 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687',
      mood: 'sad',
      span: '1 day 02:00:00',
      ip: '192.168.0.1',
      tags: ['x', 'y'],
      doc: { b: [1] },
      at_place: { city: 'Bonn', zip: 53111 },
      places: [{ city: 'Ulm', zip: 89073 }],
    },
    {
      ...Object.fromEntries(
        ['sku', 'share', 'price', 'rate', 'at', 'ref', 'mood', 'span', 'ip', 'doc', 'at_place'].map(
          name => [name, null],
        ),
      ),
      Count: 3,
      tags: [],
      places: [],
    },
  ],
};

describe.skipIf(LACKING !== null)('a table with every kind of type', () => {
  const folder = temporaryFolder();
  let database: Database;
  let environment: Readonly<Record<string, string>>;
  beforeAll(async () => {
    database = await createDatabase();
    const session = await connectedTo(database.settings);
    for (const statement of TABLES) await session.query(statement);
    await session.query('CREATE MATERIALIZED VIEW unfilled AS SELECT 1 AS one WITH NO DATA');
    await session.close();
    const { host, port, database: name, user, password } = database.settings;
    environment = { POSTGRES_PASSWORD: password };
    const from = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${name}`;
    const made = await quern(folder, ['init', '--from', from], { environment });
    expect(made.exit).toBe(0);
    expect(made.stdout + made.stderr).toContain(
      'The view `unfilled`: materialized view "unfilled" has not been populated; it is passed over\n',
    );
    const named = await quern(folder, ['init', 'p', '--from', from, '--table', 'unfilled'], {
      environment,
    });
    expect(named.exit).toBe(2);
    expect(named.stderr).toContain('has not been populated');
  });
  afterAll(async () => {
    await database.close();
    removeFolders();
  });

  const file = () => readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8');

  test('is declared under the types that are read', () => {
    expect(file().split('columns:\n')[1]).toBe(COLUMNS);
  });

  test('answers its values', async () => {
    const names = [...file().matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name);
    const body = `endpoint: all\nid: 00000000-0000-4000-8000-00000000a110\nfrom: orders\nselect: [${names}]\norder_by: [id]\n`;
    writeFileSync(join(folder, 'endpoints/all.yaml'), body);
    const { stdout, stderr } = await quern(folder, ['run', 'all'], { environment });
    expect(stderr).not.toContain('error');
    const [first, second] = JSON.parse(stdout);
    expect(first).toEqual(VALUES);
    const { id, mood, ...others } = second;
    expect([id, mood]).toEqual(['00000000-0000-4000-8000-000000000002', 'sad']);
    expect(Object.values(others).every(value => value === null || `${value}` === '')).toBe(true);
  });

  test('is as declared', async () => {
    const checked = await quern(folder, ['check', '--strict', '--tables'], { environment });
    expect(checked).toMatchObject({ exit: 0 });
    const declared = file();
    // a filter, a whole record and a record that is NULL
    const towns =
      'endpoint: towns\nid: 00000000-0000-4000-8000-00000000a112\nfrom: orders\nparams: { zip: { type: int64 } }\nwhere: [{ when: zip, filter: place.zip = @zip }]\nselect: { place: place, city: place.city }\norder_by: [city]\n';
    writeFileSync(join(folder, 'endpoints/towns.yaml'), towns);
    const asked = async (...flags: readonly string[]) =>
      JSON.parse((await quern(folder, ['run', 'towns', ...flags], { environment })).stdout);
    const bonn = { place: { city: 'Bonn', zip: 53_111 }, city: 'Bonn' };
    expect(await asked()).toEqual([{ place: null, city: null }, bonn]);
    expect(await asked('--param', 'zip=53111')).toEqual([bonn]);
    expect(await asked('--param', 'zip=1')).toEqual([]);
    const untyped = declared.replace('        stored: { postgres: place }\n', '');
    writeFileSync(join(folder, 'endpoints/sources.yaml'), untyped);
    const checkedUntyped = await quern(folder, ['check', '--tables'], { environment });
    expect(checkedUntyped.exit).toBe(1);
    expect(checkedUntyped.stdout + checkedUntyped.stderr).toContain(
      '`place` is place, and a record is declared: add `stored: { postgres: place }`',
    );
    await quern(folder, ['check', '--tables', '--update'], { environment });
    expect((await quern(folder, ['check', '--tables'], { environment })).exit).toBe(0);
    rmSync(join(folder, 'endpoints/towns.yaml'));
    const other = declared.replace('Count: { type: int64 }', 'Count: { type: bool }');
    writeFileSync(join(folder, 'endpoints/sources.yaml'), other.replaceAll('zip: {', 'zap: {'));
    const wrong = await quern(folder, ['check', '--tables'], { environment });
    writeFileSync(join(folder, 'endpoints/sources.yaml'), declared);
    expect(wrong.exit).toBe(1);
    for (const fault of ['`items.Count`', '`items.at_place.zap`', '`items.places.zap`'])
      expect(wrong.stdout + wrong.stderr).toContain(fault);
  });

  test('answers lists of records: documents, and arrays of a composite type', async () => {
    const session = await connectedTo(database.settings);
    for (const statement of BASKETS) await session.query(statement);
    await session.close();
    writeFileSync(join(folder, 'endpoints/sources.yaml'), `${file()}${BASKETS_DECLARED}`);
    writeFileSync(join(folder, 'endpoints/baskets.yaml'), OF_BASKETS);
    const { stdout, stderr } = await quern(folder, ['run', 'baskets'], { environment });
    expect(stderr).not.toContain('error');
    expect(JSON.parse(stdout)).toEqual([
      { id: 1, notes: NOTES, lines: LINES, loud: 1, price: '2.5', sku: 'b', at: 0, total: '3.75' },
      { id: 1, notes: NOTES, lines: LINES, loud: 1, price: '2.5', sku: 'a', at: 1, total: '3.75' },
      { id: 2, notes: [], lines: [], loud: 0, price: null, sku: null, at: null, total: null },
    ]);
  });
});

const BASKETS = [
  'CREATE TYPE purchase AS (sku varchar(9), price numeric(9, 2), added timestamptz, sizes int[])',
  'CREATE TABLE baskets (id bigint NOT NULL, notes jsonb, lines purchase[])',
  `INSERT INTO baskets VALUES
    (1, '[{"by": "ann", "level": 7, "of": {"at": "2026-03-29T01:30:00.5+02:00"}}, {"by": 5, "level": "loud", "more": 1}, 3, null]',
      ARRAY[('b', 1.25, '2026-03-29 01:30:00+00', '{1,2}')::purchase, ('a', 2.5, NULL, NULL)::purchase]),
    (2, NULL, NULL)`,
];
const BASKETS_DECLARED = `  baskets:
    tables: { postgres: { table: baskets } }
    columns:
      id: { type: int64, required: true }
      notes: { list: { record: { by: string, level: int64, of: { record: { at: timestamp } } } } }
      lines:
        list: { record: { sku: string, price: { type: decimal, precision: 9, scale: 2 }, added: timestamp, sizes: { list: int64 } } }
`;
const OF_BASKETS = `endpoint: baskets
id: 00000000-0000-4000-8000-00000000a111
from: baskets
join: { one: { each: lines, kind: left } }
select:
  id: id
  notes: notes
  lines: lines
  loud: "count_items(notes, .level > 5)"
  price: "item(lines, .sku = 'a').price"
  sku: one.sku
  at: one_index
  total: sum(one.price) over (partition by id)
order_by: [id, at]
`;
/** A value of another type is NULL, and only records are items. */
const NOTES = [
  { by: 'ann', level: 7, of: { at: '2026-03-28T23:30:00.500Z' } },
  { by: null, level: null, of: null },
];
const LINES = [
  { sku: 'b', price: '1.25', added: '2026-03-29T01:30:00Z', sizes: [1, 2] },
  { sku: 'a', price: '2.5', added: null, sizes: [] },
];
