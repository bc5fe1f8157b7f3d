/** `quern check --tables`: an engine's tables compared with the data sets. */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';
import { LOGS, project, removeFolders, SOURCES } from './cli-fixture.ts';

afterAll(removeFolders);

async function made(file: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

const CONFIG = 'dialects: [duckdb]\nengines: { duckdb: { database: logs.duckdb } }\n';
const COLUMNS = 'id VARCHAR NOT NULL, timestamp TIMESTAMP NOT NULL, project VARCHAR, size BIGINT';

it('says that all tables are as declared', async () => {
  const { folder, quern } = project({ 'quern.yaml': CONFIG });
  await made(join(folder, 'logs.duckdb'), `CREATE TABLE edge_logs(${COLUMNS})`);
  expect(await quern(['check', '--tables'])).toEqual({
    exit: 0,
    stdout: '',
    stderr: '2 endpoints for duckdb: no errors\n1 table of duckdb as declared\n',
  });
  const { stderr } = await quern(['check', '--tables'], { terminal: true });
  expect(stderr).toContain('\r\u001B[Kasking duckdb about its tables\r\u001B[K2 endpoints');
});

it('says that it does not look whether keys are unique', async () => {
  const keyed = SOURCES.replace('    columns:', '    key: [id]\n    columns:');
  const { folder, quern } = project({ 'quern.yaml': CONFIG, 'endpoints/sources.yaml': keyed });
  await made(join(folder, 'logs.duckdb'), `CREATE TABLE edge_logs(${COLUMNS})`);
  const { exit, stderr } = await quern(['check', '--tables']);
  expect(exit).toBe(0);
  expect(stderr).toContain('1 table of duckdb as declared\n');
  expect(stderr).toContain('No rows were read, so whether each `key` is unique is not checked.');
});

it('names each column that keeps endpoints from answering right, at its place, with what is there', async () => {
  const extra = SOURCES.replace(
    'size: int64',
    'size: string\n      gone: string\n      more: string\n      projects: string',
  );
  const { folder, quern } = project({
    'quern.yaml': CONFIG,
    'endpoints/sources.yaml': extra,
    'endpoints/logs.yaml': LOGS.replace(
      'select: [id, timestamp, project, size]',
      'select: [id, timestamp, gone, projects]',
    ).replace('size >= @least', "size = 'a' and @least > 0"),
  });
  await made(
    join(folder, 'logs.duckdb'),
    `CREATE TABLE edge_logs(${COLUMNS.replace('VARCHAR NOT NULL', 'VARCHAR')})`,
  );
  const { exit, stderr } = await quern(['check', '--tables']);
  expect(exit).toBe(1);
  const told = [...stderr.matchAll(/error\[table-mismatch\] (.*)/g)].map(([, message]) => message);
  expect(told).toEqual([
    '`logs` cannot run on duckdb: table `edge_logs`: `id` may be NULL, but is declared as required',
    '`logs` cannot run on duckdb: table `edge_logs`: `size` is BIGINT, and `string` is declared',
    '`logs` cannot run on duckdb: table `edge_logs`: `gone` is missing',
    '`logs` cannot run on duckdb: table `edge_logs`: `projects` is missing',
  ]);
  expect(stderr).toContain('endpoints/sources.yaml:14:7');
  expect(stderr).toContain('Write `project`, if that is meant.');
});

it('says which table is missing, and that an engine does not answer', async () => {
  const { folder, quern } = project({ 'quern.yaml': CONFIG });
  const absent = await quern(['check', '--tables']);
  expect(absent.exit).toBe(3);
  expect(absent.stderr).toContain('the database `logs.duckdb` does not exist');
  await made(join(folder, 'logs.duckdb'), 'CREATE TABLE others(id VARCHAR)');
  const { exit, stderr } = await quern(['check', '--tables']);
  expect(exit).toBe(1);
  expect(stderr).toContain(
    '`counts` and `logs` cannot run on duckdb: table `edge_logs` is missing',
  );
  expect(stderr).toContain('`logs` cannot run on duckdb: table `edge_logs` is missing');
});

it('names the path in `quern.yaml` that finds no file, and so does a run', async () => {
  const { quern } = project({
    'quern.yaml':
      'dialects: [duckdb]\nengines: { duckdb: { tables: { edge_logs: data/edge_log.parquet } } }\n',
  });
  const { exit, stderr } = await quern(['check', '--tables']);
  expect(exit).toBe(1);
  expect(stderr).toContain('table `edge_logs` is missing: no file matches `data/edge_log.parquet`');
  expect(stderr).toContain('Correct its place in `quern.yaml`, under `engines`, or the data set.');
  const run = await quern(['run', 'counts', '--param', 'span=hour']);
  expect(run.exit).toBe(3);
  expect(run.stderr).toContain(
    'The table `edge_logs` is missing: no file matches `data/edge_log.parquet`',
  );
});

it('names the column or field of the files that a missing one may mean', async () => {
  const { folder, quern } = project({
    'quern.yaml':
      'dialects: [duckdb]\nengines: { duckdb: { tables: { trips: trips.parquet, stops: stops.csv, drivers: drivers.ndjson } } }\n',
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/sources.yaml': `sources:
  trips:
    tables: { duckdb: { table: trips } }
    columns:
      id: int64
      energy: { type: float64, column: energie_kwh }
      car: { record: { make: string, batery: float64 } }
  stops:
    tables: { duckdb: { table: stops } }
    columns: { station: string, platfrom: string, nothing_like_it: string, stop_name: string }
  drivers:
    tables: { duckdb: { table: drivers } }
    columns: { drvier: string, borne: { type: date, required: true } }
`,
    'endpoints/trips.yaml':
      'endpoint: trips\nid: 0b54a0c1-4d1e-4f6f-9d5c-3c1f1d0b7e31\nfrom: trips\nselect: { id: id, energy: energy, battery: car.batery }\n',
    'endpoints/stops.yaml':
      'endpoint: stops\nid: 0b54a0c1-4d1e-4f6f-9d5c-3c1f1d0b7e32\nfrom: stops\nselect: [station, platfrom, nothing_like_it, stop_name]\n',
    'endpoints/drivers.yaml':
      'endpoint: drivers\nid: 0b54a0c1-4d1e-4f6f-9d5c-3c1f1d0b7e33\nfrom: drivers\nselect: [drvier, borne]\n',
    'drivers.ndjson': '{"driver":"a","born":"1990-01-01"}\n{not json}\n',
  });
  const [trips, stops] = ['trips.parquet', 'stops.csv'].map(name => join(folder, name));
  await made(
    ':memory:',
    `COPY (SELECT 1 AS id, 2.5 AS energy_kwh, {'make': 'VW', 'battery': 58.0} AS car) TO '${trips}' (FORMAT parquet);
    COPY (SELECT 'Kiel' AS station, 'a' AS "Stop Name", '2' AS "Platform") TO '${stops}'`,
  );
  const { exit, stderr } = await quern(['check', '--tables']);
  expect(exit).toBe(1);
  const hints = [
    ...stderr.matchAll(/\d (?:error|warning)\[[\w-]+\] .*table `\w+`: (.*)[\s\S]*?hint: (.*)/g),
  ];
  const other = 'hange the data set in `sources.yaml`, or the table.';
  expect(hints.map(([, told, hint]) => `${told} ${hint}`).sort()).toEqual(
    [
      `\`energy\` is missing: the table has no \`energie_kwh\` Write \`energy_kwh\`, if that is meant. Otherwise c${other}`,
      `\`car.batery\` is missing Write \`battery\`, if that is meant. Otherwise c${other}`,
      `\`platfrom\` is missing Write \`Platform\`, if that is meant. Otherwise c${other}`,
      `\`nothing_like_it\` is missing C${other}`,
      'no file has `drvier`, so it is NULL Write `driver`, if that is meant. Otherwise declare it with `optional: true`.',
      `no file has \`borne\`, but it is required Write \`born\`, if that is meant. Otherwise c${other}`,
    ].sort(),
  );
});

it('warns of a path into JSON whose dot belongs to a name in the data', async () => {
  const SELECT = {
    text: `json_string(body, 'utm.source')`,
    stored: `json_string(payload, 'a.b.c')`,
    record: `json_int64(shop.extra, 'x[0].y.z')`,
    both: `json_exists(payload, 'both.k')`,
    nowhere: `json_bool(payload, 'no.where')`,
    quoted: `json_string(body, '"utm.source"')`,
  };
  const { folder, quern } = project({
    'quern.yaml': 'dialects: [duckdb]\nengines: { duckdb: { database: shop.duckdb } }\n',
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/sources.yaml': `sources:
  visits:
    tables: { duckdb: { table: visits } }
    scope: [tenant]
    columns:
      tenant: { type: string, required: true }
      body: { type: string }
      payload: { type: json }
      shop: { record: { extra: { type: json } } }
      term: { is: "json_string(body, 'utm.term')" }
`,
    'endpoints/visits.all.yaml': JSON.stringify({
      endpoint: 'visits.all',
      id: '00000000-0000-4000-8000-00000000a001',
      from: 'visits',
      unscoped: true,
      select: { ...SELECT, term: 'term' },
    }),
    'endpoints/visits.step.yaml': `endpoint: visits.step
id: 00000000-0000-4000-8000-00000000a002
steps:
  later: { from: visits, unscoped: true, select: { document: payload, n: "row_number() over (order by tenant)" } }
from: later
where: [n < 10]
group_by: { medium: "json_string(document, 'utm.medium')" }
select: { visits: count() }
`,
    'endpoints/visits.sql.yaml': `endpoint: visits.sql
id: 00000000-0000-4000-8000-00000000a003
unscoped: true
query: SELECT JSON_VALUE(payload, '$.utm.medium') AS medium FROM visits
`,
  });
  symlinkSync(join(ROOT, 'test/node_modules'), join(folder, 'node_modules'));
  await made(
    join(folder, 'shop.duckdb'),
    `CREATE TABLE visits(tenant VARCHAR NOT NULL, body VARCHAR, payload JSON, shop STRUCT(extra JSON));
     INSERT INTO visits VALUES
       ('a', '{"utm.source": "mail", "utm.term": "x"}', '{"a": {"b.c": "v"}, "both.k": 1, "both": {"k": 2}, "utm.medium": "m"}', {extra: '{"x": [{"y.z": 3}]}'}),
       ('b', NULL, NULL, NULL)`,
  );
  const { exit, stderr } = await quern(['check', '--tables']);
  const warnings = [...stderr.matchAll(/(\S+):\d+:\d+ warning\[dotted-path\] (.*)/g)];
  expect(warnings.map(([, file, message]) => `${file} ${message}`)).toEqual([
    'endpoints/sources.yaml The path `utm.term` finds nothing in `body` of `visits`, which has a name with a dot: `"utm.term"`',
    'endpoints/visits.all.yaml The path `utm.source` finds nothing in `body` of `visits`, which has a name with a dot: `"utm.source"`',
    'endpoints/visits.all.yaml The path `a.b.c` finds nothing in `payload` of `visits`, which has a name with a dot: `a."b.c"`',
    'endpoints/visits.all.yaml The path `x[0].y.z` finds nothing in `shop.extra` of `visits`, which has a name with a dot: `x[0]."y.z"`',
    'endpoints/visits.sql.yaml The path `utm.medium` finds nothing in `payload` of `visits`, which has a name with a dot: `"utm.medium"`',
    'endpoints/visits.step.yaml The path `utm.medium` finds nothing in `payload` of `visits`, which has a name with a dot: `"utm.medium"`',
  ]);
  expect(stderr).toContain(`hint: Write \`'a."b.c"'\`: quotes keep a name with a dot whole.`);
  expect(exit).toBe(0);
  expect((await quern(['check', '--tables', '--strict'])).exit).toBe(1);
});

describe('a column that the table stores as another type', () => {
  const SHOP = {
    'quern.yaml': 'dialects: [duckdb]\nengines: { duckdb: { database: shop.duckdb } }\n',
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    'endpoints/sources.yaml': `# the shop
sources:
  shop:
    tables: { duckdb: { table: shop } }     # one table
    columns:
      id: int64
      ref: { type: string, required: true }   # a UUID
      ms:
        # when it came
        type: timestamp   # UTC
        description: The arrival.
      part:
        record: { n: int64, "t": { record: { small: { type: int64 } } } }
      tags: { list: string }
      both: { type: float64, stored: { clickhouse: Float32 } }
      ns: { type: timestamp }
      plain: int64
      steps: { list: { record: { n: int64, in: { record: { at: timestamp } } } } }
`,
    'endpoints/shop.all.yaml':
      'endpoint: shop.all\nid: 00000000-0000-4000-8000-00000000a001\nfrom: shop\nselect: [id, ns]\n',
  };
  const TABLE = `CREATE TABLE shop (id INTEGER, ref UUID NOT NULL, ms TIMESTAMP_MS, part STRUCT(n SMALLINT, t STRUCT(small UTINYINT)),
    tags UUID[], "both" FLOAT, ns TIMESTAMP_NS, plain BIGINT, steps STRUCT(n SMALLINT, "in" STRUCT("at" TIMESTAMP_NS))[]);
    INSERT INTO shop VALUES (1, 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687', NULL, NULL, NULL, 0.5, '1969-12-31 23:59:59.999999999', 1,
    [{n: 3, 'in': {'at': '1969-12-31 23:59:59.999999999'}}])`;

  it('is a warning if statements read it right today, and an error with the line to add if they do not', async () => {
    const { folder, quern } = project(SHOP);
    await made(join(folder, 'shop.duckdb'), TABLE);
    const { exit, stderr } = await quern(['check', '--tables']);
    expect(exit).toBe(1);
    expect(stderr).toContain(
      'endpoints/sources.yaml:6:7 warning[stored-type] table `shop`: `id` is INTEGER, and `int64` is declared: add `stored: { duckdb: INTEGER }`',
    );
    expect(stderr).toContain(
      'error[table-mismatch] `shop.all` cannot run on duckdb: table `shop`: `ns` is TIMESTAMP_NS, and `timestamp` is declared: add `stored: { duckdb: TIMESTAMP_NS }`',
    );
    const only = SHOP['endpoints/shop.all.yaml'].replace('[id, ns]', '[id]');
    const sound = project({ ...SHOP, 'endpoints/shop.all.yaml': only });
    await made(join(sound.folder, 'shop.duckdb'), TABLE);
    expect((await sound.quern(['check', '--tables'])).exit).toBe(0);
    expect((await sound.quern(['doctor'])).stdout).toContain(
      '`id` is INTEGER, and `int64` is declared: add `stored: { duckdb: INTEGER }`',
    );
  });

  it('gets it from `--update` also in a data set that no endpoint reads', async () => {
    const { folder, quern } = project({
      ...SHOP,
      'endpoints/sources.yaml': `sources:
  shop: { tables: { duckdb: { table: shop } }, columns: { id: int64, ns: timestamp } }
  spare: { tables: { duckdb: { table: spare } }, columns: { n: int64 } }
  absent: { tables: { duckdb: { table: absent } }, columns: { n: int64 } }
  cloud: { tables: { clickhouse: { table: cloud } }, columns: { n: int64 } }
`,
    });
    await made(
      join(folder, 'shop.duckdb'),
      'CREATE TABLE shop(id BIGINT, ns TIMESTAMP); CREATE TABLE spare(n HUGEINT)',
    );
    expect(await quern(['check', '--tables', '--update'])).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('wrote 1 stored type into 1 file\n'),
    });
    expect(readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8')).toContain(
      'columns: { n: { type: int64, stored: { duckdb: HUGEINT } } } }\n  absent:',
    );
  });

  it('gets its stored type from `--update`, which changes nothing else', async () => {
    const { folder, quern } = project(SHOP);
    await made(join(folder, 'shop.duckdb'), TABLE);
    const { exit, stderr } = await quern(['check', '--tables', '--update', '--strict']);
    expect([exit, stderr]).toEqual([
      0,
      expect.stringContaining('wrote 10 stored types into 1 file\n'),
    ]);
    expect(readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8')).toBe(`# the shop
sources:
  shop:
    tables: { duckdb: { table: shop } }     # one table
    columns:
      id: { type: int64, stored: { duckdb: INTEGER } }
      ref: { type: string, stored: { duckdb: UUID }, required: true }   # a UUID
      ms:
        # when it came
        type: timestamp   # UTC
        stored: { duckdb: TIMESTAMP_MS }
        description: The arrival.
      part:
        record: { n: { type: int64, stored: { duckdb: SMALLINT } }, "t": { record: { small: { type: int64, stored: { duckdb: UTINYINT } } } } }
      tags: { list: string, stored: { duckdb: "UUID[]" } }
      both: { type: float64, stored: { clickhouse: Float32, duckdb: FLOAT } }
      ns: { type: timestamp, stored: { duckdb: TIMESTAMP_NS } }
      plain: int64
      steps: { list: { record: { n: { type: int64, stored: { duckdb: SMALLINT } }, in: { record: { at: { type: timestamp, stored: { duckdb: TIMESTAMP_NS } } } } } } }
`);
    await quern(['generate']);
    expect(JSON.parse((await quern(['run', 'shop.all'])).stdout)).toEqual([
      { id: 1, ns: '1969-12-31T23:59:59.999999Z' },
    ]);
    expect((await quern(['check', '--tables', '--update'])).stderr).toContain('nothing to write\n');
  });
});
