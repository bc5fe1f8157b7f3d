/** The whole service on each of the three engines, over tables whose values are the attacks, and an ear on all that it says. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../../engines/engine.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import type { KeyRing } from '../../../server/access/key-ring.ts';
import { type Catalogue, catalogue, parseManifest } from '../../../server/answers/manifest.ts';
import type { App, AppOptions } from '../../../server/http/app.ts';
import { createApp } from '../../../server/http/app.ts';
import { createLog } from '../../../server/observe/log.ts';
import { runLimits } from '../../engines/engine-runs.ts';
import { filledBigQuery, filledClickHouse, filledDuckDb } from '../../engines/filled-engines.ts';
import type { TestTable } from '../../engines/test-engine.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { compiled } from '../../support/openapi-fixture.ts';
import { withMore } from '../../support/values-project.ts';
import { NOW, ROWS } from './rows.ts';

/** Every type of parameter, each in a condition of its own; and a text that comes back as it went in. */
const THINGS = `
endpoint: things.all
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a77
from: things
params:
  text: string
  whole: int64
  fraction: float64
  flag: bool
  moment: timestamp
  day: date
  ident: uuid
  pattern: regex
  choice: { enum: [a, b] }
  mode: { enum: [all, none], default: all, otherwise: default }
where:
  - { when: text, filter: text = @text }
  - { when: whole, filter: whole = @whole }
  - { when: fraction, filter: fraction = @fraction }
  - { when: flag, filter: flag = @flag }
  - { when: moment, filter: moment = @moment }
  - { when: day, filter: day = @day }
  - { when: ident, filter: ident = @ident }
  - { when: pattern, filter: 'matches(text, @pattern)' }
  - { when: choice, filter: choice = @choice }
  - "@mode = 'all'"
select: [id, text]
order_by: [id]
max_rows: 1000
`
  .replace('text: string', 'text: { type: string }')
  .replace(/: (int64|float64|bool|timestamp|date|uuid|regex)$/gm, ': { type: $1 }');

const ECHO = `
endpoint: things.echo
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a78
from: things
params:
  text: { type: string, required: true }
where:
  - id = 't000'
select: { given: '@text', size: length(@text) }
`;

const THING_SOURCE = `
  things:
    tables: { bigquery: { table: things }, duckdb: { table: things }, clickhouse: { table: things } }
    columns:
      id: { type: string, required: true }
      text: string
      whole: int64
      fraction: float64
      flag: bool
      moment: timestamp
      day: date
      ident: string
      choice: string
`;

const compilation = compiled([
  ...withMore(THING_SOURCE, {}),
  { path: 'endpoints/things.all.yaml', bytes: THINGS },
  { path: 'endpoints/things.echo.yaml', bytes: ECHO },
]);
export const MANIFEST: Catalogue = catalogue(
  parseManifest(JSON.stringify(manifestOf(compilation))),
);

export type EngineName = 'duckdb' | 'clickhouse' | 'bigquery';

export interface Opened {
  readonly engine: Engine;
  /** Every text of SQL that the engine was given. */
  readonly sql: Set<string>;
  /** Changes with any table, or anything that was put beside them. */
  readonly fingerprint: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Opens the real adapter of an engine before the real engine, the rows loaded. */
export async function open(name: EngineName): Promise<Opened> {
  const { engine, ...rest } = await OPENERS[name](tablesOfSources(compilation.project, name, ROWS));
  const sql = new Set<string>();
  const heard: Engine = {
    ...engine,
    run: (statement, limits) => {
      sql.add(statement.sql);
      return engine.run(statement, limits);
    },
  };
  return { ...rest, engine: heard, sql };
}

const CONCURRENCY = 4;
type Opener = (tables: readonly TestTable[]) => Promise<Omit<Opened, 'sql'>>;

const OPENERS: Readonly<Record<EngineName, Opener>> = {
  duckdb: async tables => {
    const { folder, ...filled } = await filledDuckDb(tables, { concurrency: CONCURRENCY });
    return {
      ...filled,
      fingerprint: async () =>
        digest(readdirSync(folder).map(name => [name, digest(readFileSync(join(folder, name)))])),
    };
  },
  clickhouse: async tables => {
    const { engine, close } = await filledClickHouse(tables, { concurrency: CONCURRENCY });
    const look = (sql: string) => rowsOf(engine, sql);
    return {
      engine,
      fingerprint: async () => {
        const names = await look(
          'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
        );
        const sums = names.map(([table]) =>
          look(`SELECT count(), toString(sum(cityHash64(toString(tuple(*))))) FROM \`${table}\``),
        );
        return digest([names, await Promise.all(sums)]);
      },
      close,
    };
  },
  bigquery: async tables => {
    const { engine, close } = await filledBigQuery(tables, { concurrency: CONCURRENCY });
    const sum = (table: string) =>
      rowsOf(
        engine,
        `SELECT COUNT(*), BIT_XOR(FARM_FINGERPRINT(TO_JSON_STRING(t))) FROM \`${table}\` AS t`,
      );
    return {
      engine,
      fingerprint: async () => digest(await Promise.all(tables.map(({ name }) => sum(name)))),
      close,
    };
  },
};

async function rowsOf(engine: Engine, sql: string) {
  return (await engine.run({ sql, values: [] }, runLimits())).rows;
}

function digest(of: unknown): string {
  const bytes = of instanceof Uint8Array ? of : JSON.stringify(of, (_, value) => plain(value));
  return createHash('sha256').update(bytes).digest('hex');
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** The service over an engine, its log as the bytes that it writes. */
export function appOver(
  engine: Engine,
  keys: KeyRing | null,
  options: Partial<AppOptions> = {},
): { readonly app: App; readonly log: () => string } {
  let log = '';
  const write = (text: string) => {
    log += text;
  };
  const app = createApp({
    manifest: MANIFEST,
    engine,
    keys,
    clock: () => NOW,
    log: createLog({ write }),
    public: [],
    limits: { concurrency: CONCURRENCY, queue: 1_000 },
    openapi: '{}',
    ...options,
  });
  return { app, log: () => log };
}
