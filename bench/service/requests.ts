/**
 * Compares a long request with a short one of the same endpoint: a hundred items of a list, twenty filters and a cursor. It
 * prints the CPU time of only the service, whose engine answers at once: for the whole request, and for reading, checking and
 * binding it. The two kinds take turns. Each request occurs once, so the service cannot answer from a kept one.
 */

import { type Engine, type Row, unconfined } from '../../engines/engine.ts';
import { compile } from '../../generator/compile.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { createBinder } from '../../server/answers/bind.ts';
import { createCursors } from '../../server/answers/cursor.ts';
import {
  type Catalogue,
  catalogue,
  type WholeEndpoint,
} from '../../server/answers/manifest/manifest.ts';
import { createReader } from '../../server/answers/reading.ts';
import { createApp } from '../../server/http/app.ts';

const ROUNDS = 31;
/** Requests of each kind in a round. */
const REQUESTS = 300;
/** The most that a whole long request may cost, as a multiple of a short one. */
const MOST = 3;

const NAME = 'entries.all';
const SECRET = 'a-secret-of-this-measurement-alone';
const NOW = 1_767_225_600_000_000n;

const SOURCES = `sources:
  entries:
    tables: { duckdb: { table: entries } }
    key: [id]
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      project: { type: string, required: true }
      path: string
      host: string
      user: string
      status: int64
      bytes: int64
      duration: float64
      is_bot: bool
`;
const ENDPOINT = `endpoint: ${NAME}
id: 00000000-0000-4000-8000-000000000001
from: entries
params:
  project: { type: string, required: true }
  ids: { list: string }
where:
  - project = @project
  - { when: ids, filter: id in @ids }
filters: { path: path, host: host, user: user, status: status, bytes: bytes, duration: duration, is_bot: is_bot, at: timestamp }
select: [id, timestamp, path, status]
order_by: [timestamp desc, id]
pages: { size: 10, expires: 1 hour }
`;
const FILTERS = [
  'path=/a&path__ne=/b&path__contains=api&path__starts_with=/v1&path__in=/a&path__not_in=/c',
  'host=a.example.com&host__ends_with=.com&host__ne=b.example.com&user__is_null=false&user=u1',
  'status=200&status__gte=200&status__lt=300&bytes__gt=10&bytes__lte=1000000',
  'duration__lt=1.5&is_bot=false&at__gte=2025-12-01T00:00:00Z&at__lt=2026-01-01',
].join('&');
const ITEMS = Array.from({ length: 100 }, (_, i) => `ids=entry-${i}`).join('&');

const ROWS: readonly Row[] = Array.from({ length: 11 }, (_, i) => {
  const instant = NOW - BigInt(i) * 1_000_000n;
  return [`entry-${i}`, instant, '/a', 200n, instant, `entry-${i}`];
});
const ENGINE: Engine = {
  name: 'duckdb',
  run: async ({ values }) => {
    const rows = values.find(({ name }) => name === 'page_rows')?.value;
    return { rows: ROWS.slice(0, Number(rows ?? ROWS.length)), scannedBytes: null };
  },
  explain: async () => '',
  estimate: async () => null,
  missing: async () => [],
  catalogue: async () => [],
  confined: unconfined('it runs nothing'),
  close: async () => {},
};

type Ask = (search: string) => unknown;

async function main(): Promise<void> {
  const manifest = compiled();
  const app = createApp({ manifest, engine: ENGINE, keys: null, log: () => {}, secrets: [SECRET] });
  const ask = async (search: string) => {
    const url = `http://localhost/api/endpoints/${NAME}?${search}`;
    const response = await app.fetch(new Request(url));
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
    return response.headers.get('X-Next-Cursor') ?? '';
  };
  const kinds = { 'the whole request': ask, 'to read, check and bind': reading(manifest) };
  process.stdout.write(`${'a request'.padEnd(26)}  short us  long us  ratio\n`);
  const ratios: number[] = [];
  for (const [name, measured] of Object.entries(kinds)) {
    const [short, long] = await inTurns(measured, ask);
    const ratio = long / short;
    ratios.push(ratio);
    const cells = [short.toFixed(1).padStart(8), long.toFixed(1).padStart(7), ratio.toFixed(2)];
    process.stdout.write(`${[name.padEnd(26), ...cells].join('  ')}\n`);
  }
  app.close();
  const [whole = Number.NaN] = ratios;
  if (!(whole <= MOST)) throw new Error('a long request costs more than it may');
}

function compiled(): Catalogue<WholeEndpoint> {
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: `endpoints/${NAME}.yaml`, bytes: ENDPOINT },
  ];
  const { compilation, diagnostics } = compile(inputs, { dialects: ['duckdb'] });
  const [fault] = diagnostics;
  if (fault !== undefined) throw new Error(fault.message);
  return catalogue(manifestOf(compilation));
}

/** Turns the text of a request into its statement with all values. */
function reading(manifest: Catalogue<WholeEndpoint>): Ask {
  const endpoint = manifest.byName.get(NAME);
  const statements = endpoint?.engines[ENGINE.name];
  if (endpoint === undefined || statements === undefined) throw new Error(`no ${NAME}`);
  const read = createReader(endpoint, {
    engine: ENGINE.name,
    unknown: 'reject',
    cursors: createCursors([SECRET]),
    nowMs: Date.now,
  });
  const bind = createBinder(statements, endpoint);
  return search => {
    const asked = read(null, search);
    if (!('values' in asked)) throw new Error(JSON.stringify(asked.faults));
    return bind(asked.values, NOW, asked.page?.begin ?? null);
  };
}

/** CPU microseconds of a short request, and of a long one. */
async function inTurns(
  measured: Ask,
  ask: (search: string) => Promise<string>,
): Promise<readonly [number, number]> {
  const times: readonly [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const short = searches(round, '');
    const first = searches(round, `&${ITEMS}&${FILTERS}`);
    const long = [];
    for (const search of first) long.push(`${search}&cursor=${await ask(search)}`);
    times[0].push(await each(short, measured));
    times[1].push(await each(long, measured));
  }
  return [median(times[0]), median(times[1])];
}

let asked = 0;

/** No two requests of a process are alike. */
function searches(round: number, more: string): readonly string[] {
  return Array.from({ length: REQUESTS }, () => `project=p-${round}-${asked++}${more}`);
}

/** User and system microseconds for each request. */
async function each(requests: readonly string[], measured: Ask): Promise<number> {
  const before = process.cpuUsage();
  for (const search of requests) await measured(search);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests.length;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await main();
