/** DuckDB's operators. */
import type { OperatorName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { atom, form, quotient, STANDARD_OPERATORS } from '../../../generator/sql/spelling.ts';

export const operators = {
  ...STANDARD_OPERATORS,
  // 1.0 / 0 is infinity here
  divide: quotient(form('multiplicative')`${atom(0)} / nullif(${1}, 0)`),
} satisfies Spellings<OperatorName>;
