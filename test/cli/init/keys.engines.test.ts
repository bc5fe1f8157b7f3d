/** The keys that `quern init` finds: those that tables declare, and columns without equal values. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it, test } from 'vitest';
import { LACKING } from '../../engines/postgres/cluster.ts';
import { createDatabase } from '../../engines/postgres/database.ts';
import { connectedTo } from '../../engines/postgres/session.ts';
import { quern, removeFolders, temporaryFolder } from '../cli-fixture.ts';

afterAll(removeFolders);

type Environment = Readonly<Record<string, string>>;

/** The key of each data set, with the comment beside it. */
async function keysOf(folder: string, from: string, environment: Environment = {}) {
  const made = await quern(folder, ['init', '--from', from], { environment });
  expect(made).toMatchObject({ exit: 0 });
  const sources = readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8');
  const sets = sources.split(/^ {2}(?=\w+:$)/m).slice(1);
  return Object.fromEntries(
    sets.map(text => [text.slice(0, text.indexOf(':')), /^ {4}key: (.*)$/m.exec(text)?.[1]]),
  );
}

describe('of DuckDB', () => {
  it('are the primary key, another key without NULLs, or an identifier', async () => {
    const folder = temporaryFolder();
    const instance = await DuckDBInstance.create(join(folder, 'shop.duckdb'));
    const connection = await instance.connect();
    for (const sql of [
      'CREATE TABLE first (code INT UNIQUE NOT NULL, place INT, line INT, PRIMARY KEY (place, line))',
      'CREATE TABLE other (note INT UNIQUE, place INT NOT NULL, line INT NOT NULL, UNIQUE (place, line))',
      'CREATE TABLE loose (note INT UNIQUE)',
      'CREATE TABLE users AS SELECT i AS uid, uuid() AS guid FROM range(3) t(i)',
    ])
      await connection.run(sql);
    connection.closeSync();
    instance.closeSync();
    expect(await keysOf(folder, 'shop.duckdb')).toEqual({
      first: '[place, line]     # as the table declares it',
      other: '[place, line]     # as the table declares it',
      loose: undefined,
      users: '[uid]     # guessed: no two are equal in all 3 rows',
    });
  });
});

describe('of files', () => {
  const GUESSED = '# guessed: no two are equal in all 3 rows';

  it.each([
    ['are the first column under any name', 'country,n', ['DE,1', 'FR,2', 'IT,1'], '[country]'],
    ['are an identifier before it', 'country,city_id', ['DE,1', 'FR,2', 'IT,3'], '[city_id]'],
    ['are no other column', 'country,n', ['DE,1', 'DE,2', 'IT,3'], null],
    ['have no NULL', 'country,n', ['DE,1', ',2', 'IT,3'], null],
    ['are no number with a fraction', 'price,n', ['1.5,1', '2.5,2', '3.5,2'], null],
  ])('%s', async (_, head, rows, key) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'places.csv'), `${[head, ...rows].join('\n')}\n`);
    const places = key === null ? undefined : `${key}     ${GUESSED}`;
    expect(await keysOf(folder, 'places.csv')).toEqual({ places });
  });
});

if (LACKING !== null) test.skip(`of PostgreSQL: ${LACKING}`, () => {});

describe.skipIf(LACKING !== null)('of PostgreSQL', () => {
  it('are the primary key, another key without NULLs, or an identifier', async () => {
    const database = await createDatabase();
    const session = await connectedTo(database.settings);
    for (const sql of [
      'CREATE TABLE "first" (code int UNIQUE NOT NULL, place int, line int, extra int, PRIMARY KEY (line, place) INCLUDE (extra))',
      'CREATE TABLE other (note int UNIQUE, place int NOT NULL, line int NOT NULL, code int NOT NULL, UNIQUE (place, line))',
      'CREATE UNIQUE INDEX ON other (code) WHERE note > 1',
      'CREATE TABLE late (note int NOT NULL UNIQUE DEFERRABLE)',
      'CREATE TABLE users AS SELECT i AS id FROM generate_series(1, 3) AS i',
    ])
      await session.query(sql);
    await session.close();
    const { host, port, database: name, user, password } = database.settings;
    const from = `postgres://${user}:${password}@${host}:${port}/${name}?sslmode=disable`;
    const environment = { POSTGRES_PASSWORD: String(password) };
    const keys = await keysOf(temporaryFolder(), from, environment);
    await database.close();
    expect(keys).toEqual({
      first: '[line, place]     # as the table declares it',
      other: '[place, line]     # as the table declares it',
      late: undefined,
      users: '[id]     # guessed: no two are equal in all 3 rows',
    });
  });
});
