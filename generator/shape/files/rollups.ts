/** Rollups of a data set: its entries counted by a step of time and some columns. */
import { map, oneOrMany } from '../kinds/list.ts';
import { needed, object, usually } from '../kinds/object.ts';
import { expression } from '../kinds/texts.ts';
import { keysNamed, part } from '../parts.ts';
import type { Of } from '../shape.ts';

const rollup = object({
  of: needed(expression('The required timestamp whose steps the entries are counted by.')),
  step: needed(part('step', 'The length of a step, a day or less.')),
  group_by: usually(
    oneOrMany(expression('A column or nested field.'), {
      description:
        'The columns by which entries are counted apart: those that endpoints filter or group by.',
    }),
    [],
  ),
  measures: usually(
    oneOrMany(expression('A measure of the data set, or an aggregate.'), {
      description: 'Aggregates that are kept beside the number of entries.',
    }),
    [],
  ),
});
export type RollupSpec = Of<typeof rollup>;

export const rollups = map(rollup, {
  names: keysNamed('name'),
  description:
    'Entries counted by a step of time, by name: endpoints read them where the rows are the same.',
});
