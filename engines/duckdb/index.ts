import type { EngineRecord } from '../record.ts';
import dialect from './dialect.ts';
import settings, { type DuckDbSettings } from './settings.ts';

export default {
  dialect,
  settings,
  driver: () => import('./driver/prepare.ts'),
  survey: () => import('./survey.ts'),
  analyst: { packages: ['@duckdb/node-api'], load: () => import('./analyst.ts') },
  embedded: () => import('./embedded.ts'),
} satisfies EngineRecord<DuckDbSettings>;
