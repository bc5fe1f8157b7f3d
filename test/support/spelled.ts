/** The expressions and columns that a dialect can write. */
import type { RecordExpr } from '../../generator/core/expr/expr.ts';
import { type AnyExpr, visitExpr } from '../../generator/core/expr/walk.ts';
import type { Field } from '../../generator/core/spec/source.ts';
import { searchedBy } from '../../generator/functions/searched.ts';
import { type Dialect, hasType, spells } from '../../generator/sql/dialect.ts';

/** Whether the dialect spells every function of an expression, and its engine has the types of all values in it. */
export function canWrite(dialect: Dialect, expr: AnyExpr | RecordExpr): boolean {
  let can = true;
  visitExpr(expr, part => {
    const fn = part.kind === 'call' || part.kind === 'aggregate' ? part.fn : 'stored';
    if (fn !== 'stored') can &&= spells(dialect, fn);
    can &&= hasType(dialect, part.scalar);
    const searched = part.kind === 'call' ? searchedBy(part) : null;
    if (searched !== null && dialect.pattern !== null)
      can &&= dialect.pattern(searched.pattern, searched.use) !== null;
  });
  return can;
}

/** Whether the engine of the dialect can store a column. */
export function canStore(dialect: Dialect, { type, fields }: Field): boolean {
  if (type === 'record') return fields.every(field => canStore(dialect, field));
  return hasType(dialect, type);
}
