/** DuckDB's functions that choose among values. */
import type { ConditionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, form, spellCases, strict } from '../../../generator/sql/spelling.ts';

export const conditions = {
  if: form`CASE WHEN ${0} THEN ${1} ELSE ${2} END`,
  case: spellCases,
  coalesce: call`coalesce`,
  nullif: call`nullif`,
  // these two ignore NULL
  greatest: strict(call`greatest`),
  least: strict(call`least`),
} satisfies Spellings<ConditionName>;
