/** ClickHouse's operators, and its functions that choose among values. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { ConditionName, OperatorName } from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import {
  atom,
  call,
  form,
  isNotZero,
  quotient,
  type Spelling,
  STANDARD_OPERATORS,
  spellCases,
  strict,
} from '../../../generator/sql/spelling.ts';
import { type Sql, sql } from '../../../generator/sql/sql.ts';

export default {
  ...STANDARD_OPERATORS,
  eq: ofOneZero(STANDARD_OPERATORS.eq),
  ne: ofOneZero(STANDARD_OPERATORS.ne),
  in: ofOneZero(STANDARD_OPERATORS.in),
  is_null: form`isNull(${0})`,
  is_not_null: form`isNotNull(${0})`,
  // division by zero is infinity here
  divide: quotient(form('multiplicative')`${atom(0)} / nullIf(${1}, 0)`),
  // a product of Decimal(38) wraps without an error
  multiply: (args, node) =>
    node.scalar === 'decimal' ? product(args, node) : STANDARD_OPERATORS.multiply(args),
  if: call`if`,
  case: spellCases,
  coalesce: call`coalesce`,
  nullif: call`nullIf`,
  // these two ignore NULL
  greatest: strict(call`greatest`),
  least: strict(call`least`),
} satisfies Spellings<OperatorName | ConditionName>;

/** IN, joins, and three equalities of one value, which become IN, compare floats by bits, in which 0 and -0 differ. The sum of -0 and 0 is 0. */
function ofOneZero(spelling: Spelling): CallSpelling {
  return (args, { args: nodes }) => {
    const isSafe = nodes.slice(1).every(isNotZero) || isNotZero(nodes[0]);
    const isFloat = (i: number) => nodes[i]?.scalar === 'float64' && !isNotZero(nodes[i]);
    const added = form('additive')`${atom(0)} + 0.0`;
    return spelling(isSafe ? args : args.map((arg, i) => (isFloat(i) ? added([arg]) : arg)));
  };
}

/** The product of a decimal and a whole number, in either order. */
function product(args: readonly Sql[], { args: nodes }: CallExpr<SqlExpr>): Sql {
  const factors = args.map((arg, i) =>
    nodes[i]?.scalar === 'decimal' ? sql`toDecimal256(${arg}, 9)` : arg,
  );
  return sql`toDecimal128(${STANDARD_OPERATORS.multiply(factors)}, 9)`;
}
