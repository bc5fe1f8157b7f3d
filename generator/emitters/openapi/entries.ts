/** Objects of JSON made of the texts of their members, as `JSON.stringify` indents them by two spaces. */
import type { Parts } from '../../core/content.ts';

/** A member of an object, or several, as they stand there. */
export type Member = Parts;

/** The members of an object that stand inside as many others as `depth` says. */
export function membersOf(object: object, depth: number): readonly Member[] {
  return Object.entries(object).map(([name, value]) => {
    const text = JSON.stringify(value, null, 2).replaceAll('\n', `\n${indentation(depth)}`);
    return member(name, [text], depth);
  });
}

/** A member with that value, which has the indentation of its place. */
export function member(name: string, value: Parts, depth: number): Member {
  return [`${indentation(depth)}${JSON.stringify(name)}: `, ...value];
}

/** All members of an object in one text; none of an empty one. */
export function membersText(object: object, depth: number): string | null {
  const members = membersOf(object, depth);
  return members.length === 0 ? null : members.map(parts => parts.join('')).join(',\n');
}

/** The object with those members. */
export function objectParts(members: readonly Member[], depth: number): Parts {
  if (members.length === 0) return ['{}'];
  const inner = members.flatMap((member, at) => (at === 0 ? member : [',\n', ...member]));
  return ['{\n', ...inner, `\n${indentation(depth - 1)}}`];
}

function indentation(depth: number): string {
  return '  '.repeat(depth);
}
