/** Orders that give every row its own place, those that leave rows equal, and those that a cursor cannot hold. */
import { describe, expect, it } from 'vitest';
import { compile } from '../../../generator/compile.ts';

const SOURCES = `sources:
  entries:
    tables: { duckdb: { table: entries } }
    key: [project, id]
    columns:
      project: { type: string, required: true }
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      path: string
      size: { type: float64, required: true }
      tags: { list: string }
  loose:
    tables: { duckdb: { table: loose } }
    columns: { id: { type: string, required: true } }
`;

/** Codes of the diagnostics of what follows the head of an endpoint. */
function found(clauses: string): readonly string[] {
  const head = 'endpoint: entries.all\nid: 00000000-0000-4000-8000-000000000001\n';
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/entries.all.yaml', bytes: `${head}${clauses}\npages: { size: 10 }\n` },
  ];
  return compile(inputs, { dialects: ['duckdb'] }).diagnostics.map(({ code }) => code);
}

const ROWS =
  'from: entries\nselect: { project: project, id: id, at: at, path: path, size: size }\n';
const OF_ONE = `${ROWS}params: { project: { type: string, required: true } }\nwhere: [project = @project]\n`;
const MAYBE = `${ROWS}params: { project: { type: string } }\n`;
const GROUPS =
  'from: entries\ngroup_by: { day: date(at), project: project }\nselect: { n: count() }\n';

describe('pages are ordered', () => {
  it.each([
    [ROWS, 'project, id'],
    [ROWS, 'at desc, id, project desc'],
    [OF_ONE, 'at, id'],
    [GROUPS, 'n desc, day, project'],
    [`${GROUPS}having: [n > 1]\n`, 'project, day'],
    [
      'from: entries\ndistinct: true\nselect: { project: project, day: date(at) }\n',
      'day, project',
    ],
    ['from: entries\nbuckets: { of: at, last: 1d, step: hour }\nselect: { n: count() }\n', 'at'],
    ['from: loose\ngroup_by: { id: id }\nselect: { n: count() }\n', 'id'],
  ])('%s by %s', (clauses, order) => {
    expect(found(`${clauses}order_by: [${order}]`)).toEqual([]);
  });
});

describe('pages are not ordered', () => {
  it.each([
    [ROWS, 'id', ['unordered-limit']],
    [ROWS, 'project, at', ['unordered-limit']],
    [`${MAYBE}where: [{ when: project, filter: project = @project }]\n`, 'id', ['unordered-limit']],
    [GROUPS, 'n, day', ['unordered-limit']],
    [
      'from: entries\ndistinct: true\nselect: { project: project, day: date(at) }\n',
      'day',
      ['unordered-limit'],
    ],
    ['from: loose\nselect: { id: id }\n', 'id', ['unordered-limit']],
    [ROWS, 'path, project, id', ['type-mismatch']],
    [ROWS, 'size, project, id', ['type-mismatch']],
    [
      'from: entries\ngroup_by: { path: path }\nselect: { n: count() }\n',
      'path',
      ['type-mismatch'],
    ],
    [
      'from: entries\nselect: { project: project, id: id, tags: tags }\n',
      'project, id, tags',
      ['type-mismatch'],
    ],
    [`${ROWS}`, 'project, id, nothing', ['unknown-output']],
    ['from: entries\nselect: { n: count() }\n', 'n', ['clause-conflict']],
  ])('%s by %s', (clauses, order, codes) => {
    expect(found(`${clauses}order_by: [${order}]`)).toEqual(codes);
  });

  it('at all', () => {
    expect(found(ROWS)).toEqual(['unordered-limit']);
  });
});

describe('an answer of at most one row', () => {
  it.each([
    [
      'is a page without an order',
      `${OF_ONE}having: [id = 'x']\n`.replace('where: [', "where: [id = 'x', "),
      '',
    ],
    [
      'in one of several groupings',
      `from: entries
params: { by: { enum: [path, all], default: path } }
group_by: { of: { by: by, cases: { path: "coalesce(path, '')", all: "'all'" } } }
select: { n: count() }
`,
      'order_by: [of]',
    ],
  ])('%s', (_, clauses, order) => {
    expect(found(`${clauses}${order}`)).toEqual([]);
  });
});

describe('bindings of pages', () => {
  it('has names that no parameter has', () => {
    const taken =
      'params: { page_rows: { type: int64, default: 1 }, after_id: { type: string, default: x } }';
    const where = "where: ['id != @after_id', 'length(path) >= @page_rows']";
    const text = `${ROWS}${taken}\n${where}\norder_by: [project, id]`;
    expect(found(text)).toEqual([]);
  });
});
