/** `quern test`: running the tests of endpoints, and writing what they expect. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Project, project, removeFolders, temporaryFolder } from '../cli-fixture.ts';

/** The engines' own ways to store columns play no part in a test. */
const SOURCES = `sources:
  things:
    tables:
      bigquery: { table: t, records: repeated }
      duckdb: { table: a.b, where: "no_column = 1" }
      clickhouse: { table: t }
    columns:
      id: { type: string, required: true }
      at: timestamp
      whole: { type: int64, duckdb: "no_such_function(whole)" }
      fraction: float64
      flag: bool
      day: date
      any: json
      tenant: { type: string, is: record.tenant }
      record: { record: { tenant: string, inner: { record: { size: { type: int64, duckdb: no_such_column }, at: timestamp, share: float64 } } } }
`;

const HEAD = `endpoint: things
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01
from: things
`;
const EVERYTHING = `${HEAD}select: [id, at, whole, fraction, flag, day, any, tenant, record]
order_by: [id]
`;
const IDS = `${HEAD}params:
  tenant: { type: string }
where:
  - { when: tenant, filter: tenant = @tenant }
select: [id]
order_by: [id]
`;
const FILE = 'endpoints/things.yaml';

function projectOf(text: string): Project {
  return project({
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/sources.yaml': SOURCES,
    [FILE]: text,
  });
}

function textOf({ folder }: Project): string {
  return readFileSync(join(folder, FILE), 'utf8');
}

/** The file after `quern test -u`; its tests pass then, and nothing is left to write. */
async function updated(text: string): Promise<string> {
  const made = projectOf(text);
  const first = await made.quern(['test', '-u']);
  expect(first).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^written {2}things: /) });
  expect(first.stderr).toMatch(/^wrote the rows of \d+ tests? into 1 file\n$/);
  const after = textOf(made);
  expect(await made.quern(['test'])).toMatchObject({ exit: 0 });
  expect(await made.quern(['test', '-u'])).toMatchObject({ exit: 0, stderr: 'nothing to write\n' });
  expect(textOf(made)).toBe(after);
  expect(readdirSync(join(made.folder, 'endpoints')).sort()).toEqual([
    'sources.yaml',
    'things.yaml',
  ]);
  return after;
}

afterAll(removeFolders);

describe('the rows', () => {
  it('are read from the columns as they are declared', async () => {
    const before = `${EVERYTHING}tests:
  all types:
    now: 2026-01-15T10:07:00Z
    given:
      - id: a
        at: 2026-01-15T10:07:00.123456+02:00
        whole: 9007199254740991
        fraction: 1e-7
        flag: false
        day: 2026-02-28
        any: { b: [1, null, 'x'], a: 0.5 }
        record: { tenant: T, inner: { size: -5, at: 2026-01-15 } }
      - { id: '', at: ~, record: { inner: {} } }
`;
    expect(await updated(before)).toBe(`${before}    expect:
      - id: ""
        at: null
        whole: null
        fraction: null
        flag: null
        day: null
        any: null
        tenant: null
        record: null
      - id: a
        at: 2026-01-15T08:07:00.123456Z
        whole: 9007199254740991
        fraction: 1e-7
        flag: false
        day: 2026-02-28
        any: { b: [ 1, null, x ], a: 0.5 }
        tenant: T
        record: { tenant: T, inner: { size: -5, at: 2026-01-15T00:00:00Z, share: null } }
`);
  });

  it('are those of the request at its time', async () => {
    const before = `${IDS}retention: { of: at, window: 1 hour }
tests:
  one tenant, one hour:
    now: 2026-01-15T10:00:00Z
    params: { tenant: T }
    given:
      - { id: old, at: 2026-01-15T09:00:00Z, record: { tenant: T } }
      - { id: new, at: 2026-01-15T09:00:00.000001Z, record: { tenant: T } }
      - { id: other, at: 2026-01-15T09:30:00Z, record: { tenant: U } }
`;
    expect(await updated(before)).toBe(`${before}    expect:\n      - { id: new }\n`);
  });

  it('are read from entries digit by digit', async () => {
    const before = `${HEAD}select: { digits: { value: whole, encode: string } }\ntests:\n  one:\n    now: 2026-01-15\n    given: [{ id: a, whole: 9007199254740993 }]\n`;
    expect(await updated(before)).toBe(
      `${before}    expect:\n      - { digits: "9007199254740993" }\n`,
    );
  });

  it('are no more than the service answers', async () => {
    const before = `${IDS}max_rows: 1\ntests:\n  one:\n    now: 2026-01-15\n    given: [{ id: a }, { id: b }]\n`;
    expect(await updated(before)).toBe(`${before}    expect:\n      - { id: a }\n`);
  });

  it('are those of the data set that is answered from, whatever engines and views there are', async () => {
    const before = `${IDS}views: [others]\nengines: [clickhouse]\ntests:\n  one:\n    now: 2026-01-15\n    given: [{ id: a }]\n`;
    const made = projectOf(before);
    const others = SOURCES.slice(SOURCES.indexOf('  things:')).replace('things:', 'others:');
    made.put('endpoints/sources.yaml', `${SOURCES}${others}`);
    expect(await made.quern(['test', '-u'])).toMatchObject({ exit: 0 });
    expect(textOf(made)).toBe(`${before}    expect:\n      - { id: a }\n`);
    expect(await made.quern(['test'])).toMatchObject({ exit: 0 });
  });

  it('leave nothing behind', async () => {
    const folder = temporaryFolder();
    const made = projectOf(
      `${HEAD}select: [whole]\ntests:\n  one: { now: 2026-01-15, given: [{ id: a, whole: 9007199254740993 }] }\n`,
    );
    vi.stubEnv('TMPDIR', folder);
    const ran = made.quern(['test']).finally(() => vi.unstubAllEnvs());
    expect(await ran).toMatchObject({ exit: 1 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are those of any tests at all', async () => {
    const made = projectOf(IDS);
    expect(await made.quern(['test'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'there are no tests\n',
    });
  });
});

describe('what is written', () => {
  const given = '[{ id: a }, { id: b }]';
  it.each([
    [
      'after a comment',
      `  one:\n    now: 2026-01-15\n    given: ${given} # two\n  # next\n`,
      `  one:\n    now: 2026-01-15\n    given: ${given} # two\n    expect:\n      - { id: a }\n      - { id: b }\n  # next\n`,
    ],
    [
      'at the end of a file without a line break',
      `  one:\n    given: ${given}\n    now: 2026-01-15`,
      `  one:\n    given: ${given}\n    now: 2026-01-15\n    expect:\n      - { id: a }\n      - { id: b }`,
    ],
    [
      'after a block of text',
      `  one:\n    given: ${given}\n    now: |-\n      2026-01-15\n`,
      `  one:\n    given: ${given}\n    now: |-\n      2026-01-15\n    expect:\n      - { id: a }\n      - { id: b }\n`,
    ],
    [
      'between braces',
      `  one: { now: 2026-01-15, given: ${given}, } # two\n`,
      `  one: { now: 2026-01-15, given: ${given}, expect: [{"id":"a"},{"id":"b"}], } # two\n`,
    ],
    [
      'in place of rows between braces',
      `  one: { expect: [], now: 2026-01-15, given: ${given} }\n`,
      `  one: { expect: [{"id":"a"},{"id":"b"}], now: 2026-01-15, given: ${given} }\n`,
    ],
    [
      'in place of other rows',
      `  one:\n    expect: # the rows\n      - { id: c } # wrong\n    now: 2026-01-15\n    given: ${given}\n`,
      `  one:\n    expect: # the rows\n      - { id: a }\n      - { id: b }\n    now: 2026-01-15\n    given: ${given}\n`,
    ],
    [
      'before a comment on what follows',
      `  one:\n    expect:\n      - id: c\n        # wrong\n\n    # the time\n    now: 2026-01-15\n    given: ${given}\n`,
      `  one:\n    expect:\n      - { id: a }\n      - { id: b }\n\n    # the time\n    now: 2026-01-15\n    given: ${given}\n`,
    ],
    [
      'where there were none',
      `  one:\n    expect: [] # none\n    now: 2026-01-15\n    given: ${given}\n`,
      `  one:\n    expect:\n      - { id: a }\n      - { id: b } # none\n    now: 2026-01-15\n    given: ${given}\n`,
    ],
    [
      'where there are none',
      `  one:\n    expect: # the rows\n      - { id: c }\n    now: 2026-01-15\n    given: []\n`,
      `  one:\n    expect: [] # the rows\n    now: 2026-01-15\n    given: []\n`,
    ],
    [
      'where there are none yet',
      `  one:\n    now: 2026-01-15\n    given: []\n`,
      `  one:\n    now: 2026-01-15\n    given: []\n    expect: []\n`,
    ],
    [
      'in several tests',
      `  one:\n    now: 2026-01-15\n    given: []\n\n  two:\n      now: 2026-01-15\n      given: [{ id: x }]\n`,
      `  one:\n    now: 2026-01-15\n    given: []\n    expect: []\n\n  two:\n      now: 2026-01-15\n      given: [{ id: x }]\n      expect:\n        - { id: x }\n`,
    ],
  ])('stands %s', async (_, before, after) => {
    expect(await updated(`${IDS}tests:\n${before}`)).toBe(`${IDS}tests:\n${after}`);
  });

  it('keeps a byte order mark and the line breaks of Windows', async () => {
    const before =
      `\uFEFF${IDS}tests:\n  one:\n    now: 2026-01-15\n    given: [{ id: a }, { id: "b  c" }]\nmax_rows: 5\n`.replaceAll(
        '\n',
        '\r\n',
      );
    const rows = '    expect:\r\n      - { id: a }\r\n      - { id: "b  c" }\r\n';
    expect(await updated(before)).toBe(before.replace('max_rows', `${rows}max_rows`));
  });

  it('shows what nobody would see', async () => {
    const before = `${IDS}tests:\n  one:\n    now: 2026-01-15\n    given: [{ id: "a\\u200Bb\\u2028\\U000E0001" }]\n`;
    expect(await updated(before)).toBe(
      `${before}    expect:\n      - { id: "a\\u200bb\\u2028\\U000e0001" }\n`,
    );
  });

  it.each([
    ['of other outputs', '    expect:\n    - { id: a, gone: 1 } # gone\n    - {}\n'],
    ['between brackets', '    expect: [{ gone: [1,\n      2] }]\n'],
    ['that nobody wrote', '    expect:\n'],
    ['in a block of text', '    expect: |\n      - { id: a }\n'],
  ])('takes the place of rows %s', async (_, expected) => {
    const before = `${IDS}tests:\n  one:\n    now: 2026-01-15\n${expected}    given: [{ id: a }]\n`;
    const after = await updated(before);
    expect(after).toBe(before.replace(expected, '    expect:\n      - { id: a }\n'));
  });

  it('takes the place of rows of other outputs where there are none', async () => {
    const by = (expected: string) =>
      `${IDS}tests:\n  one: { expect: ${expected}, now: 2026-01-15, given: [] }\n  two: { now: 2026-01-15, given: [], expect: ${expected} # three\n    , }\n`;
    expect(await updated(by('[{ gone: 1 }]'))).toBe(by('[]'));
  });

  it('leaves rows alone that fit, where others do not', async () => {
    const before = `${IDS}tests:
  one:
    given: []
    now: |-
      2026-01-15
    expect: [{ gone: 1 }]
  two:
    now: 2026-01-15
    given: [{ id: a }]
    expect: [ {id: a} ] # as it is
`;
    expect(await updated(before)).toBe(before.replace('expect: [{ gone: 1 }]', 'expect: []'));
  });

  it('stands in the file of its own endpoint', async () => {
    const made = projectOf(`${IDS}tests:\n  one: { now: 2026-01-15, given: [{ id: a }] }\n`);
    const other = IDS.replace('endpoint: things', 'endpoint: all.things').replace('8a01', '8a02');
    made.put(
      'endpoints/all.things.yaml',
      `${other}tests:\n  one: { now: 2026-01-15, given: [{ id: b }] }\n`,
    );
    expect(await made.quern(['test', '-u'])).toMatchObject({
      exit: 0,
      stderr: 'wrote the rows of 2 tests into 2 files\n',
    });
    const { stderr } = await made.quern(['test', '-u'], { terminal: true });
    const line = '\r\u001B[K';
    expect(stderr).toBe(`${line}1 test${line}2 tests${line}nothing to write\n`);
    expect(textOf(made)).toContain('expect: [{"id":"a"}]');
    const written = readFileSync(join(made.folder, 'endpoints/all.things.yaml'), 'utf8');
    expect(written).toContain('expect: [{"id":"b"}]');
  });

  it('is nothing where the file has other faults', async () => {
    const text = `${IDS}limits: 5\ntests:\n  one: { now: 2026-01-15, given: [], expect: [{ gone: 1 }] }\n`;
    const made = projectOf(text);
    const { exit, stdout, stderr } = await made.quern(['test', '-u']);
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' });
    expect(stderr).toContain('endpoints/things.yaml:10:1 error[unknown-key] ');
    expect(stderr).not.toContain('gone');
    expect(textOf(made)).toBe(text);
  });

  it('is nothing where somebody changes the file meanwhile', async () => {
    const made = projectOf(`${IDS}tests:\n  one: { now: 2026-01-15, given: [] }\n`);
    const { signal } = new AbortController();
    // The file is read by then, and its test runs.
    vi.spyOn(signal, 'addEventListener').mockImplementation(() => made.put(FILE, `${IDS}# new\n`));
    expect(await made.quern(['test', '-u'], { interrupted: signal })).toEqual({
      exit: 3,
      stdout: '',
      stderr:
        'error: `endpoints/things.yaml` was changed in the meantime\n  hint: Run `quern test -u` again.\n',
    });
    expect(textOf(made)).toBe(`${IDS}# new\n`);
  });

  it('stands in no other file than one that can be read', async () => {
    const given = `[${'{ id: a }, '.repeat(600)}]`;
    const text = `${HEAD}select: { ${Array.from({ length: 40 }, (_, i) => `c${i}: id`).join(', ')} }\ntests:\n  many: { now: 2026-01-15, given: ${given} }\n`;
    const made = projectOf(text);
    expect(await made.quern(['test', '-u'])).toEqual({
      exit: 1,
      stdout: '',
      stderr: `error: \`endpoints/things.yaml\` cannot contain the rows that its tests answer. The file contains more than 20,000 values\n  hint: Give fewer entries.\n`,
    });
    expect(textOf(made)).toBe(text);
  });

  it('leaves a link a link, and a file its permissions', async () => {
    const text = `${IDS}tests:\n  one: { now: 2026-01-15, given: [] }\n`;
    const made = projectOf(text);
    const [link, file] = [join(made.folder, FILE), join(made.folder, 'elsewhere.yaml')];
    renameSync(link, file);
    symlinkSync(file, link);
    chmodSync(file, 0o640);
    expect(await made.quern(['test', '-u'])).toMatchObject({ exit: 0 });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readFileSync(file, 'utf8')).toBe(text.replace('given: []', 'given: [], expect: []'));
  });

  it('stands in the file of a folder', async () => {
    const text = `${IDS}tests:\n  one: { now: 2026-01-15, given: [] }\n`;
    const made = projectOf(text);
    const file = join(made.folder, 'endpoints/sorted/deep/things.yaml');
    mkdirSync(dirname(file), { recursive: true });
    renameSync(join(made.folder, FILE), file);
    expect(await made.quern(['test', '-u', '--only', 'thin*'])).toMatchObject({ exit: 0 });
    expect(readFileSync(file, 'utf8')).toBe(text.replace('given: []', 'given: [], expect: []'));
  });

  it('is nothing where the file cannot be written', async () => {
    const made = projectOf(`${IDS}tests:\n  one: { now: 2026-01-15, given: [] }\n`);
    const before = textOf(made);
    mkdirSync(join(made.folder, `${FILE}.${process.pid}.next`));
    const { exit, stderr } = await made.quern(['test', '-u']);
    expect({ exit, stderr }).toEqual({
      exit: 3,
      stderr: expect.stringContaining('`endpoints/things.yaml` cannot be written'),
    });
    expect(textOf(made)).toBe(before);
  });
});

describe('a test that fails', () => {
  const FAILING = `${IDS}tests:
  passes: { now: 2026-01-15, given: [{ id: a }], expect: [{ id: a }] }
  differs: { now: 2026-01-15, given: [{ id: a }, { id: b }, { id: c }], expect: [{ id: a }, { id: d }, { id: c }] }
  says nothing: { now: 2026-01-15, given: [{ id: a }] }
`;

  it('is told with its place and the rows', async () => {
    expect(await projectOf(FAILING).quern(['test'])).toEqual({
      exit: 1,
      stdout: `passed  things: passes
failed  things: differs
 row 2
-{"id":"d"}
+{"id":"b"}
failed  things: says nothing
+{"id":"a"}
`,
      stderr: `endpoints/things.yaml:12:3 error[failing-test] The answer differs from the expected rows
  12 |   differs: { now: 2026-01-15, given: [{ id: a }, { id: b }, { id: c }], expect: [{ id: a }, { id: d…
     |   ^^^^^^^
  hint: Run \`quern test -u\` if the new rows are right.

endpoints/things.yaml:13:3 error[failing-test] The test has no expected rows
  13 |   says nothing: { now: 2026-01-15, given: [{ id: a }] }
     |   ^^^^^^^^^^^^
  hint: Run \`quern test -u\`, and check the rows that it writes.

2 errors
1 passed, 2 failed
`,
    });
  });

  it('is told alone where that is enough', async () => {
    const { stdout } = await projectOf(FAILING).quern(['test', '--quiet']);
    expect(stdout).toMatch(/^failed {2}things: differs\n[\s\S]*failed {2}things: says nothing\n/);
    expect(stdout).not.toContain('things: passes');
    const written = await projectOf(FAILING).quern(['test', '-u', '--quiet']);
    expect(written).toMatchObject({ exit: 0, stdout: '' });
  });

  it('is told to programs', async () => {
    const { exit, stdout } = await projectOf(FAILING).quern(['test', '--json']);
    expect(exit).toBe(1);
    const { tests, diagnostics } = JSON.parse(stdout);
    expect(tests[1]).toEqual({
      engine: 'duckdb',
      endpoint: 'things',
      test: 'differs',
      status: 'different',
      expected: [{ id: 'a' }, { id: 'd' }, { id: 'c' }],
      answered: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    });
    expect(diagnostics).toHaveLength(2);
    const made = projectOf(FAILING);
    const updated = await made.quern(['test', '-u', '--json']);
    expect(updated.exit).toBe(0);
    expect(
      JSON.parse(updated.stdout).tests.map(({ status }: { status: string }) => status),
    ).toEqual(['passed', 'passed', 'passed']);
    expect(textOf(made)).not.toContain('{ id: d }');
    const github = await projectOf(FAILING).quern(['test', '--reporter', 'github']);
    expect(github).toMatchObject({ exit: 1, stdout: expect.stringContaining('\n+{"id":"b"}\n') });
    expect(github.stderr).toContain('::error file=endpoints/things.yaml,line=12');
  });

  it('has no answer where a value cannot be answered, and nothing is written for it', async () => {
    const text = `${HEAD}select: [whole]\ntests:\n  large: { now: 2026-01-15, given: [{ id: a, whole: 9007199254740993 }] }\n`;
    const made = projectOf(text);
    for (const words of [['test'], ['test', '-u']]) {
      const { exit, stderr } = await made.quern(words);
      expect(exit).toBe(1);
      expect(stderr).toContain('error[failing-test] A value cannot be returned: `whole`');
      expect(stderr).toContain('hint: Set `encode: string`.');
    }
    expect(textOf(made)).toBe(text);
  });

  it('has no answer where the engine fails', async () => {
    const text = `${HEAD}select: { sum: { value: whole + 1, encode: string } }\ntests:\n  large: { now: 2026-01-15, given: [{ id: a, whole: 9223372036854775807 }] }\n`;
    const made = projectOf(text);
    const { exit, stdout, stderr } = await made.quern(['test']);
    expect({ exit, stdout }).toEqual({
      exit: 1,
      stdout: expect.stringMatching(/^failed {2}things: large\n The engine failed: \S/),
    });
    expect(stderr).toContain('endpoints/things.yaml:6:3 error[failing-test] The engine failed: ');
    expect(stderr).toContain('0 passed, 1 failed\n');
  });

  it('tells of many rows those that are other, and of a row the columns', async () => {
    const rows = (change: (i: number) => object) =>
      JSON.stringify(Array.from({ length: 60 }, (_, i) => change(i)));
    const given = rows(i => ({
      id: `r${10 + i}`,
      whole: i,
      record: { tenant: 't', inner: { size: i } },
    }));
    const by = (expected: string) =>
      `${HEAD}select: [id, whole, record]\norder_by: [id]\ntests:\n  one: { now: 2026-01-15, given: ${given}, expect: ${expected} }\n`;
    const like = (i: number, size: number) => ({
      id: `r${10 + i}`,
      whole: i,
      record: { tenant: 't', inner: { size, at: null, share: null } },
    });
    const one = await projectOf(by(rows(i => like(i, i === 7 ? -1 : i)))).quern(['test']);
    expect(one.stdout).toBe(
      `failed  things: one\n row 8\n-{"record":{"inner":{"size":-1}}}\n+{"record":{"inner":{"size":7}}}\n`,
    );
    const all = await projectOf(by(rows(i => like(i, -1)))).quern(['test', '--quiet']);
    expect(all.stdout.split('\n')).toHaveLength(43);
    expect(all.stdout).toMatch(/\n and so on\n$/);
    const fewer = JSON.stringify(
      Array.from({ length: 58 }, (_, i) => like(i < 20 ? i : i + 1, i < 20 ? i : i + 1)),
    );
    const short = await projectOf(by(fewer)).quern(['test']);
    expect(
      short.stdout
        .split('\n')
        .filter(line => /^[+-]|…/.test(line))
        .map(line => line.slice(0, 12)),
    ).toEqual(['+{"id":"r30"', ' …', '+{"id":"r69"']);
  });

  it('is one where rows are in another order, are too many, or differ by more than the twelfth digit', async () => {
    const by = (expected: string) =>
      `${HEAD}select: [fraction]\norder_by: [fraction]\nmax_rows: 2\ntests:\n  one: { now: 2026-01-15, given: [{ id: a, fraction: 0.1 }, { id: b, fraction: 0.3 }], expect: ${expected} }\n`;
    const exits = [
      '[{ fraction: 0.1 }, { fraction: 0.3 }]',
      '[{ fraction: 0.1 }, { fraction: 0.3000000000001 }]',
      '[{ fraction: 0.1 }, { fraction: 0.300000000001 }]',
      '[{ fraction: 0.3 }, { fraction: 0.1 }]',
      '[{ fraction: 0.1 }]',
      '[{ fraction: 0.1 }, { fraction: 0.3 }, { fraction: 0.3 }]',
    ].map(async expected => (await projectOf(by(expected)).quern(['test'])).exit);
    expect(await Promise.all(exits)).toEqual([0, 0, 1, 1, 1, 1]);
  });

  it('is none where a number differs by less, however large it is and wherever it stands', async () => {
    const by = (share: string, fraction: string) =>
      `${HEAD}select: [fraction, record]\ntests:\n  one: { now: 2026-01-15, given: [{ id: a, fraction: 3e15, record: { inner: { share: 0.3 } } }], expect: [{ fraction: ${fraction}, record: { tenant: ~, inner: { size: ~, at: ~, share: ${share} } } }] }\n`;
    const exits = [
      by('0.3000000000001', '3000000000000001'),
      by('0.3', '3000000000004'),
      by('0.31', '3e15'),
    ];
    const ran = exits.map(async text => (await projectOf(text).quern(['test'])).exit);
    expect(await Promise.all(ran)).toEqual([0, 1, 1]);
  });
});

describe('rows in any order', () => {
  const given = '[{ id: a, whole: 1 }, { id: b, whole: 1 }, { id: b, whole: 2 }]';
  const testOf = (more: string, expect: string) =>
    projectOf(
      `${HEAD}select: [id, whole]\norder_by: [id, whole]\ntests:\n  one:\n    now: 2026-01-15\n    given: ${given}\n${more}    expect: ${expect}\n`,
    );
  const other = '[{ id: b, whole: 2 }, { id: a, whole: 1 }, { id: b, whole: 1 }]';

  it('are the same with `unordered: true`, and else differ', async () => {
    expect((await testOf('    unordered: true\n', other).quern(['test'])).exit).toBe(0);
    expect((await testOf('', other).quern(['test'])).exit).toBe(1);
  });
  it('must be as many, each as often as expected', async () => {
    const twice = '[{ id: b, whole: 1 }, { id: a, whole: 1 }, { id: b, whole: 1 }]';
    const short = '[{ id: b, whole: 1 }, { id: a, whole: 1 }]';
    const [wrong, missing] = [twice, short].map(rows => testOf('    unordered: true\n', rows));
    const ran = await wrong?.quern(['test']);
    expect(ran).toMatchObject({ exit: 1 });
    // only the row that is not among the expected ones is shown
    expect(ran?.stdout).toContain('{"whole":2}');
    expect(ran?.stdout).not.toContain('"a"');
    expect((await missing?.quern(['test']))?.exit).toBe(1);
  });
});

it('is what the page of its diagnostic shows', async () => {
  const [, shown = ''] =
    /```console\n\$ quern test\n([\s\S]*?)```/.exec(
      readFileSync('docs/diagnostics/failing-test.md', 'utf8'),
    ) ?? [];
  const [example = ''] =
    /endpoint: errors\.count\n[\s\S]*?(?=```)/.exec(readFileSync('docs/language.md', 'utf8')) ?? [];
  const made = project({
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/sources.yaml': readFileSync('endpoints/sources.yaml', 'utf8'),
    'endpoints/errors.count.yaml': example.replace('- { errors: 1 }', '- { errors: 2 }'),
  });
  const { stdout, stderr } = await made.quern(['test']);
  expect(`${stdout}${stderr}`).toBe(shown);
});

describe('which tests', () => {
  const TWO = {
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/sources.yaml': SOURCES,
  };
  const named = (name: string, at: number) =>
    `${IDS.replace('things', name).replace('8a01', `8a0${at}`)}tests:\n  one: { now: 2026-01-15, given: [], expect: [] }\n`;

  it('are those of the endpoints that are named', async () => {
    const made = project({
      ...TWO,
      'endpoints/one.yaml': named('one', 1),
      'endpoints/two.yaml': named('two', 2),
    });
    expect((await made.quern(['test'])).stdout).toBe('passed  one: one\npassed  two: one\n');
    expect((await made.quern(['test', '--only', 't*'])).stdout).toBe('passed  two: one\n');
    expect(await made.quern(['test', '-u', '--only', 't*'])).toMatchObject({
      stderr: 'nothing to write\n',
    });
    made.put('endpoints/one.yaml', named('one', 1).replace('expect: []', 'expect: [{ id: a }]'));
    await made.quern(['test', '-u', '--only', 't*']);
    expect(readFileSync(join(made.folder, 'endpoints/one.yaml'), 'utf8')).toContain('{ id: a }');
    expect(await made.quern(['test', '--only', 'tow'])).toMatchObject({
      exit: 2,
      stderr: 'error: `--only tow` matches no endpoint\n  hint: Use `two`, if that is meant.\n',
    });
  });
});
