/** The whole service on each engine, over tables whose values are the attacks, and an ear on all that it says. */
import { setTimeout } from 'node:timers/promises';
import type { Engine } from '../../../engines/engine.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import type { KeyRing } from '../../../server/access/keys/key-ring.ts';
import {
  type Catalogue,
  catalogue,
  type WholeEndpoint,
} from '../../../server/answers/manifest/manifest.ts';
import type { App, AppOptions } from '../../../server/http/app.ts';
import { createApp } from '../../../server/http/app.ts';
import { DEFAULT_LIMITS } from '../../../server/http/options.ts';
import { createLog } from '../../../server/observe/log.ts';
import { KITS } from '../../engines/index.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { compiled } from '../../support/openapi-fixture.ts';
import { onEveryEngine } from '../../support/projects/every-engine.ts';
import { withMore } from '../../support/projects/values-project.ts';
import { partsOfWorker } from '../as-worker.ts';
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
  texts: { list: string }
  parts: { list: string }
  wholes: { list: int64 }
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
  - { when: texts, filter: text in @texts }
  - { when: parts, filter: 'contains_any(text, @parts)' }
  - { when: wholes, filter: whole in @wholes }
  - "@mode = 'all'"
filters:
  word: { of: text, operators: [ne, contains, not_contains, starts_with, ends_with, is_null] }
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
    tables: { duckdb: { table: things } }
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

const {
  inputs,
  engines: ENGINES,
  lacking: LACKING,
} = onEveryEngine([
  ...withMore(THING_SOURCE, {}),
  { path: 'endpoints/things.all.yaml', bytes: THINGS },
  { path: 'endpoints/things.echo.yaml', bytes: ECHO },
]);

export { ENGINES, LACKING };

const compilation = compiled(inputs, ENGINES);
export const MANIFEST: Catalogue<WholeEndpoint> = catalogue(
  JSON.parse(JSON.stringify(manifestOf(compilation))),
);

export interface Opened {
  readonly engine: Engine;
  /** Every text of SQL that the engine was given. */
  readonly sql: Set<string>;
  /** Changes with any table, or anything that was put beside them. */
  readonly fingerprint: () => Promise<string>;
  readonly close: () => Promise<void>;
}

const CONCURRENCY = 4;

/** The rows as an engine stores them. PostgreSQL stores no NUL, and no request asks for these texts, so they may be others. */
export function storedOn<T>(name: string, rows: T): T {
  if (name !== 'postgres') return rows;
  return JSON.parse(
    JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
    (_, value) => {
      if (typeof value !== 'string') return value;
      return /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value.replaceAll('\0', '␀');
    },
  );
}

/** Opens the real driver of an engine before the real engine, the rows loaded. */
export async function open(name: string): Promise<Opened> {
  const kit = KITS.get(name);
  if (kit === undefined) throw new Error(`no test engine runs ${name}`);
  const tables = tablesOfSources(compilation.project, name, storedOn(name, ROWS));
  const { engine, fingerprint, close } = await kit.service.open(tables, {
    concurrency: CONCURRENCY,
  });
  const sql = new Set<string>();
  const heard: Engine = {
    ...engine,
    run: (statement, limits) => {
      sql.add(statement.sql);
      return engine.run(statement, limits);
    },
  };
  return { fingerprint, close, engine: heard, sql };
}

/** The service over an engine, its log as the bytes that it writes, once they are written. */
export function appOver(
  engine: Engine,
  keys: KeyRing | null,
  options: Partial<AppOptions> = {},
): { readonly app: App; readonly log: () => Promise<string> } {
  let log = '';
  const write = (text: string) => {
    log += text;
  };
  const limits = { ...DEFAULT_LIMITS, concurrency: CONCURRENCY, queue: 1_000 };
  const app = createApp({
    manifest: MANIFEST,
    engine,
    keys,
    clock: () => NOW,
    log: createLog({ write }),
    public: [],
    limits,
    shared: partsOfWorker(limits, () => Number(NOW / 1_000n)),
    openapi: '{}',
    ...options,
  });
  return {
    app,
    log: async () => {
      // the log writes the lines of two milliseconds together; a timer that ends later runs after its one
      await setTimeout(3);
      return log;
    },
  };
}
