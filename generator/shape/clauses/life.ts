/** The owner of an endpoint, its groups, and the end of its names. */
import type { Report } from '../../core/report/diagnostics.ts';
import type { Located } from '../../core/spec/located.ts';
import { map, oneOrMany } from '../kinds/list.ts';
import { type FieldsOf, optional, usually } from '../kinds/object.ts';
import { forbids, has, type KeyRule, unless } from '../kinds/rules.ts';
import { proseText } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { keysNamed, part } from '../parts.ts';
import { as } from '../shape.ts';

/** An old name of an endpoint. */
export interface AliasSpec extends Located<string> {
  /** The day since which callers should use the new name; `null` if it is not known. */
  readonly since: Located<string> | null;
}

const day = (description: string) => part('day', description);

/** A list of names, or a mapping from names to days. */
const aliases = union<readonly AliasSpec[], readonly AliasSpec[]>(
  'Old names of the endpoint, for callers who still use them; as a mapping, each with the day since which callers should use the new name.',
  as(oneOrMany(part('endpointName'), { min: 1 }), names =>
    names.map(name => ({ ...name, since: null })),
  ),
  as(map(day('The day of the new name.'), { names: keysNamed('endpointName'), min: 1 }), entries =>
    entries.map(({ name, place, value }) => ({ value: name, place, since: value })),
  ),
);

export const LIFE = {
  aliases: usually(aliases, []),
  owner: optional(proseText('The owner of the endpoint, such as a team and its channel.')),
  tags: usually(
    oneOrMany(part('tag'), {
      min: 1,
      unique: true,
      description:
        'Groups that the endpoint belongs to. Keys may be limited to the endpoints of a tag.',
    }),
    [],
  ),
  deprecated: optional(day('The day since which callers should no longer use the endpoint.')),
  replaced_by: optional(
    part('endpointName', 'The endpoint that callers of a deprecated one should use instead.'),
  ),
  sunset: optional(day('The day from which a deprecated endpoint may be gone.')),
};
export type LifeFields = FieldsOf<typeof LIFE>;

/** Only a deprecated endpoint ends. */
export const ONLY_DEPRECATED: KeyRule = unless(
  has('deprecated'),
  forbids(['replaced_by', 'sunset'], label => ({
    what: 'can only be used with `deprecated`',
    hint: `Add \`deprecated\` with a day, or remove ${label}.`,
  })),
);

/** Reports an end before its announcement; days compare as texts. */
export function checkLife({ deprecated, sunset }: LifeFields, report: Report): void {
  if (deprecated === null || sunset === null || sunset.value >= deprecated.value) return;
  const message = `\`sunset\` is before \`deprecated\`, which is ${deprecated.value}`;
  report('clause-conflict', sunset.place, message, 'Use that day or a later one.');
}
