/** Scope: what forgets or bypasses it is refused, what proves it in an allowed way is not. */
import { describe, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';

const SOURCES = `
sources:
  events:
    tables: { duckdb: { table: events } }
    scope: [org]
    key: [id]
    columns:
      id: { type: string, required: true }
      org: { type: string, is: meta.org }
      team: string
      day: date
      meta: { record: { org: string, kind: string } }
  orders:
    tables: { duckdb: { table: orders } }
    scope: { org: many }
    key: [id]
    columns: { id: string, org: string, team: string }
  free:
    tables: { duckdb: { table: free } }
    key: [id]
    columns: { id: string, org: string, team: string }
`;
const PARAMS = `
params:
  org: { type: string, required: true }
  fallback: { type: string, default: acme }
  maybe: { type: string }
  orgs: { list: string, required: true }
`;

function faultsOf(body: string): readonly string[] {
  const bytes = `endpoint: e\nid: 00000000-0000-4000-8000-000000000001${PARAMS}${body}`;
  const { diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/e.yaml', bytes },
    ],
    { dialects: null },
  );
  return [...new Set(diagnostics.map(({ code }) => code))].filter(
    code => code !== 'unused-parameter',
  );
}

/** Places in which a condition on the columns of `events` may stand; `#` is the condition, an item of a list. */
const PLACES: Readonly<Record<string, string>> = {
  'the answer': 'from: events\nwhere:\n  - #\nselect: [id]',
  'an answer of groups': 'from: events\nwhere:\n  - #\nselect: { n: count() }',
  'a step':
    'steps:\n  s:\n    from: events\n    where:\n      - #\n    select: [id]\nfrom: s\nselect: [id]',
  'a step of groups':
    'steps:\n  s:\n    from: events\n    where:\n      - #\n    group_by: { id: id }\n    select: { n: count() }\nfrom: s\nselect: [id]',
  'a part of a union':
    'steps:\n  s:\n    from: events\n    where:\n      - #\n    select: [id]\n  t: { from: free, select: [id] }\nunion: [s, t]\nselect: [id]',
  'a step behind `in`':
    'steps:\n  s:\n    from: events\n    where:\n      - #\n    select: [id]\nfrom: free\nwhere: [id in s.id]\nselect: [id]',
};

const NO_PROOF: readonly string[] = [
  'true',
  "org = 'acme'",
  "org in ('acme', 'other')",
  'org != @org',
  'org >= @org',
  'org = @fallback',
  '{ when: maybe, filter: org = @maybe }',
  '{ any: [{ when: maybe, filter: org = @org }] }',
  'org = @org or id = @org',
  'not org != @org',
  'lower(org) = @org',
  'coalesce(org, @org) = @org',
  'team = @org',
  'meta.kind = @org',
  'org in @orgs',
  'org = team',
  "if(org = @org, true, id = 'x')",
  'org is not null',
  'contains(org, @org)',
];

const PROOF: readonly string[] = [
  'org = @org',
  '@org = org',
  'meta.org = @org',
  "org = @org and id != 'x'",
  "(id != 'x' and (org = @org))",
];

const HELD_STEP = 'steps:\n  s: { from: events, where: [org = @org], select: [id, org] }\n';
const OPEN_STEP = 'steps:\n  s: { from: free, select: [id, org] }\n';

/** Reads that a condition of another relation does not hold. */
const OTHERS: readonly string[] = [
  'from: events\nselect: [id]',
  'from: events\ngroup_by: { id: id }\nselect: { n: count() }',
  'from: free\njoin: { e: { of: events, on: e.id = id } }\nselect: [id]',
  'from: free\njoin: { e: { of: events, on: e.id = id, kind: inner } }\nselect: [id]',
  "from: free\njoin: { e: { of: events, on: e.id = id and e.org = 'acme' } }\nselect: [id]",
  'from: free\njoin: { e: { of: events, on: e.id = id and e.org = org } }\nselect: [id]',
  // a left join says nothing of the rows beside it
  'from: events\njoin: { f: { of: free, on: f.id = id and org = @org } }\nselect: [id]',
  'from: events\njoin: { f: { of: free, on: f.id = id and f.org = org and f.org = @org } }\nselect: [id]',
  `${OPEN_STEP}from: events\njoin: { s: { of: s, on: s.org = org, kind: inner, many: true } }\nselect: [id]`,
  `${OPEN_STEP}from: events\nwhere: [org in s.org]\nselect: [id]`,
  `${HELD_STEP}from: events\nwhere: [org not in s.org]\nselect: [id]`,
  `${HELD_STEP}from: events\nwhere: [id in s.id]\nselect: [id]`,
  `${HELD_STEP}from: events\njoin: { s: { of: s, on: s.id = id, kind: inner, many: true } }\nselect: [id]`,
  `${HELD_STEP}from: events\njoin: { s: { of: s, on: s.org = org, many: true } }\nselect: [id]`,
  'union: [orders, free]\nselect: [id]',
  "union: [orders, free]\nwhere: [org = 'acme']\nselect: [id]",
  'from: free\nviews: [events]\nselect: [id]',
  'from: free\nviews: [events]\nwhere: [team = @org]\nselect: [id]',
  'from: events\njoin: { f: { of: free, on: f.id = id, unscoped: true } }\nselect: [id]',
  'from: free\nunscoped: true\njoin: { e: { of: events, on: e.id = id } }\nselect: [id]',
];

/** Reads that conditions elsewhere hold, or that say that they are meant. */
const PROVEN: readonly string[] = [
  'from: events\nunscoped: true\nselect: [id]',
  'from: free\njoin: { e: { of: events, on: e.id = id, unscoped: true } }\nselect: [id]',
  'from: free\njoin: { e: { of: events, on: e.id = id and e.org = @org } }\nselect: [id]',
  'from: free\njoin: { e: { of: events, on: e.id = id and e.org = org } }\nwhere: [org = @org]\nselect: [id]',
  'from: free\njoin: { e: { of: events, on: e.id = id and e.org = org, kind: inner } }\nwhere: [e.org = @org]\nselect: [id]',
  'from: events\njoin: { f: { of: free, on: f.id = id and f.org = org, kind: inner } }\nwhere: [f.org = @org]\nselect: [id]',
  'from: events\nwhere: [org = team, team = @org]\nselect: [id]',
  `${HELD_STEP}from: events\njoin: { s: { of: s, on: s.org = org, kind: inner, many: true } }\nselect: [id]`,
  `${HELD_STEP}from: events\nwhere: [org in s.org]\nselect: [id]`,
  `${HELD_STEP}from: s\njoin: { e: { of: events, on: e.id = id and e.org = org } }\nselect: [id]`,
  'from: orders\nwhere: [org in @orgs]\nselect: [id]',
  'from: orders\nwhere: [org = @org]\nselect: [id]',
  'union: [orders, free]\nwhere: [org = @org]\nselect: [id]',
  'union: [orders, free]\nunscoped: true\nselect: [id]',
  'from: free\nviews: [events]\nwhere: [org = @org]\nselect: [id]',
];

function at(place: string, condition: string): string {
  const quoted = condition.startsWith('{') ? condition : JSON.stringify(condition);
  return (PLACES[place] ?? '').replace('#', quoted);
}

const places = Object.keys(PLACES);
const bypasses = places.flatMap(place => NO_PROOF.map(condition => [place, condition] as const));
const proofs = places.flatMap(place => PROOF.map(condition => [place, condition] as const));

describe('reads that forget or bypass a scope', () => {
  test('is tried often enough', () => {
    expect(bypasses.length + OTHERS.length).toBeGreaterThanOrEqual(80);
    expect(proofs.length + PROVEN.length).toBeGreaterThanOrEqual(40);
  });

  test.each(bypasses)('%s: %s', (place, condition) => {
    expect(faultsOf(at(place, condition))).toEqual(['unscoped-read']);
  });

  test.each(OTHERS)('%s', body => {
    expect(faultsOf(body)).toEqual(['unscoped-read']);
  });
});

describe('reads that prove a scope', () => {
  test.each(proofs)('%s: %s', (place, condition) => {
    expect(faultsOf(at(place, condition))).toEqual([]);
  });

  test.each(PROVEN)('%s', body => {
    expect(faultsOf(body)).toEqual([]);
  });
});
