/** `null` in one relation of a union, in place of a column that the others have. */
import type { SourceInput, StepInput } from '../../core/plan/query.ts';
import type { Field } from '../../core/spec/source.ts';
import { isScalar } from '../../core/types/scalar.ts';

/** Why `null` cannot replace a list or a map; `null` for other types. */
export function nullFault(
  name: string,
  parts: readonly (SourceInput | StepInput)[],
): string | null {
  const other = parts.find(part => part.nulls?.has(name) === true);
  const held = parts.find(part => {
    const type = typeOf(part, name) ?? 'record';
    return part !== other && part.nulls?.has(name) !== true && type !== 'record' && !isScalar(type);
  });
  if (held === undefined || other === undefined) return null;
  const type = typeOf(held, name) ?? '';
  return `\`${name}\` is \`${type}\` in \`${held.name}\`, which is never NULL, and \`null\` in \`${other.name}\``;
}

function typeOf({ columns }: SourceInput | StepInput, name: string): Field['type'] | undefined {
  return columns.find(column => column.name === name)?.type;
}
