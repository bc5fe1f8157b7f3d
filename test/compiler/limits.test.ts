/** How many rows the answer of an endpoint has at most. */
import { expect, test } from 'vitest';
import { compile } from '../../generator/compile.ts';
import type { Relation } from '../../generator/core/plan/relation.ts';
import { inputsOf } from '../../generator/core/plan/walk-plan.ts';
import { planEndpoint } from '../../generator/plan/plan.ts';
import { allPortable } from '../support/projects/portable.ts';

const SOURCES = `sources:
  visits:
    tables: { duckdb: { table: visits } }
    columns: { id: string, user: string }
`;

/** The limits of the plan. */
function limitsOf(clauses: string): readonly unknown[] {
  const text = `endpoint: visits\nid: 00000000-0000-4000-8000-0000000000a1\nfrom: visits\n${clauses}`;
  const { compilation, diagnostics } = compile(
    [
      { path: 'sources.yaml', bytes: SOURCES },
      { path: 'visits.yaml', bytes: text },
    ],
    { dialects: ['duckdb'] },
  );
  expect(diagnostics).toEqual([]);
  const [endpoint] = allPortable(compilation.project.endpoints);
  if (endpoint === undefined) throw new Error('no endpoint');
  const nodes = (relation: Relation): readonly Relation[] => [
    relation,
    ...inputsOf(relation).flatMap(nodes),
  ];
  const { steps, answer } = planEndpoint(endpoint);
  return [...steps.map(({ relation }) => relation), answer]
    .flatMap(nodes)
    .flatMap(of => (of.node === 'limit' ? [[of.count, of.isCap]] : []));
}

const KINDS = {
  rows: 'select: [id]\n',
  'computed rows': 'select: { name: upper(id) }\n',
  groups: 'group_by: { user: user }\nselect: { visits: count() }\norder_by: [user]\n',
  'distinct rows': 'distinct: true\nselect: [user]\norder_by: [user]\n',
};

test.each(Object.entries(KINDS))('%s are at most those of `limit`', (_, clauses) => {
  expect(limitsOf(`${clauses}limit: 7\n`)).toEqual([[7, false]]);
});

test.each(Object.entries(KINDS))('%s are at most those of `max_rows`', (_, clauses) => {
  expect(limitsOf(`${clauses}max_rows: 9\n`)).toEqual([[9, true]]);
});
