import type { EngineRecord } from '../record.ts';
import dialect from './dialect.ts';
import settings, { type DuckDbSettings } from './settings.ts';

const DUCKDB = '@duckdb/node-api';

export default {
  isDefault: true,
  packages: [DUCKDB],
  dialect,
  settings,
  driver: () => import('./driver/prepare.ts'),
  survey: () => import('./survey.ts'),
  analyst: { packages: [DUCKDB], load: () => import('./analyst.ts') },
  embedded: () => import('./embedded.ts'),
  googleSql: null,
  demo: () => import('./demo.ts'),
  demoTables: null,
  examiner: null,
  rollups: () => import('./rollups/keeper.ts'),
  parquet: () => import('./files/parquet.ts'),
} satisfies EngineRecord<DuckDbSettings>;
