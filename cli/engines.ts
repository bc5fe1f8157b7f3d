/** Opens the engines that the command line runs statements on. */

import { SettingsError } from '../engines/driver.ts';
import { type Engine, EngineFailure, type FailureKind } from '../engines/engine.ts';
import { ENGINES, type EngineName, type EnginesConfig, isEngine } from '../engines/index.ts';
import { printable } from '../generator/core/report/diagnostics.ts';
import type { SourceReads } from '../server/answers/manifest/manifest.ts';
import { DEMO_DATABASE } from './demo/place.ts';
import { concurrencyOfEngine, listSourceReads, preparedEngine } from './project/open-engine.ts';
import type { Workspace } from './project/workspace.ts';
import { EXIT, type ExitCode, Failure } from './terminal/exit.ts';

export interface EngineOptions {
  readonly workspace: Workspace;
  /** Describes the data sets, which some engines read from files. */
  readonly manifest: SourceReads;
  /** The database file as it was typed; the configured one by default. */
  readonly database: string | undefined;
  readonly concurrency: number;
}

/** The number of statements that the engine of that name runs at once. */
export function concurrencyOf(name: string, { config }: Workspace): number {
  return concurrencyOfEngine(engineNamed(name), config);
}

/** Why the address of the engine is unknown; `null` if it is configured. */
export function whyUnknown(name: string, { config }: Workspace): string | null {
  if (!isEngine(name) || !isConfigured(name, config.engines)) {
    return '`quern.yaml` does not say where it is';
  }
  const [unset] = config.unset.get(name) ?? [];
  return unset?.message ?? null;
}

function isConfigured<Name extends EngineName>(name: Name, engines: EnginesConfig): boolean {
  return ENGINES[name].settings.isConfigured(engines[name]);
}

/**
 * Returns a function that opens the engine of that name, and rejects with `EngineFailure` if the engine is unavailable. Itself rejects with
 * `Failure` if the request contradicts itself or a variable is unset, because no retry would fix that.
 */
export async function engineOpener(
  name: string,
  options: EngineOptions,
): Promise<() => Promise<Engine>> {
  const engine = engineNamed(name);
  requireVariables(engine, options.workspace);
  return prepared(engine, options);
}

async function prepared<Name extends EngineName>(
  name: Name,
  { workspace, manifest, database, concurrency }: EngineOptions,
): Promise<() => Promise<Engine>> {
  const { pathOf, shown } = workspace;
  const settings = settingsOf(name, workspace, database);
  try {
    const { sources } = manifest;
    const reads = (source: string, engine: string) => listSourceReads(manifest, source, engine);
    return await preparedEngine(name, settings, { concurrency, sources, reads, pathOf, shown });
  } catch (cause) {
    return settingsFailure(cause);
  }
}

/** Throws an error of the settings as a failure of the command, and any other error as it is. */
export function settingsFailure(cause: unknown): never {
  if (!(cause instanceof SettingsError)) throw cause;
  throw new Failure(EXIT.usage, cause.message, { hint: cause.hint, cause });
}

/** The settings of an engine, for the database file as it was typed, if one was. Throws `Failure`. */
export function settingsOf<Name extends EngineName>(
  name: Name,
  { config, typed }: Workspace,
  database: string | undefined,
): EnginesConfig[Name] {
  const settings = config.engines[name];
  if (database === undefined) return settings;
  const replaced = ENGINES[name].settings.files?.withDatabase(settings, typed(database));
  if (replaced !== undefined) return replaced;
  throw new Failure(EXIT.usage, `\`--database\` names a file, and ${name} has none`, {
    hint: `Say where ${name} is in \`quern.yaml\`, under \`engines\`.`,
  });
}

/** Throws `Failure` if a variable that the settings of an engine name is not set. */
export function requireVariables(name: EngineName, { config }: Workspace): void {
  const diagnostics = config.unset.get(name);
  if (diagnostics === undefined) return;
  throw new Failure(EXIT.usage, `The settings of ${name} lack a variable`, { diagnostics });
}

/** Opens the engine of that name. Rejects with `Failure` if it is unavailable. */
export async function openNamedEngine(name: string, options: EngineOptions): Promise<Engine> {
  const open = await engineOpener(name, options);
  return open().catch(asFailure);
}

function engineNamed(name: string): EngineName {
  if (!isEngine(name)) throw new Failure(EXIT.usage, `No statement can run on ${name} from here`);
  return name;
}

/** The engine's own message may be shown: this user owns the data. */
export function asFailure(error: unknown): never {
  if (!(error instanceof EngineFailure)) throw error;
  const what = {
    unavailable: 'The engine or a table is unavailable',
    failed: 'The engine refused the statement',
    timeout: 'The engine did not answer in time',
    cancelled: 'Interrupted',
    too_large: 'The rows take too much memory',
    exhausted: 'The statement needs more resources than allowed',
    unconvertible: 'A table contains a value that the type of its column lacks',
    unconfined: 'The engine cannot bound the statement',
  }[error.kind];
  const exits: Partial<Record<FailureKind, ExitCode>> = {
    cancelled: EXIT.interrupted,
    unconvertible: EXIT.findings,
  };
  const exit = exits[error.kind] ?? EXIT.environment;
  // the message of a package that is missing says how to install it
  const isMissing =
    (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_MODULE_NOT_FOUND';
  const hint = isMissing ? null : hintFor(error);
  throw new Failure(exit, `${what}: ${onOneLine(error.message)}`, { hint, cause: error });
}

/** How an author finds the tables that differ from their data sets. */
export const COMPARE_TABLES =
  'Run `quern check --tables`, which compares the tables with `sources.yaml`.';

function hintFor(error: EngineFailure): string | null {
  if (error.kind === 'failed') return COMPARE_TABLES;
  return error.kind === 'unavailable' ? whereItIs(error) : null;
}

function whereItIs({ message }: EngineFailure): string {
  return message.endsWith(`${DEMO_DATABASE}\` does not exist`)
    ? 'Run `quern demo`, which makes it.'
    : `Say where it is in \`quern.yaml\`, under \`engines\`; the database that \`quern demo\` makes is read with \`--database ${DEMO_DATABASE}\`.`;
}

/** The engine's message on one line. */
export function onOneLine(message: string): string {
  const lines = message.split('\n').map(line => line.trim());
  return printable(lines.filter(line => line !== '').join(' '));
}
