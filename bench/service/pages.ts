/**
 * Measures the cost of a far page: page 1 and page 1,000 of a million rows, each through the app with nothing kept. Directly on
 * the engine, it compares the statement of page 1,000 with one that finds its rows by an offset. It fails if a far page costs
 * more than it may, so run it on an idle machine.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openDuckDb } from '../../engines/duckdb/driver/driver.ts';
import type { BoundStatement } from '../../engines/engine.ts';
import { compile } from '../../generator/compile.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { catalogue } from '../../server/answers/manifest/manifest.ts';
import { createApp } from '../../server/http/app.ts';

const ROWS = 1_000_000;
const SIZE = 100;
const FAR = 1_000;
const ROUNDS = 40;
/**
 * Page 1,000 may take at most `times` as long as page 1, plus `more` milliseconds. Its statement may take at most `ofOffset` of
 * the statement with an offset.
 */
const MOST = { times: 1.5, more: 5, ofOffset: 1 / 2 } as const;

const SOURCES = `sources:
  entries:
    tables: { duckdb: { table: entries } }
    key: [id]
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      path: string
      status: int64
      user: string
      message: string
      duration: float64
`;
const ENDPOINT = `endpoint: entries.all
id: 00000000-0000-4000-8000-000000000001
from: entries
select: [id, timestamp, path, status, user, message, duration]
order_by: [timestamp desc, id]
pages: { size: ${SIZE}, expires: 1 hour }
`;
const PATH = '/api/endpoints/entries.all';

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const database = join(folder, 'entries.duckdb');
  await fill(database);
  const engine = await openDuckDb({ source: { database }, concurrency: 1 });
  let ran: BoundStatement | null = null;
  const app = createApp({
    manifest: manifest(),
    engine: {
      ...engine,
      run: (statement, limits) => {
        ran = statement;
        return engine.run(statement, limits);
      },
    },
    keys: null,
    log: () => {},
    secrets: ['a-secret-of-this-measurement-alone'],
  });
  const ask = async (cursor: string | null) => {
    const url = `http://localhost${PATH}${cursor === null ? '' : `?cursor=${cursor}`}`;
    const response = await app.fetch(new Request(url));
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
    return response.headers.get('X-Next-Cursor');
  };
  let far: string | null = null;
  for (let page = 1; page < FAR; page++) far = await ask(far);
  await ask(far);
  const page = ran ?? { sql: '', values: [] };
  const limits = () => ({
    maxRows: SIZE + 1,
    maxBytes: 32 * 1024 ** 2,
    timeoutMs: 25_000,
    signal: new AbortController().signal,
    label: { endpoint: 'entries.all', request: 'bench' },
  });
  const sql = `SELECT id, epoch_us(timestamp), path, status, user, message, duration FROM entries
    ORDER BY timestamp DESC, id LIMIT ${SIZE} OFFSET ${SIZE * (FAR - 1)}`;
  const [first, last, cursor, offset]: readonly number[][] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    first?.push(await timed(() => ask(null)));
    last?.push(await timed(() => ask(far)));
    cursor?.push(await timed(() => engine.run(page, limits())));
    offset?.push(await timed(() => engine.run({ sql, values: [] }, limits())));
  }
  app.close();
  await engine.close();
  rmSync(folder, { recursive: true });
  judge(
    { first: least(first), last: least(last) },
    { cursor: least(cursor), offset: least(offset) },
  );
}

function judge(
  { first, last }: Readonly<Record<'first' | 'last', number>>,
  { cursor, offset }: Readonly<Record<'cursor' | 'offset', number>>,
): void {
  const line = (what: string, ms: number) =>
    process.stdout.write(`${what.padEnd(28)} ${ms.toFixed(2).padStart(8)} ms\n`);
  line('page 1', first);
  line('page 1,000', last);
  line('its statement', cursor);
  line('one with an offset', offset);
  const isNear = last <= MOST.times * first + MOST.more && cursor <= MOST.ofOffset * offset;
  if (!isNear) throw new Error('a page that is far costs more than it may');
}

/** The newest entries are last, as logs are written. Few share an instant. */
async function fill(database: string): Promise<void> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(
    'CREATE TABLE entries (id VARCHAR NOT NULL, timestamp TIMESTAMP NOT NULL, path VARCHAR, status BIGINT, user VARCHAR, message VARCHAR, duration DOUBLE)',
  );
  await connection.run(
    `INSERT INTO entries SELECT md5(range::VARCHAR), TIMESTAMP '2026-01-01' + (range // 3) * INTERVAL 1 SECOND,
      '/path/' || range % 97, 200 + range % 300, 'user-' || range % 5000, 'request ' || md5((range * 7)::VARCHAR) || ' was answered',
      (range % 1000) / 8.0 FROM range(${ROWS})`,
  );
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
}

function manifest() {
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/entries.all.yaml', bytes: ENDPOINT },
  ];
  const { compilation, diagnostics } = compile(inputs, { dialects: ['duckdb'] });
  const [fault] = diagnostics;
  if (fault !== undefined) throw new Error(fault.message);
  return catalogue(manifestOf(compilation));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The least of the runs, because other processes can only add to it. */
function least(values: readonly number[] = []): number {
  return Math.min(...values);
}

await main();
