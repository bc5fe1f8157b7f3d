import type { EngineRecord } from '../record.ts';
import { ZETASQL_PACKAGES } from './analyst/server/package-names.ts';
import dialect from './dialect.ts';
import settings, { type BigQuerySettings } from './settings.ts';

export default {
  isDefault: false,
  packages: ['@google-cloud/bigquery'],
  dialect,
  settings,
  driver: () => import('./driver/prepare.ts'),
  survey: () => import('./survey.ts'),
  analyst: { packages: ZETASQL_PACKAGES, load: () => import('./analyst.ts') },
  embedded: () => import('./embedded.ts'),
  googleSql: {
    packages: ZETASQL_PACKAGES,
    requireInstalled: async folder =>
      (await import('./analyst/server/installed.ts')).requireInstalled(folder),
    analyser: () => import('./analyst/analyser.ts'),
  },
  demo: null,
  demoTables: null,
  examiner: null,
  rollups: null,
  parquet: null,
} satisfies EngineRecord<BigQuerySettings>;
