/** Conditions of several views read the same values of parameters: each value is printed once a statement. */
import { expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { compile } from '../../../generator/compile.ts';
import { lower } from '../../../generator/lower/lower.ts';
import { planEndpoint } from '../../../generator/plan/plan.ts';
import { savedPlan } from '../../../generator/saved/saved.ts';
import type { CallSpelling, Dialect } from '../../../generator/sql/dialect.ts';
import { print } from '../../../generator/sql/print.ts';
import { allPortable } from '../../support/projects/portable.ts';

const VIEWS = ['a', 'b', 'c', 'd'];
const tables = [...DIALECTS.keys()].map(name => `${name}: { table: t }`).join(', ');
const columns = 'columns: { id: { type: string, required: true }, at: timestamp }';
const SOURCES = `sources:\n${VIEWS.map(name => `  ${name}: { tables: { ${tables} }, ${columns} }\n`).join('')}`;
const ENDPOINT = `
endpoint: e.views
id: 00000000-0000-4000-8000-00000000abcd
from: a
views: [b, c, d]
params: { since: { type: timestamp } }
where: [{ when: since, filter: at > @since }]
select: [id]
`;

const { compilation, diagnostics } = compile(
  [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/e.views.yaml', bytes: ENDPOINT },
  ],
  { dialects: [...DIALECTS.keys()] },
);

/** `dialect`, which counts how often a text is decoded as a timestamp. */
function counting(dialect: Dialect) {
  const counts = { decoded: 0 };
  const own = dialect.functions.timestamp_from_string;
  const spell: CallSpelling = (...call) => {
    counts.decoded += 1;
    if (own === null) throw new Error(`${dialect.name} decodes no timestamps`);
    return own(...call);
  };
  const functions = { ...dialect.functions, timestamp_from_string: spell };
  return { counts, counted: { ...dialect, functions } };
}

test.each([...DIALECTS])('%s', (_, dialect) => {
  expect(diagnostics).toEqual([]);
  const [endpoint] = allPortable(compilation.project.endpoints);
  if (endpoint === undefined) throw new Error('no endpoint');
  const plan = savedPlan(planEndpoint(endpoint), endpoint);
  const { counts, counted } = counting(dialect);
  const { sql } = print(lower(plan, counted), counted, 'views');
  expect(String(sql).split('FROM t').length - 1).toBe(VIEWS.length);
  expect(counts).toEqual({ decoded: 1 });
});
