/** ClickHouse's functions that choose among values. */
import type { ConditionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, spellCases, strict } from '../../../generator/sql/spelling.ts';

export const conditions = {
  if: call`if`,
  case: spellCases,
  coalesce: call`coalesce`,
  nullif: call`nullIf`,
  // these two ignore NULL
  greatest: strict(call`greatest`),
  least: strict(call`least`),
} satisfies Spellings<ConditionName>;
