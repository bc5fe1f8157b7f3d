/** Builds JSON objects from the texts of their members, with the indentation of `JSON.stringify` by two spaces. */
import type { Parts } from '../../core/output/content.ts';

/** One or more members of an object, already indented. */
export type Member = Parts;

/** Prints the members of an object nested `depth` levels deep; none for an empty object. */
export function membersOf(object: object, depth: number): readonly Member[] {
  const text = membersText(object, depth);
  return text === null ? [] : [[text]];
}

/** Prints all members of an object as one text; `null` for an empty object. */
export function membersText(object: object, depth: number): string | null {
  if (Object.keys(object).length === 0) return null;
  let nested = object;
  // lists around the object indent it
  for (let level = 1; level < depth; level += 1) nested = [nested];
  // the brackets, breaks and spaces around the members, which are 2, 4, 6 … characters
  const around = depth * (depth + 1);
  return JSON.stringify(nested, null, 2).slice(around, -around);
}

/** Prints a member. `value` already has the indentation of its depth. */
export function member(name: string, value: Parts, depth: number): Member {
  return [`${indentation(depth)}${JSON.stringify(name)}: `, ...value];
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
