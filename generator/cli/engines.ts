/** The engines that statements run on from here. */
import { existsSync } from 'node:fs';
import { openDuckDb } from '../../server/engines/duckdb.ts';
import {
  type BoundStatement,
  type Deadline,
  type Engine,
  EngineFailure,
} from '../../server/engines/engine.ts';
import { printable } from '../diagnostics.ts';
import { EXIT, Failure } from './exit.ts';
import type { Workspace } from './workspace.ts';

export interface EngineOptions {
  readonly workspace: Workspace;
  /** As it was typed; the one of the configuration by default. */
  readonly database: string | undefined;
  readonly concurrency: number;
}
type Open = (options: EngineOptions) => Promise<Engine>;

const RUNNABLE = {
  duckdb: options => openDuckDb({ ...duckDbFile(options), concurrency: options.concurrency }),
} as const satisfies Readonly<Record<string, Open>>;

export type EngineName = keyof typeof RUNNABLE;
export const ENGINE_NAMES = Object.keys(RUNNABLE) as readonly EngineName[];

/** Opens the engine of that name. Rejects with `Failure` where it is not there. */
export function openEngine(name: string, options: EngineOptions): Promise<Engine> {
  return Promise.resolve(options).then(runnable(name)).catch(asFailure);
}

/** The engine's plan of a statement. Rejects with `Failure` where the engine is not there. */
export async function explainOn(
  name: string,
  options: EngineOptions,
  statement: BoundStatement,
  deadline: Deadline,
): Promise<string> {
  const engine = await openEngine(name, options);
  try {
    return await engine.explain(statement, deadline).catch(asFailure);
  } finally {
    await engine.close();
  }
}

/** Whether statements can be run on it from here. */
export function isRunnable(name: string): name is EngineName {
  return Object.hasOwn(RUNNABLE, name);
}

function runnable(name: string): Open {
  if (!isRunnable(name)) throw new Failure(EXIT.usage, `Nothing runs on ${name} from here`);
  return RUNNABLE[name];
}

/** An engine's words are for the owner of the data, who sits here. */
export function asFailure(error: unknown): never {
  if (!(error instanceof EngineFailure)) throw error;
  const what = {
    unavailable: 'The engine is not there',
    failed: 'The engine refused the statement',
    timeout: 'The engine did not answer in time',
    cancelled: 'Interrupted',
    too_large: 'The rows take too much memory',
  }[error.kind];
  const exit = error.kind === 'cancelled' ? EXIT.interrupted : EXIT.environment;
  throw new Failure(exit, `${what}: ${printable(error.message)}`, { cause: error });
}

// ---- DuckDB ---------------------------------------------------------------------------------------------------------

function duckDbFile({ workspace, database }: EngineOptions) {
  const { config, pathOf, typed, shown } = workspace;
  const { database: configured, memoryLimit } = config.engines.duckdb;
  const file = database === undefined ? pathOf(configured) : typed(database);
  if (!existsSync(file)) {
    const hint =
      'Name another one with `--database`, or run `quern demo` and use `.quern/demo.duckdb`.';
    throw new Failure(EXIT.environment, `The database \`${shown(file)}\` does not exist`, { hint });
  }
  return { source: { database: file }, memoryLimit: `${Math.floor(memoryLimit / 1024)}KiB` };
}
