/** The clock of a running service jumps by an hour and back: answers stay those of the instant, and nothing stays valid for longer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { reach } from '../../engines/duckdb/reach.ts';
import { AUDIENCE, ISSUER, pemOf, rsaPair, signed } from '../access/issuer.ts';
import { type ServeProcess, serveProcess } from '../serve-process.ts';
import { madeKey } from '../server-fixture.ts';

const pair = rsaPair();
const HOUR_S = 3_600;
const HEAD = (name: string, at: number) =>
  `endpoint: ${name}\nid: 00000000-0000-4000-8000-00000000000${at}\nsummary: Rows.\nengines: [duckdb]\nfrom: notes\n`;
const FILES = {
  'endpoints/sources.yaml': `sources:
  notes:
    key: [id]
    tables: { duckdb: { table: notes } }
    columns: { id: { type: string, required: true } }
`,
  'endpoints/kept.yaml': `${HEAD('kept', 1)}select: { id: id, at: now() }\nlimit: 1\norder_by: [id]\ncache: { ttl: 10m, refresh: 1m }\n`,
  'endpoints/paged.yaml': `${HEAD('paged', 2)}select: { id: id, at: now() }\norder_by: [id]\npages: { size: 2, max_size: 5, expires: 30 minutes }\n`,
};
const IDS = ['1', '2', '3', '4', '5'];
const TABLE = {
  name: 'notes',
  layout: 'nested',
  columns: { id: { type: 'string', required: true } },
  rows: IDS.map(id => ({ id })),
} as const;
const folder = mkdtempSync(join(tmpdir(), 'quern-clock-'));
const offset = join(folder, 'offset');
const CLOCK = `
import { readFileSync } from 'node:fs';
const Real = Date;
const now = () => Real.now() + 1_000 * Number(readFileSync(${JSON.stringify(offset)}, 'utf8'));
globalThis.Date = class extends Real {
  static now() { return now(); }
  constructor(...given) { super(...(given.length === 0 ? [now()] : given)); }
};
`;

let service: ServeProcess;
let close: () => Promise<void>;
const plain = madeKey();
const rated = madeKey({ id: 'key_3', name: 'rated' });
const short = madeKey({
  id: 'key_2',
  name: 'short',
  expires: new Date(Date.now() + 600_000).toISOString(),
});

const jump = (seconds: number) => writeFileSync(offset, String(seconds));
const inMs = (at: string) => Date.parse(at) - Date.now();

interface Told {
  readonly status: number;
  readonly rows: readonly { readonly id: string; readonly at: string }[];
  readonly cache: string | null;
  readonly age: number;
  readonly next: string | null;
}

async function ask(path: string, token = plain.token): Promise<Told> {
  const answer = await fetch(`${service.url}/api/endpoints/${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { result = [] } = JSON.parse(await answer.text());
  return {
    status: answer.status,
    rows: result,
    cache: answer.headers.get('x-cache'),
    age: Number(answer.headers.get('age')),
    next: answer.headers.get('x-next-cursor'),
  };
}

beforeAll(async () => {
  jump(0);
  const reached = await reach([TABLE]);
  close = reached.close;
  const jwt = { issuer: ISSUER, audience: AUDIENCE, claims: {}, public_key: pemOf(pair) };
  service = await serveProcess({
    engine: 'duckdb',
    reached,
    files: FILES,
    keys: [plain.key, short.key, rated.key],
    service: { jwt, secret: 'x'.repeat(32), rate_limit: { per_key: 1, burst: 100 } },
    before: CLOCK,
  });
});
afterAll(async () => {
  await service.stop();
  await close();
  rmSync(folder, { recursive: true });
  removeFolders();
});

describe('a jump of the clock', () => {
  beforeEach(() => jump(0));

  it.each([
    ['forward', HOUR_S],
    ['back', -HOUR_S],
  ])('%s ends the life of kept answers', async (_, by) => {
    await ask('kept');
    expect(await ask('kept')).toMatchObject({ status: 200, cache: 'hit' });
    for (const seconds of [by, 0, by]) {
      jump(seconds);
      const fresh = await ask('kept');
      expect(fresh).toMatchObject({ status: 200, cache: 'miss', age: 0 });
      const [{ at } = { at: '' }] = fresh.rows;
      expect(Math.abs(inMs(at) - seconds * 1_000)).toBeLessThan(60_000);
      expect(await ask('kept')).toMatchObject({ cache: 'hit', rows: fresh.rows });
    }
  });

  it('expires keys and tokens, and accepts them again after the jump back', async () => {
    const nowS = Math.floor(Date.now() / 1_000);
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'a', nbf: nowS - 120, exp: nowS + 600 };
    const token = signed(pair, claims, { alg: 'RS256', typ: 'JWT' });
    const statuses = async () => [
      (await ask('kept', token)).status,
      (await ask('kept', short.token)).status,
      (await ask('kept')).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    jump(HOUR_S);
    expect(await statuses()).toEqual([401, 401, 200]);
    jump(0);
    expect(await statuses()).toEqual([200, 200, 200]);
    // a token that was read before is not yet valid either
    jump(-HOUR_S);
    expect(await statuses()).toEqual([401, 200, 200]);
  });

  it('expires cursors, and pages stay those of the first one', async () => {
    const first = await ask('paged');
    const [{ at } = { at: '' }] = first.rows;
    const cursor = `paged?cursor=${first.next}`;
    jump(HOUR_S);
    expect(await ask(cursor)).toMatchObject({ status: 400 });
    for (const seconds of [0, -HOUR_S]) {
      jump(seconds);
      const found = [...first.rows];
      for (let next = first.next; next !== null; ) {
        const page = await ask(`paged?cursor=${next}`);
        expect(page.status).toBe(200);
        found.push(...page.rows);
        next = page.next;
      }
      expect(found).toEqual(IDS.map(id => ({ id, at })));
    }
    // a cursor of a later instant
    jump(HOUR_S);
    const later = await ask('paged');
    jump(0);
    const second = await ask(`paged?cursor=${later.next}`);
    expect([...later.rows, ...second.rows].map(({ id }) => id)).toEqual(IDS.slice(0, 4));
    expect(new Set([...later.rows, ...second.rows].map(row => row.at)).size).toBe(1);
  });

  it('back neither closes nor opens a rate', async () => {
    const allowed = async () => {
      const asked = Array.from({ length: 150 }, () => ask('kept', rated.token));
      return (await Promise.all(asked)).filter(({ status }) => status === 200).length;
    };
    expect(await allowed()).toBeGreaterThanOrEqual(100);
    jump(-HOUR_S);
    // the burst is used up, and a second gives one more
    expect(await allowed()).toBeLessThan(100);
    const status = async () => (await ask('kept', rated.token)).status;
    await expect.poll(status, { timeout: 10_000 }).toBe(200);
  });

  it('leaves the measured times of the log as they are', () => {
    const ms = service.lines().flatMap(({ ms }) => (typeof ms === 'number' ? [ms] : []));
    expect(ms.length).toBeGreaterThan(30);
    for (const one of ms) expect(one >= 0 && one < 60_000).toBe(true);
  });
});
