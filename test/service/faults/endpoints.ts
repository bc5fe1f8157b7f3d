/** Two endpoints over one table that all three engines have, and which rows they must give, told without any of them. */
import type { Manifest, ManifestColumn, ManifestEngine } from '../../../generator/core/manifest.ts';
import type { Catalogue } from '../../../server/answers/manifest.ts';
import { catalogue } from '../../../server/answers/manifest.ts';
import type { TestTable } from '../../engines/test-engine.ts';
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

function statements(text: string): ManifestEngine {
  return {
    saved: { sql: [0], bind: [] },
    choices: [],
    reads: [],
    texts: [text],
    statements: {
      '': {
        sql: [0],
        bind: [
          { name: 'project', from: 'param', scalar: 'string' },
          { name: 'tag', from: 'param', scalar: 'int64' },
          { name: 'now', from: 'clock', scalar: 'timestamp' },
        ],
      },
    },
  };
}

const engines = (table: string): Record<string, ManifestEngine> => ({
  duckdb: statements(
    `SELECT project, $tag, n, detail, epoch_us($now) FROM ${table} WHERE project = $project ORDER BY n`,
  ),
  clickhouse: statements(
    `SELECT project, {tag:Int64}, n, detail, toUnixTimestamp64Micro({now:DateTime64(6, 'UTC')}) FROM ${table} WHERE project = {project:String} ORDER BY n`,
  ),
  bigquery: statements(
    `SELECT project, @tag AS tag, n, TO_JSON_STRING(detail) AS detail, UNIX_MICROS(@now) AS asked FROM ${table} WHERE project = @project ORDER BY n`,
  ),
});

const endpoint = (name: string, id: string, source: string, cache: object | null) => ({
  name,
  id,
  hash: 'b'.repeat(64),
  summary: null,
  description: null,
  limit: null,
  maxRows: 100,
  cache: cache as { ttl: number; refresh: number } | null,
  sandbox: false,
  source,
  views: [],
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
    ['duckdb', 'clickhouse', 'bigquery'].map(engine => [
      engine,
      { table: [table], records: 'nested' as const },
    ]),
  ),
});

const manifestOf = ({ ttl, refresh }: Times): Manifest => ({
  format: 1,
  sources: { events: source('events'), absent: source('absent') },
  endpoints: [
    endpoint('fresh', '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a11', 'events', null),
    endpoint('kept', '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a12', 'events', {
      ttl,
      refresh,
    }),
  ],
});

export const catalogueOf = (times: Times): Catalogue => catalogue(manifestOf(times));
