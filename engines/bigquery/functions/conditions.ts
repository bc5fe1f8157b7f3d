/** BigQuery's functions that choose among values. */
import type { ConditionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, spellCases } from '../../../generator/sql/spelling.ts';

export const conditions = {
  if: call`IF`,
  case: spellCases,
  coalesce: call`COALESCE`,
  nullif: call`NULLIF`,
  greatest: call`GREATEST`,
  least: call`LEAST`,
} satisfies Spellings<ConditionName>;
