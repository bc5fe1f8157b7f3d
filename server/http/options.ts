/** The options of the service, and their defaults. */
import type { Engine } from '../../engines/engine.ts';
import type { GateOptions } from '../access/gate.ts';
import type { Catalogue } from '../answers/manifest.ts';
import type { News } from '../pages/news.ts';
import type { Log } from './context.ts';
import type { AnyHandler } from './handler.ts';
import type { UnknownParameters } from './read-request.ts';

/** Parts that can be open to callers without a key. */
export type PublicPart = 'docs' | 'metrics';

/** The parts that a running service can exchange. */
export interface Definitions {
  readonly manifest: Catalogue;
  readonly engine: Engine;
  /** Secrets that seal cursors of pages, of 32 characters at least: the first seals, all open. Replicas share them. */
  readonly secrets?: readonly string[];
  /** The text of `generated/openapi.json`, or what makes it when it is asked for; `null`: there is no document and no page. */
  readonly openapi?: string | (() => string) | null;
}

/** The names of what is served, for its pages. */
export interface ProjectNames {
  readonly title: string;
  /** The names of the generated clients, by language. */
  readonly clients: Readonly<Record<string, string>>;
}

export interface AppOptions extends GateOptions, Definitions {
  /** Microseconds since 1970 UTC; the machine's by default. */
  readonly clock?: () => bigint;
  readonly log: Log;
  /** Milliseconds for one request, its waiting included. */
  readonly timeoutMs?: number;
  /** How parameters that an endpoint does not declare are treated. */
  readonly unknownParameters?: UnknownParameters;
  /** Whether endpoints take their parameters in a JSON body as well: yes, unless a server around has read the body. */
  readonly bodies?: boolean;
  /** How many statements run at once, how many requests wait behind them, and the bytes of one answer. */
  readonly limits?: Partial<Limits>;
  readonly cache?: Partial<CacheLimits>;
  /** The document and its page, and the metrics, need a key unless they are listed. */
  readonly public?: readonly PublicPart[];
  /** Origins whose pages may call. */
  readonly cors?: readonly string[];
  /** Whether values of parameters stand in the log. */
  readonly logValues?: boolean;
  /** A folder whose packages may be loaded, where those that only a sandbox needs are not beside quern; the working one by default. */
  readonly packages?: string;
  /** By default the page has a title of its own, and samples of code use no generated client. */
  readonly project?: ProjectNames;
  /** News of a project that is being edited, for its page; by default nothing. */
  readonly news?: News;
  /** Handlers that answer in place of an endpoint's statements, by the endpoint's name. */
  readonly handlers?: Readonly<Record<string, AnyHandler>>;
}
export interface Limits {
  readonly concurrency: number;
  readonly queue: number;
  readonly maxBytes: number;
}
export interface CacheLimits {
  readonly bytes: number;
  readonly warmEntries: number;
}

export const DEFAULT_TIMEOUT_MS = 25_000;
export const DEFAULT_LIMITS: Limits = { concurrency: 2, queue: 64, maxBytes: 32 * 1024 ** 2 };
export const DEFAULT_CACHE: CacheLimits = { bytes: 256 * 1024 ** 2, warmEntries: 1_000 };
