/** `quern test` of endpoints in PostgreSQL's own SQL: types that only its tables store, and rows that the test computes itself. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../support/root.ts';
import { type Project, project, removeFolders } from '../cli-fixture.ts';

afterAll(removeFolders);

const SOURCES = `sources:
  visits:
    tables: { postgres: { table: app.visits } }
    columns:
      id: { type: string, stored: { postgres: uuid }, required: true }
      seen: timestamp
      local: { type: timestamp, stored: { postgres: timestamp } }
      size: { type: int64, stored: { postgres: integer } }
      price: { type: decimal, precision: 18, scale: 2 }
      ok: bool
      day: date
      doc: json
      tags: { list: string }
      labels: { map: int64 }
      mood: { type: string, stored: { postgres: enum mood } }
      name: { type: string, stored: { postgres: citext } }
      attributes: { type: json, stored: { postgres: hstore } }
      sizes: { type: json, stored: { postgres: 'integer[]' } }
      blob: { type: string, stored: { postgres: bytea } }
      address: { type: string, stored: { postgres: inet } }
      odd: { type: string, stored: { postgres: app.odd } }
      caller: { record: { city: string, at: timestamp, score: float64 } }
  teams:
    tables: { postgres: { table: teams } }
    columns: { name: string, since: datetime }
`;

interface Visit {
  readonly id: string;
  readonly day: string;
  readonly size: number;
  readonly price: string;
  readonly tags: readonly string[];
}

/** Visits of ten days, with sizes that no two days share. */
const VISITS: readonly Visit[] = Array.from({ length: 40 }, (_, i) => ({
  id: `6f1d1b0e-7f0a-4f6e-9a55-${String(i).padStart(12, '0')}`,
  day: `2026-01-${String((i % 10) + 1).padStart(2, '0')}`,
  size: i * i,
  price: `${i}.${String(i * 7)
    .padStart(2, '0')
    .slice(-2)}`,
  tags: i % 3 === 0 ? [] : [`t${i % 4}`, 'all "of" them', '{,\\}'],
}));

/** The row of each day, computed without SQL. */
function daily(tag: string): readonly object[] {
  const days = [...new Set(VISITS.map(({ day }) => day))].sort();
  return days.flatMap(day => {
    const own = VISITS.filter(one => one.day === day && one.tags.includes(tag));
    if (own.length === 0) return [];
    const cents = own.reduce((sum, { price }) => sum + Math.round(Number(price) * 100), 0);
    const largest = own.reduce((most, one) => (one.size > most.size ? one : most));
    return [
      {
        day,
        visits: own.length,
        total: String(cents / 100),
        largest: largest.id,
        sizes: own.map(({ size }) => size).sort((a, b) => a - b),
      },
    ];
  });
}

const HEAD = 'id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a0';
const DAILY = `endpoint: daily
${HEAD}1
params: { tag: { type: string, required: true }, since: { type: date } }
query:
  postgres:
    - |
      SELECT day, count(*) AS visits, sum(price) AS total,
        (array_agg(id::text ORDER BY size DESC))[1] AS largest, array_agg(size ORDER BY size) AS sizes
      FROM app.visits WHERE @tag = ANY(tags)
    - { when: since, sql: AND day >= @since }
    - GROUP BY day ORDER BY day
columns: { day: date, visits: int64, total: decimal, largest: string, sizes: json }
tests:
  all:
    now: 2026-01-15
    params: { tag: t1 }
    given: { visits: ${JSON.stringify(VISITS)} }
    expect: ${JSON.stringify(daily('t1'))}
  quoted:
    now: 2026-01-15
    params: { tag: 'all "of" them', since: '2026-01-05' }
    given: { visits: ${JSON.stringify(VISITS)} }
    expect: ${JSON.stringify(daily('all "of" them').filter(row => String(Object(row).day) >= '2026-01-05'))}
  none: { now: 2026-01-15, params: { tag: x }, given: {}, expect: [] }
`;

const TYPES = `endpoint: types
${HEAD}2
query:
  postgres: |
    SELECT id, seen, local, seen - local AS apart, size / 2 AS half, price * 2 AS twice, NOT ok AS ok, day + 1 AS next, doc -> 'a' AS a,
      tags[2] AS tag, (labels ->> 'x')::bigint AS x, mood::text AS mood, mood IN ('calm', 'wild') OR mood = 'odd' AS calm, name = 'ADA' AS ada, attributes -> 'k' AS k,
      (SELECT sum(one) FROM unnest(sizes) AS one) AS sizes, blob, length(blob) AS bytes, host(address) AS host, odd,
      caller ->> 'city' AS city, (caller ->> 'at')::timestamptz AS at, (caller ->> 'score')::float8 AS score,
      (SELECT max(since) FROM teams WHERE teams.name = visits.name::text) AS since, now() AS now, @now = now() AS same
    FROM app.visits ORDER BY id
columns:
  id: string
  seen: timestamp
  local: timestamp
  apart: string
  half: int64
  twice: decimal
  ok: bool
  next: date
  a: json
  tag: string
  x: { type: int64, encode: string }
  mood: string
  calm: bool
  ada: bool
  k: string
  sizes: int64
  blob: string
  bytes: int64
  host: string
  odd: string
  city: string
  at: timestamp
  score: float64
  since: datetime
  now: timestamp
  same: bool
tests:
  one:
    now: 2026-01-15T10:00:00.123456Z
    given:
      visits:
        - id: 6F1D1B0E-7f0a-4f6e-9a55-000000000001
          seen: 2026-01-01T10:00:00.000001Z
          local: 2026-01-01T09:00:00Z
          size: 7
          price: 9007199254740993.25
          ok: true
          day: 2024-02-28
          doc: { a: [1, { b: null }] }
          tags: [a, 'b"{,}\\']
          labels: { x: 9007199254740993 }
          mood: glad
          name: Ada
          attributes: { k: v }
          sizes: [1, 2, 3]
          blob: AP8=
          address: 10.0.0.1
          odd: any
          caller: { city: Ωsaka, at: 2026-01-02T00:00:00Z, score: 0.5 }
        - { id: 6f1d1b0e-7f0a-4f6e-9a55-000000000002 }
      teams: [{ name: Ada, since: 2020-01-01T00:00:00.5 }, { name: ada, since: 2025-01-01T00:00:00 }]
    expect:
      - id: 6f1d1b0e-7f0a-4f6e-9a55-000000000001
        seen: 2026-01-01T10:00:00.000001Z
        local: 2026-01-01T09:00:00Z
        apart: '01:00:00.000001'
        half: 3
        twice: '18014398509481986.5'
        ok: false
        next: 2024-02-29
        a: [1, { b: null }]
        tag: 'b"{,}\\'
        x: '9007199254740993'
        mood: glad
        calm: false
        ada: true
        k: v
        sizes: 6
        blob: AP8=
        bytes: 2
        host: 10.0.0.1
        odd: any
        city: Ωsaka
        at: 2026-01-02T00:00:00Z
        score: 0.5
        since: 2020-01-01T00:00:00.500
        now: 2026-01-15T10:00:00.123456Z
        same: true
      - { id: 6f1d1b0e-7f0a-4f6e-9a55-000000000002, seen: null, local: null, apart: null, half: null, twice: null, ok: null, next: null, a: null,
          tag: null, x: null, mood: null, calm: null, ada: null, k: null, sizes: null, blob: null, bytes: null, host: null, odd: null,
          city: null, at: null, score: null, since: null, now: 2026-01-15T10:00:00.123456Z, same: true }
`;

function made(files: Readonly<Record<string, string>>, isWhole = true): Project {
  const one = project({
    'quern.yaml': 'dialects: [postgres]\n',
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/sources.yaml': SOURCES,
    ...files,
  });
  if (isWhole) symlinkSync(join(ROOT, 'test/node_modules'), join(one.folder, 'node_modules'));
  return one;
}

describe('tests of own SQL on PostgreSQL', () => {
  it('pass with the rows that the test computes, over the types that its tables store', async () => {
    const one = made({ 'endpoints/daily.yaml': DAILY, 'endpoints/types.yaml': TYPES });
    expect(daily('t1').length).toBeGreaterThan(4);
    const { exit, stdout, stderr } = await one.quern(['test']);
    expect([exit, stdout, stderr]).toEqual([
      0,
      ['daily: all', 'daily: quoted', 'daily: none', 'types: one']
        .map(name => `passed  ${name} on postgres\n`)
        .join(''),
      '4 passed, 0 failed\n',
    ]);
  });

  it('fail where a row differs, with the words of PostgreSQL where it fails, and rows are written', async () => {
    const wrong = DAILY.replace(
      '(array_agg(id::text ORDER BY size DESC))',
      '(array_agg(id::text ORDER BY size))',
    );
    const broken = TYPES.replace('size / 2', 'size / 0');
    const one = made({ 'endpoints/daily.yaml': wrong, 'endpoints/types.yaml': broken });
    const { exit, stdout, stderr } = await one.quern(['test']);
    expect(exit).toBe(1);
    expect(stdout).toContain('failed  daily: all on postgres\n');
    expect(stdout).toContain('passed  daily: none on postgres\n');
    expect(stderr).toContain('The answer on postgres differs from the expected rows');
    expect(stderr).toContain('The engine failed on postgres: division by zero');
    expect(await one.quern(['test', '-u', '--only', 'daily'])).toMatchObject({ exit: 0 });
    expect(await one.quern(['test', '--only', 'daily'])).toMatchObject({ exit: 0 });
  });

  it('are left out with a warning where PGlite is not installed', async () => {
    const one = made({ 'endpoints/daily.yaml': DAILY }, false);
    expect(await one.quern(['test'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: `there are no tests
warning: No test ran on postgres: \`@electric-sql/pglite\` is not installed
  hint: Install it with \`npm install --save-dev @electric-sql/pglite\`.
`,
    });
    expect(await one.quern(['test', '--engine', 'postgres'])).toMatchObject({ exit: 3 });
  });
});
