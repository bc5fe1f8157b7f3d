/** A tenant's rows through every kind of relation, whatever a caller asks: they are as if no other tenant had rows. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { all, type Engines, openEngines } from '../../engines/open-engines.ts';
import { NOW } from '../../equality/cases.ts';
import { prepare, runPages, runSaved, runSpecialized } from '../../equality/execute.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import type { Sent } from '../../reference/answer.ts';
import { allPortable } from '../../support/projects/portable.ts';
import { usually } from '../../support/usually.ts';
import { isText, TEXTS } from '../injection/corpus.ts';

const SOURCES = `
sources:
  logs:
    scope: [project]
    key: [id]
    tables: { bigquery: { table: logs }, clickhouse: { table: logs }, duckdb: { table: logs } }
    columns:
      id: { type: string, required: true }
      project: { type: string, required: true }
      at: { type: timestamp, required: true }
      path: string
      status: int64
      member: string
      tags: { list: string }
      labels: { map: string }
  members:
    scope: [project]
    key: [project, name]
    tables: { bigquery: { table: members }, clickhouse: { table: members }, duckdb: { table: members } }
    columns:
      project: { type: string, required: true }
      name: { type: string, required: true }
      role: string
`;
const HEAD = `params:
  project: { type: string, required: true }
  path: { type: string }
  paths: { list: string }
  pattern: { type: regex }
  zone: { type: timezone, default: UTC }`;
const ASKED = `where:
  - project = @project
  - { when: path, filter: "contains(path, @path)" }
  - { when: paths, filter: path in @paths }
  - { when: pattern, filter: "matches(path, @pattern)" }
filters:
  status: status
  member: { of: member, ignore_case: true }
  tag: tags
  label: { of: labels, key: true }`;
const BODIES: Readonly<Record<string, string>> = {
  paged: `${HEAD}
from: logs
${ASKED}
select: { id: id, whose: project, day: "format_timestamp('%F', at, @zone)" }
order_by: [day desc, id]
pages: { size: 3, max_size: 50, expires: 1 hour }`,
  joined: `${HEAD}
from: logs
join:
  m: { of: members, on: project = m.project and member = m.name }
${ASKED}
select: { id: id, whose: project, other: m.project, role: m.role, hour: "extract(hour from at at time zone @zone)" }
order_by: [id]`,
  stepped: `${HEAD}
steps:
  active:
    from: logs
${ASKED.replace(/^/gm, '    ')}
    group_by: { project: project, member: member, day: "date(at, @zone)" }
    select: { n: count(), tags: "string_agg(path, ', ' order by path)" }
  admins: { from: members, where: [project = @project, "role = 'admin'"], select: [name] }
from: active
where: [member in admins.name or n > 1]
select: { whose: project, member: member, day: day, n: n, share: n / sum(n) over (), tags: tags }
order_by: [day, member]`,
  united: `${HEAD}
steps:
  first: { from: logs, where: [project = @project], select: { whose: project, text: path, status: status, member: member } }
  second: { from: members, where: [project = @project], select: { whose: project, text: role, status: 'null', member: name } }
union: [first, second]
label: part
where:
  - { when: path, filter: "contains(text, @path)" }
  - { when: paths, filter: text in @paths }
  - { when: pattern, filter: "matches(text, @pattern)" }
group_by: { part: part, whose: whose, text: text }
select: { n: count(), zone: 'max(@zone)' }
order_by: [part, text]`,
};

/** Those that can write every endpoint: PostgreSQL has no RE2. */
const DIALECTS = ['bigquery', 'clickhouse', 'duckdb'];
const PROJECTS = ['alpha', 'beta', "be'ta", 'alpha; --'];
const PATHS = ['/a', '/b', "/it's", '/%', '/a_b'];
const rowsOf = (projects: readonly string[]) => ({
  logs: projects.flatMap(project =>
    Array.from({ length: 9 }, (_, i) => ({ i, p: PROJECTS.indexOf(project) })).map(({ i, p }) => ({
      id: `${p}-${i}`,
      project,
      at: NOW - BigInt(i * 7 + p) * 3_600_000_000n,
      path: PATHS[(i + p) % PATHS.length],
      status: BigInt(200 + 100 * (i % 4)),
      member: i % 3 === 0 ? null : `m${i % 3}`,
      tags: i % 2 === 0 ? [project, 'x'] : [],
      labels: { region: i % 2 === 0 ? 'eu' : 'us', [project]: 'yes' },
    })),
  ),
  members: projects.flatMap(project =>
    ['m1', 'm2'].map((name, i) => ({ project, name, role: i === 0 ? 'admin' : project })),
  ),
});

const hostile = fc.constantFrom(
  ...TEXTS.filter(text => isText(text) && text.length <= 200),
  ...PATHS,
);
const maybe = (value: fc.Arbitrary<Sent[string]>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const some = fc.uniqueArray(hostile, { minLength: 1, maxLength: 4 });
const request = fc.record({
  project: fc.constantFrom(...PROJECTS),
  path: maybe(hostile),
  paths: maybe(some),
  pattern: maybe(fc.constantFrom('.*', 'a|b', "'", '(?s).', '^/')),
  zone: maybe(fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu')),
  status: maybe(fc.constant(['200', '300'])),
  status__gte: maybe(fc.constantFrom('0', '300')),
  member: maybe(some),
  member__ne: maybe(some),
  member__not_contains: maybe(some),
  member__is_null: maybe(fc.constantFrom('true', 'false')),
  tag: maybe(some),
  tag__contains: maybe(some),
  label: maybe(fc.constantFrom(['region=eu'], ['beta=yes', 'alpha=yes'], ["region=' OR 1=1 --"])),
  label__ne: maybe(some.map(texts => texts.map(text => `${text.replaceAll('=', '')}k=${text}`))),
});

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const requests = fc.sample(request, { seed: 20260115, numRuns: usually(25, 2) });

test.each(Object.entries(BODIES))('%s', async (name, body) => {
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      {
        path: `endpoints/${name}.yaml`,
        bytes: `endpoint: ${name}\nid: 00000000-0000-4000-8000-00000000a001\n${body}`,
      },
    ],
    { dialects: DIALECTS },
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  const [endpoint] = allPortable(compilation.project.endpoints);
  if (endpoint === undefined) throw new Error('not compiled');
  const known = new Set(endpoint.params.map(param => param.name));
  const whose = endpoint.outputs
    .filter(({ hidden }) => !hidden)
    .findIndex(one => one.name === 'whose');
  for (const engine of all(engines).filter(({ name }) => DIALECTS.includes(name))) {
    const prepared = prepare(endpoint, engine.name);
    const answersTo = async (sent: Sent) => {
      const asked = Object.fromEntries(
        Object.entries(sent).filter(([key]) => known.has(key)),
      ) as Sent;
      const specialized = await runSpecialized(prepared, engine, asked, NOW);
      const saved = await runSaved(prepared, engine, asked, NOW);
      const pages = endpoint.pages === null ? [] : await runPages(prepared, engine, asked, NOW);
      return { specialized, saved, pages };
    };
    let found = 0;
    for (const project of PROJECTS) {
      const own = requests.filter(one => one.project === project) as unknown as readonly Sent[];
      await engine.load(tablesOfSources(compilation.project, engine.name, rowsOf([project])));
      const alone = [];
      for (const sent of own) alone.push(await answersTo(sent));
      await engine.load(tablesOfSources(compilation.project, engine.name, rowsOf(PROJECTS)));
      for (const [i, sent] of own.entries()) {
        const beside = await answersTo(sent);
        const rows = [...beside.specialized, ...beside.saved, ...beside.pages];
        expect(rows.every(row => row[whose] === project)).toBe(true);
        found += rows.length;
        expect([engine.name, sent, beside]).toEqual([engine.name, sent, alone[i]]);
      }
    }
    expect(found).toBeGreaterThan(20);
  }
});
