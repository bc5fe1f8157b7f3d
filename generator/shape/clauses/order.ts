/** `order_by`, `limit` and `offset`. */
import type { CasesSpec, Located } from '../../core/spec/located.ts';
import { oneOrMany } from '../kinds/list.ts';
import { scalar } from '../kinds/scalar.ts';
import { expressionOf, paramOf } from '../kinds/texts.ts';
import { part } from '../parts.ts';
import { as, type Shape } from '../shape.ts';
import { orChoice } from './choice.ts';

export interface OrderSpec {
  readonly output: Located<string>;
  readonly descending: boolean;
}

/** Behind a name, which may contain spaces. */
const DIRECTION = / (?:asc|desc)$/i;

const sortKey: Shape<OrderSpec> = as(part('order'), (_, node) => {
  const { value: written, place, at } = expressionOf(node);
  const direction = DIRECTION.exec(written)?.[0] ?? '';
  const name = written.slice(0, written.length - direction.length);
  const output = { value: name, place: { ...place, start: at(0), end: at(name.length) } };
  return { output, descending: direction.toLowerCase() === ' desc' };
});

const sortKeys = oneOrMany(sortKey, { min: 1 });

type OrderItem = OrderSpec | CasesSpec<readonly OrderSpec[]>;

/** A choice instead of a list counts as a list with this one item. */
export const orderByShape: Shape<readonly OrderItem[]> = as(
  orChoice(
    'Output columns to sort by: `name`, `name asc` or `name desc`. It, or an item of a list, may be a choice whose cases are single sort keys or lists.',
    oneOrMany(orChoice('A sort key, or a choice among several.', sortKey, sortKeys)),
    sortKeys,
  ),
  (of): readonly OrderItem[] => ('by' in of ? [of] : of),
);

export const MAX_ROWS = 10_000;
/** The most rows that a caller may skip. */
export const MAX_OFFSET = 10_000;

const PARAM = '^@[A-Za-z_][A-Za-z0-9_]*$';

/** How many rows; a text names the parameter that sets the number. */
export type LimitSpec = Located<number | string>;

const oneLimit = as(
  scalar(
    ['integer', 'string'],
    { title: 'Limit', minimum: 1, maximum: MAX_ROWS, pattern: PARAM },
    {
      code: 'invalid-value',
      what: 'not a limit',
      hint: `Use a whole number from 1 to ${MAX_ROWS}, or a parameter such as \`@limit\`.`,
    },
  ),
  (node): LimitSpec =>
    typeof node.value === 'number' ? { value: node.value, place: node.place } : paramOf(node),
);

export const limitShape = orChoice(
  'How many rows to return, at most `max_rows`: a number, a parameter such as `@limit`, or a choice.',
  oneLimit,
  oneLimit,
);

export const offset = as(
  scalar(
    ['string'],
    {
      title: 'Offset',
      pattern: PARAM,
      description:
        "The parameter that sets how many rows are skipped before `limit` applies, such as `'@skip'`.",
    },
    {
      code: 'invalid-value',
      what: 'not an offset',
      hint: "Use a parameter, as in `offset: '@skip'`.",
      isNo: 'number',
    },
  ),
  paramOf,
);
