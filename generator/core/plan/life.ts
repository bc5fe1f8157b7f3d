/** The owner of an endpoint, its groups, and the end of its names. Days are UTC: `2026-01-15`. */

import { sentences } from '../report/words.ts';

export interface Life {
  /** Old names of the endpoint, if it has any. */
  readonly aliases?: readonly string[];
  /** The days since which callers should use the new name, by alias; without those that are not known. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Such as a team and its channel. */
  readonly owner?: string;
  /** The groups that it belongs to, if any. */
  readonly tags?: readonly string[];
  /** The day since which callers should no longer use it. */
  readonly deprecated?: string;
  /** The name of the endpoint that replaces it. */
  readonly replacedBy?: string;
  /** The day from which it may be gone. */
  readonly sunset?: string;
}

const MEMBERS = [
  'aliases',
  'renamed',
  'owner',
  'tags',
  'deprecated',
  'replacedBy',
  'sunset',
] as const satisfies readonly (keyof Life)[];

/** Returns only these members of an endpoint. */
export function lifeOf(of: Life): Life {
  return Object.fromEntries(
    MEMBERS.flatMap(name => (of[name] === undefined ? [] : [[name, of[name]]])),
  );
}

/** With the names of members that JSON has everywhere else. */
export interface ListedLife extends Omit<Life, 'replacedBy'> {
  readonly replaced_by?: string;
}

/** Returns the members that describe the life of an endpoint, and no others. */
export function listedLife(of: Life): ListedLife {
  const { replacedBy, ...same } = lifeOf(of);
  return replacedBy === undefined ? same : { ...same, replaced_by: replacedBy };
}

/**
 * Completes the word `deprecated`: since when, what callers should use instead, and when the endpoint ends. `null` if it is not
 * deprecated.
 */
export function describeEnd({ deprecated, replacedBy, sunset }: Life): string | null {
  if (deprecated === undefined) return null;
  return sentences(
    `since ${deprecated}.`,
    replacedBy === undefined ? null : `Use \`${replacedBy}\` instead.`,
    sunset === undefined ? null : `It may be gone from ${sunset} on.`,
  );
}
