/** Operators of BigQuery. */
import type { OperatorName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, STANDARD_OPERATORS } from '../../../generator/sql/spelling.ts';

export const operators = {
  ...STANDARD_OPERATORS,
  divide: call`SAFE_DIVIDE`,
} satisfies Spellings<OperatorName>;
