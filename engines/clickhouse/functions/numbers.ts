/** ClickHouse's functions of numbers. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr.ts';
import type { NumberFunctionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { atom, call, form, isNotZero, scaled } from '../../../generator/sql/spelling.ts';
import type { Sql } from '../../../generator/sql/sql.ts';

export const numbers = {
  abs: call`abs`,
  // `sign` always returns an Int8
  sign: (args, { scalar }) =>
    SIGNS[scalar === 'float64' || scalar === 'decimal' ? scalar : 'int64'](args),
  // round() rounds half to even; the distance to the whole number is exact in floating point
  round: form`(trunc(${0}) + sign(${0}) * (abs(${0} - trunc(${0})) >= 0.5))`,
  // the greatest number below a half, because adding a half would carry that number to one
  round_to: scaled(form`trunc(${0} + sign(${0}) * 0.49999999999999994)`),
  trunc_number: call`trunc`,
  floor: call`floor`,
  ceil: call`ceil`,
  mod: remainder,
  pow: form`ifNotFinite(pow(${0}, ${1}), NULL)`,
  sqrt: form`ifNotFinite(sqrt(${0}), NULL)`,
  exp: form`ifNotFinite(exp(${0}), NULL)`,
  ln: form`ifNotFinite(log(${0}), NULL)`,
  log10: form`ifNotFinite(log10(${0}), NULL)`,
  bit_and: form`toInt64(bitAnd(${0}, ${1}))`,
  bit_or: form`toInt64(bitOr(${0}, ${1}))`,
} satisfies Spellings<NumberFunctionName>;

const SIGNS = {
  int64: form`toInt64(sign(${0}))`,
  float64: form`toFloat64(sign(${0}))`,
  decimal: form`toDecimal128(sign(${0}), 9)`,
};

/** NULL for 0. The least number cannot be divided by -1, so 1 replaces -1: both leave the same rest. */
function remainder(args: readonly Sql[], { args: [, divisor] }: CallExpr<SqlExpr>): Sql {
  const isMinusOne = divisor?.kind === 'literal' && divisor.value === -1n;
  return isNotZero(divisor) && !isMinusOne
    ? form`toInt64(${atom(0)} % ${atom(1)})`(args)
    : form`moduloOrNull(${0}, if(${atom(1)} = -1, 1, ${1}))`(args);
}
