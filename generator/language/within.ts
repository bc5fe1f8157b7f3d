/** `x in step.column`: whether a value is in a column of a step or a data set. */

import type { ColumnExpr, Expr } from '../core/expr/expr.ts';
import { suggestion } from '../core/report/diagnostics.ts';
import type { Readable } from '../core/spec/source.ts';
import { convert } from './coerce.ts';
import type { CheckContext, Operand } from './context.ts';
import { resolvePath } from './names.ts';
import { locateSpan } from './syntax/place.ts';
import type { Syntax } from './syntax/syntax.ts';

type Path = Extract<Syntax, { kind: 'path' }>;

/** The step or data set after `in`. Returns `null` if the path names a column, an output or nothing. */
export function stepOfList(context: CheckContext, list: Syntax): Readable | null {
  if (list.kind !== 'path') return null;
  const [first] = list.parts;
  const { from, outputNames, lookup } = context.scope;
  const isKnown =
    first === undefined ||
    from.columns.some(({ name }) => name === first.name) ||
    from.broken?.has(first.name) === true ||
    (list.parts.length === 1 && outputNames.includes(first.name));
  return isKnown ? null : (lookup?.(first.name, locateSpan(context.text, first)) ?? null);
}

/** The column that a path names in a step or a data set. */
export function stepColumn(context: CheckContext, path: Path, step: Readable): ColumnExpr | null {
  const [first, part, more] = path.parts;
  if (first === undefined) throw new Error('a path has a part');
  const names = step.columns.map(({ name }) => name);
  if (part === undefined) {
    const hint = `Name a column of it, as in \`${first.name}.${names[0] ?? 'id'}\`.`;
    const what = isSource(step) ? 'data set' : 'step';
    const message = `\`${first.name}\` is a ${what}, not a list`;
    return context.refuse('type-mismatch', first, message, hint);
  }
  if (isSource(step)) return fieldOf(context, path, step);
  if (step.broken?.has(part.name) === true) return null;
  const column = step.columns.find(({ name }) => name === part.name);
  if (column?.type === 'record') return fieldOf(context, path, step);
  if (column === undefined || more !== undefined) {
    const message = `The step \`${first.name}\` has no column \`${(more ?? part).name}\``;
    return context.refuse('unknown-column', more ?? part, message, suggestion(part.name, names));
  }
  const { name, type, nullable } = column;
  return { kind: 'column', relation: first.name, path: [name], scalar: type, nullable };
}

/** Whether the name was found as a data set, not as a step. */
function isSource(of: Readable): boolean {
  return 'source' in of;
}

/** A column of a data set, or a field of a record. */
function fieldOf(context: CheckContext, { parts, start, end }: Path, from: Readable) {
  const scope = { ...context.scope, from, output: () => null, outputNames: [] };
  const column = resolvePath({ ...context, scope }, parts.slice(1));
  if (column === null || column.kind === 'column') return column;
  const [{ name } = { name: '' }] = parts;
  const message = `\`in\` needs a column of single values, and this is not one of \`${name}\``;
  const hint = 'Name a column or a field of a single value, or compute one in a step.';
  return context.refuse('type-mismatch', { start, end }, message, hint);
}

/** NULL if `x` is NULL; NULLs in the column are ignored. */
export function checkMembership(
  context: CheckContext,
  subject: Operand,
  column: ColumnExpr,
): Expr | null {
  const of = convert(context, subject, column.scalar);
  if (of === null) return null;
  return { kind: 'within', of, column, scalar: 'bool', nullable: of.nullable };
}
