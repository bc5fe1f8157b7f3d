/** The value of a parameter in an author's own statement: of its type, wherever the engine lets it stand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { splitTokens } from '../../../generator/own/tokens.ts';
import { hasType } from '../../../generator/sql/dialect.ts';
import { KITS } from '../../engines/index.ts';
import { all, type Engines, engineFor, openEngines } from '../../engines/open-engines.ts';
import type { Binding, TestTable, Value } from '../../engines/test-engine.ts';

const MICRO = 1_767_312_000_123_456n;
const TABLE: TestTable = {
  name: 't',
  layout: 'nested',
  columns: {
    id: { type: 'int64', required: true },
    ts: { type: 'timestamp' },
    day: { type: 'date' },
    name: { type: 'string' },
    amount: { type: 'decimal' },
    ratio: { type: 'float64' },
    ok: { type: 'bool' },
  },
  rows: [
    {
      id: 1n,
      ts: MICRO - 1n,
      day: '2026-01-01',
      name: "it's",
      amount: '0.1',
      ratio: 0.1,
      ok: true,
    },
    { id: 2n, ts: MICRO, day: '2026-01-02', name: '', amount: '1.5', ratio: 0.5, ok: false },
    { id: 3n, ts: MICRO + 1n, day: '2026-01-03', name: '@n', amount: '2', ratio: 2, ok: true },
    { id: 4n, ts: null, day: null, name: null, amount: null, ratio: null, ok: null },
  ],
};

function hasDecimals(name: string): boolean {
  const dialect = DIALECTS.get(name);
  return dialect !== undefined && hasType(dialect, 'decimal');
}

/** Without the decimals, where the engine has none. */
function tableFor(name: string): TestTable {
  if (hasDecimals(name)) return TABLE;
  const { amount: _, ...columns } = TABLE.columns;
  return { ...TABLE, columns, rows: TABLE.rows.map(({ amount: _, ...row }) => row) };
}

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
  await Promise.all(all(engines).map(engine => engine.load([tableFor(engine.name)])));
});
afterAll(() => engines.close());

const VALUES: Readonly<Record<string, Omit<Binding, 'name'>>> = {
  one: { scalar: 'int64', value: 1n },
  two: { scalar: 'int64', value: 2n },
  big: { scalar: 'int64', value: 2n ** 63n - 1n },
  text: { scalar: 'string', value: "it's" },
  sign: { scalar: 'string', value: '@n' },
  amount: { scalar: 'decimal', value: '12345678901234567890.123456789' },
  tenth: { scalar: 'decimal', value: '0.1' },
  half: { scalar: 'float64', value: 0.5 },
  yes: { scalar: 'bool', value: true },
  at: { scalar: 'timestamp', value: MICRO },
  old: { scalar: 'timestamp', value: -1n },
  day: { scalar: 'date', value: '2026-01-02' },
  json: { scalar: 'json', value: '{"a":[1,2]}' },
  select: { scalar: 'string', value: 'a keyword' },
};
const ABSENT = /^no_/;

/** `@no_…` is an optional parameter without a value, of the type of the parameter whose name follows. */
function bindingOf(name: string): Binding {
  const known = VALUES[name.replace(ABSENT, '')];
  if (known === undefined) throw new Error(`no value is named ${name}`);
  return { ...known, name, value: ABSENT.test(name) ? null : known.value };
}

/** Runs a statement with its `@name`s, and gives its rows. */
async function rowsOf(dialect: string, text: string) {
  const own = DIALECTS.get(dialect)?.own;
  if (own === undefined) throw new Error(`no dialect is named ${dialect}`);
  const used = new Map<string, Binding>();
  const sql = splitTokens(text, own).map(({ kind, start, end }) => {
    if (kind !== 'parameter') return text.slice(start, end);
    const name = text.slice(start + 1, end);
    const binding = bindingOf(name);
    used.set(name, binding);
    const position = [...used.keys()].indexOf(name) + 1;
    return own.placeholder(name, binding.scalar, binding.value === null, position);
  });
  return engineFor(engines, dialect).run(sql.join(''), [...used.values()]);
}

const IDS = 'SELECT id FROM t WHERE';
type Case = readonly [text: string, rows: readonly (readonly Value[])[]];

const EVERY_ENGINE: readonly Case[] = [
  ['SELECT id FROM t ORDER BY id LIMIT @two', [[1n], [2n]]],
  ['SELECT id FROM t ORDER BY id LIMIT @two OFFSET @one', [[2n], [3n]]],
  [`${IDS} ts > @at`, [[3n]]],
  [`${IDS} ts = @at`, [[2n]]],
  [`${IDS} ts > @old ORDER BY id`, [[1n], [2n], [3n]]],
  [`${IDS} day = @day`, [[2n]]],
  [`${IDS} name = @text`, [[1n]]],
  [`${IDS} name = @sign`, [[3n]]],
  [`${IDS} amount = @tenth`, [[1n]]],
  [`${IDS} ratio >= @half ORDER BY id`, [[2n], [3n]]],
  [`${IDS} ok = @yes ORDER BY id`, [[1n], [3n]]],
  [`${IDS} id BETWEEN @one AND @two ORDER BY id`, [[1n], [2n]]],
  [`${IDS} id IN (@two, 3) ORDER BY id`, [[2n], [3n]]],
  [`${IDS} id > - @two AND id < - - @two`, [[1n]]],
  [`${IDS} id * @two = 4`, [[2n]]],
  [`${IDS} @no_at IS NULL AND id = @one`, [[1n]]],
  [`${IDS} (@no_text IS NULL OR name = @no_text) AND id < @two`, [[1n]]],
  [`${IDS} ts > @no_at`, []],
  ['SELECT COALESCE(@no_two, 7) AS x', [[7n]]],
  ['SELECT CASE WHEN @yes THEN @two ELSE 0 END AS x', [[2n]]],
  ['SELECT CONCAT(@text, @sign) AS x', [["it's@n"]]],
  ["SELECT @select AS x, '@two' AS y", [['a keyword', '@two']]],
  ['SELECT x + @one AS y FROM (SELECT @two AS x) AS s', [[3n]]],
  ['WITH s AS (SELECT id FROM t WHERE id = @two) SELECT id + @two AS x FROM s', [[4n]]],
  [
    'SELECT id, MIN(id) OVER (ORDER BY id ROWS BETWEEN @one PRECEDING AND CURRENT ROW) AS x FROM t WHERE id < 4 ORDER BY id',
    [
      [1n, 1n],
      [2n, 1n],
      [3n, 2n],
    ],
  ],
];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  bigquery: [
    ["SELECT DATE_ADD(DATE '2026-01-01', INTERVAL @two DAY) AS x", [['2026-01-03']]],
    ['SELECT [10, 20, 30][OFFSET(@two)] AS x, [10, 20][ORDINAL(@one)] AS y', [[30n, 10n]]],
    [`${IDS} id>@two AND id<-@two+@two+4`, [[3n]]],
    ['SELECT JSON_VALUE(@json.a[1]) AS x', [['2']]],
  ],
  clickhouse: [
    ["SELECT toDate32('2026-01-01') + INTERVAL @two DAY AS x", [['2026-01-03']]],
    ['SELECT [10, 20, 30][@two] AS x, arrayMap(y -> y+@one, [1]) AS z', [[20n, [2n]]]],
    [`${IDS} id>@two AND id<-@two+@two+4`, [[3n]]],
    ["SELECT JSONExtractInt(@json, 'a', @two) AS x", [[2n]]],
    ['SELECT quantileExact(@half)(id) AS x FROM t', [[3n]]],
    ['SELECT count() AS x FROM numbers(@two)', [[2n]]],
  ],
  duckdb: [
    ["SELECT CAST(DATE '2026-01-01' + INTERVAL @two DAY AS DATE) AS x", [['2026-01-03']]],
    [
      'SELECT [10, 20, 30][@two] AS x, [1, 2, 3][@two:] AS y, @text[1] AS z',
      [[20n, [2n, 3n], 'i']],
    ],
    ["SELECT json_extract_string(@json, '$.a[1]') AS x, @json->>'$.a[0]' AS y", [['2', '1']]],
    ['SELECT quantile_disc(id, @half) AS x FROM t', [[2n]]],
    ['SELECT count(*) AS x FROM range(@two)', [[2n]]],
    ['SELECT id FROM t ORDER BY id LIMIT @no_two', [[1n], [2n], [3n], [4n]]],
    ["SELECT {'a': @two}.a AS x, @two::VARCHAR AS y, @ -3 AS z", [[2n, '2', 3n]]],
    [`${IDS} id IN @two`, [[2n]]],
  ],
};

const cases = [...DIALECTS.keys()].flatMap(name =>
  [...EVERY_ENGINE, ...(CASES[name] ?? [])]
    .filter(([text]) => hasDecimals(name) || !text.includes('@tenth'))
    .map(([text, rows]) => [name, text, rows] as const),
);

describe('the value of a parameter', () => {
  test.each(cases)('%s: %s', async (name, text, rows) => {
    expect((await rowsOf(name, text)).rows).toEqual(rows);
  });

  const values = [...DIALECTS.keys()].flatMap(name =>
    Object.entries(VALUES)
      .filter(([, { scalar }]) => hasDecimals(name) || scalar !== 'decimal')
      .map(([value]) => [name, value] as const),
  );

  test.each(values)('%s: @%s is of its type, with and without a value', async (name, value) => {
    const given = await rowsOf(name, `SELECT @${value} AS x`);
    const due = VALUES[value]?.value;
    // an engine without booleans has 1 for true
    const [[found] = []] = given.rows;
    // and one that stores documents in a form of its own writes them with spaces
    const plain = value === 'json' ? JSON.stringify(JSON.parse(String(found))) : found;
    expect(due === true && typeof plain === 'bigint' ? plain !== 0n : plain).toEqual(due);
    const absent = await rowsOf(name, `SELECT @no_${value} AS x`);
    expect(absent.rows).toEqual([[null]]);
    expect(absent.columns.map(({ type }) => type.replace(/^Nullable\((.*)\)$/, '$1'))).toEqual(
      given.columns.map(({ type }) => type),
    );
  });
});

describe('a statement that only reads', () => {
  const SAMPLES: Readonly<Record<string, string>> = {
    select: 'SELECT 1',
    with: 'WITH x AS (SELECT 1) SELECT * FROM x',
    from: 'FROM t SELECT id',
    values: 'VALUES (1, 2)',
    table: 'TABLE t',
    pivot: 'PIVOT t ON id IN (1, 2) USING sum(ratio)',
    unpivot: 'UNPIVOT t ON id INTO NAME a VALUE b',
  };

  test.each([...DIALECTS.values()].map(({ name, own }) => [name, own] as const))(
    '%s: begins with the words that the parser takes',
    async (name, own) => {
      const taken: string[] = [];
      for (const [word, sample] of Object.entries(SAMPLES)) {
        const found = await KITS.get(name)?.parameters(engineFor(engines, name), sample);
        if (found !== null && found !== undefined) taken.push(word);
      }
      expect([...own.beginnings].filter(word => !taken.includes(word))).toEqual([]);
    },
  );
});
