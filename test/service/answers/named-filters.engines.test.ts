/** Operators of filters that an author names, as callers of `quern serve` use them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';

const FILES = {
  'endpoints/sources.yaml': `sources:
  posts:
    tables: { duckdb: { table: posts } }
    columns: { id: { type: string, required: true }, part: string, tags: { list: string }, labels: { map: string } }
`,
  'endpoints/posts.yaml': `endpoint: posts
id: 00000000-0000-4000-8000-000000000401
engines: [duckdb]
from: posts
filters:
  part: { of: part, operators: [contains, ne, differs, like, not_like, not_matches] }
  tag: { of: tags, operators: [has, has_all] }
  label: { of: labels, key: true, operators: [ne, differs] }
select: [id]
order_by: [id]
`,
  'endpoints/chosen.yaml': `endpoint: chosen
id: 00000000-0000-4000-8000-000000000404
engines: [duckdb]
params: { how: { enum: [exact, part, pattern, other], default: exact } }
from: posts
filters: { part: { of: part, by: how, cases: { exact: eq, part: contains, pattern: matches, other: not_matches } } }
select: [id]
order_by: [id]
`,
  'endpoints/usual.yaml': `endpoint: usual
id: 00000000-0000-4000-8000-000000000402
engines: [duckdb]
from: posts
filters: { part: part, tag: tags }
select: [id]
order_by: [id]
`,
  'endpoints/long.yaml': `endpoint: long
id: 00000000-0000-4000-8000-000000000403
engines: [duckdb]
from: posts
where: [id = 'a']
filters: { text: { of: "concat(repeat('a', 2000), id)", operators: [like] } }
select: [id]
`,
};

const TABLE = `CREATE TABLE posts (id VARCHAR NOT NULL, part VARCHAR, tags VARCHAR[], labels MAP(VARCHAR, VARCHAR));
INSERT INTO posts VALUES ('a', 'x', ['p', 'q'], MAP {'k': 'v'}), ('b', 'y', ['p'], MAP {'k': 'w'}), ('c', NULL, [], MAP {}), ('d', 'xy', ['q', 'p', 'p'], MAP {'k': NULL})`;

let served: ServeProcess;
beforeAll(async () => {
  served = await serveTables(TABLE, FILES);
});
afterAll(async () => {
  await served?.stop();
  removeFolders();
});

const idsOf = async (query: string): Promise<unknown> => {
  const answer = await fetch(`${served.url}/api/endpoints/${query}`);
  const { result }: { result?: readonly { id: string }[] } = Object(await answer.json());
  return result?.map(({ id }) => id).join('') ?? answer.status;
};

it('names the parameter whose pattern ends in a lone backslash', async () => {
  const answer = await fetch(`${served.url}/api/endpoints/posts?part__like=x%25%5C`);
  expect(Object(await answer.json())).toMatchObject({
    parameters: [{ name: 'part__like' }],
  });
});

it('searches for a pattern of many wildcards in time', async () => {
  const started = performance.now();
  expect(await idsOf(`posts?part__like=%25${'x%25'.repeat(12)}`)).toBe('');
  expect(await idsOf(`posts?part__like=%25${'x%25'.repeat(400)}`)).toBe(400);
  expect(await idsOf('long?text__like=%25a%25a%25a%25a%25a%25b')).toBe('');
  expect(performance.now() - started).toBeLessThan(5_000);
});

it.each([
  ['posts?part__ne=x', 'bd'],
  ['posts?part__differs=x', 'bcd'],
  ['posts?part[differs]=x&part[differs]=y', 'cd'],
  ['posts?part__not_matches=^x$', 'bd'],
  ['posts?part__not_matches=^x$&part__not_matches=^y', 'd'],
  ['posts?tag__has_all=p&tag__has_all=q', 'ad'],
  ['posts?tag=p&tag=q', 'abd'],
  ['posts?tag[has_all]=p', 'abd'],
  ['posts?label[k][ne]=v', 'b'],
  ['posts?label[k][differs]=v', 'bcd'],
  ['posts?label__differs=k%3Dv&label__differs=k%3Dw', 'cd'],
  ['posts?part__like=x%25', 'ad'],
  ['posts?part__like=_&part__like=xy', 'abd'],
  ['posts?part[not_like]=x%25', 'b'],
  ['posts?part__like=%5C%25', ''],
  ['posts?part__contains=%25', ''],
  ['posts?part__like=x%5C', 400],
  ['posts?part__like=%5Cx', 400],
  [`posts?part__like=${'_'.repeat(1001)}`, 400],
  [`posts?part__like=%25x${'_'.repeat(20)}x%25`, 400],
  ['usual?part__like=x', 400],
  ['chosen?part=x', 'a'],
  ['chosen?part=x&part=y', 'ab'],
  ['chosen?part=x&how=part', 'ad'],
  ['chosen?part[eq]=x&how=part', 'ad'],
  ['chosen?part=^y|y$&how=pattern', 'bd'],
  ['chosen?part=(?i)X&part=^y&how=pattern', 'abd'],
  ['chosen?part=^y&how=other', 'ad'],
  ['chosen?how=pattern', 'abcd'],
  ['chosen?part=(&how=exact', ''],
  ['chosen?part=(&how=pattern', 400],
  ['chosen?part=x)|(y&how=pattern', 400],
  ['chosen?part=x&how=starts', 400],
  ['chosen?part__contains=x', 400],
  ['posts?part__not_matches=(', 400],
  ['usual?part__differs=x', 400],
  ['usual?tag__has_all=x', 400],
])('answers %s with %s', async (query, ids) => {
  expect(await idsOf(query)).toBe(ids);
});
