/** The settings of each engine, by default and as `quern.yaml` writes them. */
import { ENGINES, type EnginesConfig } from '../../engines/index.ts';
import type { Entry } from '../core/spec/located.ts';
import { defaultsOf } from '../settings/engine-settings.ts';

/** The default settings of each engine. */
export const DEFAULT_SETTINGS: EnginesConfig = enginesConfig([]);

/** The settings of each engine; those that are not written are the defaults. */
export function enginesConfig(written: readonly Entry<object>[]): EnginesConfig {
  const entries = Object.entries(ENGINES).map(([engine, { settings }]) => [
    engine,
    written.find(({ name }) => name === engine)?.value ?? defaultsOf(settings.settings),
  ]);
  return Object.fromEntries(entries) as EnginesConfig;
}
