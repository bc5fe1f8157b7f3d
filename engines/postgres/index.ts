import type { EngineRecord } from '../record.ts';
import { PGLITE_PACKAGES } from './analyst/packages.ts';
import dialect from './dialect.ts';
import settings, { type PostgresSettings } from './settings.ts';

export default {
  isDefault: false,
  packages: ['pg', 'pg-cursor'],
  dialect,
  settings,
  driver: () => import('./driver/prepare.ts'),
  survey: () => import('./survey.ts'),
  analyst: { packages: PGLITE_PACKAGES, load: () => import('./analyst.ts') },
  embedded: () => import('./embedded.ts'),
  googleSql: null,
  demo: null,
  demoTables: () => import('./server/demo.ts'),
  examiner: () => import('./server/examiner.ts'),
  rollups: null,
  parquet: null,
} satisfies EngineRecord<PostgresSettings>;
