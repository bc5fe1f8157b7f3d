/** Functions of numbers of DuckDB. */
import type { NumberFunctionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call } from '../../../generator/sql/spelling.ts';

export const numbers = {
  abs: call`abs`,
  round: call`round`,
  floor: call`floor`,
  ceil: call`ceil`,
} satisfies Spellings<NumberFunctionName>;
