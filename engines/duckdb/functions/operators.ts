/** DuckDB's operators, and its functions that choose among values. */
import type { ConditionName, OperatorName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import {
  atom,
  call,
  form,
  quotient,
  STANDARD_OPERATORS,
  spellCases,
  strict,
} from '../../../generator/sql/spelling.ts';

export default {
  ...STANDARD_OPERATORS,
  // 1.0 / 0 is infinity here
  divide: quotient(form('multiplicative')`${atom(0)} / nullif(${1}, 0)`),
  if: form`CASE WHEN ${0} THEN ${1} ELSE ${2} END`,
  case: spellCases,
  coalesce: call`coalesce`,
  nullif: call`nullif`,
  // these two ignore NULL
  greatest: strict(call`greatest`),
  least: strict(call`least`),
} satisfies Spellings<OperatorName | ConditionName>;
