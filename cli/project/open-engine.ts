/** Opens the engine that a configuration names, for the command line and for programs with their own server. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { SettingsError, type Setup } from '../../engines/driver.ts';
import type { Engine } from '../../engines/engine.ts';
import {
  ENGINE_NAMES,
  ENGINES,
  type EngineName,
  type EnginesConfig,
  isEngine,
} from '../../engines/index.ts';
import type { Config, ServiceConfig } from '../../generator/config/config.ts';
import type { SourceReads } from '../../server/answers/manifest/manifest.ts';

/** The parts of a configuration that choose the engine and its database. */
export interface EngineConfig extends Pick<Config, 'engines' | 'unset'> {
  readonly service: Pick<ServiceConfig, 'engine' | 'concurrency'>;
}
export interface OpenEngineOptions {
  /** Describes the data sets, which some engines read from files. */
  readonly manifest: SourceReads;
  /** The directory to which paths of the configuration are relative; the working directory by default. */
  readonly root?: string;
}

/**
 * Opens the engine of the configuration. Rejects with `SettingsError` if a variable of its settings is unset or the settings
 * contradict the data sets, and with `EngineFailure` if the engine is unavailable.
 */
export async function openEngine(
  config: EngineConfig,
  { manifest, root = '.' }: OpenEngineOptions,
): Promise<Engine> {
  const { engine: name } = config.service;
  if (!isEngine(name)) {
    const hint = `Use one of ${ENGINE_NAMES.map(one => `\`${one}\``).join(', ')}.`;
    throw new SettingsError(`There is no engine \`${name}\``, hint);
  }
  const [unset] = config.unset.get(name) ?? [];
  if (unset !== undefined) throw new SettingsError(unset.message, unset.hint ?? '');
  const concurrency = concurrencyOfEngine(name, config);
  const pathOf = (path: string) => resolve(root, path);
  const shown = (path: string) => path;
  const { sources } = manifest;
  const reads = (source: string, engine: string) => listSourceReads(manifest, source, engine);
  const setup = { concurrency, sources, reads, pathOf, shown };
  const open = await preparedEngine(name, config.engines[name], setup);
  return open();
}

/** How many statements the engine runs at once. */
export function concurrencyOfEngine(
  name: EngineName,
  { service }: Pick<EngineConfig, 'service'>,
): number {
  const { concurrency } = ENGINES[name].settings;
  const usual = concurrency === 'cores' ? availableParallelism() : concurrency;
  return service.concurrency ?? usual;
}

/** Prepares an engine. Each call of the returned function opens it. Rejects with `SettingsError`. */
export async function preparedEngine<Name extends EngineName>(
  name: Name,
  settings: EnginesConfig[Name],
  setup: Setup,
): Promise<() => Promise<Engine>> {
  const { default: driver } = await ENGINES[name].driver();
  return driver.prepare(settings, setup);
}

/** Lists the paths that the endpoints' statements read in a data set. */
export function listSourceReads(
  { endpoints }: Pick<SourceReads, 'endpoints'>,
  source: string,
  engine: string,
): readonly string[] {
  return endpoints.flatMap(({ reads }) => reads[engine]?.[source] ?? []);
}
