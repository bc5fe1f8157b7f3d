/** DuckDB's stream ends without a word where its statement fails after the first rows. No such answer may look whole. */
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DuckDbSource, openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { createApp } from '../../../server/http/app.ts';
import { heardLog } from '../../support/processes/heard-log.ts';
import { usuallySome } from '../../support/usually.ts';
import { asking, column, MANIFEST } from '../server-fixture.ts';

const ROWS = 250_000;
const folder = mkdtempSync(join(tmpdir(), 'cut-'));
const at = (name: string) => join(folder, name);
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const instance = await DuckDBInstance.create(at('rows.duckdb'));
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE logs AS SELECT range AS id, md5(range::VARCHAR) AS text FROM range(${ROWS})`,
  );
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true });
});

/** The service over statements that stand as they are, each under its name; rows of `id` and `text`. */
async function serviceOver(source: DuckDbSource, statements: Readonly<Record<string, string>>) {
  const engine = await openDuckDb({ source, concurrency: 1, threads: 2 });
  closing.push(engine.close);
  const [base] = MANIFEST.endpoints;
  if (base === undefined) throw new Error('the fixture has no endpoint');
  const columns = [column('id', 'int64'), column('text', 'string')];
  const endpoints = Object.entries(statements).map(([name, sql], index) => {
    const statement = { sql: [0], bind: [] };
    return {
      ...base,
      name,
      id: `6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8b${10 + index}`,
      params: [],
      columns,
      maxRows: 2 * ROWS,
      cache: null,
      engines: {
        duckdb: {
          saved: statement,
          choices: [],
          reads: { edge_logs: [] },
          texts: [sql],
          statements: { '': statement },
        },
      },
    };
  });
  const tables = { duckdb: { table: ['logs'], records: 'nested' as const } };
  const manifest = catalogue({
    ...MANIFEST,
    sources: { edge_logs: { title: null, description: null, columns: [], tables } },
    endpoints,
  });
  const { log, lines } = heardLog();
  const app = createApp({
    manifest,
    engine,
    keys: null,
    log,
    limits: { concurrency: 4, maxBytes: 1024 ** 3 },
    timeoutMs: 120_000,
  });
  closing.push(async () => app.close());
  const ask = async (name: string) => {
    const response = await asking(app).request(`/api/endpoints/${name}`);
    const text = await response.text();
    if (response.status !== 200) return { status: response.status, ids: [] };
    const { result } = JSON.parse(text) as { result: readonly { readonly id: number }[] };
    return { status: 200, ids: result.map(({ id }) => id) };
  };
  return { ask, engine, lines };
}

const WIDTHS = { narrow: "'a'", middling: 'text', wide: "repeat('w', 300)" } as const;
const FAULTS = {
  'a text that is not a number': bad =>
    `CASE WHEN id = ${bad} THEN 'x' ELSE id::VARCHAR END::BIGINT`,
  'a number that is too large': bad =>
    `(id + 1 + CASE WHEN id = ${bad} THEN 9223372036854775807 ELSE 0 END)::BIGINT`,
  'an error of its own': bad => `CASE WHEN id = ${bad} THEN error('no') ELSE id END`,
} as const satisfies Readonly<Record<string, (bad: number) => string>>;
/** Before the first rows leave the engine, just after, in the middle and in the last of all. */
const PLACES = [0, 5_000, 30_000, 120_000, ROWS - 1] as const;

describe('a value that fails late', () => {
  // an odd number of places, so that every second one is another place for the next fault
  const all = Object.entries(WIDTHS).flatMap(([width, text]) =>
    Object.entries(FAULTS).flatMap(([fault, id], at) =>
      PLACES.map(bad => ({
        what: `${fault} at ${bad}, ${width} rows`,
        name: `${width}.f${at}.at${bad}`,
        sql: `SELECT ${id(bad)} AS id, ${text} AS text FROM logs`,
      })),
    ),
  );
  const statements = usuallySome(all);
  let service: Awaited<ReturnType<typeof serviceOver>>;
  beforeAll(async () => {
    const whole = ['whole', 'SELECT id, text FROM logs'] as const;
    const named = statements.map(({ name, sql }) => [name, sql] as const);
    service = await serviceOver(
      { database: at('rows.duckdb') },
      Object.fromEntries([whole, ...named]),
    );
  });

  it.each(statements)('answers 502, and its reason is in the log: $what', async ({ name }) => {
    expect(await service.ask(name)).toEqual({ status: 502, ids: [] });
    expect(service.lines.at(-1)?.['failure']).toMatch(/Error: /);
  });

  it('leaves a connection that answers all rows', async () => {
    const { status, ids } = await service.ask('whole');
    expect([status, ids.length, new Set(ids).size]).toEqual([200, ROWS, ROWS]);
  });
});

describe('Parquet files that are damaged while their end is whole', () => {
  const damaged = (name: string, damage: (bytes: Buffer) => Buffer) => {
    writeFileSync(at(name), damage(readFileSync(at('whole.parquet'))));
  };
  const columns = [
    { name: 'id', type: 'int64', nullable: false },
    { name: 'text', type: 'string', nullable: false },
  ] as const;
  const over = (name: string) =>
    serviceOver(
      { files: [{ table: ['logs'], glob: at(name), columns, records: 'nested' }] },
      Object.fromEntries(
        Object.entries(WIDTHS).map(([width, text]) => [
          width,
          `SELECT id, text || ${text} AS text FROM logs`,
        ]),
      ),
    );
  beforeAll(async () => {
    const instance = await DuckDBInstance.create(at('rows.duckdb'), { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    await connection.run(`COPY logs TO '${at('whole.parquet')}' (ROW_GROUP_SIZE 20000)`);
    connection.closeSync();
    instance.closeSync();
    const size = statSync(at('whole.parquet')).size;
    const middle = Math.floor(size / 2);
    damaged('short.parquet', bytes =>
      Buffer.concat([bytes.subarray(0, middle), bytes.subarray(middle + 100_000)]),
    );
    damaged('half.parquet', bytes => bytes.subarray(0, middle));
    damaged('spoilt.parquet', bytes => Buffer.from(bytes).fill(0xa5, middle, middle + 200_000));
  });

  const cases = ['short', 'half', 'spoilt'].flatMap(name =>
    Object.keys(WIDTHS).map(width => [name, width] as const),
  );
  it.each(cases)('answer no rows: %s, %s rows', async (name, width) => {
    const { ask } = await over(`${name}.parquet`);
    const { status, ids } = await ask(width);
    expect(ids).toEqual([]);
    expect([502, 503]).toContain(status);
  });

  it.each(Object.keys(WIDTHS))(
    'answer no rows when they break while they are read: %s rows',
    async width => {
      writeFileSync(at(`${width}.parquet`), readFileSync(at('whole.parquet')));
      const { ask } = await over(`${width}.parquet`);
      expect((await ask(width)).ids).toHaveLength(ROWS);
      const asked = ask(width);
      const file = openSync(at(`${width}.parquet`), 'r+');
      const size = statSync(at(`${width}.parquet`)).size;
      writeSync(file, Buffer.alloc(size - 200_000, 0xa5), 0, size - 200_000, 100_000);
      closeSync(file);
      const { status, ids } = await asked;
      if (status === 200) expect(new Set(ids).size).toBe(ROWS);
      else expect([502, 503]).toContain(status);
      expect((await ask(width)).status).toBe(502);
    },
  );
});

describe('what else goes on', () => {
  const sql = Object.fromEntries(
    Object.entries(WIDTHS).map(([width, text]) => [width, `SELECT id, ${text} AS text FROM logs`]),
  );
  const open = () =>
    serviceOver(
      { database: at('rows.duckdb') },
      {
        ...sql,
        bad: `SELECT error('no')::BIGINT AS id, 'x' AS text`,
        short: `SELECT 1::BIGINT AS id, 'x' AS text`,
      },
    );

  it.each([
    ...Object.keys(WIDTHS).flatMap(width => [1, 20, 60, 150, 400].map(ms => [width, ms] as const)),
  ])('an interrupt leaves all rows or none: %s rows, after %d ms', async (width, ms) => {
    const { ask, engine } = await open();
    const asked = ask(width);
    await new Promise(resolve => setTimeout(resolve, ms));
    await engine.close();
    const { status, ids } = await asked;
    if (status === 200) expect(ids).toHaveLength(ROWS);
    else expect([status, ids]).toEqual([503, []]);
  });

  it.each(Object.keys(WIDTHS))('other statements leave all rows: %s rows', async width => {
    const { ask, engine } = await open();
    const asked = ask(width);
    const others = [];
    for (let turn = 0; turn < 20; turn++) {
      others.push(ask('short'), ask('bad'), engine.missing([['logs'], ['gone']]));
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    const { status, ids } = await asked;
    expect([status, ids.length]).toEqual([200, ROWS]);
    await Promise.all(others);
  });
});
