/** What DuckDB reads: a database file, or the files of the configuration. */
import type { DuckDbFiles, DuckDbSource } from '../engines/duckdb/driver/driver.ts';
import { suggestion } from '../generator/core/diagnostics.ts';
import type { Catalogue } from '../server/answers/manifest.ts';
import type { Workspace } from './project/workspace.ts';
import { EXIT, Failure } from './terminal/exit.ts';

export interface SourceOptions {
  readonly workspace: Workspace;
  /** Tells of the data sets that files are read for. */
  readonly manifest: Catalogue;
  /** As it was typed; that of the configuration by default. */
  readonly database: string | undefined;
}

const DIALECT = 'duckdb';

/** The source that is asked for. Throws `Failure` where files are named for what is no data set with a table. */
export function duckDbSource(options: SourceOptions): DuckDbSource {
  const { workspace, database } = options;
  const { database: configured, tables } = workspace.config.engines.duckdb;
  if (database !== undefined) return { database: workspace.typed(database) };
  if (tables === null) return { database: workspace.pathOf(configured) };
  return { files: Object.entries(tables).map(([name, glob]) => filesOf(name, glob, options)) };
}

function filesOf(name: string, glob: string, { workspace, manifest }: SourceOptions): DuckDbFiles {
  const names = Object.keys(manifest.sources);
  const source = names.includes(name) ? manifest.sources[name] : undefined;
  if (source === undefined) {
    throw new Failure(EXIT.usage, `\`tables\` has \`${name}\`, and there is no such data set`, {
      hint: suggestion(name, names) ?? `Use one of ${names.map(one => `\`${one}\``).join(', ')}.`,
    });
  }
  const table = source.tables[DIALECT];
  if (table === undefined) {
    throw new Failure(EXIT.usage, `The data set \`${name}\` of \`tables\` has no table on DuckDB`, {
      hint: `Declare its table for \`${DIALECT}\`, and run \`quern generate\`.`,
    });
  }
  return { ...table, glob: workspace.pathOf(glob), columns: source.columns };
}
