/** Documents that ClickHouse writes as JSON text: their numbers are numbers wherever a statement runs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quern } from '../../../cli/cli-fixture.ts';
import { reach } from '../../../engines/clickhouse/reach.ts';
import { type ServeProcess, serveProcess } from '../../serve-process.ts';

const TABLE = `CREATE TABLE kinds (id Int64, js JSON, n64 Array(Nullable(UInt64)), nested Array(Array(Int64)),
  counts Map(UInt32, UInt64), big Int64) ENGINE = MergeTree ORDER BY id`;
const ROW = `INSERT INTO kinds VALUES (1, '{"n":1,"big":9007199254740993}', [1, NULL, 18446744073709551615],
  [[1], [-9007199254740993]], {7: 9007199254740993}, -9007199254740993)`;

const DOCUMENTS = ['js', 'n64', 'nested', 'counts'] as const;
const SOURCES = `sources:
  kinds:
    tables: { clickhouse: { table: kinds } }
    columns:
      id: { type: int64, required: true }
      big: int64
${DOCUMENTS.map(name => `      ${name}: { type: json, clickhouse: toJSONString(${name}) }\n`).join('')}`;

const head = (at: number) =>
  `id: 00000000-0000-4000-8000-00000000020${at}\nengines: [clickhouse]\ncache: off\n`;
const OUTPUTS = `big: { value: big, encode: string }, ${DOCUMENTS.map(name => `${name}: ${name}`).join(', ')}`;

const FILES = {
  'endpoints/sources.yaml': SOURCES,
  'endpoints/kinds.yaml': `endpoint: kinds
${head(1)}from: kinds
select: { ${OUTPUTS} }
`,
  'endpoints/kinds.sql.yaml': `endpoint: kinds.sql
${head(2)}sandbox: true
views: { kinds: { from: kinds } }
from: kinds
select: [id]
`,
};

const DUE = `"js":{"big":9007199254740993,"n":1},"n64":[1,null,18446744073709551615],"nested":[[1],[-9007199254740993]],"counts":{"7":9007199254740993}`;

let reached: Awaited<ReturnType<typeof reach>>;
let served: ServeProcess;

beforeAll(async () => {
  reached = await reach([]);
  await reached.server.command(TABLE);
  await reached.server.command(ROW);
  served = await serveProcess({ engine: 'clickhouse', reached, files: FILES });
});

afterAll(async () => {
  await served?.stop();
  await reached?.close();
});

it('are answered with their numbers, every digit of them', async () => {
  const response = await fetch(`${served.url}/api/endpoints/kinds`);
  expect(await response.text()).toBe(`{"result":[{"big":"-9007199254740993",${DUE}}]}`);
});

it('have their numbers in a statement of a caller', async () => {
  const sql = 'SELECT js, n64, nested, counts, JSON_VALUE(js, "$.n") AS n FROM kinds';
  const response = await fetch(
    `${served.url}/api/endpoints/kinds.sql?${new URLSearchParams({ sql })}`,
  );
  expect(await response.text()).toBe(`{"result":[{${DUE},"n":"1"}]}`);
});

it('have their numbers in `quern run`', async () => {
  const { stdout } = await quern(served.folder, ['run', 'kinds', '--format', 'ndjson'], {
    environment: reached.environment,
  });
  expect(stdout).toContain(DUE);
});
