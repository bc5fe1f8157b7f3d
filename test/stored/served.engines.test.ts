/** Each stored type through `quern serve`: in each format, through a sandbox and as an agent's tool, answers equal those of declared types. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reach as reachClickHouse } from '../engines/clickhouse/reach.ts';
import { speaking } from '../service/mcp/tools-service.ts';
import { type ServeProcess, serveProcess, tablesFile } from '../service/serve-process.ts';
import { usuallySome } from '../support/usually.ts';
import type { StoredColumn } from './column.ts';
import { CLICKHOUSE } from './engines/clickhouse.ts';
import { DUCKDB } from './engines/duckdb.ts';
import { hasList, type NameOfTable, type Side, sourcesOf, tablesIn } from './tables.ts';

const FORMATS = [
  'application/json',
  'application/x-ndjson',
  'text/csv',
  'application/vnd.apache.arrow.stream',
];
const SIDES: readonly Side[] = ['stored', 'plain'];

const naming =
  (index: number): NameOfTable =>
  (side, nullness) =>
    `${side}_${nullness}_${index}`;
/** Not tables with more digits before the point than are declared: a start refuses them. */
const isServed = ({ stored }: StoredColumn) => !/^decimal\(38, 4\)$/i.test(stored);

/** The columns of an answer. */
function outputsOf(column: StoredColumn): string {
  const names = ['v', 'r', 'e', ...(hasList(column.declared) ? ['l'] : [])];
  if (column.declared !== 'int64') return `[id, ${names}]`;
  const outputs = names.map(name => `${name}: { value: ${name}, encode: string }`);
  return `{ id: id, ${outputs} }`;
}

function filesOf(columns: readonly StoredColumn[]): Readonly<Record<string, string>> {
  const sets = columns
    .map((_, i) => naming(i))
    .flatMap(nameOf => SIDES.map(side => nameOf(side, 'nullable')));
  const endpoint = (name: string, id: string, body: string) => [
    `endpoints/${name}.yaml`,
    `endpoint: ${name}\nid: 00000000-0000-4000-8000-${id.padStart(12, '0')}\ncache: off\n${body}`,
  ];
  const plain = columns.flatMap((column, i) =>
    SIDES.map((side, at) =>
      endpoint(
        `${side}.c${i}`,
        `${2 * i + at}`,
        `engines: [${column.engine}]\nfrom: ${naming(i)(side, 'nullable')}\nselect: ${outputsOf(column)}\norder_by: [id]\n`,
      ),
    ),
  );
  const views = sets.map(set => `${set}: { from: ${set} }`).join(', ');
  const [engine] = columns.map(column => column.engine);
  return {
    'endpoints/sources.yaml': `sources:\n${columns.map((column, i) => sourcesOf(column, naming(i))).join('')}`,
    ...Object.fromEntries([
      ...plain,
      endpoint('sql', 'ffff', `engines: [${engine}]\nsandbox: true\nviews: { ${views} }\n`),
    ]),
  };
}

/** Statements of callers over a view. */
function statementsOver({ declared }: StoredColumn, view: string): readonly string[] {
  const values = `SELECT id, v, r FROM ${view} AS t ORDER BY id`;
  if (declared === 'json') return [values];
  return [
    values,
    `SELECT v, COUNT(*) AS n, MIN(id) AS least FROM ${view} AS t GROUP BY v ORDER BY least`,
    `SELECT a.id AS a, b.id AS b FROM ${view} AS a JOIN ${view} AS b ON a.v = b.v ORDER BY 1, 2`,
    `SELECT MIN(v) AS low, MAX(v) AS high, COUNT(DISTINCT v) AS n FROM ${view} AS t`,
  ];
}

async function reached(columns: readonly StoredColumn[]) {
  const statements = columns.flatMap((column, i) => tablesIn(column, naming(i)));
  if (columns[0]?.engine === 'duckdb')
    return { ...(await tablesFile(statements.join(';\n'))), close: async () => {} };
  const found = await reachClickHouse([]);
  for (const statement of ['SET allow_suspicious_low_cardinality_types = 1', ...statements])
    await found.server.command(statement);
  return found;
}

describe.each([
  ['ClickHouse', usuallySome(CLICKHOUSE.filter(isServed), 4)],
  ['DuckDB', usuallySome(DUCKDB.filter(isServed), 3)],
] as const)('`quern serve` on %s answers alike', (_, columns) => {
  let served: ServeProcess;
  let close = async () => {};
  beforeAll(async () => {
    const engine = await reached(columns);
    served = await serveProcess({
      engine: columns[0]?.engine ?? '',
      reached: engine,
      files: filesOf(columns),
    });
    close = async () => {
      await served.stop();
      await engine.close();
    };
  });
  afterAll(() => close());

  /** The bodies of the answers by side. */
  const both = async (ask: (side: Side) => Promise<Response>) => {
    const [stored, plain] = await Promise.all(
      SIDES.map(async side => {
        const response = await ask(side);
        return [response.status, Buffer.from(await response.arrayBuffer()).toString('latin1')];
      }),
    );
    return { stored, plain };
  };

  test.each(
    columns.map((column, i) => [`${column.stored} as ${column.declared}`, column, i] as const),
  )('%s', async (__, column, i) => {
    for (const Accept of FORMATS) {
      const { stored, plain } = await both(side =>
        fetch(`${served.url}/api/endpoints/${side}.c${i}`, { headers: { Accept } }),
      );
      expect([Accept, ...(stored ?? [])]).toEqual([Accept, ...(plain ?? [])]);
      expect(plain).toEqual([200, expect.any(String)]);
    }
    for (const at of statementsOver(column, '').keys()) {
      const { stored, plain } = await both(side => {
        const sql = statementsOver(column, naming(i)(side, 'nullable'))[at];
        const headers = { 'Content-Type': 'application/json' };
        return fetch(`${served.url}/api/endpoints/sql`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ sql }),
        });
      });
      expect([at, ...(stored ?? [])]).toEqual([at, ...(plain ?? [])]);
    }
  });

  test('to tools of agents', async () => {
    const request = (path: string, init?: RequestInit) => fetch(`${served.url}${path}`, init);
    const tools = speaking({ request });
    for (const [i] of columns.entries()) {
      const [stored, plain] = await Promise.all(SIDES.map(side => tools.call(`${side}C${i}`)));
      expect([i, stored?.structuredContent]).toEqual([i, plain?.structuredContent]);
      expect([i, plain?.isError]).toEqual([i, undefined]);
    }
  });
});
