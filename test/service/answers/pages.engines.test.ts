/** Pages over HTTP: all rows once, while rows are added; and cursors that lead nowhere but where their request does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import type { AppOptions } from '../../../server/http/app.ts';
import { createApp } from '../../../server/http/app.ts';
import { asking, keyRing, madeKey } from '../server-fixture.ts';
import { manifestOf } from './spec-service.ts';

const SOURCES = `
  entries:
    tables: { duckdb: { table: entries } }
    key: [project, id]
    scope: [project]
    columns:
      project: { type: string, required: true }
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      status: int64
      path: string
`;
const HEAD = `
from: entries
params:
  project: { type: string, required: true }
  status: { type: int64 }
where: [project = @project, { when: status, filter: status = @status }]`;
const ENDPOINTS = {
  'entries.newest': `${HEAD}
retention: { of: timestamp, window: 30d }
select: { id: id, at: { value: timestamp, hidden: true }, now: now(), path: path }
order_by: [at desc, id]
pages: { size: 3, max_size: 50, expires: 1 hour }
cache: { ttl: 15m, refresh: 1m }`,
  'entries.oldest': `${HEAD}
select: [timestamp, id]
order_by: [timestamp, id desc]
pages: { size: 2, max_size: 50 }`,
  'entries.paths': `${HEAD}
group_by: { path: "coalesce(path, '')" }
select: { entries: count() }
order_by: [entries desc, path]
pages: { size: 1 }`,
  'entries.by-path': `${HEAD}
select: { id: id, path: "coalesce(path, '')" }
order_by: [path, id]
pages: { size: 1, max_size: 10 }`,
};
const MANIFEST = manifestOf(SOURCES, ENDPOINTS);
const columns = MANIFEST.sources['entries']?.columns ?? [];
const SECRETS = ['first-secret-of-thirty-two-characters'];

const MINUTE = 60_000_000n;
const NOW = BigInt(Date.parse('2026-01-15T12:00:00Z')) * 1_000n;
let now = NOW;

interface Body {
  readonly result?: readonly Record<string, unknown>[];
  readonly code?: string;
  readonly detail?: string;
  readonly parameters?: readonly { readonly name: string; readonly message: string }[];
}

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
const closing: (() => Promise<void>)[] = [];
let files = 0;

interface Entry {
  readonly id: string;
  readonly minutes: number;
  readonly path?: string | null;
  readonly project?: string;
}
/** Entries so many minutes ago. */
function write(where: string, entries: readonly Entry[]): void {
  const lines = entries.map(({ id, minutes, path = null, project = 'a' }) => {
    const timestamp = new Date(Number((NOW - BigInt(minutes) * MINUTE) / 1_000n)).toISOString();
    return JSON.stringify({ project, id, timestamp, status: minutes % 2, path });
  });
  files += 1;
  writeFileSync(join(folder, `${where}-${files}.ndjson`), `${lines.join('\n')}\n`);
}

/** Ties, NULLs, and two that are long. */
const ENTRIES: readonly Entry[] = [
  ...Array.from({ length: 23 }, (_, i) => ({
    id: `e${String(i).padStart(2, '0')}`,
    minutes: 10 * Math.floor(i / 4),
    path: i % 3 === 0 ? null : `/p/${i % 5}`,
  })),
  { id: 'other', minutes: 5, project: 'b' },
];

async function serving(where: string, rest: Partial<AppOptions> = {}) {
  const glob = join(folder, `${where}-*.ndjson`);
  const engine = await openDuckDb({
    source: { files: [{ table: ['entries'], glob, columns, records: 'nested' }] },
    concurrency: 2,
    threads: 2,
  });
  const app = asking(
    createApp({
      manifest: MANIFEST,
      engine,
      keys: null,
      log: () => {},
      clock: () => now,
      secrets: SECRETS,
      ...rest,
    }),
  );
  closing.push(async () => {
    app.close();
    await engine.close();
  });
  const ask = async (path: string, init?: RequestInit) => {
    const response = await app.request(`/api/endpoints/${path}`, init);
    const body = (await response.json()) as Body;
    const { status, headers } = response;
    const rows: readonly Record<string, unknown>[] = body.result ?? [];
    return { status, body, rows, next: headers.get('X-Next-Cursor'), headers };
  };
  /** Rows of all pages, from one to the next by its link. */
  const all = async (name: string, query: string, between = async () => {}) => {
    const rows: Record<string, unknown>[] = [];
    let asked: string | null = query;
    while (asked !== null) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(`${name}?${asked}`);
      expect([page.status, page.body.detail]).toEqual([200, undefined]);
      rows.push(...page.rows);
      expect(rows.length).toBeLessThan(500);
      const link = /^<\?([^>]+)>; rel="next"$/.exec(page.headers.get('Link') ?? '');
      expect(link === null).toBe(page.next === null);
      asked = link?.[1] ?? null;
      await between();
    }
    return rows;
  };
  return { app, ask, all };
}

afterEach(() => {
  now = NOW;
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true });
});

const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id);
const IN_A = ENTRIES.filter(({ project }) => project === undefined);

describe('all pages together', () => {
  write('all', ENTRIES);

  it.each(Array.from({ length: 24 }, (_, i) => i + 1))(
    'are all rows once, in order, %i at a time',
    async size => {
      const { all } = await serving('all');
      const newest = [...IN_A].sort((a, b) => a.minutes - b.minutes || (a.id < b.id ? -1 : 1));
      const oldest = [...IN_A].sort((a, b) => b.minutes - a.minutes || (a.id > b.id ? -1 : 1));
      const of = `project=a&page_size=${size}`;
      expect(idsOf(await all('entries.newest', of))).toEqual(
        idsOf(newest.map(row => ({ ...row }))),
      );
      expect(idsOf(await all('entries.oldest', of))).toEqual(
        idsOf(oldest.map(row => ({ ...row }))),
      );
    },
  );

  it('are all groups once', async () => {
    const { all } = await serving('all');
    const counts = new Map<string, number>();
    for (const { path } of IN_A) counts.set(path ?? '', (counts.get(path ?? '') ?? 0) + 1);
    const wanted = [...counts].map(([path, entries]) => ({ path, entries }));
    wanted.sort((a, b) => b.entries - a.entries || (a.path < b.path ? -1 : 1));
    expect(await all('entries.paths', 'project=a')).toEqual(wanted);
  });

  it('hold once whatever was there all the time, while rows are added', async () => {
    write('grow', ENTRIES);
    const { all } = await serving('grow');
    let added = 0;
    const rows = await all('entries.newest', 'project=a&page_size=2', async () => {
      added += 1;
      // before, at and behind where the pages are
      const at = [-1, 10, 30, 59].map((minutes, i) => ({ id: `new${added}${i}`, minutes }));
      write('grow', at);
    });
    const ids = idsOf(rows);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of IN_A) expect(ids.filter(other => other === id)).toEqual([id]);
    expect(ids.length).toBeGreaterThan(IN_A.length);
  });

  it('share the instant of the first; retention takes that of each request', async () => {
    write('kept', [
      { id: 'new', minutes: 1 },
      { id: 'old', minutes: 30 * 24 * 60 - 30 },
      { id: 'edge', minutes: 30 * 24 * 60 - 5 },
    ]);
    const { ask } = await serving('kept');
    const first = await ask('entries.newest?project=a&page_size=1');
    expect(first.rows).toEqual([{ id: 'new', now: '2026-01-15T12:00:00Z', path: null }]);
    now += 10n * MINUTE;
    const second = await ask(`entries.newest?project=a&page_size=5&cursor=${first.next}`);
    expect(second.rows).toEqual([{ id: 'old', now: '2026-01-15T12:00:00Z', path: null }]);
    expect([second.next, second.headers.get('Link')]).toEqual([null, null]);
  });
});

describe('a cursor', () => {
  write('one', ENTRIES);
  const refused = async (
    asked: Promise<{ readonly status: number; readonly body: Body }>,
    words: string,
  ) => {
    const { status, body } = await asked;
    expect([status, body.code, body.result]).toEqual([400, 'invalid_parameter', undefined]);
    expect(body.parameters).toEqual([{ name: 'cursor', message: body.detail }]);
    expect(body.detail).toContain(words);
  };

  it('holds for its endpoint, its parameters and its page sizes', async () => {
    const { ask } = await serving('one');
    const { next } = await ask('entries.newest?project=a&status=0&page_size=2');
    const is = (path: string) => ask(`${path}&cursor=${next}`);
    expect((await is('entries.newest?project=a&status=0&page_size=9')).status).toBe(200);
    expect((await is('entries.newest?status=0&project=a')).status).toBe(200);
    const other = 'a cursor of the same request';
    await refused(is('entries.newest?project=b&status=0'), other);
    await refused(is('entries.newest?project=a&status=1'), other);
    await refused(is('entries.newest?project=a'), other);
    await refused(is('entries.oldest?project=a&status=0'), other);
  });

  it('that was made up, changed or cut is refused', async () => {
    const { ask } = await serving('one');
    const { next } = await ask('entries.newest?project=a');
    const none = 'not a cursor of this service';
    const forged = [
      'x',
      '1',
      'null',
      `${next}x`,
      next?.slice(1),
      next?.slice(0, -4),
      'AQ'.repeat(60),
    ];
    for (const text of forged) await refused(ask(`entries.newest?project=a&cursor=${text}`), none);
    await refused(ask(`entries.newest?project=a&cursor=${'a'.repeat(3_000)}`), '2,048 characters');
  });

  it('of another secret is refused, and of the secret before accepted', async () => {
    const { ask } = await serving('one');
    const { next } = await ask('entries.newest?project=a');
    const path = `entries.newest?project=a&cursor=${next}`;
    const other = ['another-secret-of-thirty-two-characters'];
    await refused((await serving('one', { secrets: other })).ask(path), 'not a cursor');
    const both = await serving('one', { secrets: [...other, ...SECRETS] });
    expect((await both.ask(path)).status).toBe(200);
  });

  it('of an older definition leads nowhere', async () => {
    const { ask } = await serving('one');
    const { next } = await ask('entries.newest?project=a');
    const text = ENDPOINTS['entries.newest'].replace('size: 3', 'size: 4');
    const manifest = manifestOf(SOURCES, { ...ENDPOINTS, 'entries.newest': text });
    const changed = await serving('one', { manifest });
    await refused(changed.ask(`entries.newest?project=a&cursor=${next}`), 'of the same request');
  });

  it('expires', async () => {
    const { ask } = await serving('one');
    const { next } = await ask('entries.newest?project=a');
    const path = `entries.newest?project=a&cursor=${next}`;
    now += 60n * MINUTE - 1_000_000n;
    expect((await ask(path)).status).toBe(200);
    now += 1_000_000n;
    await refused(ask(path), 'has expired');
  });

  it('is of no use to another tenant, nor to a key that fixes less', async () => {
    const a = madeKey({ id: 'key_a', params: { project: 'a' } });
    const b = madeKey({ id: 'key_b', params: { project: 'b' } });
    const any = madeKey({ id: 'key_c' });
    const again = madeKey({ id: 'key_d', params: { project: 'a' } });
    const { ask } = await serving('one', {
      keys: keyRing([a, b, any, again].map(({ key }) => key)),
    });
    const by = ({ token }: { token: string }) => ({ headers: { 'X-API-KEY': token } });
    const { next, rows } = await ask('entries.newest', by(a));
    expect(rows).toHaveLength(3);
    const path = `entries.newest?cursor=${next}`;
    expect((await ask(path, by(a))).rows).toHaveLength(3);
    // the fixed value counts, whatever the key
    expect((await ask(path, by(again))).rows).toHaveLength(3);
    await refused(ask(path, by(b)), 'of the same request');
    await refused(ask(`${path}&project=a`, by(any)), 'of the same request');
    expect((await ask(`${path}&project=b`, by(a))).status).toBe(403);
  });

  it('goes by POST as it does by GET', async () => {
    const { ask } = await serving('one');
    const post = (body: object) =>
      ask('entries.newest', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const first = await post({ project: 'a', page_size: 2 });
    expect([first.headers.get('Link'), first.headers.get('Cache-Control')]).toEqual([
      null,
      'no-store',
    ]);
    const second = await post({ project: 'a', page_size: 2, cursor: first.next });
    const same = await ask(`entries.newest?project=a&page_size=2&cursor=${first.next}`);
    expect(second.rows).toEqual(same.rows);
    expect(idsOf([...first.rows, ...second.rows])).toEqual(['e00', 'e01', 'e02', 'e03']);
    await refused(post({ project: 'b', cursor: first.next }), 'of the same request');
  });
});

describe('pages', () => {
  write('page', ENTRIES);

  it('are kept, each under its own position, and lead callers to the next', async () => {
    const { ask } = await serving('page');
    const first = await ask('entries.newest?project=a');
    const again = await ask('entries.newest?project=a');
    const states = [first, again].map(({ headers }) => headers.get('X-Cache'));
    expect(states).toEqual(['miss', 'hit']);
    expect(again.next).not.toBe(first.next);
    for (const { headers } of [first, again])
      expect(headers.get('Cache-Control')).toBe('private, no-cache');
    const [one, two] = await Promise.all(
      [first, again].map(({ next }) => ask(`entries.newest?project=a&cursor=${next}`)),
    );
    expect(one?.rows).toEqual(two?.rows);
    const third = await ask(`entries.newest?project=a&cursor=${first.next}`);
    expect(third.headers.get('X-Cache')).toBe('hit');
    const size = await ask(`entries.newest?project=a&page_size=4&cursor=${first.next}`);
    expect([size.headers.get('X-Cache'), size.rows.length]).toEqual(['miss', 4]);
    expect([first, size].map(({ headers }) => headers.get('X-Row-Limit'))).toEqual(['3', '4']);
    expect(first.headers.get('X-Truncated')).toBeNull();
  });

  it('link to the same query with another cursor, as it was written', async () => {
    const { ask } = await serving('page', { unknownParameters: 'ignore' });
    const query = 'x=%3E%3Cä&project=a&c%75rsor=&page_size=1&&%63ursor=&y';
    const { headers, next } = await ask(`entries.newest?${query.replace('&%63ursor=', '')}`);
    const link = headers.get('Link') ?? '';
    expect(link).toBe(`<?x=%3E%3C%C3%A4&project=a&page_size=1&y&cursor=${next}>; rel="next"`);
  });

  it.each(['0', '51', '-1', 'x', '1.5'])('have no size %s', async size => {
    const { ask } = await serving('page');
    const { status, body } = await ask(`entries.newest?project=a&page_size=${size}`);
    expect([status, body.parameters?.[0]?.name]).toEqual([400, 'page_size']);
  });

  it('need a secret before anything is served', async () => {
    await expect(serving('page', { secrets: [] })).rejects.toThrow('need a secret');
  });

  it('that would begin behind more than a cursor holds are reported as a fault', async () => {
    write('long', [
      { id: '1', minutes: 1, path: 'x'.repeat(4_000) },
      { id: '2', minutes: 1, path: 'y' },
    ]);
    const { ask } = await serving('long');
    const { status, body } = await ask('entries.by-path?project=a');
    expect([status, body.code]).toEqual([500, 'result_too_large']);
    expect((await ask('entries.by-path?project=a&page_size=2')).status).toBe(200);
  });

  it('of a handler are as long as callers say', async () => {
    const handler = async ({ params }: { params: { page_size: bigint } }) =>
      Array.from({ length: 5 }, (_, i) => ({ id: `${i}`, now, path: String(params.page_size) }));
    const { ask } = await serving('page', { handlers: { 'entries.newest': handler as never } });
    const { rows, headers, next } = await ask('entries.newest?project=a&page_size=2');
    expect(rows.map(({ id, path }) => [id, path])).toEqual([
      ['0', '2'],
      ['1', '2'],
    ]);
    expect([headers.get('X-Truncated'), next]).toEqual(['true', null]);
    const runs = { 'entries.newest': (({ run }: { run: () => unknown }) => run()) as never };
    const through = await serving('page', { handlers: runs });
    expect(await through.all('entries.newest', 'project=a&page_size=9')).toHaveLength(IN_A.length);
  });
});
