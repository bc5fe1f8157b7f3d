/** The expressions of columns of a SELECT. */
import type {
  AggregateExpr,
  ColumnExpr,
  RecordExpr,
  SqlExpr,
  WindowExpr,
} from '../../../core/expr/expr.ts';

export type BlockExpr = SqlExpr | RecordExpr | AggregateExpr<SqlExpr> | WindowExpr<SqlExpr>;
/** The expression of a column that this SELECT computes; `null` for any other column. */
export type FindInner = (column: ColumnExpr) => BlockExpr | null;
