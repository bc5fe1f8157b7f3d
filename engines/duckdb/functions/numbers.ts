/** DuckDB's functions of numbers. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { NumberFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { knownNumber } from '../../../generator/sql/known.ts';
import { atom, call, form, isAtLeastOne, isName, scaled } from '../../../generator/sql/spelling.ts';
import { numeral, quoteDoubled, type Sql, sql } from '../../../generator/sql/sql.ts';

const numbers = {
  abs: call`abs`,
  // `sign` always returns a TINYINT
  sign: (args, { scalar }) =>
    SIGNS[scalar === 'float64' || scalar === 'decimal' ? scalar : 'int64'](args),
  round: call`round`,
  round_to: scaled(call`round`),
  round_exact: rounded,
  // it prints few digits of large numbers
  format_number: ([of = sql``], node) =>
    sql`CASE WHEN abs(CAST(${of} AS DOUBLE)) < 1e15 THEN printf(${quoteDoubled(`%.${knownNumber(node, 1)}f`)}, CAST(${of} AS DOUBLE)) END`,
  trunc_number: call`trunc`,
  floor: call`floor`,
  ceil: call`ceil`,
  mod: remainder,
  whole_divide: (args, { args: [, divisor] }) =>
    isAtLeastOne(divisor)
      ? form('multiplicative')`${atom(0)} // ${atom(1)}`(args)
      : form`TRY_CAST(CAST(${0} AS HUGEINT) // ${atom(1)} AS BIGINT)`(args),
  pow: form`CASE WHEN isfinite(pow(${0}, ${1})) THEN pow(${0}, ${1}) END`,
  // these fail outside their domains
  sqrt: form`sqrt(CASE WHEN ${atom(0)} >= 0 THEN ${0} END)`,
  exp: form`nullif(exp(${0}), 'inf'::DOUBLE)`,
  ln: form`ln(CASE WHEN ${atom(0)} > 0 THEN ${0} END)`,
  log10: form`log10(CASE WHEN ${atom(0)} > 0 THEN ${0} END)`,
  sin: form`sin(CASE WHEN isfinite(${0}) THEN ${0} END)`,
  cos: form`cos(CASE WHEN isfinite(${0}) THEN ${0} END)`,
  tan: form`tan(CASE WHEN isfinite(${0}) THEN ${0} END)`,
  asin: form`asin(CASE WHEN abs(${0}) <= 1 THEN ${0} END)`,
  acos: form`acos(CASE WHEN abs(${0}) <= 1 THEN ${0} END)`,
  atan: call`atan`,
  atan2: call`atan2`,
  bit_and: form`(${atom(0)} & ${atom(1)})`,
  bit_or: form`(${atom(0)} | ${atom(1)})`,
  bit_count: form`CAST(bit_count(CAST(${0} AS BIGINT)) AS BIGINT)`,
} satisfies Spellings<NumberFunctionName>;
export default numbers;

const SIGNS = {
  int64: form`CAST(sign(${0}) AS BIGINT)`,
  float64: form`CAST(sign(${0}) AS DOUBLE)`,
  decimal: form`CAST(sign(${0}) AS DECIMAL(38, 9))`,
};

/** NULL for 0. The least number cannot be divided by -1, so 1 replaces -1: both leave the same rest. */
function remainder(args: readonly Sql[], { args: [, divisor] }: CallExpr<SqlExpr>): Sql {
  return divisor?.kind === 'literal' && divisor.value !== -1n
    ? form('multiplicative')`${atom(0)} % ${atom(1)}`(args)
    : form('multiplicative')`${atom(0)} % CASE WHEN ${atom(1)} = -1 THEN 1 ELSE ${1} END`(args);
}

/** Writes anything longer than a name only once. */
function rounded([of = sql``]: readonly Sql[], node: CallExpr<SqlExpr>): Sql {
  if (isName(of)) return roundedName(of, node);
  const x = sql`x`;
  return sql`list_transform([${of}], lambda ${x}: ${roundedName(x, node)})[1]`;
}

/** Halves are the values that a power of two makes whole. Only for them is a product with a power of ten exact. */
function roundedName(of: Sql, node: CallExpr<SqlExpr>): Sql {
  const digits = numeral(knownNumber(node, 1) ?? 0n);
  const two = numeral(2n ** ((knownNumber(node, 1) ?? 0n) + 1n));
  const half = numbers.round_to([of, digits], node);
  return sql`CASE WHEN ${of} = trunc(${of}) THEN ${of} WHEN ${of} * ${two} = trunc(${of} * ${two}) THEN ${half} ELSE CAST(printf('%.${digits}f', ${of}) AS DOUBLE) END`;
}
