/** Commands before statements in PostgreSQL's own SQL, whose parser is a package of the project. */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../support/root.ts';
import { type Project, project, removeFolders } from '../cli-fixture.ts';

afterAll(removeFolders);

const HEAD = 'endpoint: own\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a07\n';
const SOURCES = `sources:
  things:
    tables: { postgres: { table: app.things } }
    columns:
      id: { type: string, stored: { postgres: uuid }, required: true }
      seen: timestamp
      local: datetime
      size: { type: int64, stored: { postgres: integer } }
      share: float64
      price: { type: decimal, precision: 18, scale: 2 }
      ok: bool
      day: date
      doc: json
      tags: { list: string }
      mood: { type: string, stored: { postgres: enum mood } }
      name: { type: string, stored: { postgres: citext } }
      odd: { type: string, stored: { postgres: 'app.odd' } }
`;

function own(text: string, isWhole = true, sources = SOURCES): Project {
  const made = project({
    'quern.yaml': 'dialects: [postgres]\n',
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/sources.yaml': sources,
    'endpoints/own.yaml': HEAD + text,
  });
  if (isWhole) symlinkSync(join(ROOT, 'test/node_modules'), join(made.folder, 'node_modules'));
  return made;
}
const textOf = ({ folder }: Project) => readFileSync(join(folder, 'endpoints/own.yaml'), 'utf8');

describe('check', () => {
  it('passes where the columns are those that PostgreSQL finds', async () => {
    const { exit, stderr } =
      await own(`params: { since: { type: timestamp }, ids: { list: string }, day: { type: date } }
query:
  postgres:
    - SELECT id::text AS id, seen, local, size, share, price, ok, day, doc, tags, count(*) OVER () AS n FROM app.things WHERE (mood IS NULL OR mood NOT IN ('calm', 'odd'))
    - { when: day, sql: AND day = @day }
    - { when: since, sql: 'AND (seen >= @since OR name = ''A'')' }
    - { when: ids, sql: AND id::text = ANY(@ids) }
columns:
  id: string
  seen: timestamp
  local: datetime
  size: int64
  share: float64
  price: decimal
  ok: bool
  day: date
  doc: json
  tags: json
  n: int64
`).quern(['check', '--strict']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringMatching(/no errors\n$/) });
  });

  /** A statement, the code and the place of its fault, and words of its message. */
  const FAULTS = [
    [
      'a word that is not SQL',
      'SELECT id FRM app.things x',
      'sql-statement',
      '4:27',
      'syntax error at or near "app"',
    ],
    [
      'a column that is not there',
      'SELECT nope FROM app.things',
      'not-analysed',
      '4:20',
      'column "nope" does not exist',
    ],
    [
      'a function that is not there',
      'SELECT 1 AS id, st_x(1)',
      'not-analysed',
      '4:29',
      'function st_x(integer) does not exist',
    ],
    [
      'a table that no data set declares',
      'SELECT 1 AS id FROM gone',
      'undeclared-table',
      '4:33',
      'The table `gone` is in no data set',
    ],
    [
      'the table under another name',
      'SELECT 1 AS id FROM things',
      'undeclared-table',
      '4:33',
      'The table `things` is in no data set',
    ],
    [
      'a part that writes',
      'WITH d AS (DELETE FROM app.things RETURNING id) TABLE d',
      'sql-statement',
      '4:13',
      'A part of the statement writes',
    ],
    [
      'a function that changes the state',
      'SELECT pg_sleep(9)::text AS id',
      'sql-statement',
      '4:20',
      '`pg_sleep` changes',
    ],
    [
      'another type',
      'SELECT size AS id FROM app.things',
      'column-mismatch',
      '5:12',
      '`id` is integer, and `string` is declared',
    ],
    [
      'a column more',
      'SELECT id::text AS id, tags FROM app.things',
      'column-mismatch',
      '5:1',
      'The statement answers `tags`, text[], which is not declared',
    ],
    [
      'a column less',
      'SELECT FROM app.things',
      'column-mismatch',
      '5:12',
      '`id` is declared, but the statement has no such column',
    ],
  ] as const;

  it('reports each fault at its place', async () => {
    const made = own('query: { postgres: SELECT 1 AS id }\ncolumns: { id: int64 }\n');
    FAULTS.forEach(([, sql], i) => {
      const id = `6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b9${String(i).padStart(3, '0')}`;
      made.put(
        `endpoints/e${i}.yaml`,
        `endpoint: e${i}\nid: ${id}\nquery:\n  postgres: ${sql}\ncolumns: { id: string }\n`,
      );
    });
    const { stderr } = await made.quern(['check']);
    const lines = stderr.split('\n').filter(line => line.startsWith('endpoints/'));
    expect(lines, stderr).toHaveLength(FAULTS.length);
    FAULTS.forEach(([what, , code, place, message], i) => {
      const told = lines.find(line => line.startsWith(`endpoints/e${i}.yaml:`));
      const head = new RegExp(`^endpoints/e${i}\\.yaml:${place} (error|warning)\\[${code}\\] `);
      expect(told, what).toMatch(head);
      expect(told, what).toContain(message);
    });
  });

  it('warns where PGlite is not installed, and names it', async () => {
    const made = own(
      'query: { postgres: SELECT FROM app.things }\ncolumns: { id: string }\n',
      false,
    );
    const { exit, stderr } = await made.quern(['check']);
    expect(exit).toBe(0);
    expect(stderr).toContain(
      'warning[not-analysed] The statement for postgres is not checked: its parser is not installed',
    );
    expect(stderr).toContain('npm install --save-dev @electric-sql/pglite');
    expect(await made.quern(['check', '--strict'])).toMatchObject({ exit: 1 });
  });
});

describe('the columns', () => {
  const STATEMENT =
    'SELECT id, seen, local, size * 2 AS double, sum(size) OVER () AS total, share, price, ok, day, doc, tags, mood, name, odd FROM app.things';
  const FOUND = `columns:
  id: string
  seen: timestamp
  local: timestamp
  double: int64
  total: int64
  share: float64
  price: decimal
  ok: bool
  day: date
  doc: json
  tags: json
  mood: string
  name: string
  odd: string
`;

  it('are written by `check --update`, and fit then', async () => {
    const made = own(`query:\n  postgres: ${STATEMENT}\n`);
    const updated = await made.quern(['check', '--update']);
    expect([updated.exit, updated.stderr.split('\n')[0]]).toEqual([0, 'wrote columns into 1 file']);
    expect(textOf(made)).toBe(`${HEAD}query:\n  postgres: ${STATEMENT}\n${FOUND}`);
    expect(await made.quern(['check', '--strict'])).toMatchObject({ exit: 0 });
  });

  it('are written by `new --sql`, with the parameters of the text', async () => {
    const made = own('query: { postgres: SELECT 1 AS one }\ncolumns: { one: int64 }\n');
    made.put(
      'query.sql',
      'SELECT day, count(*) AS n FROM app.things WHERE day >= @since AND size = @size GROUP BY day\n',
    );
    const { exit, stderr } = await made.quern([
      'new',
      'daily',
      '--sql',
      'query.sql',
      '--engine',
      'postgres',
    ]);
    expect([exit, stderr]).toEqual([0, expect.any(String)]);
    const text = readFileSync(join(made.folder, 'endpoints/daily.yaml'), 'utf8');
    expect(text).toContain('columns:\n  day: date\n  n: int64\n');
    expect(text).toMatch(/since: .*date/);
    expect(text).toMatch(/size: .*int64/);
    expect(await made.quern(['check', '--strict'])).toMatchObject({ exit: 0 });
  });
});
