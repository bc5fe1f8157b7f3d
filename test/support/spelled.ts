/** What a dialect has spellings for. */
import type { RecordExpr } from '../../generator/core/expr.ts';
import { FUNCTIONS } from '../../generator/core/functions.ts';
import { type AnyExpr, visitExpr } from '../../generator/core/walk.ts';
import type { Dialect } from '../../generator/sql/dialect.ts';

/** The functions and aggregates of an expression. */
export function functionsOfExpr(expr: AnyExpr | RecordExpr): readonly string[] {
  const found: string[] = [];
  visitExpr(expr, part => {
    if (part.kind === 'call' || part.kind === 'aggregate') found.push(part.fn);
  });
  return found;
}

/** Whether the dialect has a spelling for a function or an aggregate. */
export function spells({ functions, aggregates }: Dialect, name: string): boolean {
  const isFunction = (FUNCTIONS as readonly string[]).includes(name);
  const spellings: Readonly<Record<string, unknown>> = isFunction ? functions : aggregates;
  return spellings[name] !== null;
}
