/** Texts in GoogleSQL on the command line, with their analyser and without it. */
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unmarked } from '../../generator/core/output/marker.ts';
import { ROOT } from '../support/root.ts';
import { type Project, project, removeFolders } from './cli-fixture.ts';

afterAll(removeFolders);

const SOURCES = `sources:
  edge_logs:
    tables:
      bigquery: { table: acme.logs.edge, records: repeated }
      duckdb: { table: edge }
      clickhouse: { table: edge }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      metadata: { record: { project: string, status: int64 } }
`;
const HEAD = `endpoint: errors
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01
params:
  project: { type: string, required: true }
  since: { type: timestamp }
`;
const QUERY = `query: |
  SELECT TIMESTAMP_TRUNC(t.timestamp, HOUR) AS hour, COUNT(*) AS errors, MAX(m.status)
  FROM edge_logs AS t, UNNEST(t.metadata) AS m
  WHERE m.project = @project AND m.status >= 400 AND (@since IS NULL OR t.timestamp >= @since)
  GROUP BY hour
  ORDER BY hour
`;
const TESTS = `tests:
  of one project:
    now: 2026-03-01T12:00:00Z
    params: { project: shop }
    given:
      - { id: a, timestamp: 2026-03-01T08:10:00Z, metadata: { project: shop, status: 500 } }
      - { id: b, timestamp: 2026-03-01T08:50:00Z, metadata: { project: shop, status: 404 } }
      - { id: c, timestamp: 2026-03-01T08:50:00Z, metadata: { project: shop, status: 200 } }
      - { id: d, timestamp: 2026-03-01T08:50:00Z, metadata: { project: blog, status: 500 } }
    expect:
      - { hour: 2026-03-01T08:00:00Z, errors: 2, f0_: 500 }
`;

/** With the analyser's packages in the folder, as somebody has who installed them. */
function made(endpoint = HEAD + QUERY + TESTS): Project {
  const made = project({
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/sources.yaml': SOURCES,
    'endpoints/errors.yaml': endpoint,
  });
  symlinkSync(join(ROOT, 'test/node_modules'), join(made.folder, 'node_modules'));
  return made;
}
/** The same project in another folder: a process remembers where it has found a package. */
function withoutAnalyser({ folder }: Project): Project {
  const other = project({ 'endpoints/logs.yaml': null, 'endpoints/counts.yaml': null });
  for (const part of ['endpoints', 'generated'])
    if (existsSync(join(folder, part)))
      cpSync(join(folder, part), join(other.folder, part), { recursive: true });
  return other;
}
const edited = ({ folder }: Project, file: string, from: string, to: string) => {
  const path = join(folder, 'endpoints', file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
};
const UNLOOKED = 'The GoogleSQL of `errors` was not checked';

describe('a text in GoogleSQL', () => {
  it('becomes an endpoint by `new --sql`', async () => {
    const one = made();
    const query = QUERY.replace('query: |\n', '').replace('@since IS NULL OR ', '');
    writeFileSync(join(one.folder, 'errors.sql'), query);
    const ran = await one.quern(['new', 'errors.since', '--sql', 'errors.sql']);
    expect(ran, ran.stderr).toMatchObject({ exit: 0 });
    const params = '  since: { type: timestamp, required: true }\nquery: |\n';
    const written = readFileSync(join(one.folder, 'endpoints/errors.since.yaml'), 'utf8');
    expect(written.slice(written.indexOf('  since'))).toBe(params + query);
    expect((await one.quern(['check'])).exit).toBe(0);
  });

  it('is compared by its meaning, and shown as it is written', async () => {
    const one = made(HEAD + QUERY);
    expect(await one.quern(['generate'])).toMatchObject({ exit: 0 });
    const before = made(HEAD + QUERY);
    cpSync(join(one.folder, 'generated'), join(before.folder, 'generated'), { recursive: true });
    const diff = async () => {
      const { exit, stdout } = await one.quern(['diff', before.folder, '--reporter', 'json']);
      return { exit, changes: JSON.parse(stdout).changes };
    };
    edited(one, 'errors.yaml', 'COUNT(*) AS errors', '/* all */ COUNT(*) AS errors');
    const text = 'The text of `query` changed, but its translations did not';
    expect(await diff()).toMatchObject({
      exit: 0,
      changes: [{ code: 'text-changed', breaking: false, level: null, message: text }],
    });
    edited(one, 'errors.yaml', 'm.status >= 400', 'm.status >= 500');
    const { exit, changes } = await diff();
    expect([exit, changes.length]).toEqual([0, 1]);
    expect(changes[0]).toMatchObject({ code: 'clause-changed', of: 'query', level: 'meaning' });
    expect(changes[0].message).toBe('The text of `query` changed');
    expect(changes[0].patch).toContain('\n+WHERE m.project = @project AND m.status >= 500 ');
    edited(one, 'errors.yaml', ', MAX(m.status)', '');
    const codes = (await diff()).changes.map(({ code, of }: { code: string; of: string }) => [
      code,
      of,
    ]);
    expect(codes).toEqual([
      ['column-removed', 'f0_'],
      ['clause-changed', 'query'],
    ]);
  });

  it('may be a script, whose variables and functions are parts of its translation', async () => {
    const script = QUERY.replace(
      'query: |',
      'query: |\n  DECLARE least INT64 DEFAULT 400;\n  CREATE TEMP FUNCTION fails(status INT64) AS (status >= 100);',
    ).replace('m.status >= 400', 'fails(m.status) AND m.status >= least');
    const one = made(HEAD + script + TESTS);
    expect(await one.quern(['test'])).toMatchObject({ exit: 0 });
    expect(await one.quern(['generate'])).toMatchObject({ exit: 0 });
    expect(await withoutAnalyser(one).quern(['check'])).toMatchObject({ exit: 0 });
    const changes = [
      ['DEFAULT 400', 'DEFAULT 500'],
      ['>= 100', '>= 500'],
    ] as const;
    for (const [from, to] of changes) {
      edited(one, 'errors.yaml', from, to);
      const alone = await withoutAnalyser(one).quern(['check']);
      expect(alone.exit).toBe(3);
      expect(alone.stderr).toContain(UNLOOKED);
      expect(await one.quern(['test'])).toMatchObject({ exit: 1 });
      edited(one, 'errors.yaml', to, from);
    }
  });

  it('is checked, tested, explained and generated', async () => {
    const { quern, folder } = made();
    expect(await quern(['check'])).toMatchObject({ exit: 0 });
    expect(await quern(['test'])).toMatchObject({ exit: 0 });
    expect(await quern(['generate'])).toMatchObject({ exit: 0 });
    const { stdout } = await quern(['explain', 'errors', '--param', 'project=shop']);
    expect(stdout).toContain('-- since timestamp NULL');
    expect((await quern(['explain', 'errors', '--print', 'plan'])).stdout).toContain(
      'table edge_logs',
    );
    const lowered = ['explain', 'errors', '--print', 'lowered', '--engine'];
    expect((await quern([...lowered, 'duckdb'])).stdout).toContain('table edge_logs');
    expect(await quern([...lowered, 'bigquery'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('`errors` runs on bigquery as it is written, without a plan'),
    });
    const endpoint = await quern(['explain', 'errors', '--print', 'endpoint']);
    expect(endpoint.stdout).toContain('f0_');
    expect((await quern(['explain', 'errors', '--print', 'spec'])).exit).toBe(0);
    const file = readFileSync(join(folder, 'generated/sql/bigquery/errors.sql'), 'utf8');
    const saved = unmarked('errors.sql', file);
    expect(`query: |\n${saved.trimEnd().replace(/^/gm, '  ')}\n`).toBe(QUERY);
  });

  it('goes on from its kept translation while text, parameters and columns stay', async () => {
    const installed = made();
    await installed.quern(['generate']);
    const made_ = withoutAnalyser(installed);
    const { quern } = made_;
    edited(made_, 'errors.yaml', 'endpoint: errors', 'summary: Errors.\nendpoint: errors');
    edited(made_, 'sources.yaml', 'duckdb: { table: edge }', 'duckdb: { table: main.edge }');
    for (const verb of ['check', 'test', 'generate'])
      expect(await quern([verb]), verb).toMatchObject({ exit: 0 });
    expect(await quern(['generate', '--check'])).toMatchObject({ exit: 0 });
  });

  it.each([
    ['the text', 'errors.yaml', '>= 400', '>= 500'],
    ['a parameter', 'errors.yaml', 'since: { type: timestamp }', 'since: { type: date }'],
    [
      'whether a parameter may be absent',
      'errors.yaml',
      'since: { type: timestamp }',
      'since: { type: timestamp, required: true }',
    ],
    ['the most rows', 'errors.yaml', 'params:', 'max_rows: 5\nparams:'],
    ['a column', 'sources.yaml', 'status: int64', 'status: float64'],
    [
      'how records are stored',
      'sources.yaml',
      'duckdb: { table: edge }',
      'duckdb: { table: edge, records: repeated }',
    ],
  ])('exits with 3 without it where %s has changed', async (_, file, from, to) => {
    const installed = made(HEAD + QUERY);
    expect(await installed.quern(['generate'])).toMatchObject({ exit: 0 });
    const made_ = withoutAnalyser(installed);
    const { quern } = made_;
    const kept = join(made_.folder, 'generated/googlesql/errors.json');
    const before = readFileSync(kept, 'utf8');
    edited(made_, file, from, to);
    for (const verb of ['check', 'test', 'generate']) {
      const { exit, stderr } = await quern([verb]);
      expect(exit, verb).toBe(3);
      expect(stderr).toContain(UNLOOKED);
      expect(stderr).toContain('npm install --save-dev @fivetrandevelopers/zetasql');
    }
    expect(readFileSync(kept, 'utf8')).toBe(before);
  });

  it('is not looked at where it was never generated; other faults come first', async () => {
    const made_ = withoutAnalyser(made());
    expect(await made_.quern(['check'])).toMatchObject({ exit: 3 });
    edited(made_, 'errors.yaml', '@project', '@projct');
    const { exit, stderr } = await made_.quern(['check']);
    expect(exit).toBe(1);
    expect(stderr).toContain('error[unknown-parameter]');
  });

  it('takes no file of its translation that is not whole', async () => {
    const installed = made();
    await installed.quern(['generate']);
    const made_ = withoutAnalyser(installed);
    const kept = join(made_.folder, 'generated/googlesql/errors.json');
    const text = readFileSync(kept, 'utf8');
    for (const broken of [
      '',
      '{',
      '[]',
      text.slice(0, 200),
      text.replace('"format": ', '"format": 9'),
    ]) {
      writeFileSync(kept, broken);
      expect(await made_.quern(['check']), broken.slice(0, 20)).toMatchObject({ exit: 3 });
    }
  });
});

describe('`check --update`', () => {
  const ALONE = `query: |
  SELECT t.id, SOUNDEX(m.project) AS sound
  FROM \`acme.logs.edge\` AS t, UNNEST(t.metadata) AS m
  WHERE m.project = @project AND (@since IS NULL OR t.timestamp >= @since)
engines: [bigquery]
`;
  const textIn = ({ folder }: Project) =>
    readFileSync(join(folder, 'endpoints/errors.yaml'), 'utf8');

  it('writes the columns of a text that is for BigQuery alone', async () => {
    const alone = made(HEAD + ALONE);
    const { exit, stderr } = await alone.quern(['check', '--update']);
    expect({ exit, wrote: stderr.split('\n')[0] }).toEqual({
      exit: 0,
      wrote: 'wrote columns into 1 file',
    });
    const columns = 'columns:\n  id: string\n  sound: string\n';
    expect(textIn(alone)).toBe(HEAD + ALONE.replace('engines:', `${columns}engines:`));
  });

  it('leaves a text alone whose columns come from its translation', async () => {
    const text = `${HEAD}${QUERY}engines: [bigquery]\ncolumns: { errors: { type: int64, description: Errors. } }\n`;
    const translated = made(text);
    const { exit, stderr } = await translated.quern(['check', '--update']);
    expect({ exit, wrote: stderr.split('\n')[0] }).toEqual({ exit: 0, wrote: 'nothing to write' });
    expect(textIn(translated)).toBe(text);
  });
});
