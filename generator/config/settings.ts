/** The settings of a project and their defaults. */
import { DEFAULT_ENGINE, type EnginesConfig } from '../../engines/index.ts';
import type { Formula } from '../core/types/formats.ts';
import type { OutputSettings } from '../emitters/emitter.ts';
import { DEFAULT_OUTPUT } from '../emitters/index.ts';
import type { JwtConfig } from '../settings/jwt.ts';
import { DEFAULT_SETTINGS } from './engines.ts';
import type { UnsetVariables } from './environment.ts';

/** Paths are as written: relative to the directory of the configuration. */
export interface Config {
  readonly endpoints: string;
  readonly output: string;
  /** `null`: the engines for which every data set has a table. */
  readonly dialects: readonly string[] | null;
  /** The output besides SQL: the OpenAPI document, clients, and routes for a server. */
  readonly outputs: OutputSettings;
  readonly service: ServiceConfig;
  readonly engines: EnginesConfig;
  /** Settings of an engine with unset variables must not be used. */
  readonly unset: UnsetVariables;
}
export interface ServiceConfig {
  readonly engine: string;
  readonly keys: string;
  /** Secrets that seal page cursors, the newest first; empty if none is set. */
  readonly secrets: readonly string[];
  /** `null`: callers can only use keys. */
  readonly jwt: JwtConfig | null;
  readonly timeoutMs: number;
  /** How long requests are still taken after SIGTERM. */
  readonly drainMs: number;
  /** How many statements run at once; `null`: the engine's own default. */
  readonly concurrency: number | null;
  /** How many statements may wait for their turn. */
  readonly queue: number;
  /** The largest size of one result. */
  readonly maxBytes: number;
  readonly cache: { readonly bytes: number; readonly warmEntries: number };
  /** The address of the store that replicas share; `null`: none. */
  readonly shared: string | null;
  /** Requests per second and key, and how many at once after a pause; `null`: unlimited. */
  readonly rateLimit: { readonly perKey: number; readonly burst: number } | null;
  /** Bytes a day that statements of one key, and all statements, may read; `null`: unlimited. */
  readonly budget: { readonly key: number | null; readonly total: number | null } | null;
  /** The parts of the service that need no key; `null`: all of them on a loopback address, else none. */
  readonly public: readonly ('docs' | 'metrics')[] | null;
  /** Origins in the form that browsers send, or `*`. */
  readonly cors: readonly string[];
  /** How answers as CSV are written. */
  readonly csv: { readonly formula: Formula };
  readonly unknownParameters: 'reject' | 'ignore';
  /** Whether the log may contain values of parameters. */
  readonly logValues: boolean;
  /** Whether usual requests are answered without `node:http`. */
  readonly direct: boolean;
}
/** The configuration without a `quern.yaml`. */
export const DEFAULT_CONFIG: Config = {
  endpoints: 'endpoints',
  output: 'generated',
  dialects: null,
  outputs: DEFAULT_OUTPUT,
  service: {
    engine: DEFAULT_ENGINE,
    keys: '.quern/keys.json',
    secrets: [],
    jwt: null,
    timeoutMs: 25_000,
    drainMs: 0,
    concurrency: null,
    queue: 64,
    maxBytes: 32 * 1024 ** 2,
    cache: { bytes: 256 * 1024 ** 2, warmEntries: 1_000 },
    shared: null,
    rateLimit: null,
    budget: null,
    public: null,
    cors: [],
    csv: { formula: 'keep' },
    unknownParameters: 'reject',
    logValues: false,
    direct: true,
  },
  engines: DEFAULT_SETTINGS,
  unset: new Map(),
};
