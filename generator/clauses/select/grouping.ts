/** Endpoints that group rows: the columns that an output may use outside aggregates. */

import type { Expr, RecordExpr } from '../../core/expr/expr.ts';
import { exprKey, mapParts } from '../../core/expr/walk.ts';
import type { Place } from '../../core/report/diagnostics.ts';
import type { ExpressionText } from '../../core/spec/located.ts';
import { type Field, fieldAt, type Readable } from '../../core/spec/source.ts';
import { libraryFunction } from '../../functions/library.ts';
import { isAggregateRule } from '../../functions/rule.ts';
import { parseExpression } from '../../language/syntax/parser.ts';
import { locateSpan } from '../../language/syntax/place.ts';
import { operands, type Syntax } from '../../language/syntax/syntax.ts';

/** The paths of columns in `expr` that are neither inside an aggregate nor part of one of `keys`. */
export function ungrouped(
  expr: Expr | RecordExpr,
  keys: ReadonlySet<string>,
  { joined }: Readable,
): readonly string[] {
  if (expr.kind === 'record') return [expr.path.join('.')];
  const found = new Set<string>();
  const visit = (part: Expr): Expr => {
    if (part.kind === 'aggregate' || keys.has(exprKey(part))) return part;
    if (part.kind === 'column') {
      const behind = joined?.has(part.relation) === true ? [part.relation] : [];
      found.add([...behind, ...part.path].join('.'));
    }
    return mapParts(part, visit);
  };
  visit(expr);
  return [...found];
}

/**
 * The place where an expression names a column outside aggregates. Returns `null` if the column comes from another output that the
 * expression names.
 */
export function placeOfColumn(
  text: ExpressionText,
  columns: readonly Field[],
  path: string,
): Place | null {
  const syntax = parseExpression(text, () => {});
  const found = syntax === null ? null : findPath(syntax, columns, path);
  return found === null ? null : locateSpan(text, found);
}

function findPath(syntax: Syntax, columns: readonly Field[], path: string): Syntax | null {
  if (syntax.kind === 'path') {
    const names = syntax.parts.map(part => part.name);
    const field = fieldAt(columns, names);
    return field !== undefined && (field.is ?? names).join('.') === path ? syntax : null;
  }
  if (syntax.kind === 'call' && syntax.modifiers.over === null && isAggregate(syntax.name.name))
    return null;
  for (const operand of operands(syntax)) {
    const found = findPath(operand, columns, path);
    if (found !== null) return found;
  }
  return null;
}

function isAggregate(name: string): boolean {
  const fn = libraryFunction(name);
  return fn !== null && isAggregateRule(fn.rule);
}
