/** Values of tables that the declared type lacks: one answer in every format. Values of float64 that JSON lacks are `null`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quern } from '../../../cli/cli-fixture.ts';
import { speaking } from '../../mcp/tools-service.ts';
import { type ServeProcess, serveProcess } from '../../serve-process.ts';

/** The words for a value of each type. */
const YEARS = 'not between the years 1 and 9999';
const DATE = 'not a date of the years 1 to 9999';
const INT64 = 'not between -2^63 and 2^63-1';

interface Case {
  readonly type: string;
  readonly sql: string;
  readonly encode?: string;
  /** Where the value is, besides the column. */
  readonly at?: string;
  /** `null`: the engine itself finds the value, while it converts the stored column. */
  readonly fault: string | null;
}

/** The author's SQL says that the column is an int64. */
const OWN = '{ type: int64, duckdb: v }';

const CASES: Readonly<Record<string, Case>> = {
  'date.infinite': { type: 'date', sql: "DATE 'infinity'", fault: DATE },
  'date.infinite-past': { type: 'date', sql: "DATE '-infinity'", fault: DATE },
  'date.late': { type: 'date', sql: "DATE '20000-01-01'", fault: DATE },
  'date.early': { type: 'date', sql: "DATE '0044-03-15 (BC)'", fault: DATE },
  'date.list': { type: '{ list: date }', sql: "[DATE '2026-01-01', DATE 'infinity']", fault: DATE },
  'date.field': {
    type: '{ record: { day: date } }',
    sql: "{ day: DATE '0044-03-15 (BC)' }",
    at: '.day',
    fault: DATE,
  },
  'time.late': { type: 'timestamp', sql: "TIMESTAMP '20000-01-01'", fault: YEARS },
  'time.early': { type: 'timestamp', sql: "TIMESTAMP '0044-03-15 (BC)'", fault: YEARS },
  'time.epoch': {
    type: 'timestamp',
    sql: "TIMESTAMP '20000-01-01'",
    encode: 'epoch_micros',
    fault: YEARS,
  },
  'time.list': { type: '{ list: timestamp }', sql: "[TIMESTAMP '20000-01-01']", fault: YEARS },
  'time.field': {
    type: '{ record: { seen: timestamp } }',
    sql: "{ seen: TIMESTAMP '20000-01-01' }",
    at: '.seen',
    fault: YEARS,
  },
  'whole.unsigned': { type: OWN, sql: '18446744073709551615::UBIGINT', fault: INT64 },
  'whole.digits': {
    type: OWN,
    sql: '18446744073709551615::UBIGINT',
    encode: 'string',
    fault: INT64,
  },
  'converted.unsigned': {
    type: '{ type: int64, stored: { duckdb: UBIGINT } }',
    sql: '18446744073709551615::UBIGINT',
    fault: null,
  },
  'converted.huge': {
    type: '{ type: decimal, precision: 20, scale: 0, stored: { duckdb: HUGEINT } }',
    sql: '(-170141183460469231731687303715884105728)::HUGEINT',
    fault: null,
  },
  'converted.field': {
    type: '{ record: { n: { type: int64, stored: { duckdb: UBIGINT } } } }',
    sql: '{ n: 18446744073709551615::UBIGINT }',
    at: '.n',
    fault: null,
  },
  'converted.text': { type: 'json', sql: "'{'::VARCHAR", fault: null },
  'whole.huge': { type: OWN, sql: '(-9223372036854775809)::HUGEINT', fault: INT64 },
};

const IDS = Object.keys(CASES);
const nameOf = (id: string) => id.replace(/\W/g, '_');

const SOURCES = `sources:
  floats:
    tables: { duckdb: { table: floats } }
    columns: { x: float64, xs: { list: float64 }, r: { record: { x: float64, n: int64 } } }
${IDS.map(
  id => `  ${nameOf(id)}:
    tables: { duckdb: { table: ${nameOf(id)} } }
    columns: { id: { type: int64, required: true }, v: ${CASES[id]?.type} }
`,
).join('')}`;

const head = (id: string, at: number) =>
  `endpoint: ${id}\nid: 00000000-0000-4000-8000-0000000001${String(at).padStart(2, '0')}\nengines: [duckdb]\ncache: off\n`;

const FILES = {
  'endpoints/sources.yaml': SOURCES,
  'endpoints/float.yaml': `${head('float', 99)}from: floats\nselect: [x, xs, r]\n`,
  ...Object.fromEntries(
    IDS.map((id, at) => {
      const { encode } = CASES[id] ?? {};
      const output = encode === undefined ? 'v' : `{ value: v, encode: ${encode} }`;
      const text = `${head(id, at)}from: ${nameOf(id)}\nselect: { out: ${output}, id: id }\norder_by: [id]\n`;
      return [`endpoints/${id}.yaml`, text];
    }),
  ),
};

/** The value is in the second row, so that the answer has begun. */
const DATA = `CREATE TABLE floats AS SELECT 'nan'::DOUBLE AS x, ['inf'::DOUBLE, 1.5] AS xs,
  { x: '-inf'::DOUBLE, n: 1::BIGINT } AS r;
${Object.entries(CASES)
  .map(
    ([id, { sql }]) => `CREATE TABLE ${nameOf(id)} (id BIGINT NOT NULL, v ${typeOf(sql)});
INSERT INTO ${nameOf(id)} VALUES (1, NULL), (2, ${sql});`,
  )
  .join('\n')}`;

function typeOf(sql: string): string {
  const [, cast] = /::(\w+)$/.exec(sql) ?? [];
  if (sql.startsWith('{ n:')) return 'STRUCT(n UBIGINT)';
  if (cast !== undefined) return cast;
  const scalar = sql.includes('TIMESTAMP') ? 'TIMESTAMP' : 'DATE';
  if (sql.startsWith('[')) return `${scalar}[]`;
  const [, field] = /^\{ (\w+):/.exec(sql) ?? [];
  return field === undefined ? scalar : `STRUCT(${field} ${scalar})`;
}

const FORMATS = [
  'application/json',
  'application/x-ndjson',
  'text/csv',
  'application/vnd.apache.arrow.stream',
] as const;

const folder = mkdtempSync(join(tmpdir(), 'quern-stored-values-'));
let served: ServeProcess;

beforeAll(async () => {
  const database = join(folder, 'stored.duckdb');
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(DATA);
  connection.closeSync();
  instance.closeSync();
  served = await serveProcess({
    engine: 'duckdb',
    reached: { settings: { database }, environment: {} },
    files: FILES,
  });
});

afterAll(async () => {
  await served?.stop();
  rmSync(folder, { recursive: true });
});

const asked = (id: string, format: string) =>
  fetch(`${served.url}/api/endpoints/${id}`, { headers: { Accept: format } });

describe('a value that the type of its column lacks', () => {
  it.each(IDS)('is the same 502 in every format: %s', async id => {
    const { at = '', fault } = CASES[id] ?? {};
    const detail =
      fault === null
        ? `\`${nameOf(id)}.v${at}\` contains a value that its type lacks.`
        : `\`out${at}\` contains a value that is ${fault}.`;
    for (const format of FORMATS) {
      const response = await asked(id, format);
      expect([format, response.status, await response.json()]).toMatchObject([
        format,
        502,
        { code: 'stored_value', detail },
      ]);
    }
    expect(served.lines().at(-1)).toMatchObject({ status: 502, failure: detail.slice(0, -1) });
  });

  it('is the same for a tool of an agent', async () => {
    const request = (path: string, init?: RequestInit) => fetch(`${served.url}${path}`, init);
    const { isError, content } = await speaking({ request }).call('dateInfinite');
    expect([isError, content[0]?.text]).toMatchObject([true, expect.stringContaining(DATE)]);
  });

  it.each([
    ['whole.unsigned', `\`out\` contains a value that is ${INT64}`],
    ['converted.unsigned', 'A table contains a value that the type of its column lacks: '],
  ])('is a finding of `quern run`, not a bug: %s', async (id, said) => {
    const { exit, stderr } = await quern(served.folder, ['run', id]);
    expect([exit, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr).not.toContain('bug in quern');
  });
});

describe('NaN and the infinities of a float64', () => {
  it('are null in every format', async () => {
    const [json, ndjson, csv, arrow] = await Promise.all(FORMATS.map(of => asked('float', of)));
    const row = { x: null, xs: [null, 1.5], r: { x: null, n: 1 } };
    expect(await json?.json()).toEqual({ result: [row] });
    expect(await ndjson?.json()).toEqual(row);
    expect(await csv?.text()).toBe('x,xs,r\r\n,"[null,1.5]","{""x"":null,""n"":1}"\r\n');
    const [first] = tableFromIPC(new Uint8Array((await arrow?.arrayBuffer()) ?? [])).toArray();
    expect(
      JSON.stringify(first, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    ).toBe(JSON.stringify(row));
  });
});
