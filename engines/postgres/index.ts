import type { EngineRecord } from '../record.ts';
import dialect from './dialect.ts';
import settings, { type PostgresSettings } from './settings.ts';

export default {
  isDefault: false,
  packages: ['pg', 'pg-cursor'],
  dialect,
  settings,
  driver: () => import('./driver/prepare.ts'),
  survey: () => import('./survey.ts'),
  analyst: null,
  embedded: null,
  googleSql: null,
  demo: null,
  demoTables: () => import('./demo.ts'),
  examiner: () => import('./examiner.ts'),
  rollups: null,
  parquet: null,
} satisfies EngineRecord<PostgresSettings>;
