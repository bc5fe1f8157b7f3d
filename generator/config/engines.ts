/** The mapping `engines` of `quern.yaml`, read by each engine's own settings. */
import { ENGINES, type EnginesConfig } from '../../engines/index.ts';
import type { Report } from '../core/report/diagnostics.ts';
import type { Node } from '../core/spec/document.ts';
import { defaultsOf, type Settings } from '../settings/engine-settings.ts';
import type { Setting } from '../settings/setting.ts';
import { entryAt, scalarAt } from './nodes.ts';
import type { WrittenEngines, WrittenSettings } from './written.ts';

/** The default settings of each engine. */
export const DEFAULT_SETTINGS: EnginesConfig = byEngine((_, settings) => defaultsOf(settings));

/** Reads each engine's settings. Reports texts that a setting does not allow. */
export function readEngines(root: Node, written: WrittenEngines, report: Report): EnginesConfig {
  return byEngine((engine, settings) => {
    const own = written[engine] ?? {};
    const values = Object.entries(settings).map(([name, setting]) => [
      name,
      readSetting(root, engine, setting, own, report),
    ]);
    return Object.fromEntries(values);
  });
}

function byEngine(values: (engine: string, settings: Settings) => object): EnginesConfig {
  const entries = Object.entries(ENGINES).map(([engine, { settings }]) => [
    engine,
    values(engine, settings.settings),
  ]);
  return Object.fromEntries(entries) as EnginesConfig;
}

function readSetting(
  root: Node,
  engine: string,
  { key, byDefault, parse }: Setting<unknown>,
  written: WrittenSettings,
  report: Report,
): unknown {
  const value = written[key];
  if (value === undefined || value === null) return byDefault;
  if (parse === null || typeof value !== 'string') return value;
  return parse(value, { name: key, node: scalarAt(root, ['engines', engine, key]), report });
}

/** Reports keys of an engine that exclude each other. */
export function checkExclusions(root: Node, written: WrittenEngines, report: Report): void {
  for (const [engine, { settings }] of Object.entries(ENGINES)) {
    const own = written[engine] ?? {};
    for (const [one, other] of settings.excludes) {
      if (own[one] === undefined || own[other] === undefined) continue;
      const { place } = entryAt(root, ['engines', engine, other]);
      const message = `\`${engine}\` has \`${one}\` and \`${other}\`, which exclude each other`;
      report('clause-conflict', place, message, 'Remove one of them.');
    }
  }
}
