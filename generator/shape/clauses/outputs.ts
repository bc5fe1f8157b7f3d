/** The columns of an answer: `select` and `group_by`. */

import type { Place } from '../../core/report/diagnostics.ts';
import type { Entry, ExpressionText, Located, ValueSpec } from '../../core/spec/located.ts';
import { map, oneOrMany } from '../kinds/list.ts';
import { object, optional, usually } from '../kinds/object.ts';
import { forbids, needs, not, rules, unless } from '../kinds/rules.ts';
import { expression, expressionOf, flag, proseText, text } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { keysNamed, part } from '../parts.ts';
import { as, ruled, type Shape } from '../shape.ts';
import { chosenExpression, expressionCase, IS_CHOICE, optionalChoice } from './choice.ts';

/** An item of `select`: an expression with its settings. A plain list item selects the column of that name. */
export interface SelectSpec {
  readonly value: ValueSpec;
  readonly description: string | null;
  readonly unit: string | null;
  readonly hidden: boolean;
  readonly encode: EncodeSpec | null;
}
/** One encoding, or one for each of some fields of a record. */
export type EncodeSpec = Located<string> | FieldEncodeSpec;
interface FieldEncodeSpec {
  readonly place: Place;
  readonly fields: readonly Entry<Located<string>>[];
}

const KEYS = {
  ...optionalChoice(expressionCase),
  value: optional(
    chosenExpression(
      'An expression, or a choice among several; required without `by` and `cases`.',
    ),
  ),
  description: optional(proseText('The meaning of the column.')),
  unit: optional(proseText('The unit of the values, such as `ms`.')),
  encode: optional(
    union<EncodeSpec, EncodeSpec>(
      'How the value is written in JSON. A timestamp: `rfc3339` (default), `epoch_micros`, `epoch_millis` or `datetime`; an `int64`: `plain` (default) or `string`; a `decimal`: `plain` (default, a text) or `number`; any other type: `plain`. It also concerns the items of a list, the values of a map and those fields of a record that have the encoding; a mapping names fields by their paths.',
      text('One encoding.'),
      as(map(text('The encoding of the field.')), (fields, { place }) => ({ place, fields })),
    ),
  ),
};
const HIDDEN = usually(
  flag(
    'Whether the column is only computed, for other expressions and `order_by`, and never returned.',
  ),
  false,
);

const NOTHING_SAID = { description: null, unit: null, hidden: false, encode: null };

function checked(besideValue: readonly string[]) {
  return rules(
    unless(
      not(IS_CHOICE),
      needs('by', 'cases'),
      forbids(besideValue, () => ({
        what: 'cannot be combined with `by`',
        hint: 'Move the choice into `value`.',
      })),
    ),
    unless(IS_CHOICE, needs('value')),
  );
}

const BESIDE_VALUE = ['value', 'description', 'unit', 'encode'];
const group = as(object(KEYS, { rules: [checked(BESIDE_VALUE)] }), of => ({
  ...of,
  hidden: false,
}));
const column = object(
  { ...KEYS, hidden: HIDDEN },
  { rules: [checked([...BESIDE_VALUE, 'hidden'])] },
);

/** An expression, a choice of several, or a mapping that contains one of these and further keys. */
function output(mapped: typeof column | typeof group): Shape<SelectSpec> {
  return union<SelectSpec, SelectSpec>(
    'An expression, a choice among several, or a mapping with one of these and properties of the column.',
    as(expression('An expression of the portable language.'), value => ({
      ...NOTHING_SAID,
      value,
    })),
    as(mapped, ({ by, cases, value, description, unit, hidden, encode }, { place }) =>
      by === null
        ? { value: ruled(value), description, unit, hidden, encode }
        : { ...NOTHING_SAID, value: { place, by, cases: ruled(cases) } },
    ),
  );
}

const listed = oneOrMany(
  as(part('outputName', 'A column of the data set.'), (_, node) => columnOf(expressionOf(node))),
  { min: 1 },
);

export const groupByShape: Shape<readonly Entry<SelectSpec>[]> = union(
  'Columns to group by: a mapping of names to expressions, or a list of columns.',
  map(output(group), { names: keysNamed('outputName') }),
  listed,
);

export const selectShape: Shape<readonly Entry<SelectSpec>[]> = union(
  'The output columns: a mapping of names to expressions, or a list of columns. With groups it may be `{}`, which returns only the groups.',
  map(output(column), { names: keysNamed('outputName') }),
  listed,
);

/** An item of a list is always a column, even if its name means something else in an expression. */
function columnOf({ value: name, place, at }: ExpressionText): Entry<SelectSpec> {
  const value = { value: `\`${name}\``, place, at: (offset: number) => at(offset - 1) };
  return { name, place, value: { ...NOTHING_SAID, value } };
}
