/** ClickHouse's operators. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { OperatorName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { atom, form, quotient, STANDARD_OPERATORS } from '../../../generator/sql/spelling.ts';
import { type Sql, sql } from '../../../generator/sql/sql.ts';

export const operators = {
  ...STANDARD_OPERATORS,
  is_null: form`isNull(${0})`,
  is_not_null: form`isNotNull(${0})`,
  // division by zero is infinity here
  divide: quotient(form('multiplicative')`${atom(0)} / nullIf(${1}, 0)`),
  // a product of Decimal(38) wraps without an error
  multiply: (args, node) =>
    node.scalar === 'decimal' ? product(args, node) : STANDARD_OPERATORS.multiply(args),
} satisfies Spellings<OperatorName>;

/** The product of a decimal and a whole number, in either order. */
function product(args: readonly Sql[], { args: nodes }: CallExpr<SqlExpr>): Sql {
  const factors = args.map((arg, i) =>
    nodes[i]?.scalar === 'decimal' ? sql`toDecimal256(${arg}, 9)` : arg,
  );
  return sql`toDecimal128(${STANDARD_OPERATORS.multiply(factors)}, 9)`;
}
