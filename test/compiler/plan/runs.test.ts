/** Groups of runs that are planned by their first rows alone, and others. The rows of both plans are those of `scenarios/windows/runs.md`. */
import { expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { isError } from '../../../generator/core/report/diagnostics.ts';
import { planEndpoint } from '../../../generator/plan/plan.ts';
import { allPortable } from '../../support/projects/portable.ts';

const SOURCES = `sources:
  visits:
    tables: { duckdb: { table: visits } }
    key: [id]
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      sent: { type: timestamp, required: true }
      seen: timestamp
      user: { type: string, required: true }
      hit: bool
      share: float64
`;

const WRITTEN = `endpoint: visits.runs
id: 00000000-0000-4000-8000-0000000000a1
steps:
  marked:
    from: visits
    select:
      id: id
      at: at
      sent: sent
      seen: seen
      user: user
      hit: hit
      share: share
      is_new: if(hit = lag(hit) over (partition by user order by at, id), 0, 1)
  runs:
    from: marked
    select:
      id: id
      at: at
      sent: sent
      seen: seen
      user: user
      hit: hit
      share: share
      run: sum(is_new) over (partition by user order by at, id)
  spans:
    from: runs
    group_by: { user: user, run: run }
    select: { began: min(at), visits: count() }
from: spans
select: { user: user, run: run, began: began, visits: visits }
`;

/** Whether the plan of \`WRITTEN\`, changed, numbers all rows. */
function numbersAll(...changes: readonly (readonly [string, string])[]): boolean {
  const text = changes.reduce((whole, [from, to]) => {
    expect(whole).toContain(from);
    return whole.replaceAll(from, to);
  }, WRITTEN);
  const inputs = [
    { path: 'sources.yaml', bytes: Buffer.from(SOURCES) },
    { path: 'visits.runs.yaml', bytes: Buffer.from(text) },
  ];
  const { compilation, diagnostics } = compile(inputs, { dialects: ['duckdb'] });
  expect(diagnostics.filter(isError)).toEqual([]);
  return allPortable(compilation.project.endpoints)
    .flatMap(endpoint => planEndpoint(endpoint).steps)
    .some(({ relation: of }) =>
      of.node === 'window' ? of.columns.some(({ expr }) => expr.fn === 'sum_int64') : false,
    );
}

const GROUPS = '{ user: user, run: run }';
const RUN = 'run: sum(is_new) over (partition by user order by at, id)';

test.each([
  ['as written', []],
  ['grouped by the equal value too', [[GROUPS, '{ user: user, run: run, hit: hit }']]],
  [
    'in descending order',
    [
      ['order by at', 'order by at desc'],
      ['min(at)', 'max(at)'],
    ],
  ],
  [
    'without partitions',
    [
      ['partition by user ', ''],
      [GROUPS, '{ user: hit, run: run }'],
    ],
  ],
  ['with an expression of the measures', [['count()', 'count() + 1']]],
] as const)('%s, only first rows are numbered', (_, changes) => {
  expect(numbersAll(...changes)).toBe(false);
});

test.each([
  ['a float has two zeros', [['hit = lag(hit)', 'share = lag(share)']]],
  ['NULLs would be one run', [['id), 0, 1)', 'id), 1, 0)']]],
  ['the row before the last is not the one before', [['lag(hit)', 'lag(hit, 2)']]],
  ['rows are numbered in another order', [[RUN, RUN.replace('by at,', 'by at desc,')]]],
  ['rows are numbered in other partitions', [[RUN, RUN.replace('partition by user ', '')]]],
  [
    'a sum of some rows is not their number',
    [[RUN, RUN.replace('id)', 'id rows between 2 preceding and current row)')]],
  ],
  ['runs of several users are one group', [[GROUPS, '{ user: hit, run: run }']]],
  [
    'a run may have several values of the group',
    [[GROUPS, '{ user: user, run: run, share: share }']],
  ],
  [
    'no group is a run',
    [
      [GROUPS, '{ user: user, run: hit }'],
      ['run: run, began', 'hit: run, began'],
    ],
  ],
  ['the last row of a run is not its first', [['min(at)', 'max(at)']]],
  ['another value has its least in any row', [['min(at)', 'min(sent)']]],
  [
    'NULL is first in the order and no least value',
    [
      ['order by at', 'order by seen, at'],
      ['min(at)', 'min(seen)'],
    ],
  ],
  [
    'engines compare texts in their own ways',
    [
      ['order by at, id', 'order by id'],
      ['min(at)', 'min(id)'],
    ],
  ],
  ['the least of some rows may be of any', [['min(at)', 'min(at) filter (where hit)']]],
  ['a count of some rows is no length', [['count()', 'count(hit)']]],
  ['a filtered count is no length', [['count()', 'count() filter (where hit)']]],
  ['some rows of a run are left out', [['    from: runs\n', '    from: runs\n    where: [hit]\n']]],
  ['some rows are not numbered', [['    from: marked\n', '    from: marked\n    where: [hit]\n']]],
  [
    'rows are cut after they are compared',
    [['    from: visits\n', '    from: visits\n    order_by: [at, id]\n    limit: 9\n']],
  ],
  ['the numbers are read twice', [['from: spans\n', 'from: spans\nwhere: [user in runs.user]\n']]],
] as const)('%s, so all rows are numbered', (_, changes) => {
  expect(numbersAll(...changes)).toBe(true);
});
