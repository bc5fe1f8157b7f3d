/** ClickHouse's functions of numbers. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { NumberFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { knownNumber } from '../../../generator/sql/known.ts';
import {
  atom,
  call,
  form,
  isAtLeastOne,
  isName,
  isNotZero,
  scaled,
} from '../../../generator/sql/spelling.ts';
import { numeral, quoteBackslashed, type Sql, sql } from '../../../generator/sql/sql.ts';

const numbers = {
  abs: call`abs`,
  // `sign` always returns an Int8
  sign: (args, { scalar }) =>
    SIGNS[scalar === 'float64' || scalar === 'decimal' ? scalar : 'int64'](args),
  // round() rounds half to even; the distance to the whole number is exact in floating point
  round: form`(trunc(${0}) + sign(${0}) * (abs(${0} - trunc(${0})) >= 0.5))`,
  // the greatest number below a half, because adding a half would carry that number to one
  round_to: scaled(form`trunc(${0} + sign(${0}) * 0.49999999999999994)`),
  round_exact: rounded,
  format_number: ([of = sql``], node) =>
    sql`if(abs(toFloat64(${of})) < 1e15, printf(${quoteBackslashed(`%.${knownNumber(node, 1)}f`)}, toFloat64(${of})), NULL)`,
  trunc_number: call`trunc`,
  floor: call`floor`,
  ceil: call`ceil`,
  mod: remainder,
  whole_divide: (args, { args: [, divisor] }) =>
    isAtLeastOne(divisor)
      ? form`intDiv(toInt64(${0}), ${1})`(args)
      : form`intDivOrNull(toInt64(${0}), ${1})`(args),
  pow: form`ifNotFinite(pow(${0}, ${1}), NULL)`,
  sqrt: form`ifNotFinite(sqrt(${0}), NULL)`,
  exp: form`ifNotFinite(exp(${0}), NULL)`,
  ln: form`ifNotFinite(log(${0}), NULL)`,
  log10: form`ifNotFinite(log10(${0}), NULL)`,
  sin: form`ifNotFinite(sin(${0}), NULL)`,
  cos: form`ifNotFinite(cos(${0}), NULL)`,
  tan: form`ifNotFinite(tan(${0}), NULL)`,
  asin: form`ifNotFinite(asin(${0}), NULL)`,
  acos: form`ifNotFinite(acos(${0}), NULL)`,
  atan: call`atan`,
  atan2: call`atan2`,
  bit_and: form`toInt64(bitAnd(${0}, ${1}))`,
  bit_or: form`toInt64(bitOr(${0}, ${1}))`,
  bit_count: form`toInt64(bitCount(toInt64(${0})))`,
} satisfies Spellings<NumberFunctionName>;
export default numbers;

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

/** Writes anything longer than a name only once. */
function rounded([of = sql``]: readonly Sql[], node: CallExpr<SqlExpr>): Sql {
  if (isName(of)) return roundedName(of, node);
  const x = sql`x`;
  return sql`arrayMap(${x} -> ${roundedName(x, node)}, [${of}])[1]`;
}

/** Halves are the values that a power of two makes whole. Only for them is a product with a power of ten exact. */
function roundedName(of: Sql, node: CallExpr<SqlExpr>): Sql {
  const digits = numeral(knownNumber(node, 1) ?? 0n);
  const two = numeral(2n ** ((knownNumber(node, 1) ?? 0n) + 1n));
  const half = numbers.round_to([of, digits], node);
  return sql`multiIf(${of} = trunc(${of}), ${of}, ${of} * ${two} = trunc(${of} * ${two}), ${half}, toFloat64(printf('%.${digits}f', ${of})))`;
}
