/** Functions of numbers of ClickHouse. */
import type { NumberFunctionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, form } from '../../../generator/sql/spelling.ts';

export const numbers = {
  abs: call`abs`,
  // round() rounds half to even; the fraction's distance is exact in floating point
  round: form`(trunc(${0}) + sign(${0}) * (abs(${0} - trunc(${0})) >= 0.5))`,
  floor: call`floor`,
  ceil: call`ceil`,
} satisfies Spellings<NumberFunctionName>;
