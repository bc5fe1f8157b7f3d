/** Operators of BigQuery. */
import type { OperatorName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, STANDARD_OPERATORS } from '../../../generator/sql/spelling.ts';
import { sql } from '../../../generator/sql/sql.ts';

export const operators = {
  ...STANDARD_OPERATORS,
  divide: call`SAFE_DIVIDE`,
  // an AND inside of the lower bound, of a CASE say, would be read as that of BETWEEN
  between: ([of = sql``, low = sql``, high = sql``]) =>
    STANDARD_OPERATORS.between([of, / AND /.test(low.text) ? sql`(${low})` : low, high]),
} satisfies Spellings<OperatorName>;
