/** Functions that choose among values of ClickHouse. */
import type { ConditionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call } from '../../../generator/sql/spelling.ts';

export const conditions = {
  if: call`if`,
  coalesce: call`coalesce`,
  nullif: call`nullIf`,
} satisfies Spellings<ConditionName>;
