/** PostgreSQL's functions of numbers. Its own fail where a result is too large, too small or undefined. */
import type { NumberFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { knownNumber } from '../../../generator/sql/known.ts';
import { atom, call, form, isAtLeastOne, scaled } from '../../../generator/sql/spelling.ts';
import { numeral, operand, type Sql, sql, word } from '../../../generator/sql/sql.ts';
import { roundedFloat } from './casts.ts';

/** The largest and the least exponent of e whose power is a float other than 0. */
export const MOST = sql`709.782712893384`;
export const LEAST = sql`-745.13`;

export default {
  abs: call`abs`,
  // `sign` of a whole number is a float
  sign: (args, { scalar }) => (scalar === 'int64' ? form`sign(${0})::bigint` : call`sign`)(args),
  round: ([of = sql``], { scalar }) =>
    scalar === 'float64' ? roundedFloat(of) : sql`round(${of})`,
  round_to: scaled(([of = sql``]) => sql`(${roundedFloat(of)})`),
  round_exact: ([of = sql``], node) => {
    const exact = sql`round(${exactNumeric(of)}, ${numeral(knownNumber(node, 1) ?? 0n)})::float8`;
    return sql`CASE WHEN ${operand(of, 'primary')} = trunc(${of}) THEN ${of} ELSE ${exact} END`;
  },
  format_number: ([of = sql``], node) => formatted(of, knownNumber(node, 1) ?? 0n),
  trunc_number: call`trunc`,
  floor: call`floor`,
  ceil: call`ceil`,
  mod: form('multiplicative')`${atom(0)} % nullif(${1}, 0)`,
  whole_divide: (args, { args: [, divisor] }) =>
    isAtLeastOne(divisor)
      ? form('multiplicative')`${atom(0)} / ${atom(1)}`(args)
      : form`CASE WHEN ${atom(1)} = -1 THEN CASE WHEN ${atom(0)} > -9223372036854775808 THEN -${atom(0)} END ELSE ${atom(0)} / nullif(${1}, 0) END`(
          args,
        ),
  pow: form`CASE WHEN ${atom(1)} IS NULL OR ${atom(0)} = 0 AND ${atom(1)} < 0 OR ${atom(0)} < 0 AND ${atom(1)} <> trunc(${1}) THEN NULL WHEN ${atom(0)} = 0 THEN power(0::float8, ${1}) WHEN least(greatest(${1}, -1e10), 1e10) * ln(abs(${0})) > ${MOST} THEN NULL WHEN least(greatest(${1}, -1e10), 1e10) * ln(abs(${0})) < ${LEAST} THEN 0 ELSE power(${atom(0)}::float8, ${1}) END`,
  sqrt: form`sqrt(CASE WHEN ${atom(0)} >= 0 THEN ${atom(0)}::float8 END)`,
  exp: form`CASE WHEN ${atom(0)} > ${MOST} THEN NULL WHEN ${atom(0)} < ${LEAST} THEN 0 ELSE exp(${atom(0)}::float8) END`,
  ln: form`ln(CASE WHEN ${atom(0)} > 0 THEN ${atom(0)}::float8 END)`,
  log10: form`log(CASE WHEN ${atom(0)} > 0 THEN ${atom(0)}::float8 END)`,
  sin: form`sin(CASE WHEN abs(${0}) < 'Infinity' THEN ${atom(0)}::float8 END)`,
  cos: form`cos(CASE WHEN abs(${0}) < 'Infinity' THEN ${atom(0)}::float8 END)`,
  tan: form`tan(CASE WHEN abs(${0}) < 'Infinity' THEN ${atom(0)}::float8 END)`,
  asin: form`asin(CASE WHEN abs(${0}) <= 1 THEN ${atom(0)}::float8 END)`,
  acos: form`acos(CASE WHEN abs(${0}) <= 1 THEN ${atom(0)}::float8 END)`,
  atan: form`atan(${atom(0)}::float8)`,
  atan2: form`atan2(${atom(0)}::float8, ${atom(1)}::float8)`,
  bit_and: form`(${atom(0)} & ${atom(1)})`,
  bit_or: form`(${atom(0)} | ${atom(1)})`,
  bit_count: form`bit_count((${0})::bigint::bit(64))`,
} satisfies Spellings<NumberFunctionName>;

/** Rounds halves to even digits: twice the rounded half of a number whose last digit is 5 is even. */
function formatted(of: Sql, digits: bigint): Sql {
  const places = numeral(digits);
  const halves = numeral(2n * 10n ** digits);
  const rounded = sql`CASE WHEN exact * ${halves} % 2 = 1 THEN 2 * round(exact / 2, ${places}) ELSE round(exact, ${places}) END`;
  const given = sql`(SELECT ${operand(of, 'primary')}::float8 AS number OFFSET 0) AS given`;
  const exact = sql`(SELECT number, ${exactNumeric(sql`abs(number)`)} AS exact FROM ${given} WHERE abs(number) < 1e15 OFFSET 0) AS given`;
  return sql`(SELECT CASE WHEN number < 0 OR number::text = '-0' THEN '-' ELSE '' END || (${rounded})::text FROM ${exact})`;
}

/** 2^-53 and 2^-106 have finite decimals. */
const [HIGH, LOW] = [53n, 106n].map(bits => {
  const digits = (5n ** bits).toString().padStart(Number(bits), '0');
  return sql`0.${word(digits)}`;
});

/** All digits of a float with a fraction: the engine's own cast keeps fifteen. The first 106 bits of the fraction decide any rounding. */
function exactNumeric(of: Sql): Sql {
  const x = operand(of, 'additive');
  const scaledFraction = sql`(${x} - trunc(${of})) * 9007199254740992`;
  const high = sql`trunc(${scaledFraction})`;
  const low = sql`trunc((${scaledFraction} - ${high}) * 9007199254740992)`;
  return sql(
    'additive',
  )`trunc(${of})::bigint + ${high}::bigint * ${HIGH ?? sql``} + ${low}::bigint * ${LOW ?? sql``}`;
}

/** The same for a float below 10^29, which may have more than 53 bits before its point. */
export function wideNumeric(of: Sql): Sql {
  const x = operand(of, 'multiplicative');
  const high = sql`trunc(${x} / 9007199254740992)`;
  const rest = sql`(${x} - ${high} * 9007199254740992)`;
  return sql('additive')`${high}::bigint::numeric * 9007199254740992 + ${exactNumeric(rest)}`;
}
