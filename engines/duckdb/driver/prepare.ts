/** Opens DuckDB from its settings: a database file, or the files that tables are read from. */
import { existsSync } from 'node:fs';
import { nearest, suggestion } from '../../../generator/core/report/suggestion.ts';
import { type Driver, SettingsError, type Setup } from '../../driver.ts';
import { type Engine, EngineFailure } from '../../engine.ts';
import { storedPath, underStoredNames } from '../files/records/stored-fields.ts';
import type { DuckDbSettings } from '../settings.ts';
import { type DuckDbFiles, type DuckDbSource, openDuckDb } from './driver.ts';

const DIALECT = 'duckdb';

export default { prepare } satisfies Driver<DuckDbSettings>;

function prepare(settings: DuckDbSettings, setup: Setup): () => Promise<Engine> {
  const { concurrency, shown } = setup;
  const memoryLimit = `${Math.floor(settings.memoryLimit / 1024)}KiB`;
  const source = resolveDuckDbSource(settings, setup);
  const rollups = setup.pathOf(settings.rollups);
  return async () => {
    if ('database' in source && !existsSync(source.database)) {
      const file = shown(source.database);
      throw new EngineFailure('unavailable', `the database \`${file}\` does not exist`);
    }
    return openDuckDb({ source, rollups, memoryLimit, concurrency });
  };
}

/** The database, or the files of the tables. Throws `SettingsError`. */
export function resolveDuckDbSource(
  { database, tables }: DuckDbSettings,
  setup: Setup,
): DuckDbSource {
  if (tables === null) return { database: setup.pathOf(database) };
  const names = Object.keys(setup.sources);
  const without = names.filter(name => tables[name] === undefined);
  return {
    files: Object.entries(tables).flatMap(([name, glob]) => {
      // No endpoint reads it yet. A name close to a data set without files is a typo, so it is not skipped.
      const isUnread = !names.includes(name) && nearest(name, without) === null;
      return isUnread ? [] : [filesOf(name, glob, setup)];
    }),
  };
}

function filesOf(name: string, glob: string, { sources, reads, pathOf }: Setup): DuckDbFiles {
  const names = Object.keys(sources);
  const source = names.includes(name) ? sources[name] : undefined;
  if (source === undefined) {
    const hint =
      suggestion(name, names) ?? `Use one of ${names.map(one => `\`${one}\``).join(', ')}.`;
    throw new SettingsError(`\`tables\` has \`${name}\`, and there is no such data set`, hint);
  }
  const table = source.tables[DIALECT];
  if (table === undefined) {
    throw new SettingsError(
      `The data set \`${name}\` of \`tables\` has no table on DuckDB`,
      `Declare its table for \`${DIALECT}\`, and run \`quern generate\`.`,
    );
  }
  const { columns, invalid } = source;
  const isSkipping = invalid === undefined ? {} : { invalid };
  return {
    ...table,
    glob: pathOf(glob),
    columns: underStoredNames(columns),
    ...isSkipping,
    reads: reads(name, DIALECT).map(path => storedPath(columns, path)),
  };
}
