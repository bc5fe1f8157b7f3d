/** Two endpoints over one table that all engines have, and the rows that they must give, computed without any of them. */
import { DIALECTS } from '../../../engines/index.ts';
import type {
  Manifest,
  ManifestColumn,
  ManifestEngine,
} from '../../../generator/core/output/manifest.ts';
import { collector } from '../../../generator/core/report/diagnostics.ts';
import { lower } from '../../../generator/lower/lower.ts';
import { planEndpoint } from '../../../generator/plan/plan.ts';
import { resolveProject } from '../../../generator/resolve/resolve.ts';
import { specialize } from '../../../generator/specialize/specialize.ts';
import type { Dialect } from '../../../generator/sql/dialect.ts';
import { print } from '../../../generator/sql/print.ts';
import type { Catalogue, WholeEndpoint } from '../../../server/answers/manifest/manifest.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import type { TestTable } from '../../engines/test-engine.ts';
import { allPortable } from '../../support/projects/portable.ts';
import { specsOf } from '../../support/projects/specs.ts';
import { param } from '../server-fixture.ts';

export const PROJECTS = ['alpha', 'beta', "o'hara", 'päq', 'delta', 'echo'] as const;
/** Of each project; three pages of the BigQuery server. */
export const ROWS = 25;
/** What a service gives its runs, and what it keeps. */
export interface Times {
  readonly timeoutMs: number;
  /** Seconds. */
  readonly ttl: number;
  readonly refresh: number;
}
/** Short on a machine of the usual pace, and so many times as long on a slower one. */
export const timesAt = (pace: number): Times => ({
  timeoutMs: 1_000 * pace,
  ttl: 1.2 * pace,
  refresh: 0.3 * pace,
});

const detailOf = (project: string, n: number) => ({ n, text: `${project} {"[\n${n}` });

export const EVENTS: TestTable = {
  name: 'events',
  layout: 'nested',
  columns: {
    project: { type: 'string', required: true },
    n: { type: 'int64', required: true },
    detail: { type: 'json' },
  },
  rows: PROJECTS.flatMap(project =>
    Array.from({ length: ROWS }, (_, n) => ({
      project,
      n: BigInt(n),
      detail: JSON.stringify(detailOf(project, n)),
    })),
  ),
};

/** What a row must be, its `at` aside: the instant of the request that caused the run, in microseconds. */
export function expectedRow(project: string, tag: number, n: number) {
  return { project, tag, n, detail: detailOf(project, n) };
}

const column = (name: string, type: ManifestColumn['type']): ManifestColumn => ({
  name,
  type,
  nullable: true,
  encode: 'plain',
  ...(type === 'record'
    ? {
        fields: [
          { name: 'n', type: 'int64', nullable: true },
          { name: 'text', type: 'string', nullable: true },
        ],
      }
    : {}),
});

const names = [...DIALECTS.keys()];
const SOURCES = `sources:
  events:
    tables: { ${names.map(name => `${name}: { table: events }`).join(', ')} }
    columns:
      project: { type: string, required: true }
      n: { type: int64, required: true }
      detail: json
`;
const ENDPOINT = `endpoint: fresh
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a11
from: events
params: { project: { type: string, required: true }, tag: { type: int64, required: true } }
where: [project = @project]
select: { project: project, tag: '@tag', n: n, detail: detail, asked: now() }
order_by: [n]
max_rows: 100
`;

/** The same two endpoints as specifications, for a process; times of kept answers are whole seconds. */
export function filesOf({ ttl, refresh }: Times): Readonly<Record<string, string>> {
  const fresh = ENDPOINT.replace(
    'detail: detail, asked: now()',
    'detail: detail, at: { value: now(), encode: epoch_micros }',
  );
  const kept = fresh.replace('endpoint: fresh', 'endpoint: kept').replace('8a11', '8a12');
  return {
    'endpoints/sources.yaml': SOURCES,
    'endpoints/fresh.yaml': fresh,
    'endpoints/kept.yaml': `${kept}cache: { ttl: ${ttl}s, refresh: ${refresh}s }\n`,
  };
}

/** The service runs specialised statements alone, so an engine need not be able to run the saved query. */
function plan() {
  const { sources, endpoints } = specsOf([
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/fresh.yaml', bytes: ENDPOINT },
  ]);
  const [spec] = endpoints;
  if (spec === undefined) throw new Error('no endpoint is read');
  const { diagnostics, report } = collector();
  const files = [{ source: spec.source, sources, params: [], functions: [], relations: [] }];
  const { endpoints: resolved } = resolveProject(files, [spec], { dialects: names }, report);
  const [endpoint] = allPortable(resolved);
  if (endpoint === undefined) throw new Error(diagnostics[0]?.message ?? 'no endpoint');
  return specialize(planEndpoint(endpoint), new Map(), endpoint);
}
const PLAN = plan();

function engineOf(dialect: Dialect, source: string): ManifestEngine {
  const { sql, bind } = print(lower(PLAN, dialect), dialect, 'test');
  return {
    saved: { sql: [0], bind: [] },
    choices: [],
    reads: { [source]: [] },
    texts: [sql.join('')],
    statements: { '': { sql: [0], bind } },
  };
}

const engines = (source: string): Readonly<Record<string, ManifestEngine>> =>
  Object.fromEntries(
    [...DIALECTS.values()].map(dialect => [dialect.name, engineOf(dialect, source)]),
  );

const endpoint = (name: string, id: string, source: string, cache: object | null) => ({
  name,
  id,
  hash: 'b'.repeat(64),
  summary: null,
  description: null,
  limit: null,
  maxRows: 100,
  cache: cache as { ttl: number; refresh: number } | null,
  scopedBy: [],
  sandbox: false,
  params: [
    param('project', 'string', { required: true }),
    param('tag', 'int64', { required: true }),
  ],
  columns: [
    column('project', 'string'),
    column('tag', 'int64'),
    column('n', 'int64'),
    column('detail', 'record'),
    column('at', 'int64'),
  ],
  engines: engines(source),
});

const source = (table: string) => ({
  title: null,
  description: null,
  columns: [],
  tables: Object.fromEntries(
    names.map(engine => [engine, { table: [table], records: 'nested' as const }]),
  ),
});

const manifestOf = ({ ttl, refresh }: Times): Manifest => ({
  sources: { events: source('events'), absent: source('absent') },
  endpoints: [
    endpoint('fresh', '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a11', 'events', null),
    endpoint('kept', '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a12', 'events', {
      ttl,
      refresh,
    }),
  ],
});

export const catalogueOf = (times: Times): Catalogue<WholeEndpoint> => catalogue(manifestOf(times));
