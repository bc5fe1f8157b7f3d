/** The settings of a project and what they are by default. */
import type { EnginesConfig } from '../../engines/dialects.ts';
import type { OutputSettings } from '../emitters/emitter.ts';
import { DEFAULT_OUTPUT } from '../emitters/index.ts';
import { DEFAULT_SETTINGS } from './engines.ts';
import type { UnsetVariables } from './environment.ts';

/** Paths are as written: relative to the directory of the configuration. */
export interface Config {
  readonly endpoints: string;
  readonly output: string;
  /** `null`: those that every data set has a table on. */
  readonly dialects: readonly string[] | null;
  /** The output besides the SQL: the OpenAPI document, clients, and routes for a server. */
  readonly outputs: OutputSettings;
  readonly service: ServiceConfig;
  readonly engines: EnginesConfig;
  /** The settings of an engine that lacks variables must not be used. */
  readonly unset: UnsetVariables;
}
export interface ServiceConfig {
  readonly engine: string;
  readonly keys: string;
  /** Secrets that seal cursors of pages, the newest first; empty without a secret. */
  readonly secrets: readonly string[];
  /** `null`: callers have keys alone. */
  readonly jwt: JwtConfig | null;
  readonly timeoutMs: number;
  /** Statements at once; `null`: as many as suit the engine. */
  readonly concurrency: number | null;
  /** Statements that may wait for their turn. */
  readonly queue: number;
  /** Of one result. */
  readonly maxBytes: number;
  readonly cache: { readonly bytes: number; readonly warmEntries: number };
  /** Requests a second, and at once after a pause; `null`: as many as come. */
  readonly rateLimit: { readonly perKey: number; readonly burst: number } | null;
  /** The parts that need no key; `null`: all of them on a loopback address, else none. */
  readonly public: readonly ('docs' | 'metrics')[] | null;
  /** Origins as browsers send them, or `*`. */
  readonly cors: readonly string[];
  readonly unknownParameters: 'reject' | 'ignore';
  /** Whether the log may hold values of parameters. */
  readonly logValues: boolean;
}
/** Tokens of an identity service. */
export interface JwtConfig {
  readonly issuer: string;
  readonly audience: string;
  /** The address of the issuer's keys, or one key as PEM text. */
  readonly keys: { readonly url: string } | { readonly pem: string };
  readonly algorithms: readonly string[];
  /** `null`: any. */
  readonly typ: string | null;
  /** Parameters, each with the claim that fixes it. */
  readonly claims: Readonly<Record<string, string>>;
  /** The claim that lists endpoints; `null`: tokens may run all. */
  readonly scope: string | null;
}
/** The configuration without a `quern.yaml`. */
export const DEFAULT_CONFIG: Config = {
  endpoints: 'endpoints',
  output: 'generated',
  dialects: null,
  outputs: DEFAULT_OUTPUT,
  service: {
    engine: 'duckdb',
    keys: '.quern/keys.json',
    secrets: [],
    jwt: null,
    timeoutMs: 25_000,
    concurrency: null,
    queue: 64,
    maxBytes: 32 * 1024 ** 2,
    cache: { bytes: 256 * 1024 ** 2, warmEntries: 1_000 },
    rateLimit: null,
    public: null,
    cors: [],
    unknownParameters: 'reject',
    logValues: false,
  },
  engines: DEFAULT_SETTINGS,
  unset: new Map(),
};
