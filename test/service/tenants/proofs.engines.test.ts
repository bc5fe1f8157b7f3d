/**
 * Endpoints that the proof of scope accepts answer the rows of one tenant: on DuckDB, with and without rows of another tenant, whatever relations,
 * joins and conditions are combined.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import type { PortableEndpoint, Project } from '../../../generator/core/plan/endpoint.ts';
import { type Engines, engineFor, openEngines } from '../../engines/open-engines.ts';
import { NOW } from '../../equality/cases.ts';
import { prepare, runSaved, runSpecialized } from '../../equality/execute.ts';
import { chance } from '../../equality/random/chance.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { allPortable } from '../../support/projects/portable.ts';
import { usually } from '../../support/usually.ts';

const SOURCES = `
params:
  org: { type: string, required: true }
sources:
  events:
    tables: { duckdb: { table: events } }
    scope: [org]
    key: [org, n]
    columns: { org: string, team: string, n: int64, at: timestamp }
  orders:
    tables: { duckdb: { table: orders } }
    scope: { org: many }
    columns: { org: string, team: string, n: int64, other: { is: "coalesce(org, team)" } }
  free:
    tables: { duckdb: { table: free } }
    columns: { org: string, team: string, n: int64, other: { is: "coalesce(org, team)" } }
  plain: { from: events, select: [org, team, n] }
  grouped: { from: events, group_by: { org: org, team: team }, select: { n: count() } }
  once: { from: events, distinct: true, select: [org, team, n] }
  ranked: { from: events, select: { org: org, team: team, n: sum(n) over (partition by org) } }
  both: { union: [plain, once], select: [org, team, n] }
  partner: { from: events, join: { o: { of: orders, on: o.team = team and o.org = org, many: true } }, select: { org: org, team: o.team, n: o.n } }
  held: { from: events, where: [org = @org], select: [org, team, n] }
  days:
    from: events
    buckets: { of: at, from: now() - interval 2 day, to: now() + interval 1 day, step: 1 day, gaps: zero }
    group_by: { org: org, team: team }
    select: { n: count() }
`;
const RELATIONS = [
  'events',
  'orders',
  'free',
  'plain',
  'grouped',
  'once',
  'ranked',
  'both',
  'partner',
  'held',
];
const CONDITIONS = [
  'org = @org',
  'org in @orgs',
  'n > 1',
  'j.org = @org',
  'team = @org',
  'org in s.org',
  'team in s.team',
];
const ONS = [
  'j.team = team',
  'j.team = team and j.org = org',
  'j.team = team and j.org = @org',
  'j.n = n and j.org = org and j.org = @org',
];
const STEPS = [
  'from: free, where: [org = @org], select: [org, team]',
  'from: free, select: [org, team]',
  'from: events, where: [org = @org], select: [org, team]',
  'from: free, join: { o: { of: free, on: o.n = n and o.other = @org, many: true } }, select: { org: o.other, team: team }',
  'from: free, join: { o: { of: free, on: o.n = n and o.org = @org, kind: inner, many: true } }, select: { org: o.org, team: team }',
];

function bodyOf(seed: number): string {
  const by = chance(seed);
  const where = [
    ...new Set([by.one(CONDITIONS), by.one(CONDITIONS), ...CONDITIONS.slice(0, by.whole(2))]),
  ];
  const join = `{ j: { of: ${by.one(RELATIONS)}, on: ${by.one(ONS)}, kind: ${by.one(['left', 'inner'])}, many: true } }`;
  const shown = by.one([
    'select: { a: org, b: j.team, n: j.n }',
    'select: { a: count(), n: sum(j.n) }',
  ]);
  return `steps: { s: { ${by.one(STEPS)} } }\nfrom: ${by.one(RELATIONS)}\njoin: ${join}\nwhere: [${where.map(one => `"${one}"`).join(', ')}]\n${shown}`;
}

function compiled(bodies: readonly string[]) {
  const endpoints = bodies.map((body, i) => {
    const params = [
      ...(/@org\b|held/.test(body) ? ['org: { use: org }'] : []),
      ...(body.includes('@orgs') ? ['orgs: { list: string, required: true }'] : []),
    ];
    const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
    return {
      path: `endpoints/e${i}.yaml`,
      bytes: `endpoint: e${i}\nid: ${id}\nparams: { ${params.join(', ')} }\n${body}`,
    };
  });
  const inputs = [{ path: 'endpoints/sources.yaml', bytes: SOURCES }, ...endpoints];
  return compile(inputs, { dialects: ['duckdb'] });
}

const rowsOf = (orgs: readonly string[]) => {
  const rows = orgs.flatMap(org =>
    [1n, 2n, 3n, 4n].map(n => ({ org, team: n % 2n === 0n ? 'x' : org, n, at: NOW - n })),
  );
  const plain = rows.map(({ at: _, ...row }) => row);
  return { events: rows, orders: plain, free: plain };
};
const SENT = { org: 'acme', orgs: ['acme'] };

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

/** The answers of each endpoint in both forms, sorted, over rows of `orgs`; data sets without a scope have the rows of all. */
async function answers(project: Project, orgs: readonly string[]) {
  const engine = engineFor(engines, 'duckdb');
  const { free } = rowsOf(['acme', 'other']);
  await engine.load(tablesOfSources(project, 'duckdb', { ...rowsOf(orgs), free }));
  const found: string[][] = [];
  for (const endpoint of allPortable(project.endpoints)) found.push(await answersOf(endpoint));
  return found;

  async function answersOf(endpoint: PortableEndpoint): Promise<string[]> {
    const prepared = prepare(endpoint, 'duckdb');
    const rows = [
      ...(await runSpecialized(prepared, engine, SENT, NOW)),
      ...(await runSaved(prepared, engine, SENT, NOW)),
    ];
    return rows.map(row => row.map(String).join(' ')).sort();
  }
}

/** Reads that only one of two earlier proofs accepted. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'a list of tenants': 'from: orders\nwhere: [org in @orgs]\nselect: { a: org, n: n }',
  'windows partitioned by the scope': 'from: ranked\nwhere: [org = @org]\nselect: { a: org, n: n }',
  'filled buckets of groups': 'from: days\nwhere: [org = @org]\nselect: { a: org, n: n }',
};
/** Relations that cannot leave their scope to readers. */
const BROKEN: Readonly<Record<string, string>> = {
  'windows over all rows': 'broken: { from: events, select: { org: org, n: sum(n) over () } }',
  'a limit': 'broken: { from: events, select: [org, n], order_by: [org, n], limit: 3 }',
};
const COMPUTED = `steps: { s: { ${STEPS[3]} } }\nfrom: events\nwhere: [org in s.org]\nselect: { a: org }`;

function faultsOf({ diagnostics }: ReturnType<typeof compiled>) {
  return diagnostics.map(({ code, place }) => `${place.source.file} ${code}`);
}

describe('scope', () => {
  test('accepted endpoints answer as if no other tenant had rows', async () => {
    const tried = Array.from({ length: usually(600) }, (_, i) => bodyOf(i + 1));
    const first = compiled(tried);
    const refused = new Set(first.diagnostics.map(({ place }) => place.source.file));
    const accepted = tried.filter((_, i) => !refused.has(`endpoints/e${i}.yaml`));
    expect(accepted.length).toBeGreaterThan(tried.length / 10);
    const unscoped = first.diagnostics.filter(({ code }) => code === 'unscoped-read');
    expect(unscoped.length).toBeGreaterThan(tried.length / 10);
    const { compilation } = compiled(accepted);
    const alone = await answers(compilation.project, ['acme']);
    const beside = await answers(compilation.project, ['acme', 'other']);
    const leaking = accepted.filter((_, i) => String(alone[i]) !== String(beside[i]));
    expect(leaking).toEqual([]);
    expect(alone.filter(rows => rows.length > 0).length).toBeGreaterThan(accepted.length / 2);
  });

  test.each(Object.entries(ACCEPTED))('%s: answers one tenant', async (_, body) => {
    const one = compiled([body]);
    expect(faultsOf(one)).toEqual([]);
    const alone = await answers(one.compilation.project, ['acme']);
    expect(alone[0]?.length).toBeGreaterThan(0);
    expect(await answers(one.compilation.project, ['acme', 'other'])).toEqual(alone);
  });

  test.each(Object.entries(BROKEN))('%s: nothing passes', (_, relation) => {
    const sources = `${SOURCES}  ${relation}\n`;
    const { diagnostics } = compile([{ path: 'endpoints/sources.yaml', bytes: sources }], {
      dialects: ['duckdb'],
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['unscoped-read']);
  });

  test('a computed column of the right side of a left join binds nothing', () => {
    expect(faultsOf(compiled([COMPUTED]))).toEqual(['endpoints/e0.yaml unscoped-read']);
  });
});
