import { engineSettings, type ValuesOf } from '../../generator/settings/engine-settings.ts';
import { sizeSetting, textByName, textSetting } from '../../generator/settings/setting.ts';

/** The ending of the folder of copies beside a database that a command names. */
export const COPIES = '.rollups';

const settings = {
  database: textSetting('database', 'The database file.', '.quern/logs.duckdb'),
  tables: textByName(
    'tables',
    'Instead of a database: the files of each data set, which are read in place.',
    'A pattern of files.',
  ),
  rollups: textSetting(
    'rollups',
    'The folder of the copies of rollups, which `quern rollup refresh` fills.',
    '.quern/rollups',
  ),
  memoryLimit: sizeSetting(
    'memory_limit',
    'How much memory the engine may use for its buffers, such as `2GiB`.',
    2 * 1024 ** 3,
  ),
};
export type DuckDbSettings = ValuesOf<typeof settings>;

export default engineSettings<DuckDbSettings>({
  description: 'DuckDB, embedded.',
  settings,
  excludes: [['database', 'tables']],
  concurrency: 'cores',
  files: {
    database: settings.database.key,
    tables: settings.tables.key,
    ending: '.duckdb',
    isDatabase: path => /\.(duckdb|ddb|db)$/.test(path),
    databaseOf: ({ database, tables }) => (tables === null ? database : null),
    // copies of the configured database are no copies of this one
    withDatabase: (values, file) => ({
      ...values,
      database: file,
      tables: null,
      rollups: file + COPIES,
    }),
  },
});
