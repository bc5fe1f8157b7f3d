/** BigQuery's operators. */
import type { OperatorName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, STANDARD_OPERATORS } from '../../../generator/sql/spelling.ts';
import { sql } from '../../../generator/sql/sql.ts';

export const operators = {
  ...STANDARD_OPERATORS,
  divide: call`SAFE_DIVIDE`,
  // an AND inside the lower bound, such as in a CASE, would be read as the AND of BETWEEN
  between: ([of = sql``, low = sql``, high = sql``]) =>
    STANDARD_OPERATORS.between([of, / AND /.test(low.text) ? sql`(${low})` : low, high]),
} satisfies Spellings<OperatorName>;
