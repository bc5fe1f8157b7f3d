/** BigQuery's functions of numbers. */
import type { NumberFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { atom, call, form, isNotZero, scaled } from '../../../generator/sql/spelling.ts';

export default {
  abs: call`ABS`,
  sign: call`SIGN`,
  round: call`ROUND`,
  round_to: scaled(call`ROUND`),
  round_exact: call`ROUND`,
  format_number: form`IF(ABS(CAST(${0} AS FLOAT64)) < 1e15, FORMAT('%.*f', ${1}, CAST(${0} AS FLOAT64)), NULL)`,
  trunc_number: call`TRUNC`,
  floor: call`FLOOR`,
  ceil: call`CEIL`,
  mod: (args, { args: [, divisor] }) =>
    isNotZero(divisor) ? call`MOD`(args) : form`MOD(${0}, NULLIF(${1}, 0))`(args),
  whole_divide: call`SAFE.DIV`,
  // these fail outside their domains
  pow: call`SAFE.POW`,
  sqrt: call`SAFE.SQRT`,
  exp: call`SAFE.EXP`,
  ln: call`SAFE.LN`,
  log10: call`SAFE.LOG10`,
  sin: form`IF(ABS(${0}) < CAST('inf' AS FLOAT64), SIN(${0}), NULL)`,
  cos: form`IF(ABS(${0}) < CAST('inf' AS FLOAT64), COS(${0}), NULL)`,
  tan: form`IF(ABS(${0}) < CAST('inf' AS FLOAT64), TAN(${0}), NULL)`,
  asin: form`IF(ABS(${0}) <= 1, ASIN(${0}), NULL)`,
  acos: form`IF(ABS(${0}) <= 1, ACOS(${0}), NULL)`,
  atan: call`ATAN`,
  atan2: call`ATAN2`,
  bit_and: form`(${atom(0)} & ${atom(1)})`,
  bit_or: form`(${atom(0)} | ${atom(1)})`,
  bit_count: call`BIT_COUNT`,
} satisfies Spellings<NumberFunctionName>;
