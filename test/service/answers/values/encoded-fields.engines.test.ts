/** `encode` inside records, lists and maps: the service writes integers beyond 2^53 as exact texts, and its descriptions say so. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quern, removeFolders, temporaryProject } from '../../../cli/cli-fixture.ts';
import { type ServeProcess, serveTables } from '../../serve-process.ts';

/** The first integer that JavaScript rounds, and the least of all. */
const BIG = '9007199254740993';
const LEAST = '-9223372036854775808';

const TYPE = `{ record: { id: int64, at: timestamp, inner: { record: { hash: int64, n: int64 } }, ids: { list: int64 } } }`;
const head = (at: number) =>
  `id: 00000000-0000-4000-8000-00000000030${at}\nengines: [duckdb]\ncache: off\nfrom: logs\norder_by: [k]\n`;

const TESTS = `tests:
  fields as texts:
    now: 2026-01-15T10:07:00Z
    given:
      logs:
        - { k: 1, m: { id: ${BIG}, at: 2026-01-15T10:07:00Z, inner: { hash: ${LEAST}, n: 7 }, ids: [${BIG}] } }
    expect:
      - { k: 1, m: { id: "${BIG}", at: 1768471620000, inner: { hash: "${LEAST}", n: 7 }, ids: ["${BIG}"] } }
`;

const FILES = {
  'endpoints/sources.yaml': `sources:
  logs:
    tables: { duckdb: { table: logs } }
    columns: { k: { type: int64, required: true }, m: ${TYPE}, ids: { list: int64 }, by: { map: int64 }, seen: { list: timestamp } }
`,
  'endpoints/each.yaml': `endpoint: each\n${head(1)}select:
  k: k
  m: { value: m, encode: string }
  ids: { value: ids, encode: string }
  by: { value: by, encode: string }
  seen: { value: seen, encode: epoch_micros }
`,
  'endpoints/some.yaml': `endpoint: some\n${head(2)}select:
  k: k
  m: { value: m, encode: { id: string, inner.hash: string, at: epoch_millis, ids: string } }
${TESTS}`,
  'endpoints/plain.yaml': `endpoint: plain\n${head(3)}select: [k, m]\n`,
};
const TABLE = `CREATE TABLE logs AS SELECT 1::BIGINT AS k, {"id": ${BIG}, "at": TIMESTAMP '2026-01-15 10:07:00',
    "inner": {hash: ${LEAST}, n: 7::BIGINT}, "ids": [${BIG}, 1]} AS m,
  [${BIG}] AS ids, MAP {'x': ${LEAST}} AS "by", [TIMESTAMP '2026-01-15 10:07:00'] AS seen;
ALTER TABLE logs ALTER k SET NOT NULL;`;

let served: ServeProcess;
beforeAll(async () => {
  served = await serveTables(TABLE, FILES);
});
afterAll(async () => {
  await served?.stop();
  removeFolders();
});

const ask = (name: string, accept: string) =>
  fetch(`${served.url}/api/endpoints/${name}`, { headers: { accept } });

const SOME = `{"id":"${BIG}","at":1768471620000,"inner":{"hash":"${LEAST}","n":7},"ids":["${BIG}","1"]}`;
const EACH = `{"id":"${BIG}","at":"2026-01-15T10:07:00Z","inner":{"hash":"${LEAST}","n":"7"},"ids":["${BIG}","1"]}`;
const ROW = `{"k":1,"m":${EACH},"ids":["${BIG}"],"by":{"x":"${LEAST}"},"seen":[1768471620000000]}`;

describe('an integer beyond 2^53 inside a record, a list or a map', () => {
  it('is a text of its digits in JSON and NDJSON', async () => {
    expect(await (await ask('each', 'application/json')).text()).toBe(`{"result":[${ROW}]}`);
    expect(await (await ask('each', 'application/x-ndjson')).text()).toBe(`${ROW}\n`);
    expect(await (await ask('some', 'application/json')).text()).toBe(
      `{"result":[{"k":1,"m":${SOME}}]}`,
    );
  });

  it('is a text inside the JSON of a CSV cell', async () => {
    const quoted = SOME.replaceAll('"', '""');
    expect(await (await ask('some', 'text/csv')).text()).toBe(`k,m\r\n1,"${quoted}"\r\n`);
  });

  it('is an int64 of Arrow, also in rows that JSON was written from', async () => {
    for (const name of ['each', 'some']) {
      const bytes = await (await ask(name, 'application/vnd.apache.arrow.stream')).arrayBuffer();
      const row = tableFromIPC(new Uint8Array(bytes)).get(0)?.toJSON();
      const record = Object(row).m.toJSON();
      expect([record.id, record.inner.toJSON().hash]).toEqual([BigInt(BIG), BigInt(LEAST)]);
      expect([...record.ids]).toEqual([BigInt(BIG), 1n]);
    }
  });

  it('fails the answer without `encode`, with the field that has it', async () => {
    for (const accept of ['application/json', 'text/csv', 'application/vnd.apache.arrow.stream']) {
      const answer = await ask('plain', accept);
      expect(answer.status).toBe(500);
      expect(await answer.json()).toMatchObject({
        code: 'unsafe_integer',
        detail: expect.stringContaining('`m.id` contains an integer beyond 2^53-1'),
      });
    }
    const { stderr } = await quern(served.folder, ['run', 'plain']);
    expect(stderr).toContain('Set `encode: string`.');
  });

  it('is what tests of the endpoint expect, and what `run` prints', async () => {
    const tested = await quern(served.folder, ['test', '--engine', 'duckdb']);
    expect([tested.exit, tested.stderr]).toEqual([0, '1 passed, 0 failed\n']);
    const { stdout } = await quern(served.folder, ['run', 'some', '--format', 'json']);
    expect(JSON.parse(stdout)).toEqual([{ k: 1, m: JSON.parse(SOME) }]);
  });

  it('is a text in OpenAPI and in the clients', async () => {
    const folder = temporaryProject({
      ...FILES,
      'package.json': '{ "name": "logs" }',
      'quern.yaml': 'dialects: [duckdb]\n',
    });
    expect(await quern(folder, ['generate'])).toMatchObject({ exit: 0 });
    const read = (path: string) => readFileSync(join(folder, 'generated', path), 'utf8');
    const { components } = JSON.parse(read('openapi.json'));
    const rows = Object.values(Object(components).schemas).map(schema => JSON.stringify(schema));
    const row = rows.find(text => text.includes('A row of `some`'));
    expect(row?.split('"pattern":"^-?[0-9]+$"')).toHaveLength(4);
    const clients = join(folder, 'generated/clients');
    const files = readdirSync(clients, { recursive: true }).map(String).sort();
    const text = files
      .filter(path => /\bsome(_endpoint)?\.(d\.ts|js|py|go)$/.test(path))
      .map(path => read(`clients/${path}`).replaceAll(/ +/g, ' '))
      .join('\n');
    for (const field of [
      'readonly hash: string | null;',
      'readonly ids: readonly string[];',
      "hash: 'digits?',",
      "ids: 'digits[]',",
      'hash: Optional[str]',
      'ids: List[str]',
      'Hash *string `json:"hash"`',
      'Ids []string `json:"ids"`',
    ])
      expect(text).toContain(field);
  });
});
