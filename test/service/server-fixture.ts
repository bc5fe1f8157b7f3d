/** A manifest made by hand, and an engine that answers what a test tells it to. */

import {
  type BoundStatement,
  type Engine,
  type Row,
  type RunLimits,
  unconfined,
} from '../../engines/engine.ts';
import type {
  Manifest,
  ManifestColumn,
  ManifestParam,
} from '../../generator/core/output/manifest.ts';
import type { ApiKey } from '../../server/access/keys/key-file.ts';
import type { KeyRing } from '../../server/access/keys/key-ring.ts';
import { createKeySet } from '../../server/access/keys/key-set.ts';
import { createToken, digest } from '../../server/access/tokens.ts';
import { catalogue } from '../../server/answers/manifest/manifest.ts';
import type { App, AppOptions } from '../../server/http/app.ts';
import { createApp } from '../../server/http/app.ts';
import { heardLog } from '../support/processes/heard-log.ts';

export const param = (
  name: string,
  type: string,
  rest: Partial<ManifestParam> = {},
): ManifestParam => ({
  name,
  type,
  scalar: type === 'timestamp' || type === 'int64' ? type : 'string',
  values: null,
  required: false,
  default: null,
  otherwise: 'reject',
  constraints: {},
  description: null,
  example: null,
  deprecated: false,
  ...rest,
});
export const column = (
  name: string,
  type: ManifestColumn['type'],
  encode: ManifestColumn['encode'] = type === 'timestamp' ? 'rfc3339' : 'plain',
): ManifestColumn => ({
  name,
  type,
  nullable: true,
  encode,
});

const base = {
  hash: 'a'.repeat(64),
  summary: null,
  description: null,
  limit: null,
  maxRows: 3,
  cache: null,
  scopedBy: [],
  sandbox: false,
} as const;

const text = { from: 'param', scalar: 'string' } as const;

/** Two endpoints over `edge_logs(id, at, project, url)`; the second folds an enum and guards a filter. */
export const MANIFEST: Manifest = {
  sources: {
    edge_logs: {
      title: null,
      description: null,
      columns: [],
      tables: { duckdb: { table: ['edge_logs'], records: 'nested' } },
    },
  },
  endpoints: [
    {
      ...base,
      name: 'logs.all',
      id: '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01',
      params: [
        param('project', 'string', { required: true }),
        param('after', 'timestamp'),
        param('least', 'int64', { constraints: { min: '1', max: '9' } }),
      ],
      columns: [column('id', 'int64'), column('at', 'timestamp')],
      cache: { ttl: 900, refresh: 0 },
      engines: {
        duckdb: {
          saved: { sql: [4], bind: [{ name: 'project', ...text }] },
          choices: [],
          reads: { edge_logs: [] },
          texts: [
            'SELECT id, epoch_us("at") AS "at" FROM edge_logs WHERE project = $project AND "at" <= $now',
            ' AND "at" > $after',
            ' AND id >= $least',
            ' ORDER BY "at", id LIMIT 4',
            'SELECT saved',
          ],
          statements: {
            '': {
              sql: [0, { when: 'after', sql: 1 }, { when: 'least', sql: 2 }, 3],
              bind: [
                { name: 'project', ...text },
                { name: 'now', from: 'clock', scalar: 'timestamp' },
                { name: 'after', from: 'param', scalar: 'timestamp', when: ['after'] },
                { name: 'least', from: 'param', scalar: 'int64', when: ['least'] },
              ],
            },
          },
        },
      },
    },
    {
      ...base,
      name: 'usage.api-counts',
      id: '1d94f6b8-2e57-4a3d-b0c8-7a6f25d3e803',
      params: [
        param('project', 'regex', { required: true, constraints: { maxLength: 128 } }),
        param('interval', 'enum', { required: true, values: ['hourly', 'daily'] }),
        param('tier', 'enum', { values: ['FREE', 'PRO'], default: 'FREE', otherwise: 'default' }),
      ],
      columns: [column('total', 'int64')],
      limit: 2,
      engines: {
        duckdb: {
          saved: { sql: [2], bind: [] },
          choices: ['interval', 'tier'],
          reads: { edge_logs: [] },
          texts: [
            'SELECT count(*) AS total FROM edge_logs WHERE regexp_matches(url, $project)',
            ' AND id < 2',
            'SELECT saved',
          ],
          statements: {
            'hourly|FREE': { sql: [0, 1], bind: [{ name: 'project', ...text }] },
            'hourly|PRO': { sql: [0], bind: [{ name: 'project', ...text }] },
            'daily|FREE': { sql: [0], bind: [{ name: 'project', ...text }] },
            'daily|PRO': { sql: [0], bind: [{ name: 'project', ...text }] },
          },
        },
      },
    },
  ],
};

export const NOW = BigInt(Date.parse('2026-01-15T10:07:00Z')) * 1_000n;

export interface FakeEngine extends Engine {
  readonly asked: BoundStatement[];
  readonly limits: RunLimits[];
}

/** Remembers what it is asked and answers with what `answer` gives or throws. */
export function fakeEngine(
  answer: (statement: BoundStatement) => readonly Row[] | Promise<readonly Row[]>,
): FakeEngine {
  const asked: BoundStatement[] = [];
  const limits: RunLimits[] = [];
  return {
    name: 'duckdb',
    asked,
    limits,
    run: async (statement, given) => {
      asked.push(statement);
      limits.push(given);
      return { rows: await answer(statement), scannedBytes: null };
    },
    explain: async () => '',
    estimate: async () => null,
    confined: unconfined('the engine of a test bounds nothing'),
    missing: async () => [],
    catalogue: async () => [],
    close: async () => {},
  };
}

/** A key and the token that belongs to it. */
export function madeKey(rest: Partial<ApiKey> = {}): {
  readonly key: ApiKey;
  readonly token: string;
} {
  const token = createToken();
  const key = {
    id: 'key_1',
    name: 'test',
    sha256: digest(token).toString('hex'),
    created: '2026-01-01T00:00:00Z',
    expires: null,
    endpoints: ['*'],
    params: {},
    ...rest,
  };
  return { key, token };
}

/** A ring of keys that stay as they are. */
export function keyRing(keys: readonly ApiKey[]): KeyRing {
  const set = createKeySet(keys);
  return { current: () => set, close: () => {} };
}

/** The app with a way to ask it by a path. */
export function asking(app: App) {
  const request = async (path: string, init?: RequestInit): Promise<Response> =>
    app.fetch(new Request(new URL(path, 'http://localhost'), init));
  return { ...app, request };
}

/** An app over the fixture, and its log. */
export function fixtureApp(
  engine: Engine,
  keys: readonly ApiKey[] | null,
  rest: Partial<AppOptions> = {},
) {
  const { log, lines, events } = heardLog();
  const app = asking(
    createApp({
      manifest: catalogue(MANIFEST),
      engine,
      keys: keys === null ? null : keyRing(keys),
      clock: () => NOW,
      log,
      ...rest,
    }),
  );
  return { app, lines, events };
}
