/** The engines that statements run on from here. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { openBigQuery } from '../engines/bigquery/driver/driver.ts';
import { openClickHouse } from '../engines/clickhouse/driver/driver.ts';
import { openDuckDb } from '../engines/duckdb/driver/driver.ts';
import { type Engine, EngineFailure } from '../engines/engine.ts';
import type { EnginesConfig } from '../generator/config/config.ts';
import { printable } from '../generator/core/diagnostics.ts';
import { duckDbSource, type SourceOptions } from './duckdb-source.ts';
import type { Workspace } from './project/workspace.ts';
import { EXIT, Failure } from './terminal/exit.ts';

export interface EngineOptions extends SourceOptions {
  readonly concurrency: number;
}

interface Runnable {
  /** Statements at once, where nobody says how many. */
  readonly concurrency: number;
  /** Whether `--database` names what it opens. */
  readonly hasFile: boolean;
  /** Whether it is known whom to ask, so that looking for an answer leaves nobody waiting. */
  readonly isConfigured: (engines: EnginesConfig) => boolean;
  /** Throws `Failure` where the configuration contradicts itself; what it gives rejects with `EngineFailure`. */
  readonly opener: (options: EngineOptions) => () => Promise<Engine>;
}

const RUNNABLE = {
  duckdb: {
    concurrency: availableParallelism(),
    hasFile: true,
    isConfigured: () => true,
    opener: duckDb,
  },
  clickhouse: {
    concurrency: 16,
    hasFile: false,
    isConfigured: () => true,
    opener: ({ workspace: { config }, concurrency }) => {
      return () => openClickHouse({ ...config.engines.clickhouse, concurrency });
    },
  },
  bigquery: {
    concurrency: 16,
    hasFile: false,
    // Without either, credentials are looked for on the network of a cloud.
    isConfigured: ({ bigquery }) => bigquery.project !== null || bigquery.apiEndpoint !== null,
    opener: ({ workspace: { config }, concurrency }) => {
      return () => openBigQuery({ ...config.engines.bigquery, concurrency });
    },
  },
} as const satisfies Readonly<Record<string, Runnable>>;

export type EngineName = keyof typeof RUNNABLE;
export const ENGINE_NAMES = Object.keys(RUNNABLE) as readonly EngineName[];

/** Whether statements can be run on it from here. */
export function isRunnable(name: string): name is EngineName {
  return Object.hasOwn(RUNNABLE, name);
}

/** How many statements the engine runs at once. */
export function concurrencyOf(name: string, { config }: Workspace): number {
  return config.service.concurrency ?? runnable(name).concurrency;
}

/** Why it is not known whom to ask, in words; `null` where the configuration says it. */
export function whyUnknown(name: string, { config }: Workspace): string | null {
  if (!isRunnable(name) || !runnable(name).isConfigured(config.engines)) {
    return '`quern.yaml` does not say where it is';
  }
  const [unset] = config.unset.get(name) ?? [];
  return unset?.message ?? null;
}

/**
 * What opens the engine of that name, as often as it is called; it rejects with `EngineFailure` where the engine is not there.
 * Throws `Failure` where what is asked for contradicts itself or lacks a variable, which no later try would mend.
 */
export function engineOpener(name: string, options: EngineOptions): () => Promise<Engine> {
  const { hasFile, opener } = runnable(name);
  requireVariables(name, options.workspace);
  if (options.database === undefined || hasFile) return opener(options);
  throw new Failure(EXIT.usage, `\`--database\` names a file, and ${name} has none`, {
    hint: `Say where ${name} is in \`quern.yaml\`, under \`engines\`.`,
  });
}

function requireVariables(name: string, { config }: Workspace): void {
  const diagnostics = config.unset.get(name);
  if (diagnostics === undefined) return;
  throw new Failure(EXIT.usage, `The settings of ${name} lack a variable`, { diagnostics });
}

/** Opens the engine of that name. Rejects with `Failure` where it is not there. */
export async function openEngine(name: string, options: EngineOptions): Promise<Engine> {
  return engineOpener(name, options)().catch(asFailure);
}

function runnable(name: string): Runnable {
  if (!isRunnable(name)) throw new Failure(EXIT.usage, `Nothing runs on ${name} from here`);
  return RUNNABLE[name];
}

function duckDb(options: EngineOptions): () => Promise<Engine> {
  const { workspace, concurrency } = options;
  const { memoryLimit } = workspace.config.engines.duckdb;
  const source = duckDbSource(options);
  return async () => {
    if ('database' in source && !existsSync(source.database)) {
      const file = workspace.shown(source.database);
      throw new EngineFailure('unavailable', `the database \`${file}\` does not exist`);
    }
    return openDuckDb({ source, memoryLimit: `${Math.floor(memoryLimit / 1024)}KiB`, concurrency });
  };
}

/** An engine's words are for the owner of the data, who sits here. */
export function asFailure(error: unknown): never {
  if (!(error instanceof EngineFailure)) throw error;
  const what = {
    unavailable: 'The engine or a table is not there',
    failed: 'The engine refused the statement',
    timeout: 'The engine did not answer in time',
    cancelled: 'Interrupted',
    too_large: 'The rows take too much memory',
  }[error.kind];
  const exit = error.kind === 'cancelled' ? EXIT.interrupted : EXIT.environment;
  const hint =
    error.kind === 'unavailable'
      ? 'Say where it is in `quern.yaml`, under `engines`; `quern demo` makes `.quern/demo.duckdb` to try with.'
      : null;
  throw new Failure(exit, `${what}: ${wordsOf(error.message)}`, { hint, cause: error });
}

/** An engine's words on one line. */
export function wordsOf(message: string): string {
  return printable(message.trim().replaceAll(/\s*\n\s*/g, ' '));
}
