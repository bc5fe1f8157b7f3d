/** Finds the data sets' columns whose values a column of an answer shows. Pages infer from their names what a value means. */

import type { CallExpr, ColumnExpr, Expr, RecordExpr } from '../../core/expr/expr.ts';
import type { PortableEndpoint } from '../../core/plan/endpoint.ts';
import { inputsRead, type Query } from '../../core/plan/query.ts';
import { computedAs } from './computed.ts';

/**
 * Returns the distinct names of these columns; for nested fields, the last part of the path. Values computed from columns do
 * not count.
 */
export function namesShown(
  endpoint: PortableEndpoint,
  expr: Expr | RecordExpr,
  query: Query = endpoint,
): readonly string[] {
  const names = valuesIn(expr).flatMap(column => {
    const read = computedAs(endpoint, column, inputsRead(query));
    return read === undefined
      ? column.path.slice(-1)
      : namesShown(endpoint, read.value, read.query);
  });
  return [...new Set(names)];
}

/** Returns the columns that may be the value itself, unchanged or converted to another type. */
function valuesIn(expr: Expr | RecordExpr): readonly ColumnExpr[] {
  if (expr.kind === 'column') return [expr];
  if (expr.kind === 'choice') return expr.cases.flatMap(({ result }) => valuesIn(result));
  return expr.kind === 'call' ? resultsOf(expr).flatMap(valuesIn) : [];
}

function resultsOf({ fn, args }: CallExpr<Expr>): readonly Expr[] {
  if (fn === 'if') return args.slice(1);
  // conditions and results alternate, and the last argument is the `else` result
  if (fn === 'case') return args.filter((_, at) => at % 2 === 1 || at === args.length - 1);
  return fn === 'coalesce' || CAST.test(fn) ? args : [];
}

const CAST = /_from_/;
