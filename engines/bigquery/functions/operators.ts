/** BigQuery's operators, and its functions that choose among values. */
import type { ConditionName, OperatorName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, STANDARD_OPERATORS, spellCases } from '../../../generator/sql/spelling.ts';
import { sql } from '../../../generator/sql/sql.ts';

export default {
  ...STANDARD_OPERATORS,
  divide: call`SAFE_DIVIDE`,
  // an AND inside the lower bound, such as in a CASE, would be read as the AND of BETWEEN
  between: ([of = sql``, low = sql``, high = sql``]) =>
    STANDARD_OPERATORS.between([of, / AND /.test(low.text) ? sql`(${low})` : low, high]),
  if: call`IF`,
  case: spellCases,
  coalesce: call`COALESCE`,
  nullif: call`NULLIF`,
  greatest: call`GREATEST`,
  least: call`LEAST`,
} satisfies Spellings<OperatorName | ConditionName>;
