/** Further relations that a body reads, under the names of their entries. */
import { map } from '../kinds/list.ts';
import { object, optional, usually } from '../kinds/object.ts';
import { forbids, has, needs, not, rules, unless } from '../kinds/rules.ts';
import { expression, flag, oneOf, text } from '../kinds/texts.ts';
import { keysNamed } from '../parts.ts';
import { as, described, type Of } from '../shape.ts';
import { retentionShape } from './time.ts';

export const UNSCOPED =
  'Whether the rows of all tenants are read, although the data set has a `scope`.';

const entry = object(
  {
    of: optional(text('The data set or step to join.')),
    each: optional(
      expression(
        'Instead of `of`: a list. Its items are joined to their row, one row per item, under the name of the entry.',
      ),
    ),
    on: optional(expression('A condition on columns, with an equality between the two sides.')),
    kind: optional(
      oneOf(
        ['left', 'inner'],
        '`left` keeps rows without a match, with NULL in the joined columns; `inner` drops them. The default is `left`, or `inner` with `each`.',
      ),
    ),
    many: usually(
      flag(
        'Whether a row may match several rows; otherwise quern must be able to prove that it matches at most one.',
      ),
      false,
    ),
    retention: optional(
      described(
        'Rows of the joined relation must be newer than now minus the window.',
        retentionShape,
      ),
    ),
    unscoped: usually(flag(UNSCOPED), false),
  },
  {
    rules: [
      rules(
        unless(has('each'), needs('of')),
        unless(
          not(has('each')),
          forbids(['of', 'on', 'many', 'retention', 'unscoped'], label => ({
            what: 'cannot be combined with `each`',
            hint: `Remove ${label}, or \`each\`.`,
          })),
        ),
      ),
    ],
    description:
      'A data set, step or list to join. Expressions read its columns as `entry.column`, with the name of the entry.',
  },
);

const joined = as(entry, of => {
  const kind: 'left' | 'inner' = of.kind?.value ?? (of.each === null ? 'left' : 'inner');
  return { ...of, kind };
});
/** A further relation that a body reads, under the name of its entry. */
export type JoinSpec = Of<typeof joined>;

export const joinShape = map(joined, {
  names: keysNamed('name'),
  description: 'Relations to join, in this order.',
});
