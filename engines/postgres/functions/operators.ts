/** PostgreSQL's operators, and its functions that choose among values. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { ConditionName, OperatorName } from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import {
  atom,
  call,
  form,
  isNotZero,
  type Spelling,
  STANDARD_OPERATORS,
  spellCases,
  strict,
} from '../../../generator/sql/spelling.ts';
import { operand, sql } from '../../../generator/sql/sql.ts';
import { byCodePoints } from './collation.ts';

/** The grammar has no COLLATE in the lower bound but between parentheses. */
const BETWEEN_TEXTS = form('comparison')`${atom(0)} BETWEEN (${1}) AND ${atom(2)}`;

export default {
  ...STANDARD_OPERATORS,
  lt: ordered(STANDARD_OPERATORS.lt),
  le: ordered(STANDARD_OPERATORS.le),
  gt: ordered(STANDARD_OPERATORS.gt),
  ge: ordered(STANDARD_OPERATORS.ge),
  between: (args, node) => {
    const isText = node.args[1]?.scalar === 'string';
    return ordered(isText ? BETWEEN_TEXTS : STANDARD_OPERATORS.between)(args, node);
  },
  add: wide(STANDARD_OPERATORS.add),
  subtract: wide(STANDARD_OPERATORS.subtract),
  multiply: wide(STANDARD_OPERATORS.multiply),
  // whole numbers are divided without a fraction, and a division by zero fails
  divide: (args, { args: [left, right], scalar }) => {
    const [of = sql``, by = sql``] = args;
    const isFloat = left?.scalar === 'float64';
    const dividend =
      scalar === 'float64' && !isFloat
        ? sql`${operand(of, 'primary')}::float8`
        : operand(of, 'multiplicative');
    const divisor = isNotZero(right) ? operand(by, 'primary') : sql`nullif(${by}, 0)`;
    return sql('multiplicative')`${dividend} / ${divisor}`;
  },
  if: form`CASE WHEN ${0} THEN ${1} ELSE ${2} END`,
  case: spellCases,
  coalesce: call`coalesce`,
  nullif: call`nullif`,
  // these two ignore NULL
  greatest: ofTexts(strict(call`greatest`)),
  least: ofTexts(strict(call`least`)),
} satisfies Spellings<OperatorName | ConditionName>;

function ofTexts(spelling: CallSpelling): CallSpelling {
  return (args, node) =>
    spelling(
      args.map((arg, i) => (i === 0 && node.scalar === 'string' ? byCodePoints(arg) : arg)),
      node,
    );
}

/** Texts are compared by code points, in a database of any collation. */
function ordered(spelling: Spelling): CallSpelling {
  return (args, { args: nodes }) =>
    spelling(args.map((arg, i) => (nodes[i]?.scalar === 'string' ? byCodePoints(arg) : arg)));
}

/** A number in the text of a statement is an `integer`, and so is the result for two of them. */
function wide(spelling: Spelling): CallSpelling {
  return (args, { scalar, args: [left] }) => {
    if (scalar !== 'int64' || left === undefined || isWide(left)) return spelling(args);
    return spelling(args.with(0, form`${atom(0)}::bigint`(args)));
  };
}

/** Whether the engine knows a `bigint`. */
function isWide(expr: SqlExpr): boolean {
  if (expr.kind === 'column' || expr.kind === 'param') return true;
  return expr.kind === 'call' && isSum(expr);
}

function isSum({ fn }: CallExpr<SqlExpr>): boolean {
  return fn === 'add' || fn === 'subtract' || fn === 'multiply';
}
