/** The programs of docs/reading-rows.md, run as they stand there against a service. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../generator/core/output/manifest.ts';
import { catalogue } from '../../server/answers/manifest/manifest.ts';
import { type Running, serve } from '../../server/socket/serve.ts';
import { column, fakeEngine, keyRing, MANIFEST, madeKey, NOW } from '../service/server-fixture.ts';
import { csvCells } from '../support/formats.ts';
import { ROOT } from '../support/root.ts';
import { fences } from './docs-markdown.ts';

const PAGE = readFileSync(join(ROOT, 'docs/reading-rows.md'), 'utf8');
const ADDRESS = 'https://logs.example.com';
const BLOCKS = fences(PAGE);
const COUNTS = ['rest', 'storage', 'auth', 'realtime'].map(area => `total_${area}_requests`);
const [, USAGE] = MANIFEST.endpoints;
if (USAGE === undefined) throw new Error('the fixture has two endpoints');
/** The endpoint of the page, whose rows the engine below makes up. */
const SERVED: Manifest = {
  ...MANIFEST,
  endpoints: [
    {
      ...USAGE,
      limit: null,
      maxRows: 1_000,
      columns: [column('timestamp', 'timestamp'), ...COUNTS.map(name => column(name, 'int64'))],
    },
  ],
};
const HOUR = 3_600_000_000n;
const ROWS = [0n, 1n, 2n].map(hour => [NOW + hour * HOUR, 815n + hour, null, 0n, 7n]);

const { key, token } = madeKey();
const folder = mkdtempSync(join(tmpdir(), 'reading-rows-'));
let service: Running;

beforeAll(async () => {
  const engine = fakeEngine(() => ROWS);
  const options = { manifest: catalogue(SERVED), engine, keys: keyRing([key]), log: () => {} };
  service = await serve({ ...options, port: 0 });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

const blocks = (info: string) => {
  const found = BLOCKS.filter(block => block.info === info).map(({ text }) => text);
  expect(found).not.toEqual([]);
  return found;
};
/** Runs a program of the page, with the service in place of the address there. */
const ran = async (command: string, args: readonly string[], cwd = folder, own = {}) => {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', QUERN_KEY: token, ...own };
  return (await promisify(execFile)(command, args, { cwd, env })).stdout;
};
const CLIENT = [
  'import asyncio, os',
  'from log_endpoints import AsyncClient, BadRequestError, Client',
  'ARGS = (os.environ["QUERN_URL"], os.environ["QUERN_KEY"])',
].join('\n');
/** The same with the client of this repository, and the address of the service. */
const clientRan = (program: string) => {
  const own = { QUERN_URL: service.url, PYTHONPATH: join(ROOT, 'generated/clients/python/src') };
  return ran('python3', ['-c', program], folder, own);
};
const here = (program: string) => program.replaceAll(ADDRESS, service.url);

describe('the page', () => {
  it.skipIf(!has('curl', '--version'))('reads CSV by curl', async () => {
    const [program = ''] = blocks('sh');
    await ran('sh', ['-euc', here(program)]);
    const [names, first, ...others] = csvCells(readFileSync(join(folder, 'counts.csv'), 'utf8'));
    expect(names).toEqual(['timestamp', ...COUNTS]);
    expect(first).toEqual(['2026-01-15T10:07:00Z', '815', null, '0', '7']);
    expect(others).toHaveLength(2);
  });

  it('reads Arrow by its own library', async () => {
    const [program = ''] = blocks('js');
    // numbers of 64 bits have no JSON
    const shown =
      'console.log(JSON.stringify(counts, (_, v) => (typeof v === "bigint" ? v + "n" : v)))';
    const args = ['--input-type=module', '-e', `${here(program)}\n${shown}`];
    const [first, , last] = JSON.parse(await ran(process.execPath, args, ROOT));
    const row = { total_storage_requests: null, total_auth_requests: '0n' };
    expect(first).toMatchObject({ ...row, timestamp: '2026-01-15T10:07:00.000Z' });
    expect(last).toMatchObject({ total_rest_requests: '817n', total_realtime_requests: '7n' });
  });

  it.skipIf(!has('python3', '-c', 'import pandas, pyarrow, duckdb'))(
    'reads CSV and Arrow by pandas and DuckDB',
    async () => {
      const [pandas = '', arrow = '', duckdb = ''] = blocks('python').map(here);
      const csv = `${pandas}\nprint(counts.dtypes["timestamp"], counts["total_rest_requests"].sum())`;
      expect(await ran('python3', ['-c', csv])).toMatch(/^datetime64\[\w+, UTC\] 2448\n$/);
      const table = `${arrow}\nprint(rows.schema.field("timestamp").type, rows.num_rows)`;
      expect(await ran('python3', ['-c', table])).toBe('timestamp[us, tz=UTC] 3\n');
      const sum = `${arrow}\n${duckdb.replace('duckdb.sql(', 'print(duckdb.sql(').trimEnd()}.limit(1).fetchall()[0][0])`;
      expect(await ran('python3', ['-c', sum])).toBe('2448\n');
    },
  );

  it('reads a file of CSV by DuckDB', async () => {
    const [program = ''] = blocks('sql');
    const path = '/api/endpoints/usage.api-counts?project=abc&interval=daily';
    const { text } = await fetched(path, { 'X-API-KEY': token, Accept: 'text/csv' });
    const file = join(folder, 'duckdb.csv');
    writeFileSync(file, text);
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const rows = await connection.runAndReadAll(program.replace('counts.csv', file));
    const [first] = rows.getRowObjectsJson();
    expect(first).toMatchObject({ total_rest_requests: '815', total_storage_requests: null });
    expect(rows.currentRowCount).toBe(3);
    connection.closeSync();
    instance.closeSync();
  });

  it.skipIf(!has('python3', '-c', 'import polars, pyarrow'))('reads Arrow by polars', async () => {
    const [, arrow = '', , polars = ''] = blocks('python').map(here);
    const shown = 'print(counts.schema["timestamp"], counts["total_rest_requests"].sum())';
    const said = await ran('python3', ['-c', `${arrow}\n${polars}\n${shown}`]);
    expect(said).toBe("Datetime(time_unit='us', time_zone='UTC') 2448\n");
  });

  it.skipIf(!has('python3', '-c', 'import dlt'))('reads JSON by dlt', async () => {
    const program = here(blocks('python')[4] ?? '');
    const shown = 'print([row["total_rest_requests"] for row in source.resources["counts"]])';
    const own = { RUNTIME__DLTHUB_TELEMETRY: 'false', HOME: folder };
    const said = await ran('python3', ['-c', `${program}\n${shown}`], folder, own);
    expect(said).toBe('[815, 816, 817]\n');
  });

  it('reads CSV by a script of Google Sheets', async () => {
    const [program = ''] = blocks('js sheets');
    const url = /'(https:[^']+)'/.exec(program)?.[1]?.replace(ADDRESS, '') ?? '';
    const answer = await fetched(url, { 'X-API-KEY': token, Accept: 'text/csv' });
    const asked: unknown[] = [];
    const written: unknown[] = [];
    const sheet = {
      clearContents: () => written.splice(0),
      getRange: (...place: readonly number[]) => ({
        setValues: (rows: unknown) => written.push(place, rows),
      }),
    };
    runInNewContext(`${program}\ncounts();`, {
      PropertiesService: { getScriptProperties: () => ({ getProperty: () => token }) },
      UrlFetchApp: {
        fetch: (...words: readonly unknown[]) => {
          asked.push(...words);
          return { getContentText: () => answer.text };
        },
      },
      Utilities: { parseCsv: (text: string) => csvCells(text) },
      SpreadsheetApp: { getActive: () => ({ getSheetByName: () => sheet }) },
    });
    expect(asked).toEqual([
      `${ADDRESS}${url}`,
      { headers: { 'X-API-KEY': token, Accept: 'text/csv' } },
    ]);
    const [place, rows] = written;
    expect(place).toEqual([1, 1, 4, 5]);
    expect(rows).toEqual(csvCells(answer.text));
  });

  it('reads JSON by a source of Evidence', async () => {
    const [program = ''] = blocks('js evidence');
    const file = join(folder, 'counts.mjs');
    writeFileSync(file, here(program));
    const shown = 'console.log(data.map(row => row.total_rest_requests).join())';
    const args = ['--input-type=module', '-e', `import { data } from '${file}'; ${shown}`];
    expect(await ran(process.execPath, args)).toBe('815,816,817\n');
  });

  it.skipIf(!has('python3', '-c', 'import pyarrow'))(
    'reads tables by the Python client, waiting and awaited',
    async () => {
      const [call = ''] = blocks('python client');
      const shown =
        'print(rows.schema.field("timestamp").type, rows.schema.metadata[b"x-row-limit"])';
      const sync = `with Client(*ARGS) as client:\n    ${call.trim()}\n    ${shown}`;
      const body = `async with AsyncClient(*ARGS) as client:\n        ${call.trim().replace('= ', '= await ')}`;
      const async = `async def main():\n    ${body}\n        print(rows.num_rows)\nasyncio.run(main())`;
      const fault = 'client.arrow.usage_api_counts(project="abc", interval="weekly")';
      const failed = `try:\n    ${fault}\nexcept BadRequestError as error:\n    print(error.code)`;
      const program = `${CLIENT}\n${sync}\n${async}\n${failed}`;
      const lines = ["timestamp[us, tz=UTC] b'1000'", '3', 'invalid_parameter', ''];
      expect(await clientRan(program)).toBe(lines.join('\n'));
    },
  );

  it.skipIf(!has('python3', '--version'))(
    'asks nothing by the Python client where pyarrow is missing',
    async () => {
      const missing = 'import sys\nsys.modules["pyarrow"] = None';
      const call =
        'Client("http://127.0.0.1:9").arrow.usage_api_counts(project="a", interval="daily")';
      const program = `${missing}\n${CLIENT}\ntry:\n    ${call}\nexcept ImportError as e:\n    print(e)`;
      expect(await clientRan(program)).toBe(
        'tables need the package `pyarrow`: `pip install pyarrow`\n',
      );
    },
  );

  it('answers the requests of Grafana’s data source', async () => {
    // the headers that Infinity sends for each type of a query
    const asked = { 'X-API-KEY': token, 'Accept-Encoding': 'gzip' };
    const path = '/api/endpoints/usage.api-counts?interval=daily&project=abc';
    const json = await fetched(path, { ...asked, Accept: 'application/json;q=0.9,text/plain' });
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(json.text).result).toHaveLength(3);
    const csv = await fetched(path, { ...asked, Accept: 'text/csv; charset=utf-8' });
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(csvCells(csv.text)).toHaveLength(1 + 3);
    const problem = await fetched('/api/endpoints/usage.api-counts', {
      ...asked,
      Accept: 'text/csv',
    });
    expect(problem.headers['content-type']).toBe('application/problem+json');
  });

  it('shows a dashboard of Grafana whose query finds its columns', async () => {
    const { templating, panels } = JSON.parse(blocks('json grafana')[0] ?? '');
    const [source, project] = templating.list;
    const [{ datasource, targets }] = panels;
    expect(datasource).toEqual({ type: source.query, uid: `\${${source.name}}` });
    for (const { url, url_options, root_selector, columns } of targets) {
      const asked = new URL(url);
      for (const { key, value } of url_options.params)
        asked.searchParams.set(key, value.replace(`\${${project.name}}`, project.query));
      const { text } = await fetched(asked.pathname + asked.search, { 'X-API-KEY': token });
      const rows = JSON.parse(text)[root_selector];
      expect(rows).toHaveLength(3);
      const selectors = columns.map(({ selector }: { selector: string }) => selector);
      expect(Object.keys(rows[0])).toEqual(expect.arrayContaining(selectors));
    }
  });
});

function has(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args).status === 0;
}

/** By `node:http`, which adds no headers of its own that matter. */
function fetched(path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ readonly headers: IncomingHttpHeaders; readonly text: string }>(
    (resolve, reject) => {
      get(new URL(path, service.url), { headers }, response => {
        const chunks: Buffer[] = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const isPacked = response.headers['content-encoding'] === 'gzip';
          const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
          resolve({ headers: response.headers, text });
        });
      }).on('error', reject);
    },
  );
}
