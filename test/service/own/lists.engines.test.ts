/** Lists as parameters of statements in an engine's own SQL, as callers of `quern serve` send them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';

const FILES = {
  'endpoints/sources.yaml': `sources:
  posts:
    tables: { duckdb: { table: posts } }
    columns: { id: { type: string, required: true }, size: int64 }
`,
  'endpoints/posts.yaml': `endpoint: posts
id: 00000000-0000-4000-8000-000000000411
params:
  ids: { list: string, required: true, max_items: 3 }
  sizes: { list: int64, separator: ',' }
query:
  duckdb:
    - SELECT id FROM posts WHERE list_contains(@ids, id)
    - { when: sizes, sql: 'AND size = ANY(@sizes)' }
    - ORDER BY id
columns: { id: string }
`,
};

const NUMBERS = {
  'endpoints/numbers.yaml': `endpoint: numbers
id: 00000000-0000-4000-8000-000000000412
params: { texts: { list: string, required: true } }
query: { duckdb: 'SELECT CAST(unnest(@texts) AS BIGINT) AS number' }
columns: { number: int64 }
`,
};

const TABLE = `CREATE TABLE posts (id VARCHAR NOT NULL, size BIGINT);
INSERT INTO posts VALUES ('a', 1), ('b', 2), ('c', NULL), ('it''s', 3)`;

let served: ServeProcess;
beforeAll(async () => {
  served = await serveTables(TABLE, { ...FILES, ...NUMBERS });
});
afterAll(async () => {
  await served?.stop();
  removeFolders();
});

it.each([
  ['ids=a&ids=b', 'a b'],
  ["ids=it's&ids=c&ids=c&ids=", "c it's"],
  ['ids=a&ids=b&ids=c&sizes=2,3', 'b'],
  ['ids=a&sizes=', 'a'],
  ['ids=nobody', ''],
  ['ids=', 400],
  ['', 400],
  ['ids=a&ids=b&ids=c&ids=d', 400],
  ['ids=a&sizes=1,x', 400],
])('answers %s with %s', async (query, ids) => {
  const answer = await fetch(`${served.url}/api/endpoints/posts?${query}`);
  const { result }: { result?: readonly { id: string }[] } = Object(await answer.json());
  expect(result?.map(({ id }) => id).join(' ') ?? answer.status).toBe(ids);
});

it('names the parameter in the log where the engine quotes an item', async () => {
  const answer = await fetch(
    `${served.url}/api/endpoints/numbers?texts=1&texts=mine&texts=mine-too`,
  );
  expect(answer.status).toBe(502);
  expect(served.told()).toMatch(/Could not convert string '\$texts' to INT64/);
  expect(served.told()).not.toContain('mine');
});
