/** Functions of numbers of BigQuery. */
import type { NumberFunctionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call } from '../../../generator/sql/spelling.ts';

export const numbers = {
  abs: call`ABS`,
  round: call`ROUND`,
  floor: call`FLOOR`,
  ceil: call`CEIL`,
} satisfies Spellings<NumberFunctionName>;
