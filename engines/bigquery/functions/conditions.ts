/** Functions that choose among values of BigQuery. */
import type { ConditionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call } from '../../../generator/sql/spelling.ts';

export const conditions = {
  if: call`IF`,
  coalesce: call`COALESCE`,
  nullif: call`NULLIF`,
} satisfies Spellings<ConditionName>;
