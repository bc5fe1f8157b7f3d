/** `quern test --engine`: the same tests on every engine that this machine can run. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestBench } from '../../../testing.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { type Project, project, removeFolders } from '../cli-fixture.ts';

afterAll(removeFolders);

const SOURCES = `sources:
  things:
    tables:
      bigquery: { table: stored.things, records: repeated }
      duckdb: { table: things }
      clickhouse: { table: stored.things }
      postgres: { table: stored.things }
    columns:
      id: { type: string, required: true }
      at: timestamp
      whole: int64
      fraction: float64
      price: { type: decimal, precision: 38, scale: 9 }
      flag: bool
      day: date
      any: json
      tags: { list: string }
      counts: { list: int64 }
      labels: { map: string }
      record: { record: { tenant: string, inner: { record: { size: int64, at: timestamp } } } }
`;
const HEAD = 'id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\n';
const EVERYTHING = `endpoint: things
${HEAD}from: things
select:
  id: id
  at: at
  whole: { value: whole, encode: string }
  fraction: fraction
  price: price
  flag: flag
  day: day
  any: any
  tags: tags
  counts: counts
  labels: labels
  record: record
order_by: [id]
`;

/** With the packages of all engines, or with none but quern's own. */
function projectOf(endpoint: string, isWhole = true, sources = SOURCES): Project {
  const made = project({
    'quern.yaml': 'dialects: [bigquery, duckdb, clickhouse, postgres]\n',
    'endpoints/sources.yaml': sources,
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/things.yaml': endpoint,
  });
  if (isWhole)
    symlinkSync(join(process.cwd(), 'test/node_modules'), join(made.folder, 'node_modules'));
  return made;
}

const PASSES = `${EVERYTHING.replace(/select:[\s\S]*order_by/, 'select: [id]\norder_by')}tests:
  one: { now: 2026-01-15, given: [{ id: a }], expect: [{ id: a }] }
`;

describe('the engines', () => {
  it('are all that the project is compiled for, the usual one first', async () => {
    const { exit, stdout, stderr } = await projectOf(PASSES).quern(['test', '--engine', 'all']);
    expect({ exit, stdout, stderr }).toEqual({
      exit: 0,
      stdout:
        'passed  things: one\npassed  things: one on bigquery\npassed  things: one on clickhouse\npassed  things: one on postgres\n',
      stderr:
        'duckdb: 1 passed, 0 failed\nbigquery: 1 passed, 0 failed\nclickhouse: 1 passed, 0 failed\npostgres: 1 passed, 0 failed\n',
    });
  });

  it('are one where one is asked for', async () => {
    const { exit, stdout, stderr } = await projectOf(PASSES).quern([
      'test',
      '--engine',
      'clickhouse',
    ]);
    expect({ exit, stdout, stderr }).toEqual({
      exit: 0,
      stdout: 'passed  things: one on clickhouse\n',
      stderr: '1 passed, 0 failed\n',
    });
  });

  it('run no test of an endpoint that is not theirs', async () => {
    const made = projectOf(PASSES.replace('from:', 'engines: [clickhouse]\nfrom:'));
    const { exit, stderr } = await made.quern(['test', '--engine', 'all']);
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr: 'duckdb: 1 passed, 0 failed\nclickhouse: 1 passed, 0 failed\n',
    });
  });

  it('are named where the project is not compiled for the one that is asked for', async () => {
    const made = projectOf(PASSES);
    made.put('quern.yaml', 'dialects: [duckdb, clickhouse]\n');
    expect(await made.quern(['test', '--engine', 'bigquery'])).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: The project is not compiled for bigquery\n  hint: Use one of `duckdb`, `clickhouse` and `all`.\n',
    });
  });

  it('are one where rows are written', async () => {
    const made = projectOf(PASSES.replace('expect: [{ id: a }]', 'expect: []'));
    expect(await made.quern(['test', '-u', '--engine', 'all'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('`-u` writes the rows that one engine answers'),
    });
    expect(await made.quern(['test', '-u', '--engine', 'clickhouse'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('written  things: one on clickhouse'),
    });
    expect(await made.quern(['test'])).toMatchObject({ exit: 0 });
  });
});

it('writes entries as the tables store them', async () => {
  const stored = SOURCES.replace(
    '      at: timestamp\n      whole: int64\n',
    `      at: { type: timestamp, column: '@at', stored: { duckdb: TIMESTAMPTZ, clickhouse: DateTime64(9), postgres: timestamp } }
      whole: { type: int64, column: a b, stored: { duckdb: HUGEINT, clickhouse: Int128, postgres: 'numeric(30, 0)' }, invalid: absent }
`,
  ).replace(
    'tenant: string,',
    'tenant: { type: string, column: { duckdb: te-nant, clickhouse: te.nant, postgres: te"nant } },',
  );
  const endpoint = `${EVERYTHING.replace(/select:[\s\S]*order_by/, 'select: [id, at, whole, record]\norder_by')}tests:
  one:
    now: 2026-01-15
    given: [{ id: a, at: 2026-01-15T10:00:00.000001Z, whole: 7, record: { tenant: t, inner: { size: 1 } } }]
    expect: [{ id: a, at: 2026-01-15T10:00:00.000001Z, whole: 7, record: { tenant: t, inner: { size: 1, at: null } } }]
`;
  const made = projectOf(endpoint, true, stored);
  const { exit, stdout, stderr } = await made.quern(['test', '--engine', 'all']);
  expect({ exit, stdout, stderr }).toEqual({
    exit: 0,
    stdout:
      'passed  things: one\npassed  things: one on bigquery\npassed  things: one on clickhouse\npassed  things: one on postgres\n',
    stderr:
      'duckdb: 1 passed, 0 failed\nbigquery: 1 passed, 0 failed\nclickhouse: 1 passed, 0 failed\npostgres: 1 passed, 0 failed\n',
  });
});

it('reads entries without the required columns that no statement reads', async () => {
  const required = SOURCES.replaceAll(
    /: (timestamp|int64|float64|bool|date|json)\n/g,
    ': { type: $1, required: true }\n',
  )
    .replace('scale: 9', 'scale: 9, required: true')
    .replace('fraction: float64', 'fraction: { type: float64, required: true }');
  expect(required.match(/required: true/g)).toHaveLength(8);
  const { quern } = projectOf(PASSES, true, required);
  const all = await quern(['test', '--engine', 'all']);
  expect(all.stdout).not.toContain('failed  ');
  expect(all).toMatchObject({ exit: 0 });
});

describe('an engine that is not here', () => {
  const HINTS = {
    bigquery:
      '`@fivetrandevelopers/zetasql`, `@grpc/grpc-js` and `@grpc/proto-loader` are not installed',
    clickhouse: '`chdb` is not installed',
    postgres: '`@electric-sql/pglite` is not installed',
  };

  it('is named with its packages, and the others run', async () => {
    const { exit, stdout, stderr } = await projectOf(PASSES, false).quern([
      'test',
      '--engine',
      'all',
    ]);
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'passed  things: one\n' });
    expect(stderr).toContain('1 passed, 0 failed\nwarning: No test ran on bigquery: ');
    expect(stderr).toContain(
      `warning: No test ran on clickhouse: ${HINTS.clickhouse}\n  hint: Install it with \`npm install --save-dev chdb\`.\n`,
    );
  });

  it('is a failure where it was asked for, or where warnings are', async () => {
    const made = projectOf(PASSES, false);
    expect(await made.quern(['test', '--engine', 'clickhouse'])).toEqual({
      exit: 3,
      stdout: '',
      stderr: `error: No test ran on clickhouse: ${HINTS.clickhouse}\n  hint: Install it with \`npm install --save-dev chdb\`.\n`,
    });
    const strict = await made.quern(['test', '--engine', 'all', '--strict']);
    expect(strict).toMatchObject({ exit: 3, stdout: 'passed  things: one\n' });
    expect(strict.stderr).toContain(`error: No test ran on clickhouse: ${HINTS.clickhouse}`);
  });

  it('is there for programs', async () => {
    const { stdout } = await projectOf(PASSES, false).quern(['test', '--engine', 'all', '--json']);
    const { tests, notRun } = JSON.parse(stdout);
    expect(tests).toMatchObject([{ engine: 'duckdb', status: 'passed' }]);
    expect(notRun.map(({ engine }: { engine: string }) => engine)).toEqual([
      'bigquery',
      'clickhouse',
      'postgres',
    ]);
  });

  it('may have its packages in a folder of the project', async () => {
    const made = projectOf(PASSES, false);
    mkdirSync(join(made.folder, 'node_modules'));
    symlinkSync(
      join(process.cwd(), 'test/node_modules/chdb'),
      join(made.folder, 'node_modules/chdb'),
    );
    expect(await made.quern(['test', '--engine', 'clickhouse'])).toMatchObject({ exit: 0 });
    rmSync(join(made.folder, 'node_modules'), { recursive: true });
  });
});

describe('an endpoint in the SQL of other engines', () => {
  const OWN = `endpoint: things
${HEAD}query: { clickhouse: 'SELECT id, uniqExact(whole) AS whole FROM stored.things GROUP BY id ORDER BY id' }
columns: { id: string, whole: int64 }
tests:
  distinct:
    now: 2026-01-15
    given: { things: [{ id: a, whole: 1 }, { id: a, whole: 1 }, { id: b, whole: 2 }] }
    expect: [{ id: a, whole: 1 }, { id: b, whole: 1 }]
`;
  const PORTABLE = PASSES.replace('things', 'portable').replace('8a01', '8a02');

  it('is tested on its own engine, beside the others on the usual one', async () => {
    const made = projectOf(OWN);
    made.put('endpoints/portable.yaml', PORTABLE);
    expect(await made.quern(['test'])).toEqual({
      exit: 0,
      stdout: 'passed  portable: one\npassed  things: distinct on clickhouse\n',
      stderr: 'duckdb: 1 passed, 0 failed\nclickhouse: 1 passed, 0 failed\n',
    });
    expect(await made.quern(['test', '--engine', 'duckdb'])).toMatchObject({
      exit: 0,
      stdout: 'passed  portable: one\n',
    });
  });

  it('is reported and written as on any engine', async () => {
    const made = projectOf(
      OWN.replace('expect: [{ id: a, whole: 1 }', 'expect: [{ id: a, whole: 2 }'),
    );
    const { exit, stderr } = await made.quern(['test']);
    expect(exit).toBe(1);
    expect(stderr).toContain('The answer on clickhouse differs from the expected rows');
    expect(stderr).toContain('hint: Run `quern test -u` if the new rows are right.');
    expect(await made.quern(['test', '-u'])).toMatchObject({ exit: 0 });
    expect(await made.quern(['test'])).toMatchObject({ exit: 0 });
  });

  it('is left out with a warning where its engine is not installed', async () => {
    const made = projectOf(OWN, false);
    made.put('endpoints/portable.yaml', PORTABLE);
    const { exit, stdout, stderr } = await made.quern(['test']);
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'passed  portable: one\n' });
    expect(stderr).toContain('warning: No test ran on clickhouse: `chdb` is not installed\n');
    expect(await made.quern(['test', '--strict'])).toMatchObject({ exit: 3 });
  });

  it('answers rows in a test of its author', async () => {
    const { folder } = projectOf(OWN);
    const bench = await openTestBench({ project: folder });
    try {
      await Promise.all(bench.tests.map(({ run }) => run()));
      const given = { things: [{ id: 'a', whole: 1 }] };
      expect(bench.tests.map(({ name }) => name)).toEqual(['distinct']);
      expect(await bench.rows('things', { given })).toEqual([{ id: 'a', whole: 1 }]);
    } finally {
      await bench.close();
    }
  });
});

const ALL_PASSED = ['', ' on bigquery', ' on clickhouse', ' on postgres']
  .map(where => `passed  things: one${where}\n`)
  .join('');

describe('two data sets on one table', () => {
  it('share it in a test, with the columns and the entries of both', async () => {
    const table =
      '{ bigquery: { table: stored.log }, duckdb: { table: log }, clickhouse: { table: stored.log }, postgres: { table: stored.log } }';
    const sources = `sources:
  calls:
    tables: ${table}
    columns: { id: { type: string, required: true }, path: { type: string, required: true } }
  errors:
    tables: ${table}
    columns: { id: { type: string, required: true }, code: { type: int64, required: true } }
`;
    const endpoint = `endpoint: things
${HEAD}query:
  duckdb: select id, path, code from log order by id
  bigquery: select id, path, code from \`stored.log\` order by id
  clickhouse: select id, path, code from stored.log order by id
  postgres: select id, path, code from stored.log order by id
columns: { id: string, path: string, code: int64 }
tests:
  one:
    now: 2026-01-15
    given: { calls: [{ id: a, path: / }], errors: [{ id: b, code: 7 }] }
    expect: [{ id: a, path: /, code: null }, { id: b, path: null, code: 7 }]
`;
    const made = projectOf(endpoint, true, sources);
    const { exit, stdout, stderr } = await made.quern(['test', '--engine', 'all']);
    expect([exit, stdout, stderr]).toEqual([0, ALL_PASSED, stderr]);
    expect(stderr).toContain('bigquery: 1 passed, 0 failed');
  });
});

describe('a test that fails on one engine', () => {
  it('names it', async () => {
    const own = `endpoint: things
${HEAD}query:
  duckdb: select id from things
  clickhouse: select concat(id, '!') as id from stored.things
columns: { id: string }
tests:
  one: { now: 2026-01-15, given: { things: [{ id: a }] }, expect: [{ id: a }] }
`;
    const { exit, stdout, stderr } = await projectOf(own).quern(['test', '--engine', 'all']);
    expect({ exit, stdout }).toEqual({
      exit: 1,
      stdout:
        'passed  things: one\nfailed  things: one on clickhouse\n row 1\n-{"id":"a"}\n+{"id":"a!"}\n',
    });
    expect(stderr).toContain('The answer on clickhouse differs from the expected rows\n');
    expect(stderr).toContain('duckdb: 1 passed, 0 failed\nclickhouse: 0 passed, 1 failed\n');
  });

  it('gives the words of the engine', async () => {
    const own = `endpoint: things
${HEAD}query:
  duckdb: select id from things
  bigquery: select error('the words') as id from stored.things
columns: { id: string }
tests:
  one: { now: 2026-01-15, given: { things: [{ id: a }] }, expect: [{ id: a }] }
`;
    const { exit, stderr } = await projectOf(own).quern(['test', '--engine', 'bigquery']);
    expect(exit).toBe(1);
    expect(stderr).toContain('error[failing-test] The engine failed on bigquery: ');
  });
});

// ---- entries --------------------------------------------------------------------------------------------------------

const text = unicodeText({ maxLength: 12 }).map(one =>
  one.replaceAll(/[^\P{C}\t\n]/gu, '').toWellFormed(),
);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 4 });
const instant = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2299-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().replace('.000Z', 'Z'));
const entry = fc.record({
  at: maybe(instant),
  whole: maybe(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
  fraction: maybe(
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter(one => !Object.is(one, -0)),
  ),
  price: maybe(fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }).map(decimal)),
  flag: maybe(fc.boolean()),
  day: maybe(instant.map(one => one.slice(0, 10))),
  any: maybe(fc.record({ text, list: fc.array(fc.integer()), none: fc.constant(null) })),
  tags: fc.array(text, { maxLength: 3 }),
  counts: fc.array(fc.maxSafeInteger(), { maxLength: 3 }),
  labels: fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), text, { maxKeys: 3 }),
  record: maybe(
    fc.record({
      tenant: maybe(text),
      inner: fc.record({ size: fc.maxSafeInteger(), at: maybe(instant) }),
    }),
  ),
});

function decimal(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  const whole = digits.slice(0, -9);
  const number = fraction === '' ? whole : `${whole}.${fraction}`;
  return units < 0n ? `-${number}` : number;
}

it('reads the same entries on every engine, and answers them as they are', async () => {
  const entries = fc
    .sample(entry, 120)
    .map((one, i) => ({ id: String(i).padStart(4, '0'), ...one }));
  const given = entries.map(one => `      - ${JSON.stringify(one)}\n`).join('');
  const test = `tests:\n  all:\n    now: 2026-01-15\n    given:\n${given}    expect:\n${given}`;
  const made = projectOf(`${EVERYTHING}${test}`);
  const { exit, stdout, stderr } = await made.quern(['test', '--engine', 'all']);
  expect({ exit, told: exit === 0 ? '' : (stdout + stderr).slice(-3_000) }).toEqual({
    exit: 0,
    told: '',
  });
  expect(stderr).toBe(
    'duckdb: 1 passed, 0 failed\nbigquery: 1 passed, 0 failed\nclickhouse: 1 passed, 0 failed\npostgres: 1 passed, 0 failed\n',
  );
});

it('a wildcard table has the suffix that its data set declares, and `*` leaves it out', async () => {
  const sources = `sources:
  events:
    tables: { bigquery: { table: 'my-project.app.events_*' }, duckdb: { table: events }, clickhouse: { table: events }, postgres: { table: events } }
    columns: { id: string, _TABLE_SUFFIX: string }
`;
  const endpoint = `endpoint: things
${HEAD}query: |
  SELECT *, e._TABLE_SUFFIX AS day FROM \`my-project.app.events_*\` AS e
  WHERE _TABLE_SUFFIX BETWEEN '20240101' AND '20240102' ORDER BY id
tests:
  one:
    now: 2026-01-15
    given:
      - { id: a, _TABLE_SUFFIX: '20240101' }
      - { id: b, _TABLE_SUFFIX: '20231231' }
      - { id: c, _TABLE_SUFFIX: '20240102' }
    expect: [{ id: a, day: '20240101' }, { id: c, day: '20240102' }]
`;
  const { exit, stderr } = await projectOf(endpoint, true, sources).quern([
    'test',
    '--engine',
    'all',
  ]);
  expect({ exit, stderr }).toEqual({
    exit: 0,
    stderr:
      'duckdb: 1 passed, 0 failed\nbigquery: 1 passed, 0 failed\nclickhouse: 1 passed, 0 failed\npostgres: 1 passed, 0 failed\n',
  });
});

it('counts different values beside quantiles, in the language and in GoogleSQL', async () => {
  const tested = `tests:
  one:
    now: 2026-01-15
    given: [{ id: a, whole: 5 }, { id: b, whole: 7 }, { id: c, whole: 7 }, { id: d }]
    expect: [{ kinds: 2, most: 7 }]
  none: { now: 2026-01-15, given: [], expect: [{ kinds: 0, most: null }] }
`;
  const text = `endpoint: things
${HEAD}query: |
  SELECT COUNT(DISTINCT whole) AS kinds, APPROX_QUANTILES(whole, 100)[SAFE_OFFSET(95)] AS most
  FROM things
${tested}`;
  const made = projectOf(text);
  made.put(
    'endpoints/made.yaml',
    text
      .replace('endpoint: things', 'endpoint: made')
      .replace('8a01', '8a02')
      .replace(
        /query:[\s\S]*FROM things\n/,
        "from: things\nselect: { kinds: count_distinct(whole), most: 'approx_quantile(whole, 0.95)' }\n",
      ),
  );
  const { exit, stderr } = await made.quern(['test', '--engine', 'all']);
  const counts = ['duckdb', 'bigquery', 'clickhouse', 'postgres'].map(
    engine => `${engine}: 4 passed, 0 failed\n`,
  );
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: counts.join('') });
});
