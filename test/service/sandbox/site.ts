/** A sandbox over the logs of several tenants on one engine. Rows of other tenants hold values that make functions fail. */
import { compile } from '../../../generator/compile.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import {
  type Catalogue,
  catalogue,
  type WholeEndpoint,
} from '../../../server/answers/manifest/manifest.ts';
import { KITS } from '../../engines/index.ts';
import type { Reached } from '../../engines/kit.ts';
import type { TestTable } from '../../engines/test-engine.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { type ServeProcess, type ServeProcessOptions, serveProcess } from '../serve-process.ts';

export const ENGINES = ['bigquery', 'duckdb', 'clickhouse'] as const;

const table = (name: string, records = '') =>
  `{ bigquery: { table: ${name}${records} }, duckdb: { table: ${name} }, clickhouse: { table: ${name} } }`;

const SOURCES = `
sources:
  edge_logs:
    tables: ${table('edge_logs', ', records: repeated')}
    scope: [project]
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      project: { type: string, required: true }
      message: string
      amount: int64
      ratio: float64
      metadata:
        record:
          path: string
          status: int64
          request:
            record: { method: string }
  functions:
    tables: ${table('functions')}
    scope: [project]
    columns:
      project: { type: string, required: true }
      name: { type: string, required: true }
      calls: int64
  plans:
    tables: ${table('plans')}
    columns: { name: string, price: int64 }
  secrets:
    tables: ${table('secrets')}
    columns: { id: int64, value: string }
`;

const HEAD = (name: string, at: number) => `
endpoint: ${name}
id: 00000000-0000-4000-8000-0000000${10_000 + at}
params: { project: { type: string, required: true } }`;

/** By name, what follows the head. */
const ENDPOINTS = {
  'logs.sql': `
summary: SQL over one's own logs.
sandbox: true
views:
  edge_logs: { from: edge_logs, where: [project = @project] }
  functions:
    from: functions
    where: [project = @project]
    select: { name: name, calls: calls, twice: calls * 2 }
  plans: { from: plans }
max_rows: 50`,
  'logs.either': `
sandbox: true
views: [edge_logs, functions]
from: edge_logs
where: [project = @project]
select: [id]
order_by: [id]
cache: { ttl: 10m }`,
  'logs.plain': `
from: edge_logs
where: [project = @project]
select: [id, amount]
order_by: [id]`,
  'logs.kept': `
sandbox: true
views:
  edge_logs: { from: edge_logs, where: [project = @project] }
  functions: { from: functions, where: [project = @project], select: { name: name, calls: calls } }
  plans: { from: plans }
cache: { ttl: 60m }`,
};

export const FILES = [
  { path: 'endpoints/sources.yaml', bytes: SOURCES },
  ...Object.entries(ENDPOINTS).map(([name, text], at) => ({
    path: `endpoints/${name}.yaml`,
    bytes: `${HEAD(name, at)}${text}\n`,
  })),
];

const { compilation, diagnostics } = compile(FILES, { dialects: ENGINES });
if (diagnostics.length > 0) throw new Error(renderDiagnostics(diagnostics));

export const COMPILATION = compilation;
export const MANIFEST: Catalogue<WholeEndpoint> = catalogue(manifestOf(compilation));

export const NOW = 1_767_312_000_000_000n;
const MINUTE = 60_000_000n;

/** No caller of another tenant may see it. */
export const FOREIGN = 'zq9foreign';

function logOf(project: string, i: number): Row {
  return {
    id: `${project}-${i}`,
    timestamp: NOW - BigInt(i) * MINUTE,
    project,
    message: i % 3 === 0 ? null : `${project} says ${i}`,
    amount: i % 4 === 0 ? null : BigInt(i),
    ratio: i / 2,
    metadata: {
      path: `/${project}/${i % 2}`,
      status: i % 2 === 0 ? 200n : 500n,
      request: { method: i % 2 === 0 ? 'GET' : null },
    },
  };
}

/** Values at the ends of their types, and texts that are not numbers, dates or patterns. */
const BAD_TEXTS = [
  `${FOREIGN} not a number`,
  `${FOREIGN} (((`,
  `${FOREIGN} \\ ' " %`,
  `${FOREIGN} 9999-99-99`,
];
const BAD_NUMBERS = [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n, 0n, -1n];
const BAD_RATIOS = [1.7e308, -1.7e308, 0, 5e-324];

function badLog(i: number): Row {
  return {
    id: `${FOREIGN}-${i}`,
    timestamp: NOW,
    project: `${FOREIGN}-${i % 3}`,
    message: BAD_TEXTS[i % 4] ?? null,
    amount: BAD_NUMBERS[i % 4] ?? null,
    ratio: BAD_RATIOS[i % 4] ?? null,
    metadata: {
      path: BAD_TEXTS[(i + 1) % 4] ?? null,
      status: BAD_NUMBERS[(i + 1) % 4] ?? null,
      request: { method: FOREIGN },
    },
  };
}

/** `foreign`: how many rows of other tenants there are. */
export function rowsOf(
  projects: readonly string[],
  each: number,
  foreign: number,
): Readonly<Record<string, readonly Row[]>> {
  const own = projects.flatMap(project =>
    Array.from({ length: each }, (_, i) => logOf(project, i)),
  );
  const others = Array.from({ length: foreign }, (_, i) => badLog(i));
  // rows of others before and after the caller's own
  return {
    edge_logs: [...others, ...own, ...others.map(row => ({ ...row, id: `${row['id']}-b` }))],
    functions: [
      ...others.map((_, i) => ({ project: `${FOREIGN}-${i}`, name: FOREIGN, calls: 2n ** 62n })),
      ...projects.flatMap(project => [
        { project, name: `${project} one`, calls: 3n },
        { project, name: `${project} two`, calls: null },
      ]),
    ],
    plans: [
      { name: 'free', price: 0n },
      { name: 'pro', price: 25n },
    ],
    secrets: [{ id: 1n, value: FOREIGN }],
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}
export interface Body {
  readonly result?: readonly Readonly<Record<string, unknown>>[];
  readonly code?: string;
  readonly detail?: string;
}
export interface Site {
  readonly served: ServeProcess;
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** Asks for the rows of a statement, in the address or in a body. */
  readonly ask: (sql: string | null, options?: AskOptions) => Promise<Reply>;
  readonly close: () => Promise<void>;
}
export interface AskOptions {
  readonly project?: string | null;
  readonly endpoint?: string;
  readonly token?: string;
  readonly method?: 'GET' | 'POST';
}

/** The tables of the data sets with these rows. */
export function tablesOn(
  engine: string,
  rows: Readonly<Record<string, readonly Row[]>>,
): readonly TestTable[] {
  return tablesOfSources(compilation.project, engine, rows);
}

/** `quern serve` over these rows. */
export async function openSite(
  engine: string,
  rows: Readonly<Record<string, readonly Row[]>>,
  options: SiteOptions = {},
): Promise<Site> {
  const kit = KITS.get(engine);
  if (kit === undefined) throw new Error(`no test engine runs ${engine}`);
  return siteOn(engine, await kit.service.reach(tablesOn(engine, rows)), options);
}

export type SiteOptions = Partial<Omit<ServeProcessOptions, 'engine' | 'reached'>>;

/** `quern serve` before this server or database, which ends with it. */
export async function siteOn(
  engine: string,
  reached: Reached,
  { service, ...rest }: SiteOptions = {},
): Promise<Site> {
  const served = await serveProcess({
    engine,
    reached,
    files: Object.fromEntries(FILES.map(({ path, bytes }) => [path, bytes])),
    service: { concurrency: 2, queue: 1_000, timeout: '20s', ...service },
    ...rest,
  });
  const request: Site['request'] = (path, init) => fetch(served.url + path, init);
  return {
    served,
    request,
    ask: asking(request),
    close: async () => {
      await served.stop();
      await reached.close();
    },
  };
}

function asking(request: Site['request']): Site['ask'] {
  return async (sql, options = {}) => {
    const { project = 'one', endpoint = 'logs.sql', token, method = 'POST' } = options;
    const params = {
      ...(project === null ? {} : { project }),
      ...(sql === null ? {} : { sql }),
    };
    const path = `/api/endpoints/${endpoint}`;
    const own = token === undefined ? {} : { 'X-API-KEY': token };
    const response =
      method === 'POST'
        ? await request(path, {
            method,
            headers: { 'Content-Type': 'application/json', ...own },
            body: JSON.stringify(params),
          })
        : await request(`${path}?${new URLSearchParams(params)}`, { headers: own });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
}
