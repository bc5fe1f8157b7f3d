/** Own SQL in a project with a scope: every command asks the engine's own parser which tables a statement reads. */

import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generatedManifest } from '../../support/projects/manifest-files.ts';
import { ROOT } from '../../support/root.ts';
import { type Project, project, removeFolders } from '../cli-fixture.ts';

afterAll(removeFolders);

const SCOPE = '    scope: [project]\n';
const SOURCES = `sources:
  events:
${SCOPE}    tables: { bigquery: { table: acme.logs.events }, duckdb: { table: events }, clickhouse: { table: events } }
    columns: { id: string, project: string }
  teams:
    tables: { bigquery: { table: acme.logs.teams }, duckdb: { table: teams }, clickhouse: { table: teams } }
    columns: { name: string }
`;
const HEAD = 'endpoint: own\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a09\n';
const PROJECT = 'params: { project: { type: string, required: true } }\n';

/** An endpoint whose statement has the condition of the scope somewhere. */
function endpoint(engine: string, sql: string, more = ''): string {
  return `${HEAD}${PROJECT}query:\n  ${engine}: ${JSON.stringify(sql)}\ncolumns: { id: string }\n${more}`;
}

/** With the parsers' packages in the folder, as somebody has who installed them. */
function made(
  text: string,
  sources = SOURCES,
  more: Readonly<Record<string, string>> = {},
): Project {
  const made = project({
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/sources.yaml': sources,
    'endpoints/own.yaml': text,
    ...more,
  });
  symlinkSync(join(ROOT, 'test/node_modules'), join(made.folder, 'node_modules'));
  return made;
}

/** The same project in a folder without packages. */
function withoutParser({ folder }: Project): Project {
  const other = project({ 'endpoints/logs.yaml': null, 'endpoints/counts.yaml': null });
  for (const part of ['endpoints', 'generated'])
    if (existsSync(join(folder, part)))
      cpSync(join(folder, part), join(other.folder, part), { recursive: true });
  return other;
}

function edited({ folder }: Project, file: string, from: string, to: string): void {
  const path = join(folder, 'endpoints', file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

const keptIn = ({ folder }: Project) => join(folder, 'generated/own/own.json');
const HELD = 'SELECT id FROM events WHERE project = @project';
/** The condition satisfies the check by tokens. */
const beside = (from: string) => `SELECT 'a' AS id FROM ${from} AS a, (${HELD}) AS b`;
const VERBS = ['check', 'test', 'generate'];

describe('a statement in a project with a scope', () => {
  /** By the code of the fault. */
  const REFUSED: Readonly<Record<string, readonly string[]>> = {
    'unscoped-read': ['FROM (TABLE events)', "FROM 'events'", "FROM (PIVOT events ON id IN ('a'))"],
    'undeclared-read': ['main.events', 'd2.main.events', 'leaks()'].map(beside),
    'sql-statement': [
      "query_table('events')",
      "query('FROM events')",
      "histogram('events', id)",
      '(SUMMARIZE events)',
    ].map(beside),
  };

  it('is refused by every command if it reads anything else', async () => {
    const cases = Object.entries(REFUSED).flatMap(([code, all]) => all.map(sql => ({ code, sql })));
    const files = cases.map(({ sql }, i) => {
      const text = endpoint('duckdb', sql).replace('own', `own${i}`).replace('8a09', `8a1${i}`);
      return [
        `endpoints/own${i}.yaml`,
        sql.includes('@') ? text : text.replace(PROJECT, ''),
      ] as const;
    });
    const one = made(endpoint('duckdb', HELD), SOURCES, Object.fromEntries(files));
    for (const verb of VERBS) {
      const { exit, stderr } = await one.quern([verb]);
      expect({ verb, exit }).toEqual({ verb, exit: 1 });
      const found = cases.map((_, i) => faultIn(stderr, `endpoints/own${i}.yaml`));
      expect(found).toEqual(cases.map(({ code }) => code));
    }
    expect(existsSync(join(one.folder, 'generated'))).toBe(false);
  });

  function faultIn(stderr: string, file: string): string | undefined {
    const line = stderr.split('\n').find(one => one.startsWith(`${file}:`));
    return line?.match(/error\[([\w-]+)\]/)?.[1];
  }

  it('passes if all of its tables are those of data sets, and its tables are kept', async () => {
    const one = made(endpoint('duckdb', `${HELD} AND id IN (TABLE teams)`));
    for (const verb of VERBS) expect(await one.quern([verb]), verb).toMatchObject({ exit: 0 });
    const kept = JSON.parse(readFileSync(keptIn(one), 'utf8'));
    expect(kept.engines.duckdb.tables).toEqual([['events'], ['teams']]);
    const [generated] = generatedManifest(join(one.folder, 'generated')).endpoints;
    expect(generated?.engines['duckdb']?.reads).toEqual({
      events: [],
      teams: [],
    });
    expect(await one.quern(['generate', '--check'])).toMatchObject({ exit: 0 });
  });

  it('may read other tables with `unscoped: true`, with a warning of `check`', async () => {
    const one = made(endpoint('duckdb', beside('elsewhere'), 'unscoped: true\n'));
    const { exit, stderr } = await one.quern(['check']);
    expect(exit).toBe(0);
    expect(stderr).toContain('warning[undeclared-table] The table `elsewhere`');
    expect(await one.quern(['generate'])).toMatchObject({ exit: 0 });
    expect(existsSync(keptIn(one))).toBe(false);
  });

  it('in GoogleSQL that quern cannot translate is asked about, too', async () => {
    const text = (from: string) =>
      `${HEAD}${PROJECT}query: SELECT SOUNDEX(id) AS id FROM ${from} WHERE project = @project\ncolumns: { id: string }\nengines: [bigquery]\n`;
    const one = made(text('acme.logs.events'));
    expect(await one.quern(['generate'])).toMatchObject({ exit: 0 });
    expect(JSON.parse(readFileSync(keptIn(one), 'utf8')).engines.bigquery.tables).toEqual([
      ['acme', 'logs', 'events'],
    ]);
  });
});

describe('without a scope', () => {
  it('a table in no data set is a warning of `check`, and nothing is kept', async () => {
    const one = made(endpoint('duckdb', beside('elsewhere')), SOURCES.replace(SCOPE, ''));
    const { exit, stderr } = await one.quern(['check']);
    expect(exit).toBe(0);
    expect(stderr).toContain('warning[undeclared-table] The table `elsewhere`');
    expect(await one.quern(['generate'])).toMatchObject({ exit: 0 });
    expect(existsSync(keptIn(one))).toBe(false);
  });
});

describe('on PostgreSQL', () => {
  const sources = SOURCES.replace(/(clickhouse: )(\{ table: (\w+) \})/g, '$1$2, postgres: $2');
  const config = { 'quern.yaml': 'dialects: [postgres]\n' };
  const held = made(endpoint('postgres', `${HELD} AND id IN (TABLE teams)`), sources, config);

  it('the tables that its parser finds are kept, and hold where it is not installed', async () => {
    expect(await held.quern(['generate'])).toMatchObject({ exit: 0 });
    const kept = JSON.parse(readFileSync(keptIn(held), 'utf8'));
    expect(kept.engines.postgres.tables).toEqual([['events'], ['teams']]);
    const one = withoutParser(held);
    one.put('quern.yaml', config['quern.yaml']);
    expect(await one.quern(['check'])).toMatchObject({ exit: 0 });
    edited(one, 'own.yaml', 'SELECT id', 'SELECT upper(id) AS id');
    const { exit, stderr } = await one.quern(['check']);
    expect([exit, stderr]).toEqual([
      3,
      `error: The own SQL of \`own\` was not checked: it is new or has changed, and the parser of postgres is not installed
  hint: Install it with \`npm install --save-dev @electric-sql/pglite\`, or undo the change.
`,
    ]);
  });

  it('reads of anything else are refused', async () => {
    const ways = ['public.events', 'pg_stats', "query_to_xml('TABLE events', true, true, '')"];
    const hidden = [...ways, "table_to_xml('events', true, true, '')", 'nowhere()'].map(beside);
    const files = hidden.map((sql, i) => {
      const text = endpoint('postgres', sql).replace('own', `own${i}`).replace('8a09', `8a1${i}`);
      return [`endpoints/own${i}.yaml`, text] as const;
    });
    const { exit, stderr } = await made(
      endpoint('postgres', HELD),
      sources,
      Object.fromEntries([...files, ...Object.entries(config)]),
    ).quern(['check']);
    expect(exit).toBe(1);
    const codes = hidden.map((_, i) => {
      const told = stderr.split('\n').find(line => line.startsWith(`endpoints/own${i}.yaml:`));
      return told?.match(/error\[([\w-]+)\]/)?.[1];
    });
    expect(codes, stderr).toEqual([
      'undeclared-read',
      'undeclared-read',
      'sql-statement',
      'undeclared-read',
      'undeclared-read',
    ]);
  });
});

describe('without the parser of ClickHouse', () => {
  const installed = made(endpoint('clickhouse', HELD));
  const UNLOOKED =
    'The own SQL of `own` was not checked: it is new or has changed, and the parser of clickhouse is not installed';

  it('every command goes on from the kept answer, whatever else changes', async () => {
    expect(await installed.quern(['generate'])).toMatchObject({ exit: 0 });
    const one = withoutParser(installed);
    const kept = readFileSync(keptIn(one), 'utf8');
    edited(one, 'own.yaml', 'endpoint: own', 'summary: Ours.\nendpoint: own');
    edited(one, 'sources.yaml', 'name: string', 'name: string, size: int64');
    edited(one, 'sources.yaml', 'clickhouse: { table: teams }', 'clickhouse: { table: groups }');
    for (const verb of ['check', 'generate'])
      expect(await one.quern([verb]), verb).toMatchObject({ exit: 0 });
    expect(readFileSync(keptIn(one), 'utf8')).toBe(kept);
  });

  it.each([
    ['its text', 'own.yaml', 'SELECT id', 'SELECT upper(id) AS id'],
    ['a parameter', 'own.yaml', 'project: { type: string', 'project: { type: int64'],
    [
      'the name of its table',
      'sources.yaml',
      'clickhouse: { table: events }',
      'clickhouse: { table: a.events }',
    ],
  ])('exits with 3 where %s has changed', async (_, file, from, to) => {
    await installed.quern(['generate']);
    const one = withoutParser(installed);
    const kept = readFileSync(keptIn(one), 'utf8');
    edited(one, file, from, to);
    for (const verb of ['check', 'generate']) {
      const { exit, stderr } = await one.quern([verb]);
      expect({ verb, exit }).toEqual({ verb, exit: 3 });
      expect(stderr).toContain(UNLOOKED);
      expect(stderr).toContain('npm install --save-dev chdb');
    }
    expect(readFileSync(keptIn(one), 'utf8')).toBe(kept);
  });

  it('exits with 3 where the kept answer is not whole', async () => {
    await installed.quern(['generate']);
    const one = withoutParser(installed);
    const text = readFileSync(keptIn(one), 'utf8');
    const broken = ['', '{', '[]', text.slice(0, 60), text.replace('"format": ', '"format": 9')];
    const others = [text.replace('"clickhouse"', '"duckdb"'), text.replace('"tables"', '"names"')];
    for (const kept of [...broken, ...others]) {
      writeFileSync(keptIn(one), kept);
      expect(await one.quern(['check']), kept).toMatchObject({ exit: 3 });
    }
  });

  it('a scope that a data set gains is proven over the kept tables', async () => {
    const both = made(endpoint('clickhouse', HELD.replace('events', 'events, teams')));
    await both.quern(['generate']);
    const one = withoutParser(both);
    edited(one, 'sources.yaml', '  teams:\n', '  teams:\n    scope: [name]\n');
    const { exit, stderr } = await one.quern(['generate']);
    expect(exit).toBe(1);
    expect(stderr).toContain('error[unscoped-read] `teams` is read without its scope');
  });

  it('skips the endpoint, and `check` names it, where no scope depends on it', async () => {
    for (const one of [
      made(endpoint('clickhouse', HELD), SOURCES.replace(SCOPE, '')),
      made(endpoint('clickhouse', HELD, 'unscoped: true\n')),
    ]) {
      const { exit, stderr } = await withoutParser(one).quern(['check']);
      expect(exit).toBe(0);
      expect(stderr).toContain(
        'warning[not-analysed] The statement for clickhouse is not checked: its parser is not installed',
      );
      expect(await withoutParser(one).quern(['check', '--strict'])).toMatchObject({ exit: 1 });
      expect(await withoutParser(one).quern(['generate'])).toMatchObject({ exit: 0 });
    }
  });
});
