/** Builds JSON objects from the texts of their members, with the indentation of `JSON.stringify` by two spaces. */
import type { Parts } from '../../core/output/content.ts';

/** One or more members of an object, already indented. */
export type Member = Parts;

/** Prints the members of an object nested `depth` levels deep. */
export function membersOf(object: object, depth: number): readonly Member[] {
  return Object.entries(object).map(([name, value]) => {
    const text = JSON.stringify(value, null, 2).replaceAll('\n', `\n${indentation(depth)}`);
    return member(name, [text], depth);
  });
}

/** Prints a member. `value` already has the indentation of its depth. */
export function member(name: string, value: Parts, depth: number): Member {
  return [`${indentation(depth)}${JSON.stringify(name)}: `, ...value];
}

/** Prints all members of an object as one text; `null` for an empty object. */
export function membersText(object: object, depth: number): string | null {
  const members = membersOf(object, depth);
  return members.length === 0 ? null : members.map(parts => parts.join('')).join(',\n');
}

/** Prints the object with these members. */
export function objectParts(members: readonly Member[], depth: number): Parts {
  if (members.length === 0) return ['{}'];
  const inner = members.flatMap((member, at) => (at === 0 ? member : [',\n', ...member]));
  return ['{\n', ...inner, `\n${indentation(depth - 1)}}`];
}

function indentation(depth: number): string {
  return '  '.repeat(depth);
}
