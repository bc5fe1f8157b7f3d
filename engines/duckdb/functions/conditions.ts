/** Functions that choose among values of DuckDB. */
import type { ConditionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, form } from '../../../generator/sql/spelling.ts';

export const conditions = {
  if: form`CASE WHEN ${0} THEN ${1} ELSE ${2} END`,
  coalesce: call`coalesce`,
  nullif: call`nullif`,
} satisfies Spellings<ConditionName>;
