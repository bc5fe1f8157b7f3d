/**
 * The whole service on each engine over the same rows: real adapters, real clients, a socket, and a clock that stands still
 * until it is moved, so that answers are a function of rows.
 */

import type { BoundStatement } from '../../../engines/engine.ts';
import type { ApiKey } from '../../../server/access/keys/key-file.ts';
import type { KeyRing } from '../../../server/access/keys/key-ring.ts';
import { createKeySet } from '../../../server/access/keys/key-set.ts';
import type { AppOptions } from '../../../server/http/app.ts';
import type { LogLine } from '../../../server/http/context.ts';
import { DEFAULT_LIMITS } from '../../../server/http/options.ts';
import { type Running, serve } from '../../../server/socket/serve.ts';
import { KITS } from '../../engines/index.ts';
import type { Served, Trouble } from '../../engines/kit.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { instant } from '../../reference/values.ts';
import { heardLog } from '../../support/processes/heard-log.ts';
import { partsOfWorker } from '../as-worker.ts';
import { ask, askRaw, type Init, type Reply } from './ask.ts';
import { KEYS, type KeyName, TOKENS } from './keys-of-callers.ts';
import { catalogueOf, ENGINES, OPENAPI, PROJECT } from './project.ts';

/** A Thursday, in the middle of a bucket of every size. */
export const NOW = instant('2026-01-15T10:07:33.123456Z');

/** Rows by data set. */
export type Rows = Readonly<Record<'edge_logs' | 'function_edge_logs' | 'samples', readonly Row[]>>;

/** Services that differ by their settings; all have the engine in common. */
const VARIANTS = {
  usual: {},
  open: { keys: null },
  public: { public: ['docs', 'metrics'] },
  cors: { cors: ['https://app.example'] },
  limited: { rateLimit: { perKey: 0.5, burst: 2 } },
  small: { limits: { maxBytes: 300 } },
  narrow: { limits: { concurrency: 1, queue: 0 } },
  hasty: { timeoutMs: 300 },
  lenient: { unknownParameters: 'ignore' },
  telling: { logValues: true },
  undocumented: { openapi: null },
  faulty: { keys: faultyKeys() },
  missing: { manifest: catalogueOf(name => name === 'values.gone' || name === 'logs.all') },
  lost: { manifest: catalogueOf(name => name === 'values.gone') },
} as const satisfies Record<string, Partial<AppOptions>>;
export type Variant = keyof typeof VARIANTS;

function faultyKeys(): KeyRing {
  const current = () => {
    throw new TypeError('the_secret of /srv');
  };
  return { current, close: () => {} };
}

/** A caller's request: whose it is, to which of the services, and when. */
export interface Ask extends Init {
  readonly path: string;
  /** `null`: no key is sent. */
  readonly key?: KeyName | null;
  readonly on?: Variant;
  /** Where the clock is set to, microseconds since 1970 UTC. */
  readonly at?: bigint;
}

export interface Run {
  readonly endpoint: string;
  readonly statement: BoundStatement;
}
export interface Service {
  /** That of the engine. */
  readonly name: string;
  /** Whether a text of `samples` is not UTF-8. */
  readonly hasBytes: boolean;
  readonly ask: (ask: Ask) => Promise<Reply>;
  /** Characters on the socket of the usual service, and all that comes back until it closes. */
  readonly askRaw: (text: string) => Promise<string>;
  /** Lines of the log that are of requests, those of all the services. */
  readonly log: readonly LogLine[];
  /** The other lines, such as those of refreshes. */
  readonly events: readonly LogLine[];
  /** Runs that reached the engine, those that keep answers warm among them. */
  readonly runs: Run[];
  readonly trouble: (trouble: Trouble) => void;
  /** Lets no run begin until what it gives is called. */
  readonly pause: () => () => void;
  /** Keys that hold from now on; `null`: all of them. */
  readonly hold: (keys: readonly ApiKey[] | null) => void;
  readonly close: () => Promise<void>;
}

export interface Services {
  readonly all: readonly Service[];
  readonly on: (engine: string) => Service;
  readonly close: () => Promise<void>;
}

/** Opens one on each engine; the caller closes them. */
export async function openServices(rows: Rows): Promise<Services> {
  const opening = ENGINES.map(async name => {
    const kit = KITS.get(name);
    if (kit === undefined) throw new Error(`no test engine runs ${name}`);
    const served = await kit.service.open(tablesOfSources(PROJECT, name, rows), { concurrency: 4 });
    await served.addBytes?.();
    return serviceOn(name, served);
  });
  const all = await Promise.all(opening);
  const close = async () => {
    for (const service of all) await service.close();
  };
  const on = (name: string) => {
    const found = all.find(service => service.name === name);
    if (found === undefined) throw new Error(`no service on ${name}`);
    return found;
  };
  return { all, on, close };
}

// ---- services -------------------------------------------------------------------------------------------------------

function serviceOn(name: string, { engine, trouble, addBytes, close }: Served): Service {
  const { log, lines, events } = heardLog();
  const runs: Run[] = [];
  let now = NOW;
  let keys = createKeySet(KEYS);
  let gate: Promise<void> | null = null;
  const usual: AppOptions = {
    manifest: catalogueOf(endpoint => endpoint !== 'values.gone'),
    engine: {
      ...engine,
      run: async (statement, limits) => {
        runs.push({ endpoint: limits.label.endpoint, statement });
        await gate;
        return engine.run(statement, limits);
      },
      // the services have it in common
      close: async () => {},
    },
    keys: { current: () => keys, close: () => {} },
    clock: () => now,
    log,
    openapi: OPENAPI,
    limits: { concurrency: 4 },
  };
  const running = new Map<Variant, Promise<Running>>();
  const start = (variant: Variant): Promise<Running> => {
    const options: AppOptions = { ...usual, ...VARIANTS[variant] };
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    // answers stay here: cases move the clock of the service back, which no store follows
    const { answers: _, ...shared } = partsOfWorker(limits, () => Number(now / 1_000n));
    const known = running.get(variant) ?? serve({ ...options, shared, port: 0 });
    running.set(variant, known);
    return known;
  };
  return {
    name,
    hasBytes: addBytes !== null,
    log: lines,
    events,
    runs,
    trouble,
    ask: async ({ path, key = 'all', on = 'usual', at = NOW, headers = {}, ...init }) => {
      now = at;
      const { url } = await start(on);
      const own = key === null ? {} : { 'X-API-KEY': TOKENS[key] };
      return ask(url, path, { ...init, headers: { ...own, ...headers } });
    },
    askRaw: async text => askRaw((await start('usual')).url, text),
    pause: () => {
      let open = () => {};
      gate = new Promise<void>(resolve => {
        open = resolve;
      });
      return () => {
        gate = null;
        open();
      };
    },
    hold: held => {
      keys = createKeySet(held ?? KEYS);
    },
    close: async () => {
      for (const one of running.values()) await (await one).stop();
      await close();
    },
  };
}
