/** How an answer is written, by the address of a request to `quern serve`: Parquet, the mark of CSV, and pages in the body. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolders, temporaryFolder } from '../../cli/cli-fixture.ts';
import { TABLE, TOOLS_FILES } from '../../consumers/tools-project.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';

let served: ServeProcess;
beforeAll(async () => {
  served = await serveTables(TABLE, TOOLS_FILES, {
    service: { secret: 'a secret of at least 32 characters', csv: { formula: 'escape' } },
    openapi: { server: 'https://logs.example.com/rows/' },
  });
});
afterAll(async () => {
  await served?.stop();
  removeFolders();
});

const SAMPLES = '/api/endpoints/samples?name=x';
const PAGES = '/api/endpoints/pages';
const SINCE = 'since=2000-01-01T00:00:00Z';
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(served.url + path, { headers });

describe('Parquet', () => {
  /** The rows and the types of a file, as DuckDB reads them. */
  const readIn = async (bytes: ArrayBuffer, select: string) => {
    const file = join(temporaryFolder(), 'rows.parquet');
    writeFileSync(file, new Uint8Array(bytes));
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll(`${select} FROM '${file}'`);
    connection.closeSync();
    instance.closeSync();
    return reader.getRowsJson();
  };

  it('has the values and the types of the columns', async () => {
    const response = await ask(`${SAMPLES}&format=parquet`);
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(response.headers.get('content-disposition')).toContain('filename="samples.parquet"');
    const bytes = await response.arrayBuffer();
    const last = await readIn(bytes, 'SELECT * REPLACE (epoch_us("at") AS "at")');
    expect(last).toHaveLength(5);
    expect(last[1]).toEqual([
      ...['e1', '1768471260000000', '2026-01-15 10:01:00', '1', '9007199254740993', 0.25],
      ...['1.500000000', false],
      ...['2026-01-15', '{"a":1}', [{ key: 'region', value: 'eu' }], ['x', 'y']],
      { status: '1', part: { path: '/p' } },
    ]);
    const described = await readIn(bytes, 'DESCRIBE SELECT *');
    expect(described.map(([name, type]) => [name, type])).toEqual([
      ['id', 'VARCHAR'],
      ['at', 'TIMESTAMP WITH TIME ZONE'],
      ['wall', 'TIMESTAMP'],
      ['number', 'BIGINT'],
      ['large', 'BIGINT'],
      ['ratio', 'DOUBLE'],
      ['price', 'DECIMAL(38,9)'],
      ['flag', 'BOOLEAN'],
      ['day', 'DATE'],
      ['doc', 'JSON'],
      ['labels', 'MAP(VARCHAR, VARCHAR)'],
      ['tags', 'VARCHAR[]'],
      ['meta', 'STRUCT(status BIGINT, part STRUCT(path VARCHAR))'],
    ]);
  });

  it('has the columns of an answer without rows, and comes by `Accept` too', async () => {
    const headers = { Accept: 'application/vnd.apache.parquet' };
    const bytes = await (await ask(`${SAMPLES}&text=xx&least=1&size=99`, headers)).arrayBuffer();
    expect(await readIn(bytes, 'SELECT count(*), count(meta.part.path)')).toEqual([['0', '0']]);
  });
});

describe('CSV', () => {
  it('begins with a byte order mark on request, with a filename and a tag of its own', async () => {
    const plain = await ask(`${SAMPLES}&format=csv`);
    const marked = await ask(`${SAMPLES}&format=csv&bom=1`);
    const text = Buffer.from(await plain.arrayBuffer());
    expect(Buffer.from(await marked.arrayBuffer())).toEqual(
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text]),
    );
    expect(marked.headers.get('content-disposition')).toBe('attachment; filename="samples.csv"');
    const byHeader = await ask(`${SAMPLES}&bom=1`, { Accept: 'text/csv' });
    expect(Buffer.from(await byHeader.arrayBuffer()).subarray(3)).toEqual(text);
  });

  it('has no mark elsewhere', async () => {
    const refused = await ask(`${SAMPLES}&bom=1`);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { detail: '`bom` only goes with rows as `csv`.' },
    ]);
  });
});

describe('pages', () => {
  it('have the next cursor beside the rows on request', async () => {
    const ids: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 9; page += 1) {
      const response = await ask(`${PAGES}?${SINCE}&envelope=page&cursor=${cursor}`);
      const { result, next, ...others } = Object(await response.json());
      expect(others).toEqual({});
      expect(response.headers.get('x-next-cursor')).toBe(next);
      ids.push(...result.map(({ id }: { id: string }) => id));
      cursor = next;
    }
    expect(ids).toEqual(['e0', 'e1', 'e2', 'e3', 'e4']);
    const { next } = Object(await (await ask(`${SAMPLES}&envelope=page`)).json());
    expect(next).toBe(null);
  });

  it('link to the next one at the address of the service', async () => {
    const response = await ask(`${PAGES}?${SINCE}&page_size=1&format=csv`);
    const cursor = response.headers.get('x-next-cursor');
    expect(response.headers.get('link')).toBe(
      `<https://logs.example.com/rows${PAGES}?${SINCE}&page_size=1&format=csv&cursor=${cursor}>; rel="next"`,
    );
  });

  it('have no cursor in the body of other formats', async () => {
    const refused = await ask(`${PAGES}?${SINCE}&envelope=page&format=csv`);
    expect(Object(await refused.json()).parameters).toEqual([
      { name: 'envelope', message: '`envelope` only goes with rows as `json`.' },
    ]);
  });
});
