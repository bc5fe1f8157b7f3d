/** Prints structs as `gofmt` does. */
import { type Code, code } from '../../text/writer.ts';
import { aligned } from './text.ts';

/**
 * Declarations for the whole package, their names, and the imports that they need. The code is a function, because the names
 * are needed more often.
 */
export interface GoDeclaration {
  readonly names: readonly string[];
  readonly code: () => Code;
  readonly imports: readonly string[];
}
/** A field of a struct: its comment, and the cells of its line. */
export interface StructLine {
  readonly said: readonly Code[];
  readonly cells: readonly Code[];
}

/** Prints a struct, aligned as `gofmt` does: a comment begins a new group. */
export function printStruct(said: readonly Code[], name: Code, lines: readonly StructLine[]): Code {
  if (lines.length === 0) {
    return code`
      ${said}
      type ${name} struct{}
    `;
  }
  return code`
    ${said}
    type ${name} struct {
    	${groupsOf(lines).flatMap(group => [...(group[0]?.said ?? []), ...aligned(group.map(l => l.cells))])}
    }
  `;
}

function groupsOf(lines: readonly StructLine[]): readonly (readonly StructLine[])[] {
  const groups: StructLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last === undefined || line.said.length > 0) groups.push([line]);
    else last.push(line);
  }
  return groups;
}
