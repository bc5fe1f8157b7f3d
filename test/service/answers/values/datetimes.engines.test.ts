/** Datetimes in every format of an answer: texts without a zone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quern } from '../../../cli/cli-fixture.ts';
import { speaking } from '../../mcp/tools-service.ts';
import { type ServeProcess, serveProcess } from '../../serve-process.ts';

const FILES = {
  'endpoints/sources.yaml': `sources:
  shifts:
    tables: { duckdb: { table: shifts }, bigquery: { table: shifts } }
    key: [id]
    columns:
      id: { type: int64, required: true }
      begin: { type: datetime, required: true }
      seen: timestamp
      place: { record: { opened: datetime } }
`,
  'endpoints/shifts.all.yaml': `endpoint: shifts.all
id: 00000000-0000-4000-8000-000000000301
engines: [duckdb]
cache: off
from: shifts
select: { id: id, begin: begin, place: place }
order_by: [begin, id]
pages: { size: 2 }
`,
  'endpoints/shifts.local.yaml': `endpoint: shifts.local
id: 00000000-0000-4000-8000-000000000302
engines: [duckdb]
cache: off
query: |
  SELECT id, CAST(seen AS DATETIME) AS seen, DATETIME(seen, 'Europe/Berlin') AS local FROM shifts ORDER BY id
`,
  'endpoints/shifts.days.yaml': `endpoint: shifts.days
id: 00000000-0000-4000-8000-000000000303
engines: [duckdb]
cache: off
from: shifts
params: { until: { type: timestamp, required: true } }
buckets: { of: seen, as: day, from: "@until - interval 400 days", to: "@until", step: day, encode: datetime }
select: { last: { value: max(seen), encode: datetime }, instant: max(seen) }
order_by: [day]
`,
};

const LINES = `{"id":1,"begin":"2026-01-15T10:07:00.000001","seen":"2026-01-15T10:07:00Z","place":{"opened":"2026-01-15T08:00:00"}}
{"id":2,"begin":"2026-07-15 10:07:00.5","seen":"2026-07-15T23:30:00.25Z"}
{"id":3,"begin":"1969-12-31"}
`;

const folder = mkdtempSync(join(tmpdir(), 'quern-datetimes-'));
let served: ServeProcess;
beforeAll(async () => {
  const shifts = join(folder, 'shifts.ndjson');
  writeFileSync(shifts, LINES);
  served = await serveProcess({
    engine: 'duckdb',
    reached: { settings: { tables: { shifts } }, environment: {} },
    files: FILES,
    service: { secret: 'x'.repeat(32) },
  });
});
afterAll(async () => {
  await served?.stop();
  rmSync(folder, { recursive: true });
});

const asked = (path: string, format: string) =>
  fetch(`${served.url}/api/endpoints/${path}`, { headers: { Accept: format } });

const LOCAL = [
  { id: 1, seen: '2026-01-15T10:07:00', local: '2026-01-15T11:07:00' },
  { id: 2, seen: '2026-07-15T23:30:00.250', local: '2026-07-16T01:30:00.250' },
  { id: 3, seen: null, local: null },
];

it('are texts without a zone in JSON, NDJSON and CSV, and for a tool of an agent', async () => {
  const json = await asked('shifts.local', 'application/json');
  expect(await json.json()).toEqual({ result: LOCAL });
  const lines = await asked('shifts.local', 'application/x-ndjson');
  expect(
    (await lines.text())
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toEqual(LOCAL);
  const csv = await asked('shifts.local', 'text/csv');
  expect(await csv.text()).toContain('2,2026-07-15T23:30:00.250,2026-07-16T01:30:00.250\r\n');
  const request = (path: string, init?: RequestInit) => fetch(`${served.url}${path}`, init);
  const { structuredContent } = await speaking({ request }).call('shiftsLocal');
  expect(structuredContent).toMatchObject({ result: LOCAL });
});

it('are timestamps without a zone in Arrow', async () => {
  const answer = await asked('shifts.local', 'application/vnd.apache.arrow.stream');
  const { schema } = tableFromIPC(new Uint8Array(await answer.arrayBuffer()));
  expect(String(schema.fields.find(({ name }) => name === 'local')?.type)).toBe(
    'Timestamp<MICROSECOND>',
  );
});

it('are instants in UTC, of buckets and others, whose encoding says so', async () => {
  const answer = await asked('shifts.days?until=2026-12-01', 'application/json');
  expect(await answer.json()).toEqual({
    result: [
      {
        day: '2026-01-15T00:00:00',
        last: '2026-01-15T10:07:00',
        instant: '2026-01-15T10:07:00Z',
      },
      {
        day: '2026-07-15T00:00:00',
        last: '2026-07-15T23:30:00.250',
        instant: '2026-07-15T23:30:00.250Z',
      },
    ],
  });
});

it('are keys of pages', async () => {
  const first = await asked('shifts.all', 'application/json');
  expect(await first.json()).toMatchObject({
    result: [
      { id: 3, begin: '1969-12-31T00:00:00', place: null },
      {
        id: 1,
        begin: '2026-01-15T10:07:00.000001',
        place: { opened: '2026-01-15T08:00:00' },
      },
    ],
  });
  const [, next = ''] = /<([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await fetch(new URL(next, first.url));
  expect(await second.json()).toMatchObject({
    result: [{ id: 2, begin: '2026-07-15T10:07:00.500', place: null }],
  });
});

it('are the same for `quern run`', async () => {
  const { exit, stdout } = await quern(served.folder, ['run', 'shifts.local']);
  expect([exit, JSON.parse(stdout)]).toEqual([0, LOCAL]);
});
