/** The views of a saved query, which no answer reads: each gives the rows that its data set's own conditions leave. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { compile } from '../../../generator/compile.ts';
import type { ColumnExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { PortableEndpoint } from '../../../generator/core/plan/endpoint.ts';
import type { OutputColumn, View } from '../../../generator/core/plan/query.ts';
import type { Relation } from '../../../generator/core/plan/relation.ts';
import { mapPlan } from '../../../generator/core/plan/walk-plan.ts';
import type { Field, Source } from '../../../generator/core/spec/source.ts';
import { lower } from '../../../generator/lower/lower.ts';
import { planEndpoint } from '../../../generator/plan/plan.ts';
import { inputOf } from '../../../generator/resolve/bodies/inputs.ts';
import { savedPlan } from '../../../generator/saved/saved.ts';
import { print } from '../../../generator/sql/print.ts';
import { cases, NOW } from '../../equality/cases.ts';
import { difference, expected } from '../../equality/compare.ts';
import { pinnedTo, plainRows } from '../../equality/execute.ts';
import { lent } from '../../equality/lend.ts';
import { tablesOf } from '../../equality/tables.ts';
import type { Sent } from '../../reference/answer.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { allPortable, onlySource } from '../../support/projects/portable.ts';
import { referenceOf } from '../../support/projects/specs.ts';
import { all as allOf, type Engines, openEngines } from '../open-engines.ts';
import type { TestEngine } from '../test-engine.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const SOURCES = `
sources:
  entries:
    tables: { bigquery: { table: entries }, duckdb: { table: entries }, clickhouse: { table: entries } }
    columns: { id: { type: string, required: true }, at: timestamp, project: string }
  others:
    tables: { bigquery: { table: others, records: repeated }, duckdb: { table: others }, clickhouse: { table: others } }
    columns:
      id: { type: string, required: true }
      at: timestamp
      project: { type: string, is: about.project }
      about: { record: { project: string } }
`;
const HEAD = `
endpoint: e.views
id: 00000000-0000-4000-8000-00000000abcd
from: entries
views: [others]
params: { project: { type: string }, tier: { enum: [free, pro], default: free, otherwise: default } }
where: [{ when: project, filter: project = @project }, id != 'beta']
retention: { of: at, by: tier, windows: { free: 1 day, pro: 7 days } }
`;
const ENDPOINTS = {
  'of entries': `${HEAD}select: [id]`,
  'of buckets': `${HEAD}buckets: { of: at, last: 60 minutes, step: 5 minutes }\nselect: { n: count() }`,
};

/** An endpoint that answers what the view holds: its scalar columns. */
const SEEN = `${HEAD.replace('from: entries\nviews: [others]', 'from: others')}select: [id, at, project]\nmax_rows: 10000`;
const reference = referenceOf(
  [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/e.views.yaml', bytes: SEEN },
  ],
  'e.views',
);

test.each(Object.entries(ENDPOINTS))('the view beside an answer %s', async (_, yaml) => {
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/e.views.yaml', bytes: yaml },
    ],
    { dialects: null },
  );
  expect(diagnostics).toEqual([]);
  const [written] = allPortable(compilation.project.endpoints);
  if (written === undefined) throw new Error('no endpoint');
  const endpoint = lent(written);
  const [view] = endpoint.views;
  if (view === undefined) throw new Error('no view');
  const seen = answered(endpoint, view);
  let found = 0;
  const property = fc.asyncProperty(
    cases(seen, { rows: 40, requests: 4 }),
    async ({ rows, requests }) => {
      for (const engine of allOf(engines).filter(one => endpoint.engines.includes(one.name))) {
        await engine.load(tablesOf({ ...seen, views: [viewOf(endpoint)] }, engine.name, rows));
        for (const sent of requests) found += await compareView(engine, endpoint, view, rows, sent);
      }
    },
  );
  await fc.assert(property, { numRuns: 8, seed: 20260115, endOnFailure: true });
  expect(found).toBeGreaterThan(50);
});

/** Resolves to how many rows the view has. */
async function compareView(
  engine: TestEngine,
  endpoint: PortableEndpoint,
  view: View,
  rows: readonly Row[],
  sent: Sent,
): Promise<number> {
  const dialect = DIALECTS.get(engine.name);
  if (dialect === undefined) throw new Error(`no dialect is named ${engine.name}`);
  const saved = savedPlan(planEndpoint(endpoint), endpoint);
  if (saved.views.length === 0) throw new Error('no views');
  const plan = mapPlan({ views: [], steps: saved.views, answer: all(view) }, pinned);
  const { sql: text, bind } = print(lower(plan, dialect), dialect, 'test');
  const bindings = bind.map(({ name }) => ({
    name,
    scalar: 'string' as const,
    value: sent[name] ?? null,
  }));
  const result = await engine.run(text.join(''), bindings, { now: NOW });
  const seen = answered(endpoint, view);
  const wanted = expected(reference, rows, sent, NOW);
  expect([engine.name, sent, difference(wanted, plainRows(seen, result), engine.name)]).toEqual([
    engine.name,
    sent,
    null,
  ]);
  return result.rows.length;
}

/** The answer of the endpoint, as if it were a view. */
function viewOf(endpoint: PortableEndpoint): View {
  return { source: onlySource(endpoint), where: endpoint.where, retentionOf: null };
}

/** The same as the compiler has it. */
function answered(endpoint: PortableEndpoint, view: View): PortableEndpoint {
  return {
    ...endpoint,
    from: inputOf(view.source),
    where: view.where,
    retention:
      endpoint.retention === null || view.retentionOf === null
        ? null
        : { ...endpoint.retention, of: view.retentionOf },
    views: [],
    buckets: null,
    aggregates: false,
    orderBy: [],
    limit: null,
    maxRows: 1_000_000,
    outputs: scalars(view.source).map(column => outputOf(column, view.source.name)),
  };
}

function columnOf({ name, type, nullable, is }: Field, relation: string): ColumnExpr {
  if (type === 'record') throw new Error(`${name} is a record`);
  return { kind: 'column', relation, path: is ?? [name], scalar: type, nullable };
}

function outputOf(column: Field, relation: string): OutputColumn {
  const { name } = column;
  const expr = columnOf(column, relation);
  const said = {
    hidden: false,
    description: null,
    unit: null,
    encode: 'plain',
    within: {},
  } as const;
  return { name, role: 'value', expr, ...said };
}

function scalars({ columns }: Source): readonly Field[] {
  return columns.filter(({ type }) => type !== 'record');
}

/** Reads the view by its name, as others' queries do. */
function all({ source }: View): Relation<SqlExpr> {
  const columns = scalars(source).map(column => ({ ...column, is: null }));
  const { name } = source;
  return {
    node: 'project',
    name: 'answer',
    input: { node: 'read', name, step: name },
    columns: columns.map(column => ({ name: column.name, expr: columnOf(column, name) })),
  };
}

function pinned(expr: SqlExpr): SqlExpr {
  return pinnedTo(NOW, expr);
}
