/** The names that hide a column of the answer, and those that close a parameter, to a key that hides them. */
import { expect, test } from 'vitest';
import { compile } from '../../generator/compile.ts';

const SOURCES = `sources:
  logs:
    tables: { duckdb: { table: logs } }
    columns:
      at: { type: timestamp, required: true }
      status: int64
      bytes: int64
      owner: string
      twin: { type: string, column: owner }
      host: { type: string, duckdb: "split_part(Owner, '@', 2)" }
  owners:
    tables: { duckdb: { table: owners } }
    key: [name]
    columns: { name: { type: string, required: true }, firm: string, row: { type: string, duckdb: to_json(owners) } }
`;

/** The names of an endpoint with this body. */
function originsOf(body: string) {
  const text = `endpoint: sizes\nid: 00000000-0000-4000-8000-000000000001\nfrom: logs\n${body}`;
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/sizes.yaml', bytes: text },
  ];
  const { compilation, diagnostics } = compile(inputs, { dialects: ['duckdb'] });
  expect(diagnostics).toEqual([]);
  return compilation.endpoints[0]?.origins;
}

const WINDOW = `params: { since: { type: timestamp, required: true }, until: { type: timestamp, required: true } }
window: { of: at, from: '@since', to: '@until' }
compare: previous
group_by: [status]
`;
const FILTERED = 'params: { p: { type: int64, required: true } }\ngroup_by: [status]\n';

test.each([
  ['a window', `${WINDOW}select: { bytes: sum(bytes), before: previous_bytes }\n`, ['at'], 'since'],
  [
    'a filter of the column',
    `${FILTERED}select: { n: count() filter (where bytes > @p) }\n`,
    ['bytes'],
    'p',
  ],
  [
    'a filter',
    `${FILTERED}select: { bytes: sum(bytes) filter (where status = @p) }\n`,
    ['status'],
    'p',
  ],
  ['an aggregate', `${FILTERED}select: { n: count_if(bytes > @p) }\n`, ['bytes'], 'p'],
  [
    'an aggregate with a filter',
    `${FILTERED}select: { n: count_if(bytes > @p) filter (where status > 0) }\n`,
    ['bytes', 'status'],
    'p',
  ],
  [
    'a condition on a column of the answer',
    `${FILTERED}having: [n > @p]\nselect: { n: sum(bytes) }\n`,
    ['bytes', 'n'],
    'p',
  ],
] as const)('a parameter of %s meets the columns beside it', (_, body, names, param) => {
  expect(originsOf(body)?.params.get(param)).toEqual(names);
});

test('a column shows something of the columns of its filter', () => {
  const body = 'select: { n: sum(status) filter (where bytes > 0) }\n';
  expect(originsOf(body)?.columns.get('n')).toEqual(['bytes', 'status']);
});

const JOIN = 'join: { owners: { of: owners, on: owners.name = owner } }\n';

test.each([
  ['a column of the same name in the table', 'select: { n: twin }\n', ['host', 'owner', 'twin']],
  ['SQL that names a column', 'select: { n: host }\n', ['host', 'owner', 'twin']],
  ['a join', `${JOIN}select: { n: owners.firm }\n`, ['firm', 'host', 'owner', 'row', 'twin']],
  ['the left side of a left join', `${JOIN}select: { n: status }\n`, ['status']],
  [
    'the left side of a join',
    `${JOIN.replace('{ of', '{ kind: inner, of')}select: { n: status }\n`,
    ['name', 'row', 'status'],
  ],
])('a column of %s shows what it reads', (_, body, names) => {
  expect(originsOf(`${body}order_by: [n]\n`)?.columns.get('n')).toEqual(names);
});
