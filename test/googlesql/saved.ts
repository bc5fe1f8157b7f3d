/** A folder of saved queries in the manner of platform logs, and rows for the tables that they read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputFile } from '../../generator/compile.ts';
import type { Row } from '../reference/language/evaluate.ts';

const FOLDER = join(import.meta.dirname, 'saved');
const PROJECT = 'project: { type: string, required: true }';

/** Parameters of endpoints, where they are more than the project. */
const PARAMS: Readonly<Record<string, readonly string[]>> = {
  'functions.invocation-stats': [
    PROJECT,
    "function_id: { type: string, absent: '' }",
    'interval: { enum: [5min, 15min, 1hr, 1day, 7day], default: 1day, otherwise: default }',
  ],
  'logs.all': [
    PROJECT,
    'iso_timestamp_start: { type: timestamp }',
    'iso_timestamp_end: { type: timestamp }',
    'project_tier: { enum: [FREE, PRO, PAYG, ENTERPRISE], default: FREE, otherwise: default }',
  ],
  'usage.api-counts': [PROJECT, 'interval: { enum: [hourly, daily, minutely], required: true }'],
  'edge.by-status-class': [PROJECT, 'since: { type: timestamp }'],
  'edge.of-statuses': [PROJECT, 'statuses: { list: int64 }', 'without: { list: string }'],
  'edge.per-status': [PROJECT, 'statuses: { list: int64, required: true }'],
  'edge.page': [
    PROJECT,
    'rows: { type: int64, min: 0, max: 1000, default: 3 }',
    'skip: { type: int64, min: 0, default: 0 }',
  ],
  'edge.recent-days': [
    PROJECT,
    'zone: { type: timezone, default: Europe/Berlin }',
    'days: { type: int64, min: -3, max: 90, default: 7 }',
    'months: { type: int64, enum: [0, 1, -13], default: 1 }',
    "pattern: { type: regex, default: '.' }",
  ],
  'edge.search': [PROJECT, "search: { type: string, absent: '' }"],
  'functions.logs': [
    PROJECT,
    "function_id: { type: string, absent: '' }",
    "level: { type: string, absent: '' }",
  ],
  'realtime.recent': [
    PROJECT,
    'from: { type: timestamp, required: true }',
    'to: { type: timestamp, required: true }',
  ],
  'services.last-seen': [PROJECT, 'other: { type: string, required: true }'],
  'storage.slow': [PROJECT, 'least: { type: float64, default: 10 }'],
};

/** Texts that are for BigQuery alone, with the columns that their endpoints declare. */
export const BIGQUERY_ALONE: Readonly<Record<string, string>> = {
  'edge.search': '{ id: string, timestamp: timestamp, event_message: string }',
};

export const NAMES: readonly string[] = readdirSync(FOLDER)
  .filter(file => file.endsWith('.sql'))
  .map(file => file.slice(0, -'.sql'.length));

/** A text as it stands in the folder. */
export function textOfFile(name: string): string {
  return readFileSync(join(FOLDER, `${name}.sql`), 'utf8');
}

/** The folder with an endpoint for each text, which is not changed. */
export function savedFiles(alone = BIGQUERY_ALONE): readonly InputFile[] {
  const texts = NAMES.map(name => {
    return { path: `endpoints/${name}.sql`, bytes: readFileSync(join(FOLDER, `${name}.sql`)) };
  });
  const endpoints = NAMES.map((name, i) => ({
    path: `endpoints/${name}.yaml`,
    bytes: [
      `endpoint: ${name}`,
      `id: 00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
      'params:',
      ...(PARAMS[name] ?? [PROJECT]).map(line => `  ${line}`),
      `query: { file: ${name}.sql }`,
      ...(alone[name] === undefined ? [] : ['engines: [bigquery]', `columns: ${alone[name]}`]),
    ].join('\n'),
  }));
  const sources = readFileSync(join(FOLDER, 'sources.yaml'));
  return [{ path: 'endpoints/sources.yaml', bytes: sources }, ...endpoints, ...texts];
}

/** Texts of parameters as callers write them; of a list, those of its items. */
export type Request = Readonly<Record<string, string | readonly string[]>>;

/** Requests of an endpoint: one at least, with rows; and one of each choice of the texts. */
export function requestsOf(name: string, now: bigint): readonly Request[] {
  const at = (micros: bigint) => new Date(Number(micros / 1000n)).toISOString();
  const project = { project: 'one' };
  switch (name) {
    case 'functions.invocation-stats':
      return ['5min', '15min', '1hr', '1day', '7day', 'any'].flatMap(interval => [
        { ...project, interval },
        { ...project, interval, function_id: 'f2' },
      ]);
    case 'logs.all':
      return [
        project,
        { ...project, project_tier: 'PRO' },
        { ...project, project_tier: 'PAYG', iso_timestamp_start: at(now - 30n * HOUR) },
        { ...project, project_tier: 'PRO', iso_timestamp_end: at(now - 2n * HOUR) },
      ];
    case 'usage.api-counts':
      return ['hourly', 'daily', 'minutely'].map(interval => ({ ...project, interval }));
    case 'edge.by-status-class':
      return [project, { ...project, since: at(now - 10n * HOUR) }];
    case 'edge.of-statuses':
      return [
        project,
        { ...project, statuses: ['404'] },
        { ...project, statuses: ['500', '200', '500'], without: ['GET', 'none'] },
        { ...project, statuses: ['1'], without: [] },
      ];
    case 'edge.page':
      return [
        project,
        { ...project, rows: '2', skip: '1' },
        { ...project, rows: '0' },
        { ...project, skip: '9223372036854775807' },
      ];
    case 'edge.recent-days':
      return [
        project,
        { ...project, zone: 'UTC', days: '2' },
        { ...project, zone: 'America/St_Johns', days: '0', months: '-13' },
        { ...project, zone: 'Asia/Kolkata', days: '90', months: '0', pattern: '(?i)get|POST$' },
        { ...project, days: '-3' },
      ];
    case 'edge.per-status':
      return [
        { ...project, statuses: ['404', '200', '404', '7'] },
        { ...project, statuses: ['500'] },
      ];
    case 'edge.search':
      return [project, { ...project, search: 'ÉLAN' }, { ...project, search: 'none' }];
    case 'functions.logs':
      return [project, { ...project, level: 'Error' }, { ...project, function_id: 'f1' }];
    case 'realtime.recent':
      return [{ ...project, from: at(now - 40n * HOUR), to: at(now) }];
    case 'services.last-seen':
      return [{ ...project, other: 'two' }];
    case 'storage.slow':
      return [project, { ...project, least: '0.5' }];
    default:
      return [project, { project: 'two' }, { project: 'nobody' }];
  }
}

const MINUTE = 60_000_000n;
const HOUR = 60n * MINUTE;
/** None is near the edge of a window or a bucket of the texts, whichever minute it is. */
const AGES = [1n, 1n, 2n, 3n, 3n, 7n, 30n, 55n, 80n, 300n, 2300n];

/** Rows of two projects and of none, with NULLs in every column that may be NULL. */
export function savedRows(now: bigint): Readonly<Record<string, readonly Row[]>> {
  const rows = (make: (i: number) => Row) =>
    AGES.flatMap((age, i) =>
      [0, 1, 2].map(of => {
        const at = i * 3 + of;
        return {
          id: `l${at}`,
          timestamp: now - (age * HOUR) / 2n + 7n * MINUTE,
          event_message: at % 7 === 3 ? null : `${at} ${['élan vital', 'hello', 'Élan'][of]}`,
          ...make(at),
        };
      }),
    );
  const one = (i: number) => ['one', 'one', 'two', null][i % 4] ?? null;
  const pick = (i: number, values: readonly (string | null)[]) => values[i % values.length] ?? null;
  const count = (i: number, values: readonly (bigint | null)[]) =>
    values[i % values.length] ?? null;
  return {
    edge_logs: rows(i => ({
      project: one(i),
      metadata: {
        request: {
          method: pick(i, ['GET', 'POST', 'PATCH', null]),
          path: pick(i, ['/rest/v1/a', '/auth/v1', '/storage/v1', '/realtime/rest', null]),
          host: 'one.example',
          url: pick(i, ['https://one.example/rest', 'https://two.example/', null]),
          search: null,
          headers: { user_agent: pick(i, ['curl/8', 'Mozilla/5.0', 'go/1.2', null]) },
          cf: { country: pick(i, ['CH', 'DE', null]), colo: 'ZRH' },
        },
        response: {
          status_code: count(i, [200n, 204n, 301n, 404n, 500n, null]),
          origin_time: count(i, [5n, 120n, null, 80n]),
        },
      },
    })),
    postgres_logs: rows(i => ({
      project: one(i),
      metadata: {
        parsed: {
          error_severity: pick(i, ['ERROR', 'LOG', 'FATAL', null, 'LOG']),
          user_name: pick(i, ['ann', 'ben', 'cat', null, 'dan', 'eve', 'fay']),
          query: pick(i, ['select 1', 'select 2', null]),
          detail: null,
          hint: pick(i, ['try', null]),
        },
      },
    })),
    function_edge_logs: rows(i => ({
      metadata: {
        project_ref: one(i),
        function_id: pick(i, ['f1', 'f2', 'f3']),
        version: pick(i, ['1', '2', null]),
        execution_time_ms: [1.5, 20, 300.25, null][i % 4] ?? null,
        deployment_id: null,
        response: { status_code: count(i, [200n, 500n, 404n, null]) },
        request: { method: 'POST', pathname: '/f' },
      },
    })),
    function_logs: rows(i => ({
      metadata: {
        project_ref: one(i),
        function_id: pick(i, ['f1', 'f1', 'f9']),
        level: pick(i, ['error', 'info', null]),
        event_type: 'Log',
      },
    })),
    auth_logs: rows(i => ({
      project: one(i),
      metadata: {
        level: pick(i, ['error', 'info', null]),
        status: count(i, [200n, 401n, null]),
        path: pick(i, ['/token', '/signup']),
        msg: null,
        error: pick(i, [null, null, 'bad jwt']),
      },
    })),
    realtime_logs: rows(i => ({ metadata: { project: one(i), level: pick(i, ['info', null]) } })),
    storage_logs: rows(i => ({
      metadata: {
        project: one(i),
        level: 'info',
        responseTime: [0.25, 12.34, 99.95, null][i % 4] ?? null,
        res: { statusCode: count(i, [200n, 404n]) },
      },
    })),
  };
}
