/** A list with a separator: only the text of an address is split, by every way to send parameters. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quern, removeFolders, temporaryProject } from '../../../cli/cli-fixture.ts';
import { speaking } from '../../mcp/tools-service.ts';
import { type ServeProcess, serveTables } from '../../serve-process.ts';

const FILES = {
  'endpoints/sources.yaml': `sources:
  pets:
    tables: { duckdb: { table: pets } }
    columns: { tag: { type: string, required: true } }
`,
  'endpoints/pets.yaml': `endpoint: pets
id: 00000000-0000-4000-8000-000000000301
engines: [duckdb]
cache: off
params: { tags: { list: string, separator: ',', required: true } }
from: pets
where: [tag in @tags]
select: [tag]
order_by: [tag]
`,
};
const WHOLE = [{ tag: '1,2' }];
const PARTS = [{ tag: '1' }, { tag: '2' }];

const TABLE = `CREATE TABLE pets (tag VARCHAR NOT NULL);
INSERT INTO pets VALUES ('1'), ('2'), ('1,2')`;

let served: ServeProcess;

beforeAll(async () => {
  served = await serveTables(TABLE, FILES);
});

afterAll(async () => {
  await served?.stop();
  removeFolders();
});

async function resultOf(search: string, body?: string): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', body, headers };
  const response = await fetch(`${served.url}/api/endpoints/pets${search}`, init);
  return Object(await response.json()).result;
}

it.each(['?tags=1,2', '?tags=1%2C2', '?tags=1&tags=2'])('splits the address %s', async search => {
  expect(await resultOf(search)).toEqual(PARTS);
});

it('keeps the item of a body', async () => {
  expect(await resultOf('', '{"tags":["1,2"]}')).toEqual(WHOLE);
});

it('keeps the item of a tool’s arguments', async () => {
  const request = (path: string, init?: RequestInit) => fetch(`${served.url}${path}`, init);
  const { structuredContent } = await speaking({ request }).call('pets', { tags: ['1,2'] });
  expect(structuredContent).toMatchObject({ result: WHOLE });
});

it('keeps the item of a call of the TypeScript client', async () => {
  const project = temporaryProject({
    'package.json': '{ "name": "pets" }',
    'quern.yaml': 'dialects: [duckdb]\n',
    ...FILES,
  });
  expect(await quern(project, ['generate'])).toMatchObject({ exit: 0 });
  const module = join(project, 'generated/clients/typescript/index.js');
  const { createClient, pets } = await import(pathToFileURL(module).href);
  const client = createClient({ baseUrl: served.url });
  expect([...(await pets(client, { tags: ['1,2'] }))]).toEqual(WHOLE);
  expect([...(await pets(client, { tags: ['1', '2'] }))]).toEqual(PARTS);
});
