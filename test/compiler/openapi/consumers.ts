/** The output of other generators for documents: types by openapi-typescript; a client, and schemas of Zod, by hey-api. */
import { join } from 'node:path';
import { run, write } from '../../clients/typescript/package.ts';
import { linkPackages } from '../../support/packages.ts';
import { ROOT } from '../../support/root.ts';

const GENERATOR = join(ROOT, 'test/consumers/generate.mjs');

/** Puts a folder of its name for each document below `folder`, from where the code finds the packages that it needs. */
export function generate(folder: string, documents: Readonly<Record<string, string>>): void {
  const places = Object.entries(documents).map(([name, text]) => {
    write(join(folder, name, 'openapi.json'), text);
    return join(folder, name);
  });
  linkPackages(folder);
  write(join(folder, 'package.json'), '{ "type": "module" }');
  run(process.execPath, [GENERATOR, '--zod', ...places], folder);
}

/** What both make of the operation and the row of `EVERYTHING_INPUTS`, written down; `Same` is one type in both ways. */
const EXPECTED = `
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
interface Query {
  text: string;
  re2?: string;
  least?: number;
  most?: number;
  share?: number;
  flag?: boolean;
  since?: string;
  day?: string;
  item?: string;
  path?: string;
  kind?: '15' | '<b>' | '\`*\`' | '7' | 'constructor';
  toString: 'a' | 'b';
  format?: 'json' | 'ndjson' | 'csv' | 'arrow' | 'parquet';
}
interface Row {
  id: string;
  timestamp: string;
  whole: number;
  maybe_whole: number | null;
  fraction: number | null;
  flag: boolean | null;
  day: string;
  anything: unknown;
  toString: string | null;
  record: {
    class: string | null;
    inner: {
      at: string | null;
      count: number | null;
      rate: number | null;
      on: string | null;
      tags: unknown;
      flag: boolean | null;
    } | null;
  } | null;
}
interface Encoded { at: string; micros: number; millis: number; digits: string | null }
`;

export const USES_OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import type { components, operations, paths } from './everything/openapi-typescript.js';
${EXPECTED}
type Operation = operations['everyThing1'];
type Schemas = components['schemas'];
export const same: [
  Same<Operation['parameters']['query'], Query>,
  Same<Schemas['EveryThing1Row'], Row>,
  Same<Schemas['EveryEncodeRow'], Encoded>,
  Same<paths['/openapi.json']['get'], operations['getOpenApi']>,
] = [true, true, true, true];

type Media = 'application/json' | 'application/problem+json' | 'application/openapi+json';
const client = createClient<paths, Media>({ baseUrl: 'http://localhost' });
const asked = await client.GET('/api/endpoints/every.thing-1', {
  params: { query: { text: 'ab', kind: '7', toString: 'a', least: 1, flag: true } },
});
const [row] = asked.data?.result ?? [];
export const whole: number | undefined = row?.whole;
export const some: number = row?.maybe_whole ?? 0;
// @ts-expect-error: it may be null
export const wrong: number = row!.maybe_whole;
// @ts-expect-error: so may a record
row!.record.class;
export const code: Schemas['Problem']['code'] | undefined = asked.error?.code;
// @ts-expect-error: there is no such code
asked.error?.code === 'not_a_code';
export const limit: string | null = asked.response.headers.get('X-Row-Limit');

const query = { text: 'ab', toString: 'a' } as const;
// @ts-expect-error: no value of the enum
await client.GET('/api/endpoints/every.thing-1', { params: { query: { ...query, kind: '8' } } });
// @ts-expect-error: \`text\` is required
await client.GET('/api/endpoints/every.thing-1', { params: { query: { toString: 'a' } } });
const posted = await client.POST('/api/endpoints/every.thing-1', { body: query });
export const again: Row | undefined = posted.data?.result[0];
// @ts-expect-error: by POST, parameters stand in the body
await client.POST('/api/endpoints/every.thing-1', { params: { query } });
// @ts-expect-error: \`text\` is required
await client.POST('/api/endpoints/every.thing-1', { body: { toString: 'a' } });
const described = await client.GET('/openapi.json');
export const version: unknown = described.data?.['openapi'];
`;

export const USES_HEY_API = `
import { everyThing1, getOpenApi } from './everything/hey-api/index.js';
import type {
  EveryEncodeRow,
  EveryThing1Data,
  EveryThing1Row,
  Problem,
} from './everything/hey-api/index.js';
${EXPECTED}
export const same: [
  Same<EveryThing1Data['query'], Query>,
  Same<EveryThing1Row, Row>,
  Same<EveryEncodeRow, Encoded>,
] = [true, true, true];

const asked = await everyThing1({ query: { text: 'ab', kind: '7', toString: 'a', least: 1 } });
const [row] = asked.data?.result ?? [];
export const some: number = row?.maybe_whole ?? 0;
// @ts-expect-error: it may be null
export const wrong: number = row!.maybe_whole;
export const code: Problem['code'] | undefined = asked.error?.code;
// @ts-expect-error: there is no such code
asked.error?.code === 'not_a_code';

const query = { text: 'ab', toString: 'a' } as const;
// @ts-expect-error: no value of the enum
await everyThing1({ query: { ...query, kind: '8' } });
// @ts-expect-error: \`text\` is required
await everyThing1({ query: { toString: 'a' } });
// @ts-expect-error: there is no such parameter
await everyThing1({ query: { ...query, other: 1 } });
export const version: unknown = (await getOpenApi()).data?.['openapi'];
`;
