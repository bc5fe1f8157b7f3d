/** BigQuery's analyst: its refusals with their places, its findings about queries, and the server that it asks. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Analyst, NotInstalled } from '../../../engines/analyst.ts';
import { offsetAt } from '../../../engines/bigquery/analyst/place.ts';
import { ZETASQL_PACKAGES } from '../../../engines/bigquery/analyst/server/package-names.ts';
import { findPackages } from '../../../engines/bigquery/analyst/server/packages.ts';
import { serverBinary, supervised } from '../../../engines/bigquery/analyst/server/process.ts';
import { openAnalyst as openInChild } from '../../../engines/support/analysis.ts';
import { SCALARS } from '../../../generator/core/types/scalar.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import {
  asked,
  declaredSources,
  fromTests,
  known,
  openAnalyst,
  shown,
} from './bigquery-project.ts';
import { DISGUISES, SCRIPTS, STATEMENTS, UNREADABLE } from './bigquery-refused.ts';

let analyst: Analyst;
beforeAll(async () => {
  analyst = await openAnalyst();
});
afterAll(() => analyst.close());

const analyse = (sql: string, scalars: Parameters<typeof asked>[0] = {}) =>
  analyst.analyse({ sql, parameters: asked(scalars) });
const columns = async (sql: string, scalars: Parameters<typeof asked>[0] = {}) =>
  shown(known(await analyse(sql, scalars)));

/** The text without its `^`, and where that stood. */
function marked(text: string): { readonly sql: string; readonly at: number } {
  return { sql: text.replace('^', ''), at: text.indexOf('^') };
}

test('a list is an array', async () => {
  const sql = 'SELECT word, ARRAY_LENGTH(@words) AS n FROM UNNEST(@words) AS word';
  expect(await columns(sql, { words: 'list of string' })).toEqual(['word STRING', 'n INT64']);
});

describe('a text that is not one query is refused', () => {
  test.each(Object.entries(DISGUISES))('every other statement, %s', async (_, disguise) => {
    for (const [statement, name] of STATEMENTS) {
      const [before, text, behind] = disguise(statement);
      const sql = `${before}${text}${behind}`;
      expect(await analyse(sql), sql).toEqual({
        kind: 'refused',
        message: `Only a query is allowed here, not \`${name}\``,
        hint: expect.stringMatching(/^Write one query/),
        at: before.length,
      });
    }
  });

  test.each(SCRIPTS)('%s', async text => {
    const { sql, at } = marked(text);
    expect(await analyse(sql)).toMatchObject({
      kind: 'refused',
      message:
        at === 0 ? 'This is a script, and no query' : 'The text holds more than one statement',
      at,
    });
  });

  test.each(UNREADABLE)('%j', async (text, message) => {
    const { sql, at } = marked(text);
    expect(await analyse(sql)).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(message),
      at,
    });
  });

  test('the hint about pipe syntax comes for pipe syntax alone', async () => {
    const hint = expect.stringMatching(/pipe syntax/);
    expect(await analyse('FROM logs |> SELECT a')).toMatchObject({ hint });
    expect(await analyse('SELECT 1 |> WHERE TRUE')).toMatchObject({ hint });
    expect(await analyse('SELECT (DELETE FROM t)')).toMatchObject({ hint: null });
    expect(await analyse('SELECT "|>" x y')).toMatchObject({ hint: null });
  });

  test('texts beyond the analyser’s bounds', async () => {
    const message = 'The statement is too long for the analyser, or nested too deeply';
    for (const sql of [`SELECT '${'x'.repeat(5e6)}'`, `SELECT ${'1 + '.repeat(5_000)}1`]) {
      expect(await analyse(sql)).toEqual({ kind: 'refused', message, hint: null, at: null });
    }
    expect(await columns(`SELECT ${'1 + '.repeat(500)}1`)).toEqual(['f0_ INT64']);
  });
});

describe('a query is understood', () => {
  test('its tables by their parts, its parameters as written, each once', async () => {
    const sql = `
      WITH slow AS (SELECT id, ms FROM my-project.app.logs WHERE ms > @least)
      SELECT slow.id, e.n FROM slow
      JOIN \`my-project.app.logs\` AS l ON l.id = slow.id AND l.region = @Region
      CROSS JOIN \`app.events_*\` AS e, UNNEST([1]) AS x, slow AS again
      WHERE l.ms > @least AND '@not' != "@nor" -- @neither
        AND EXISTS (SELECT 1 FROM elsewhere) AND @ \`of names\` IN (SELECT 1)`;
    expect(await analyse(sql)).toMatchObject({
      kind: 'understood',
      tables: [['app', 'events_*'], ['elsewhere'], ['my-project', 'app', 'logs']],
      parameters: ['least', 'Region', 'of names'],
      columns: null,
    });
  });

  test.each([
    ['SELECT id, ms FROM `my-project`.app.logs', ['id STRING', 'ms INT64']],
    ['SELECT id FROM `my-project.app`.logs;', ['id STRING']],
    ['(SELECT id FROM `my-project.app.logs` LIMIT 1 OFFSET 2)', ['id STRING']],
    [
      'SELECT ts, day, ok, ratio FROM my-project.app.logs',
      ['ts TIMESTAMP', 'day DATE', 'ok BOOL', 'ratio FLOAT64'],
    ],
    [
      'SELECT price, price * 2 AS twice, SUM(price) OVER () AS s FROM my-project.app.logs',
      ['price NUMERIC', 'twice NUMERIC', 's NUMERIC'],
    ],
    [
      'SELECT body, body.a.b, JSON_VALUE(body, "$.a") AS a, INT64(body.n) AS n FROM my-project.app.logs',
      ['body JSON', 'b JSON', 'a STRING', 'n INT64'],
    ],
    [
      'SELECT meta FROM my-project.app.logs',
      ['meta STRUCT {region STRING, request STRUCT {path STRING, size INT64}}'],
    ],
    [
      'SELECT meta.request.path, meta.request.size + 1 FROM my-project.app.logs',
      ['path STRING', 'f0_ INT64'],
    ],
    [
      'SELECT meta FROM edge',
      ['meta STRUCT (REPEATED) {region STRING, request STRUCT (REPEATED) {path STRING}}'],
    ],
    [
      'SELECT m.region, r.path FROM edge AS e, UNNEST(e.meta) AS m, m.request AS r',
      ['region STRING', 'path STRING'],
    ],
    [
      'SELECT e.id, r FROM edge AS e LEFT JOIN UNNEST(e.meta) AS m LEFT JOIN UNNEST(m.request) AS r',
      ['id STRING', 'r STRUCT {path STRING}'],
    ],
    [
      'WITH RECURSIVE n AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM n WHERE x < 5) SELECT * FROM n',
      ['x INT64'],
    ],
    [
      'SELECT TIMESTAMP_TRUNC(ts, HOUR) AS hour, COUNT(*), AVG(ms), COUNT(DISTINCT id) AS ids FROM my-project.app.logs GROUP BY 1',
      ['hour TIMESTAMP', 'f0_ INT64', 'f1_ FLOAT64', 'ids INT64'],
    ],
    [
      'SELECT id, ROW_NUMBER() OVER w AS n, LAG(ms) OVER w AS before FROM my-project.app.logs WINDOW w AS (PARTITION BY id ORDER BY ts)',
      ['id STRING', 'n INT64', 'before INT64'],
    ],
    [
      'SELECT id FROM my-project.app.logs QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY ts DESC) = 1',
      ['id STRING'],
    ],
    [
      'SELECT * FROM (SELECT id, ok, ms FROM my-project.app.logs) PIVOT (SUM(ms) AS ms FOR ok IN (TRUE AS yes, FALSE AS not_))',
      ['id STRING', 'ms_yes INT64', 'ms_not_ INT64'],
    ],
    ['SELECT * FROM (SELECT 1 AS a, 2 AS b) UNPIVOT (v FOR k IN (a, b))', ['v INT64', 'k STRING']],
    [
      'SELECT ARRAY_AGG(STRUCT(id AS id, ms)) AS l, [1.5] AS f, ARRAY(SELECT day) AS d FROM my-project.app.logs GROUP BY day',
      ['l STRUCT (REPEATED) {id STRING, ms INT64}', 'f FLOAT64 (REPEATED)', 'd DATE (REPEATED)'],
    ],
    ['SELECT STRUCT(1, "a" AS b) AS s', ['s STRUCT {_field_1 INT64, b STRING}']],
    ['SELECT AS STRUCT 1 AS a, [2] AS b', ['a INT64', 'b INT64 (REPEATED)']],
    [
      'SELECT AS VALUE ARRAY_AGG(t LIMIT 1)[OFFSET(0)] FROM edge AS t GROUP BY t.id',
      [
        'id STRING',
        'meta STRUCT (REPEATED) {region STRING, request STRUCT (REPEATED) {path STRING}}',
      ],
    ],
    ['SELECT AS VALUE 1', ['f0_ INT64']],
    ['SELECT 1, 2 AS a, 3 FROM UNNEST([1])', ['f0_ INT64', 'a INT64', 'f1_ INT64']],
    ['SELECT * FROM UNNEST([DATE "2026-01-01"])', ['f0_ DATE']],
    ['SELECT id, id FROM edge', ['id STRING', 'id STRING']],
    ['SELECT * EXCEPT (meta) REPLACE (LENGTH(id) AS id) FROM edge', ['id INT64']],
    [
      'SELECT b"x" AS b, TIME "12:00:00" AS t, DATETIME "2026-01-02 03:04:05" AS d, BIGNUMERIC "1" AS n',
      ['b BYTES', 't TIME', 'd DATETIME', 'n BIGNUMERIC'],
    ],
    [
      'SELECT INTERVAL 1 DAY AS i, RANGE(DATE "2026-01-01", NULL) AS r, ST_GEOGPOINT(1, 2) AS g, NULL AS z',
      ['i INTERVAL', 'r RANGE<DATE>', 'g GEOGRAPHY', 'z INT64'],
    ],
    [
      'SELECT name, _TABLE_SUFFIX AS suffix, _PARTITIONTIME AS t FROM `app.events_*`',
      ['name STRING', 'suffix STRING', 't TIMESTAMP'],
    ],
    ['SELECT * FROM `app.events_*`', ['name STRING', 'n INT64']],
    ['SELECT id FROM edge FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP()', ['id STRING']],
    [
      'SELECT id AS `as é`, MAX(ms) AS ms, FROM my-project.app.logs GROUP BY id',
      ['as é STRING', 'ms INT64'],
    ],
  ])('%s', async (sql, expected) => {
    expect(await columns(sql)).toEqual(expected);
  });

  test('parameters have the types that they are bound with', async () => {
    const list = SCALARS.map(scalar => `@${scalar} AS ${scalar}_`).join(', ');
    const scalars = Object.fromEntries(SCALARS.map(scalar => [scalar, scalar]));
    const types = 'STRING INT64 FLOAT64 NUMERIC BOOL TIMESTAMP DATETIME DATE JSON'.split(' ');
    expect(await columns(`SELECT ${list}`, scalars)).toEqual(
      SCALARS.map((scalar, at) => `${scalar}_ ${types[at]}`),
    );
    expect(await columns('SELECT @NAME AS n', { Name: 'date' })).toEqual(['n DATE']);
  });

  test('each type is read as results have it', async () => {
    const sql = `SELECT 1 AS i, 1.5 AS f, NUMERIC '1' AS d, BIGNUMERIC '1' AS b, TRUE AS t, 'x' AS s, b'x' AS y,
      DATE '2026-01-01' AS day, CURRENT_TIMESTAMP() AS ts, TIME '12:00:00' AS tm, CURRENT_DATETIME() AS dt, JSON '1' AS j,
      [1] AS l, STRUCT(1 AS a) AS r`;
    const found = known(await analyse(sql)).map(({ name, readAs }) => [name, readAs.join(' ')]);
    expect(Object.fromEntries(found)).toEqual({
      i: 'int64 float64 decimal',
      f: 'float64',
      d: 'decimal',
      b: 'decimal',
      t: 'bool',
      s: 'string json',
      y: 'string',
      day: 'date',
      ts: 'timestamp',
      tm: 'string',
      dt: 'string datetime',
      j: 'json string',
      l: 'json list<int64> list<float64>',
      r: 'json',
    });
  });
});

describe('columns are unknown where BigQuery may know a name that the analyser does not', () => {
  test.each([
    ['SELECT ^mss FROM my-project.app.logs', /^Not known to the analyser: Unrecognized name: mss/],
    ['SELECT "é😀",\r\n\t^ML.F(@p) FROM my-project.app.logs', /Function not found: ML\.F/],
    ['SELECT * FROM ^EXTERNAL_QUERY("a", "b")', /^Not known to the analyser: Table-valued/],
    ['SELECT ^@@project_id', /^Not known to the analyser: Unrecognized name: @@project_id/],
    ['SELECT ^@absent', /^Not known to the analyser: Query parameter 'absent' not found/],
    ['SELECT ^NOT @p', /^Not known to the analyser: No matching signature/],
    ['SELECT id FROM edge JOIN ^nowhere USING (id)', /^`nowhere` is in no data set/],
    ['SELECT id FROM ^EDGE', /^`EDGE` is in no data set/],
    ['SELECT 1 FROM ^`a.b` CROSS JOIN c.d', /^`a\.b`, `c\.d` are in no data set/],
    ['SELECT id FROM ^elsewhere', /^`elsewhere` is in no data set/],
  ])('%s', async (text, message) => {
    const { sql, at } = marked(text);
    expect(await analyse(sql, { p: 'int64' })).toMatchObject({
      kind: 'understood',
      columns: null,
      reason: { message: expect.stringMatching(message), at },
    });
  });

  test('tables and parameters are found all the same', async () => {
    expect(await analyse('SELECT F(@a) FROM x.y, `p-q.d.t`')).toMatchObject({
      tables: [
        ['p-q', 'd', 't'],
        ['x', 'y'],
      ],
      parameters: ['a'],
    });
  });
});

describe('places', () => {
  const text = 'é😀\tx\r\n\ty\rz\n\u0301e';
  test.each([
    [1, 1, 0],
    [1, 2, 1],
    [1, 3, 3],
    [1, 9, 4],
    [1, 10, 5],
    [1, 99, 5],
    [2, 1, 7],
    [2, 9, 8],
    [3, 1, 10],
    [4, 1, 12],
    [4, 2, 13],
    [9, 9, 14],
  ])('line %i, column %i is offset %i', (line, column, offset) => {
    expect(offsetAt(text, { line, column })).toBe(offset);
  });

  test('a byte is the offset of the character that it begins', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (before, behind) => {
        const byte = Buffer.byteLength(before);
        expect(offsetAt(before + behind, { byte })).toBe(before.length);
      }),
    );
  });

  test('are those of the server, whatever stands before', async () => {
    const unit = fc.constantFrom(
      'é',
      '😀',
      'e\u0301',
      '\t',
      ' ',
      '\r\n',
      '\n',
      '\r',
      'x',
      '\u2028',
      '\u3000',
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 30 }), async before => {
        const sql = `SELECT /*${before}*/ 1 AS x y`;
        expect(await analyse(sql)).toMatchObject({ kind: 'refused', at: sql.length - 1 });
        const hidden = `SELECT /*${before}*/ ?`;
        expect(await analyse(hidden)).toMatchObject({ kind: 'refused', at: hidden.length - 1 });
      }),
      { numRuns: 50 },
    );
  });
});

test('every text gets an analysis', async () => {
  const words =
    `SELECT FROM WHERE WITH AS ( ) , ; . * @ @a ? |> "x" 'y' \` -- /* */ # { } [ ] < > = + - 1 1.5 NULL id logs edge
    my-project.app.logs UNNEST JOIN ON GROUP BY ORDER LIMIT UNION ALL INSERT INTO DROP TABLE BEGIN END IF THEN DECLARE é 😀 \\ $$
    ARRAY STRUCT DATE INTERVAL CASE WHEN EXISTS NOT AND OR IN OVER PIVOT`.split(/\s+/);
  const soup = fc.array(fc.constantFrom(...words), { maxLength: 25 }).map(list => list.join(' '));
  const query = soup.map(text => `SELECT ${text}`);
  const any = unicodeText({ maxLength: 60 });
  const halves = fc
    .array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 5 })
    .map(codes => `SELECT '${String.fromCharCode(...codes)}'`);
  let understood = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(soup, query, any, halves), async sql => {
      const analysis = await analyse(sql, { a: 'int64' });
      const told = analysis.kind === 'refused' ? analysis : analysis.reason;
      if (analysis.kind === 'understood') understood += 1;
      if (analysis.kind === 'understood') expect(analysis.columns === null).toBe(told !== null);
      if (told === null) return;
      expect(told.message).toMatch(/^\S.*[^.\n]$/u);
      expect(told.at ?? 0).toBeGreaterThanOrEqual(0);
      expect(told.at ?? 0).toBeLessThanOrEqual(sql.length);
    }),
    { numRuns: 400 },
  );
  expect(understood).toBeGreaterThan(5);
});

describe('the server', () => {
  /** Where alone its sockets are. */
  const folder = mkdtempSync(join(tmpdir(), 'q-'));
  const [directory, socket] = [
    () => join(folder, readdirSync(folder).join('/')),
    () => join(directory(), 's:0'),
  ];
  let own: Analyst;
  beforeAll(async () => {
    vi.stubEnv('TMPDIR', folder);
    vi.stubEnv('QUERN_SECRET', 'for nobody');
    own = await openAnalyst();
  });
  afterAll(async () => {
    await own.close();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  /** Of the server itself, not of the shell that watches over it. */
  const pid = () => {
    const found = execFileSync('pgrep', ['-f', `remote_server.* unix:${directory()}`], {
      encoding: 'utf8',
    });
    const [id = 0] = found.trim().split('\n').map(Number);
    return id;
  };
  /** Resolves once no thread of it runs. */
  const freeze = (id: number) => {
    process.kill(id, 'SIGSTOP');
    const state = () => execFileSync('ps', ['-o', 'stat=', '-p', String(id)], { encoding: 'utf8' });
    return expect.poll(state).toMatch(/^T/);
  };
  const works = async () => {
    const analysis = await own.analyse({ sql: 'SELECT 1 AS x', parameters: [] });
    expect(shown(known(analysis))).toEqual(['x INT64']);
  };

  test('listens on a socket in a folder that no other user may enter, without an environment', async () => {
    await works();
    expect(statSync(socket()).isSocket()).toBe(true);
    expect(statSync(directory()).mode & 0o777).toBe(0o700);
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${pid()}/environ`)).toHaveLength(0);
  });

  test('is started again when it was killed between two calls', async () => {
    const before = pid();
    process.kill(before, 'SIGKILL');
    await works();
    expect(pid()).not.toBe(before);
  });

  test('is started again when it dies of a call, which is asked again', async () => {
    await freeze(pid());
    const answer = works();
    process.kill(pid(), 'SIGKILL');
    await answer;
  });

  test('is killed when it does not answer in time; what waits behind is answered', async () => {
    const before = pid();
    await freeze(before);
    const late = own.analyse({ sql: 'SELECT 1', parameters: [] });
    await Promise.all([1, 2, 3, 4, 5, 6].map(works));
    expect(await late).toMatchObject({
      kind: 'refused',
      message: 'The analyser took longer than 2 s',
    });
    expect(pid()).not.toBe(before);
  });

  test('goes with its folder at the end', async () => {
    const gone = directory();
    const process_ = pid();
    await own.close();
    expect(existsSync(gone)).toBe(false);
    expect(() => process.kill(process_, 0)).toThrow('ESRCH');
    await own.close();
  });

  test('dies with the process that started it, however that dies', async () => {
    const { zetasql } = findPackages([import.meta.url]);
    const place = mkdtempSync(join(tmpdir(), 'q-'));
    const call = JSON.stringify(supervised(serverBinary(zetasql), place)).slice(1, -1);
    const parent = spawn(process.execPath, [
      '--eval',
      `require('node:child_process').spawn(${call}); setInterval(() => {}, 1000)`,
    ]);
    await expect.poll(() => existsSync(join(place, 's:0'))).toBe(true);
    parent.kill('SIGKILL');
    // The directory goes when the server has been waited for.
    await expect.poll(() => existsSync(place)).toBe(false);
  });
});

test('answers in the child process that `check` asks, which has no environment', async () => {
  const declared = { sources: declaredSources(), schema: '' };
  const child = await fromTests(() => openInChild('bigquery', declared));
  const answers = await Promise.all(
    ['SELECT id FROM edge', 'DROP TABLE edge'].map(sql => child.analyse({ sql, parameters: [] })),
  );
  expect(answers).toMatchObject([
    { kind: 'understood', columns: [{ name: 'id', type: 'STRING' }] },
    { kind: 'refused', message: 'Only a query is allowed here, not `DROP`' },
  ]);
  await child.close();
});

describe('its packages', () => {
  test('are named where they are not installed', () => {
    const empty = mkdtempSync(join(tmpdir(), 'q-'));
    const missing = (places: readonly string[]) => {
      try {
        return findPackages(places);
      } catch (error) {
        expect(error).toBeInstanceOf(NotInstalled);
        return String(error);
      }
    };
    expect(missing([`${empty}/`])).toBe(
      `NotInstalled: not installed: ${ZETASQL_PACKAGES.join(', ')}`,
    );
    const beside = join(import.meta.dirname, '../../../engines/bigquery/analyst.ts');
    expect(missing([beside])).toBe('NotInstalled: not installed: @fivetrandevelopers/zetasql');
    expect(missing([`${empty}/`, beside, import.meta.url])).toHaveProperty('zetasql');
    rmSync(empty, { recursive: true });
  });
});
