import type { EngineRecord } from '../record.ts';
import dialect from './dialect.ts';
import settings, { type ClickHouseSettings } from './settings.ts';

export default {
  isDefault: false,
  packages: ['@clickhouse/client'],
  dialect,
  settings,
  driver: () => import('./driver/prepare.ts'),
  survey: () => import('./survey.ts'),
  analyst: { packages: ['chdb'], load: () => import('./analyst.ts') },
  embedded: () => import('./embedded.ts'),
  googleSql: null,
  demo: null,
  demoTables: null,
  examiner: null,
  rollups: null,
  parquet: null,
} satisfies EngineRecord<ClickHouseSettings>;
