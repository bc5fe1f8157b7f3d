/** Scope: specifications that forget or bypass it are refused, those that prove it are not. */
import { describe, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { createMemo } from '../../../generator/core/memo.ts';
import type { Diagnostic } from '../../../generator/core/report/diagnostics.ts';

const SOURCES = `
params:
  org: { type: string, required: true }
sources:
  events:
    tables: { duckdb: { table: events } }
    scope: [org]
    key: [id]
    columns:
      id: { type: string, required: true }
      org: { type: string, is: meta.org }
      tenant: { is: org }
      lowered: { is: lower(org) }
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
/** Relations that leave the scope to their readers, and one that holds it. */
const RELATIONS = `
  plain: { from: events, select: { id: id, org: org, team: team } }
  renamed: { from: events, select: { id: id, org: tenant, team: lower(team) } }
  twice: { from: plain, where: ["id != 'x'"], select: [id, org, team] }
  grouped: { from: events, group_by: { org: org, team: team }, select: { id: max(id) } }
  once: { from: events, distinct: true, select: [id, org, team] }
  both: { union: [plain, twice], select: [id, org, team] }
  joined: { from: events, join: { o: { of: orders, on: o.id = id and o.org = org } }, select: { id: id, org: org, team: o.team } }
  held: { from: events, where: [org = @org], select: [id, org, team] }
`;
const PASSING = ['plain', 'renamed', 'twice', 'grouped', 'once', 'both', 'joined'];
const PARAMS = `
params:
  org: { type: string, required: true }
  fallback: { type: string, default: acme }
  maybe: { type: string }
  orgs: { list: string, required: true }
  which: { enum: [a, b], default: a }
`;

/** The data sets are read once. */
const { once } = createMemo();

function diagnosticsOf(body: string, relations = RELATIONS): readonly Diagnostic[] {
  const bytes = `endpoint: e\nid: 00000000-0000-4000-8000-000000000001${PARAMS}${body}`;
  const { diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES + relations },
      { path: 'endpoints/e.yaml', bytes },
    ],
    { dialects: null, once },
  );
  return diagnostics;
}

function faultsOf(body: string, relations = RELATIONS): readonly string[] {
  const codes = new Set<string>(diagnosticsOf(body, relations).map(({ code }) => code));
  return [...codes].filter(code => code !== 'unused-parameter');
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
  '{ when: maybe, filter: org = @org }',
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
  // a left join does not constrain the rows beside it
  'from: events\njoin: { f: { of: free, on: f.id = id and org = @org } }\nselect: [id]',
  'from: events\njoin: { f: { of: free, on: f.id = id and f.org = org and f.org = @org } }\nselect: [id]',
  `${OPEN_STEP}from: events\njoin: { s: { of: s, on: s.org = org, kind: inner, many: true } }\nselect: [id]`,
  `${OPEN_STEP}from: events\nwhere: [org in s.org]\nselect: [id]`,
  `${HELD_STEP}from: events\nwhere: [org not in s.org]\nselect: [id]`,
  `${HELD_STEP}from: events\nwhere: [id in s.id]\nselect: [id]`,
  `${HELD_STEP}from: events\njoin: { s: { of: s, on: s.id = id, kind: inner, many: true } }\nselect: [id]`,
  `${HELD_STEP}from: events\njoin: { s: { of: s, on: s.org = org, many: true } }\nselect: [id]`,
  // rows of the other part are of any tenant
  `${HELD_STEP}  t: { from: free, select: [id, org] }\n  u: { union: [s, t], select: [id, org] }\nfrom: events\nwhere: [org in u.org]\nselect: [id]`,
  'union: [orders, free]\nselect: [id]',
  "union: [orders, free]\nwhere: [org = 'acme']\nselect: [id]",
  'from: free\nviews: [events]\nselect: [id]',
  'from: free\nviews: [events]\nwhere: [team = @org]\nselect: [id]',
  'from: events\njoin: { f: { of: free, on: f.id = id, unscoped: true } }\nselect: [id]',
  'from: free\nunscoped: true\njoin: { e: { of: events, on: e.id = id } }\nselect: [id]',
  'from: events\nwhere: [lowered = @org]\nselect: [id]',
  "from: events\nwhere: [tenant = 'acme']\nselect: [id]",
  'from: free\njoin: { e: { of: events, on: e.id = id and e.lowered = @org } }\nselect: [id]',
  // one relation that holds the scope does not constrain another
  'from: held\njoin: { p: { of: plain, on: p.id = id, many: true } }\nselect: [id]',
  'from: plain\njoin: { h: { of: held, on: h.id = id, kind: inner, many: true } }\nselect: [id]',
  'union: [held, plain]\nselect: [id]',
  'from: free\nwhere: [id in plain.id]\nselect: [id]',
  'from: free\nwhere: [id in events.id]\nselect: [id]',
  'from: events\nwhere: [org = @org, id in events.id]\nselect: [id]',
  'from: free\nselect: { seen: id in orders.id }',
  'from: free\nunscoped: true\njoin: { e: { of: events, on: e.id = id } }\nselect: { seen: id in events.id }',
  'from: free\nwhere: [org = @org, id in plain.id]\nselect: [id]',
  'steps:\n  s: { from: plain, select: [id, org] }\nfrom: s\nwhere: [org = @org]\nselect: [id]',
  'from: { by: which, cases: { a: held, b: plain } }\nselect: [id]',
];

/** Relations that cut, count or hide what their readers would have to hold. */
const BROKEN: readonly string[] = [
  'bad: { from: events, select: [id] }',
  'bad: { from: events, select: { id: id, org: lower(org) } }',
  'bad: { from: events, select: { id: id, org: { value: org, hidden: true } } }',
  'bad: { from: events, select: [id, org], order_by: [id], limit: 5 }',
  'bad: { from: events, select: { id: id, org: org, n: row_number() over (order by id) } }',
  'bad: { from: events, group_by: { team: team }, select: { org: max(org) } }',
  'bad: { from: events, group_by: { org: org }, select: { n: count() }, having: [n > 1] }',
  'bad: { from: free, join: { e: { of: events, on: e.id = id } }, select: { id: id, org: e.org } }',
  "bad: { from: events, where: [org = 'acme'], select: [id] }",
  'bad: { union: [free, plain], select: [id] }',
  'bad: { from: free, where: [id in plain.id], select: [id, org] }',
  'bad: { from: events, join: { o: { of: orders, on: o.id = id } }, select: [id, org] }',
];

/** Reads that conditions elsewhere hold, or that are declared as unscoped. */
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
  'from: events\nwhere: [tenant = @org]\nselect: [id]',
  'from: free\njoin: { e: { of: events, on: e.id = id and e.tenant = @org } }\nselect: [id]',
  'from: held\nselect: [id]',
  'from: free\nwhere: [id in held.id]\nselect: [id]',
  'from: held\njoin: { p: { of: plain, on: p.id = id and p.org = org, many: true } }\nselect: [id]',
  'from: plain\njoin: { h: { of: held, on: h.org = org, kind: inner, many: true } }\nselect: [id]',
  'from: plain\nwhere: [org in held.org]\nselect: [id]',
  'from: plain\nunscoped: true\nselect: [id]',
  'from: free\nunscoped: true\nwhere: [id in events.id]\nselect: [id]',
  'from: events\nwhere: [org = @org, id in free.id]\nselect: [id]',
  'union: [held, plain]\nwhere: [org = @org]\nselect: [id]',
  'steps:\n  s: { from: plain, where: [org = @org], select: [id] }\nfrom: free\nwhere: [id in s.id]\nselect: [id]',
  'from: { by: which, cases: { a: held, b: plain } }\nwhere: [org = @org]\nselect: [id]',
];

/** Statements in an engine's own SQL that no text holds, and those that one does. */
const OWN_REFUSED: readonly string[] = [
  'select id from events',
  "select id from events where meta.org = 'acme'",
  'select id from events where org = @maybe',
  'select id from events where org = @fallback',
  'select id from events where org != @org',
  'select id from events where org <= @org',
  'select id from events where org >= @org',
  'select id from events where @org != org',
  'select id from events where team = @org',
  'select id from events where org in (@org)',
  'select id from events -- where org = @org',
  "select id, 'org = @org' as said from events",
  'select f.id from free f join events e on e.id = f.id',
  'select id from free where id in (select id from events)',
];
const OWN_HELD: readonly string[] = [
  'select id from events where org = @org',
  'select id from events where @org = org',
  'select id from events where meta.org = @org',
  'select id from events where @org = meta.org and true',
  'select id from events e where e."org" = @org',
  'select id from events where org == @org',
  'select id from free',
];
const OWN_PIECES: Readonly<Record<string, readonly string[]>> = {
  '[select id from events where true, { when: maybe, sql: and org = @org }]': ['unscoped-read'],
  '[select id from events where true, { by: which, cases: { a: and org = @org, b: and true } }]': [
    'unscoped-read',
  ],
  '[select id from events where true, { by: which, cases: { a: and org = @org, b: and @org = org } }]':
    [],
};

function ownFaults(statement: string, more = ''): readonly string[] {
  return faultsOf(`query:\n  duckdb: ${statement}\ncolumns: { id: string }${more}`).filter(
    code => code !== 'parameter-conflict',
  );
}

function at(place: string, condition: string): string {
  const quoted = condition.startsWith('{') ? condition : JSON.stringify(condition);
  return (PLACES_OF_ALL[place] ?? '').replace('#', quoted);
}

const places = Object.keys(PLACES);
const relations = PASSING.map(relation => [
  relation,
  `from: ${relation}\nwhere:\n  - #\nselect: [id]`,
]);
const PLACES_OF_ALL: Readonly<Record<string, string>> = {
  ...PLACES,
  ...Object.fromEntries(relations),
};

/** With each condition in each place; relations have no records. */
function tried(conditions: readonly string[]): readonly (readonly [string, string])[] {
  const flat = conditions.filter(condition => !condition.includes('meta.'));
  return [
    ...places.flatMap(place => conditions.map(condition => [place, condition] as const)),
    ...PASSING.flatMap(place => flat.map(condition => [place, condition] as const)),
  ];
}

const bypasses = tried(NO_PROOF);
const proofs = tried(PROOF);

describe('reads that forget or bypass a scope', () => {
  test('is tried often enough', () => {
    expect(bypasses.length + OTHERS.length + BROKEN.length).toBeGreaterThanOrEqual(80);
    expect(proofs.length + PROVEN.length).toBeGreaterThanOrEqual(40);
  });

  test.each(bypasses)('%s: %s', (place, condition) => {
    expect(faultsOf(at(place, condition))).toEqual(['unscoped-read']);
  });

  test.each(OTHERS)('%s', body => {
    expect(faultsOf(body)).toEqual(['unscoped-read']);
  });

  test('a view after one that does not exist is reported under its own name', () => {
    const found = diagnosticsOf('from: free\nviews: [nothing, events]\nselect: [id]');
    const unscoped = found.filter(({ code }) => code === 'unscoped-read');
    expect(unscoped.map(({ message }) => message.split(' ')[0])).toEqual(['`events`']);
  });

  test.each(BROKEN)('%s', relation => {
    const sound = 'from: free\nselect: [id]';
    expect(faultsOf(sound, `${RELATIONS}  ${relation}\n`)).toEqual(['unscoped-read']);
  });
});

describe("statements in an engine's own SQL", () => {
  test.each(OWN_REFUSED)('%s', statement => {
    expect(ownFaults(JSON.stringify(statement))).toEqual(['unscoped-read']);
    expect(ownFaults(JSON.stringify(statement), '\nunscoped: true')).toEqual([]);
  });

  test.each(OWN_HELD)('%s', statement => {
    expect(ownFaults(JSON.stringify(statement))).toEqual([]);
  });

  test.each(Object.entries(OWN_PIECES))('%s', (pieces, faults) => {
    expect(ownFaults(pieces)).toEqual(faults);
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
