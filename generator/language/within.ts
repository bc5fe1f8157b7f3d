/** `x in step.column`: whether a value is among those of a step. */
import { suggestion } from '../core/diagnostics.ts';
import type { ColumnExpr, Expr } from '../core/expr.ts';
import type { Readable } from '../core/source.ts';
import { convert } from './coerce.ts';
import type { Context, Operand } from './context.ts';
import { placeOf } from './syntax/place.ts';
import type { Syntax } from './syntax/syntax.ts';

type Path = Extract<Syntax, { kind: 'path' }>;

/** The step that is meant behind `in`; `null` where a column, an output or nothing is. */
export function stepOfList(context: Context, list: Syntax): Readable | null {
  if (list.kind !== 'path') return null;
  const [first] = list.parts;
  const { from, outputNames, lookup } = context.scope;
  const isKnown =
    first === undefined ||
    from.columns.some(({ name }) => name === first.name) ||
    from.broken?.has(first.name) === true ||
    (list.parts.length === 1 && outputNames.includes(first.name));
  return isKnown ? null : (lookup?.(first.name, placeOf(context.text, first)) ?? null);
}

/** The column that a path names of a step. */
export function stepColumn(context: Context, path: Path, step: Readable): ColumnExpr | null {
  const [first, part, more] = path.parts;
  if (first === undefined) throw new Error('a path has a part');
  const names = step.columns.map(({ name }) => name);
  if (part === undefined) {
    const hint = `Name a column of it, as in \`${first.name}.${names[0] ?? 'id'}\`.`;
    return context.refuse('type-mismatch', first, `\`${first.name}\` is a step, not a list`, hint);
  }
  if (step.broken?.has(part.name) === true) return null;
  const column = step.columns.find(({ name }) => name === part.name);
  if (column === undefined || column.type === 'record' || more !== undefined) {
    const message = `The step \`${first.name}\` has no column \`${(more ?? part).name}\``;
    return context.refuse('unknown-column', more ?? part, message, suggestion(part.name, names));
  }
  const { name, type, nullable } = column;
  return { kind: 'column', relation: first.name, path: [name], scalar: type, nullable };
}

/** NULL where `x` is; values of the step that are NULL are passed over. */
export function within(context: Context, subject: Operand, column: ColumnExpr): Expr | null {
  const of = convert(context, subject, column.scalar);
  if (of === null) return null;
  return { kind: 'within', of, column, scalar: 'bool', nullable: of.nullable };
}
