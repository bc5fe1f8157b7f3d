/** Two hundred tenants, rows that name theirs, and keys that are theirs: what each key must be answered is worked out here. */
import type { ApiKey } from '../../../server/access/keys/key-file.ts';
import { createToken, digest } from '../../../server/access/tokens.ts';
import { reach as reachClickHouse } from '../../engines/clickhouse/reach.ts';
import { KITS } from '../../engines/index.ts';
import type { Reached } from '../../engines/kit.ts';
import type { TestTable } from '../../engines/test-engine.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { compiled, ownInputs } from '../../support/openapi-fixture.ts';
import { type ServeProcess, serveProcess } from '../serve-process.ts';

// ---- who there is ---------------------------------------------------------------------------------------------------

/** Numbers below one, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same items in another order. */
export function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as T, order[at] as T];
  }
  return order;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const random = randomFrom(20260115);
/** References of twenty letters: none is a part of another's address. */
export const TENANTS: readonly string[] = Array.from({ length: 200 }, () =>
  Array.from({ length: 20 }, () => LETTERS.charAt(Math.floor(random() * 26))).join(''),
);

// ---- what they have -------------------------------------------------------------------------------------------------

/** Microseconds since 1970 UTC; the rest of its hour is longer than any test. */
const NOW = BigInt(Date.parse('2026-01-15T10:07:30Z')) * 1_000n;
const HOUR = '2026-01-15T10:00:00Z';
const DAY = '2026-01-15T00:00:00Z';
const AT = NOW - 30_000_000n;

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const entriesOf = (tenant: number) => 1 + (tenant % 4);

/** Of one tenant: entries of a log, requests by address (one more than of the tenant before), invocations (likewise). */
const ROWS: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  edge_logs: TENANTS.flatMap((project, tenant) => [
    ...times(entriesOf(tenant), entry => ({
      id: `${project}-${entry}`,
      timestamp: AT,
      project,
      event_message: project,
    })),
    ...times(tenant + 1, request => ({
      id: `${project}-r${request}`,
      timestamp: AT,
      metadata: { request: { url: `https://${project}.example.com/rest/v1`, path: '/rest/v1' } },
    })),
  ]),
  function_edge_logs: TENANTS.flatMap((project, tenant) =>
    times(tenant + 1, call => ({
      id: `${project}-f${call}`,
      timestamp: AT,
      metadata: {
        project_ref: project,
        function_id: `fn-${project}`,
        execution_time_ms: tenant + 0.5,
      },
    })),
  ),
};

export const ENDPOINTS = ['functions.invocation-stats', 'logs.all', 'usage.api-counts'] as const;
export type EndpointName = (typeof ENDPOINTS)[number];

/** What the rows of an answer say of whose they are, in a form that is alike for all three endpoints. */
export function signature(
  endpoint: EndpointName,
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const said = rows.map(row => {
    if (endpoint === 'logs.all') return [row['id'], row['event_message']];
    if (endpoint === 'usage.api-counts') return [row['timestamp'], row['total_rest_requests']];
    return [row['timestamp'], row['count'], row['min_execution_time'], row['max_execution_time']];
  });
  return JSON.stringify(said);
}

/** The signature of a tenant's own rows; of none where there is no such tenant. */
export function ownSignature(endpoint: EndpointName, project: string): string {
  const tenant = TENANTS.indexOf(project);
  if (tenant < 0) return '[]';
  if (endpoint === 'logs.all') {
    return JSON.stringify(times(entriesOf(tenant), entry => [`${project}-${entry}`, project]));
  }
  if (endpoint === 'usage.api-counts') return JSON.stringify([[DAY, tenant + 1]]);
  return JSON.stringify([[HOUR, tenant + 1, tenant + 0.5, tenant + 0.5]]);
}

// ---- who may ask ----------------------------------------------------------------------------------------------------

export interface Holder {
  readonly name: string;
  readonly token: string;
  readonly key: ApiKey;
}

function holder(
  name: string,
  params: Readonly<Record<string, string>>,
  endpoints: readonly string[] = ['*'],
): Holder {
  const token = createToken();
  const sha256 = digest(token).toString('hex');
  const created = '2026-01-01T00:00:00Z';
  return {
    name,
    token,
    key: { id: `key_${name}`, name, sha256, created, expires: null, endpoints, params },
  };
}

const tenantAt = (index: number) => TENANTS[index] ?? '';

/** Fifty: most bound to one tenant, some in further ways, some to what would be a pattern, and some not at all. */
export const HOLDERS: readonly Holder[] = [
  ...times(38, index => holder(`bound-${index}`, { project: tenantAt(index * 5) })),
  holder('logs-alone', { project: tenantAt(1) }, ['logs.*']),
  holder('usage-alone', { project: tenantAt(2) }, ['usage.api-counts']),
  ...times(3, index =>
    holder(`function-${index}`, { project: tenantAt(index), function_id: `fn-${tenantAt(index)}` }),
  ),
  holder('interval', { project: tenantAt(3), interval: 'daily' }),
  holder('dot', { project: `${tenantAt(4).slice(0, 19)}.` }),
  holder('any', { project: '.*' }),
  holder('either', { project: `${tenantAt(5)}|${tenantAt(6)}` }),
  holder('beginning', { project: tenantAt(7).slice(0, 19) }),
  ...times(2, index => holder(`unbound-${index}`, {})),
];

const PARAMS: Readonly<Record<EndpointName, readonly string[]>> = {
  'functions.invocation-stats': ['project', 'function_id', 'interval'],
  'logs.all': ['project', 'project_tier', 'iso_timestamp_start', 'iso_timestamp_end'],
  'usage.api-counts': ['project', 'interval'],
};

export interface Wanted {
  readonly status: 200 | 403;
  /** Of a success. */
  readonly signature: string | null;
}

/** What a key must be answered that asks for a project's rows, or leaves the project to the key. */
export function wanted(
  { key, name }: Holder,
  endpoint: EndpointName,
  project: string | null,
): Wanted {
  const { params, endpoints } = key;
  const refused = { status: 403, signature: null } as const;
  const isNamed = endpoints.some(glob => endpoint.startsWith(glob.replace('*', '')));
  const declared = PARAMS[endpoint];
  if (!isNamed || Object.keys(params).some(param => !declared.includes(param))) return refused;
  const own = params['project']?.toString();
  if (own !== undefined && project !== null && project !== own) return refused;
  // `daily` is a value of one endpoint's `interval` alone: for the other it is none, and the key of no use.
  if (name === 'interval' && endpoint !== 'usage.api-counts') return refused;
  // What a key is bound to is searched for as it is.
  if (name === 'beginning' && endpoint === 'usage.api-counts') {
    return { status: 200, signature: ownSignature(endpoint, tenantAt(7)) };
  }
  return { status: 200, signature: ownSignature(endpoint, own ?? project ?? '') };
}

// ---- the service's side ---------------------------------------------------------------------------------------------

export interface Site {
  readonly served: ServeProcess;
  /** How often the service has run a statement. */
  readonly runs: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface SiteOptions {
  readonly engine: string;
  /** Milliseconds that every statement takes longer; only on ClickHouse, whose server waits. */
  readonly slowMs?: number;
  /** Seconds after which a kept answer is made anew. */
  readonly refresh?: number;
}

/** `quern serve` over the rows, with the keys and the endpoints of this repository. */
export async function makeSite({ engine, slowMs = 0, refresh = 300 }: SiteOptions): Promise<Site> {
  const texts = ownInputs().map(({ path, bytes }) => {
    const text = Buffer.from(bytes).toString();
    return [path, text.replace('refresh: 300s', `refresh: ${refresh}s`)] as const;
  });
  const { project } = compiled(ownInputs());
  const reached = await reach(engine, tablesOfSources(project, engine, ROWS), slowMs);
  const served = await serveProcess({
    engine,
    reached,
    files: Object.fromEntries(texts),
    // other answers end with their TTL
    service: { concurrency: 2, queue: 10_000, timeout: '120s', cache: { warm_entries: 40 } },
    keys: HOLDERS.map(({ key }) => key),
    now: NOW,
  });
  return {
    served,
    runs: async () => {
      const text = await (await fetch(`${served.url}/metrics`)).text();
      const counts = text.matchAll(/^quern_engine_runs_total\{.*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    },
    close: async () => {
      await served.stop();
      await reached.close();
    },
  };
}

async function reach(
  engine: string,
  tables: readonly TestTable[],
  slowMs: number,
): Promise<Reached> {
  const kit = KITS.get(engine);
  if (kit === undefined) throw new Error(`no test engine runs ${engine}`);
  if (slowMs === 0) return kit.service.reach(tables);
  const reached = await reachClickHouse(tables);
  reached.server.failEach(() => ({ kind: 'slow', ms: slowMs }));
  return reached;
}
