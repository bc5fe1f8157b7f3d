/**
 * Ways in which a table stops fitting its data set: `check --tables`, `serve` at its start and `/readyz` name the endpoint, the
 * column, the declared and the stored type, and that endpoint alone answers 503, never a wrong NULL.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { project, removeFolders, start } from '../../cli/cli-fixture.ts';
import { startBigQueryServer } from '../../engines/servers/bigquery-server.ts';
import {
  type ClickHouseServer,
  startClickHouseServer,
} from '../../engines/servers/clickhouse-server.ts';
import { type DriftEngine, WAYS, type Way } from './drift-ways.ts';

afterAll(removeFolders);

const NAMES = Object.keys(WAYS).sort();

function files(engine: DriftEngine, settings: string) {
  const sets = Object.entries(WAYS).map(
    ([name, { declared }]) =>
      `  ${name}: { tables: { ${engine}: { table: ${name} } }, columns: { x: ${declared} } }\n`,
  );
  const sound = `  sound: { tables: { ${engine}: { table: sound } }, columns: { x: string } }\n`;
  const endpoints = [...Object.entries(WAYS), ['sound', {}] as const].map(([name, way], index) => {
    const { read = '[x]' }: Partial<Way> = way;
    const id = `6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8b${String(index).padStart(2, '0')}`;
    const text = `endpoint: ${name}\nid: ${id}\nfrom: ${name}\nselect: ${read}\n`;
    return [`endpoints/${name}.yaml`, text] as const;
  });
  return {
    'quern.yaml': `dialects: [${engine}]\nservice: { engine: ${engine} }\n${settings}`,
    'endpoints/sources.yaml': `sources:\n${sets.join('')}${sound}`,
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    ...Object.fromEntries(endpoints),
  };
}

async function duckdb(database: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

/** Asserts what every way must lead to. */
async function expectTold(engine: DriftEngine, made: ReturnType<typeof project>, environment = {}) {
  const expected = NAMES.map(name => `table \`${name}\`${WAYS[name]?.told[engine]}`);
  const checked = await made.quern(['check', '--tables'], { environment });
  expect(checked.exit).toBe(1);
  const told = [...checked.stderr.matchAll(/error\[table-mismatch\] (.*)/g)].map(([, one]) => one);
  // at columns, in the order of their data sets
  const named = NAMES.map(
    (name, index) => `\`${name}\` cannot run on ${engine}: ${expected[index]}`,
  );
  expect(told.toSorted()).toEqual(named.toSorted());
  expect((await made.quern(['generate'], { environment })).exit).toBe(0);
  const words = ['serve', '--port', '0', '--insecure-no-auth'];
  const service = await start(made.folder, words, /on (http:\S+)\n[\s\S]*not ready/, {
    environment,
  });
  const url = service.found[1];
  try {
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'degraded',
        unavailable: NAMES.length,
        degraded: NAMES.map((endpoint, index) => ({ endpoint, findings: [expected[index]] })),
      },
    ]);
    for (const [index, name] of NAMES.entries()) {
      const answer = await fetch(`${url}/api/endpoints/${name}`);
      expect([name, answer.status]).toEqual([name, 503]);
      if (name !== 'missing_table') expect(service.told()).toContain(`${name}: ${expected[index]}`);
    }
    expect(service.told()).toContain('missing tables: missing_table');
    const sound = await fetch(`${url}/api/endpoints/sound`);
    expect([sound.status, await sound.json()]).toEqual([200, { result: [{ x: 'here' }] }]);
  } finally {
    await service.stop();
  }
}

/** Parquet or CSV files of which one lacks what the others have: the columns of each. */
const LACKING: Readonly<
  Record<string, { declared: string; read: string; files: readonly string[]; told: string | null }>
> = {
  lacks_column: {
    declared: '{ x: string, y: string }',
    read: '[x]',
    files: ["'a' AS y, 'b' AS x", "'c' AS y", "'d' AS x, 'e' AS y"],
    told: '`x` is missing in 1 of 3 files, such as `1.KIND`',
  },
  lacks_field: {
    declared: '{ x: { record: { a: string, b: string } } }',
    read: '{ a: x.a }',
    files: ["{ 'a': 'a', 'b': 'b' } AS x", "{ 'b': 'c' } AS x"],
    told: '`x.a` is missing in 1 of 2 files, such as `1.KIND`',
  },
  lacks_optional: {
    declared: '{ x: { type: string, optional: true }, y: string }',
    read: '[x]',
    files: ["'a' AS y", "'b' AS y, 'c' AS x"],
    told: null,
  },
  lacks_unread: {
    declared: '{ x: string, y: string }',
    read: '[x]',
    files: ["'a' AS x", "'b' AS X, 'c' AS y"],
    told: null,
  },
};

describe('a table that does not fit its data set', () => {
  it('of Parquet and CSV files of which some lack a column', async () => {
    const tables = ['csv', 'parquet'].flatMap(kind =>
      Object.entries(LACKING)
        .filter(([name]) => kind === 'parquet' || name !== 'lacks_field')
        .map(([name, way]) => ({ ...way, kind, name: `${kind}_${name}` })),
    );
    const made = project({
      'endpoints/logs.yaml': null,
      'endpoints/counts.yaml': null,
      'quern.yaml': `dialects: [duckdb]\nengines:\n  duckdb:\n    tables:\n${tables.map(({ name, kind }) => `      ${name}: rows/${name}/*.${kind}\n`).join('')}`,
      'endpoints/sources.yaml': `sources:\n${tables.map(({ name, declared }) => `  ${name}: { tables: { duckdb: { table: ${name} } }, columns: ${declared} }\n`).join('')}`,
      ...Object.fromEntries(
        tables.map(({ name, read }, index) => [
          `endpoints/${name}.yaml`,
          `endpoint: ${name}\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8d${String(index).padStart(2, '0')}\nfrom: ${name}\nselect: ${read}\n`,
        ]),
      ),
    });
    const copies = tables.flatMap(({ name, kind, files: rows }) => {
      const folder = join(made.folder, 'rows', name);
      mkdirSync(folder, { recursive: true });
      return rows.map((row, index) => `COPY (SELECT ${row}) TO '${folder}/${index}.${kind}'`);
    });
    await duckdb(':memory:', copies);
    const expected = tables.flatMap(({ name, kind, told }) =>
      told === null ? [] : [[name, `table \`${name}\`: ${told.replace('KIND', kind)}`] as const],
    );
    const checked = await made.quern(['check', '--tables']);
    const told = [...checked.stderr.matchAll(/error\[table-mismatch\] (.*)/g)].map(
      ([, one]) => one,
    );
    expect(told).toEqual(expected.map(([name, one]) => `\`${name}\` cannot run on duckdb: ${one}`));
    expect((await made.quern(['generate'])).exit).toBe(0);
    const words = ['serve', '--port', '0', '--insecure-no-auth'];
    const service = await start(made.folder, words, /on (http:\S+)\n[\s\S]*not ready/);
    const url = service.found[1];
    try {
      const ready = await (await fetch(`${url}/readyz`)).json();
      expect(ready).toMatchObject({
        degraded: expected.map(([endpoint, one]) => ({ endpoint, findings: [one] })),
      });
      for (const { name, told } of tables) {
        const answer = await fetch(`${url}/api/endpoints/${name}`);
        expect([name, answer.status]).toEqual([name, told === null ? 200 : 503]);
      }
      for (const [name, one] of expected) expect(service.told()).toContain(`${name}: ${one}`);
    } finally {
      await service.stop();
    }
  });

  it('of a database of DuckDB', async () => {
    const made = project(files('duckdb', 'engines: { duckdb: { database: drift.duckdb } }\n'));
    await duckdb(join(made.folder, 'drift.duckdb'), [
      ...Object.entries(WAYS).flatMap(([name, { duckdb: columns }]) =>
        columns === null
          ? []
          : [`CREATE TABLE ${name}(${columns})`, `INSERT INTO ${name} DEFAULT VALUES`],
      ),
      "CREATE TABLE sound AS SELECT 'here' AS x",
    ]);
    await expectTold('duckdb', made);
  });

  it('of ClickHouse', async () => {
    const server: ClickHouseServer = await startClickHouseServer();
    try {
      const { url, database, username, password } = server;
      const settings = `engines: { clickhouse: { url: '${url}', database: ${database}, username: ${username}, password: "$\u007bP}" } }\n`;
      for (const [name, { clickhouse: columns }] of Object.entries(WAYS)) {
        if (columns === null) continue;
        await server.command(
          `CREATE TABLE ${database}.${name} (${columns}) ENGINE = MergeTree ORDER BY tuple()`,
        );
      }
      await server.command(
        `CREATE TABLE ${database}.sound (x String) ENGINE = MergeTree ORDER BY tuple()`,
      );
      await server.command(`INSERT INTO ${database}.sound VALUES ('here')`);
      await expectTold('clickhouse', project(files('clickhouse', settings)), { P: password });
    } finally {
      await server.close();
    }
  });

  it('of BigQuery', async () => {
    const columns = { x: { type: 'string' } } as const;
    const stored = Object.entries(WAYS).flatMap(([name, { bigquery }]) =>
      bigquery === null ? [] : [[name, { schema: { fields: [bigquery] } }] as const],
    );
    const tables = [
      ...stored.map(([name]) => ({ name, rows: [] })),
      { name: 'sound', rows: [{ x: 'here' }] },
    ];
    const server = await startBigQueryServer({
      project: 'acme',
      dataset: 'logs',
      tables: tables.map(table => ({ ...table, columns, layout: 'nested' })),
      resources: Object.fromEntries(stored),
    });
    try {
      const settings = `engines: { bigquery: { project: acme, dataset: logs, api_endpoint: '${server.url}' } }\n`;
      await expectTold('bigquery', project(files('bigquery', settings)));
    } finally {
      await server.close();
    }
  });

  it('of files', async () => {
    const ways: Readonly<
      Record<string, readonly [declared: string, rows: string | null, status: number, told: string]>
    > = {
      absent_column: [
        '{ type: string, required: true }',
        '{"y":"a"}',
        503,
        'table `absent_column`: no file has `x`, but it is required',
      ],
      absent_field: [
        '{ record: { a: { type: string, required: true } } }',
        '{"x":{"b":"c"}}',
        503,
        'no file has `x.a`, but it is required',
      ],
      list_items: [
        '{ list: int64 }',
        '{"x":["a"]}',
        502,
        'the column `x` of the files holds a value that is no list<int64>',
      ],
      map_values: [
        '{ map: int64 }',
        '{"x":{"k":"a"}}',
        502,
        'the column `x` of the files holds a value that is no map<int64>',
      ],
      no_file: ['string', null, 503, 'no file matches'],
      no_time: [
        'timestamp',
        '{"x":"soon"}',
        502,
        'the column `x` of the files holds a value that is no timestamp',
      ],
      one_lacks: [
        '{ type: string, required: true }',
        '{"x":"a"}\n{"y":"a"}',
        502,
        'the column `x` of the files is required, and an entry lacks it',
      ],
      one_unlike: [
        'int64',
        '{"x":1}\n{"x":"many"}',
        502,
        'the column `x` of the files holds a value that is no int64',
      ],
      scale: [
        '{ type: decimal, precision: 12, scale: 2 }',
        '{"x":0.1234}',
        502,
        'the column `x` of the files holds a value that is no decimal',
      ],
    };
    const entries = Object.entries(ways);
    const base = files('duckdb', '');
    const own = Object.fromEntries(
      Object.keys(base)
        .filter(path => path.startsWith('endpoints/'))
        .map(path => [path, null]),
    );
    const made = project({
      ...own,
      'quern.yaml': `dialects: [duckdb]\nengines:\n  duckdb:\n    tables:\n${entries.map(([name]) => `      ${name}: rows/${name}/*.ndjson\n`).join('')}      sound: rows/sound/*.ndjson\n`,
      'endpoints/sources.yaml': `sources:\n${[
        ...entries.map(([name, [declared]]) => [name, declared] as const),
        ['sound', 'string'] as const,
      ]
        .map(
          ([name, declared]) =>
            `  ${name}: { tables: { duckdb: { table: ${name} } }, columns: { x: ${declared} } }\n`,
        )
        .join('')}`,
      ...Object.fromEntries(
        [...entries.map(([name]) => name), 'sound'].map((name, index) => [
          `endpoints/${name}.yaml`,
          `endpoint: ${name}\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8c${String(index).padStart(2, '0')}\nfrom: ${name}\nselect: ${name === 'absent_field' ? '{ x: x.a }' : '[x]'}\n`,
        ]),
      ),
    });
    for (const [name, [, rows]] of [...entries, ['sound', ['', '{"x":"here"}']] as const]) {
      mkdirSync(join(made.folder, 'rows', name), { recursive: true });
      // Two files: the second one alone is at fault where there are two lines.
      for (const [index, line] of (rows?.split('\n') ?? []).entries())
        writeFileSync(join(made.folder, 'rows', name, `${index}.ndjson`), `${line}\n`);
    }
    const checked = await made.quern(['check', '--tables']);
    for (const [name, [, , status, told]] of entries)
      if (status === 503 && name !== 'no_file') expect(checked.stderr).toContain(told);
    expect(checked.stderr).toContain('`no_file` cannot run on duckdb: table `no_file` is missing');
    await made.quern(['generate']);
    const words = ['serve', '--port', '0', '--insecure-no-auth'];
    const service = await start(made.folder, words, /on (http:\S+)\n[\s\S]*not ready/);
    const url = service.found[1];
    try {
      for (const [name, [, , status]] of entries)
        expect([name, (await fetch(`${url}/api/endpoints/${name}`)).status]).toEqual([
          name,
          status,
        ]);
      const sound = await fetch(`${url}/api/endpoints/sound`);
      expect([sound.status, await sound.json()]).toEqual([200, { result: [{ x: 'here' }] }]);
      for (const [, [, , , told]] of entries) expect(service.told()).toContain(told);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});
