/** The options of the service, and their defaults. */

import type { Engine } from '../../engines/engine.ts';
import type { Formula } from '../../generator/core/types/formats.ts';
import type { BudgetLimits } from '../access/budget.ts';
import type { GateOptions } from '../access/gate.ts';
import type { Catalogue } from '../answers/manifest/manifest.ts';
import type { FilesInUse } from '../observe/metrics.ts';
import type { News } from '../pages/news.ts';
import type { AnswerStore, SharedParts } from '../shared/contract.ts';
import type { Log } from './context.ts';
import type { AnyHandler } from './endpoints/handler.ts';
import type { Remedies } from './problem.ts';
import type { UnknownParameters } from './reading/read-request.ts';

/** Parts that can be open to callers without a key. */
export type PublicPart = 'docs' | 'metrics';

/** The parts that a running service can replace. */
export interface Definitions {
  readonly manifest: Catalogue;
  readonly engine: Engine;
  /** Secrets for page cursors, each of at least 32 characters: the first seals, all open. Replicas share them. */
  readonly secrets?: readonly string[];
  /** The text of `generated/openapi.json`, or a function that returns it when needed; `null`: no document and no page. */
  readonly openapi?: string | (() => string) | null;
  /** Answers that processes keep for each other; by default those of `shared`. */
  readonly answers?: AnswerStore | undefined;
  /** By default, the page has quern's title, and code samples use no generated client. */
  readonly project?: ProjectNames;
}

/** The names of the project and its clients, for the pages. */
export interface ProjectNames {
  readonly title: string;
  /** The names of the generated clients, by language. */
  readonly clients: Readonly<Record<string, string>>;
}

export interface AppOptions extends GateOptions, Definitions {
  /** Returns microseconds since 1970 UTC; by default by the machine's clock. */
  readonly clock?: () => bigint;
  readonly log: Log;
  /** Milliseconds for one request, including waiting. */
  readonly timeoutMs?: number;
  /** How undeclared parameters are treated. */
  readonly unknownParameters?: UnknownParameters;
  /**
   * Whether requests have their bodies with any method; by default true. False in a surrounding server, which hands over those
   * of a POST alone.
   */
  readonly bodies?: boolean;
  /** The most statements that run at once, the most requests that wait for them, and the most bytes of one answer. */
  readonly limits?: Partial<Limits>;
  readonly cache?: Partial<CacheLimits>;
  /** The bytes that the engine may read in a day, for each key and for all; by default unlimited. */
  readonly budget?: BudgetLimits | null;
  /** The document with its page, and the metrics, need a key unless listed here. */
  readonly public?: readonly PublicPart[];
  /** How answers as CSV are written; by default, texts are kept that spreadsheets would run. */
  readonly csv?: { readonly formula: Formula };
  /** The address of the service for callers, such as `https://logs.example.com`, for links; by default they are relative. */
  readonly address?: string | null;
  /** Origins whose pages may call. */
  readonly cors?: readonly string[];
  /** Whether the log contains values of parameters. */
  readonly logValues?: boolean;
  /**
   * A folder to load packages from that only a sandbox needs and that are not installed with quern; by default the working
   * directory.
   */
  readonly packages?: string;
  /** Whether the service will end soon: `/readyz` then answers 503, so that load balancers send no more requests. */
  readonly isLeaving?: () => boolean;
  /** Whether files that the service reads again are in use, for the metrics; by default, they name none. */
  readonly files?: () => FilesInUse;
  /** Parts that this process shares with others; by default it has its own. */
  readonly shared?: SharedParts;
  /** News for the page of a project that is being edited, whose callers also see why the engine failed; by default none. */
  readonly news?: News;
  readonly remedies?: Remedies;
  /** Handlers that replace an endpoint's statements, by the endpoint's name. */
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
export const DEFAULT_CSV = { formula: 'keep' } as const;
export const DEFAULT_CACHE: CacheLimits = { bytes: 256 * 1024 ** 2, warmEntries: 1_000 };
