/** Filters that callers compose. */
import { FILTER_OPERATORS, NAMED_OPERATORS } from '../../core/plan/filters.ts';
import { listed } from '../../core/report/words.ts';
import { list, map } from '../kinds/list.ts';
import { needed, object, optional } from '../kinds/object.ts';
import { forbids, needs, not, unless } from '../kinds/rules.ts';
import { scalar } from '../kinds/scalar.ts';
import { expression, oneOf, placedFlag, prose, text, whole } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { keysNamed, part } from '../parts.ts';
import { as, described, type Of } from '../shape.ts';
import { IS_CHOICE } from './choice.ts';
import { when } from './predicate.ts';

const OPERATORS = `The operators that callers may use; by default all operators of its type except ${listed(
  NAMED_OPERATORS.map(name => `\`${name}\``),
  'and',
)}.`;
const operator = as(scalar(['string'], { enum: FILTER_OPERATORS }), (_, node, key, report) =>
  oneOf(FILTER_OPERATORS, OPERATORS).read(node, key, report),
);

const mapped = object(
  {
    of: needed(expression('The expression to compare, computed from the rows that are read.')),
    operators: optional(list(operator, { min: 1, description: OPERATORS })),
    by: optional(text('An enum parameter that chooses the operator.')),
    cases: optional(map(operator, { min: 1, description: 'The operator for each value of `by`.' })),
    max_length: optional(
      whole({
        minimum: 1,
        description: 'The maximum number of characters of a text or pattern.',
      }),
    ),
    ignore_case: optional(placedFlag('Whether comparisons ignore letter case.')),
    key: optional(placedFlag('Whether callers name a key of the map, as in `?label[region]=eu`.')),
    except: optional(
      as(
        described('When the filter is ignored.', object({ when: needed(when) })),
        ({ when }) => when,
      ),
    ),
    description: optional(prose('The meaning of the filter, for callers.')),
  },
  {
    rules: [
      unless(
        not(IS_CHOICE),
        needs('by', 'cases'),
        forbids(['operators'], () => ({
          what: 'cannot be combined with `by`',
          hint: 'Name the operators in `cases`.',
        })),
      ),
    ],
  },
);

const NOTHING_SAID = {
  operators: null,
  by: null,
  cases: null,
  maxLength: null,
  ignoreCase: null,
  key: null,
  except: null,
  description: null,
};

const filter = union(
  'An expression, or a mapping with an expression and options.',
  as(
    expression('The expression to compare.'),
    (of): Of<typeof mapped> => ({ of, ...NOTHING_SAID }),
  ),
  mapped,
);

/** An expression over the rows that are read. Callers compare it with the operators that they choose. */
export type FilterSpec = Of<typeof filter>;

export const filters = map(filter, {
  names: keysNamed('name'),
  description:
    'Conditions that callers compose, as in `?status__gte=400`: a name and its expression.',
});

export const match = oneOf(
  ['all', 'any'],
  'With `filters`: whether a row must meet all filters of a request, or at least one.',
  'all',
);

export const prefix = part('name', 'With `filters`: a prefix for the names of their parameters.');
