/** Filters that callers compose. */
import { FILTER_OPERATORS, NAMED_OPERATORS } from '../../core/plan/filters.ts';
import { listed as inWords } from '../../core/report/words.ts';
import type { Entry, ExpressionText, Located } from '../../core/spec/located.ts';
import { map, oneOrMany } from '../kinds/list.ts';
import { needed, object, optional } from '../kinds/object.ts';
import { either, forbids, needs, not, rules, unless, unlessText, way } from '../kinds/rules.ts';
import { scalar } from '../kinds/scalar.ts';
import { expression, oneOf, placedFlag, proseText, text, whole } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { keysNamed, part } from '../parts.ts';
import { as, described, type Of, ruled, type Shape } from '../shape.ts';
import { IS_CHOICE } from './choice.ts';
import { when } from './predicate.ts';

const OPERATORS = `The operators that callers may use; by default all operators of its type except ${inWords(
  NAMED_OPERATORS.map(name => `\`${name}\``),
  'and',
)}.`;
const operator = as(scalar(['string'], { enum: FILTER_OPERATORS }), (_, node, key, report) =>
  oneOf(FILTER_OPERATORS, OPERATORS).read(node, key, report),
);

const OF = expression('The expression to compare, computed from the rows that are read.');

const OPTIONS = {
  operators: optional(oneOrMany(operator, { min: 1, description: OPERATORS })),
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
  description: optional(proseText('The meaning of the filter, for callers.')),
};

const CHOOSES = unless(
  not(IS_CHOICE),
  needs('by', 'cases'),
  forbids(['operators'], () => ({
    what: 'cannot be combined with `by`',
    hint: 'Name the operators in `cases`.',
  })),
);

const mapped = object({ of: needed(OF), ...OPTIONS }, { rules: [CHOOSES] });

const used = object(
  {
    use: optional(
      text('A filter of the data set in `from` to copy; the other keys change the copy.'),
    ),
    of: optional(
      expression(
        'The expression to compare, computed from the rows that are read; required without `use`.',
      ),
    ),
    ...OPTIONS,
  },
  { rules: [rules(unlessText(either(way('of'), way('use'))), CHOOSES)] },
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

/** An expression over the rows that are read. Callers compare it with the operators that they choose. */
export interface FilterSpec extends Of<typeof mapped> {
  /** The filter of the data set to copy. Until it is copied, `of` is its name. */
  readonly use: Located<string> | null;
}

const plain = as(
  expression('The expression to compare.'),
  (of): FilterSpec => ({ use: null, of, ...NOTHING_SAID }),
);

const own = union<FilterSpec, FilterSpec>(
  'An expression, or a mapping with an expression and options.',
  plain,
  as(mapped, of => ({ use: null, ...of })),
);

/** The filters of a data set, which bodies copy. */
export const sharedFilters = map(own, {
  names: keysNamed('name'),
  description: 'Filters by name, which endpoints that read the data set use.',
});

const written = union<FilterSpec, FilterSpec>(
  'An expression, or a mapping with an expression or a filter of the data set, and options.',
  plain,
  as(used, ({ use, of, ...options }): FilterSpec => {
    return { ...options, use, of: of ?? textOf(ruled(use)) };
  }),
);

/** An item of a list is a filter of the data set, under its own name. */
const listed = oneOrMany(
  as(part('name', 'A filter of the data set.'), (use, node): Entry<FilterSpec> => {
    const value = { use, of: textOf({ value: use.value, place: node.place }), ...NOTHING_SAID };
    return { name: use.value, place: node.place, value };
  }),
  { min: 1 },
);

function textOf({ value, place }: Located<string>): ExpressionText {
  return { value, place, at: offset => place.start + offset };
}

export const filtersShape: Shape<readonly Entry<FilterSpec>[]> = union(
  'Conditions that callers compose, as in `?status__gte=400`: a name and its expression, or a list of filters of the data set.',
  map(written, { names: keysNamed('name') }),
  listed,
);

export const match = oneOf(
  ['all', 'any'],
  'With `filters`: whether a row must meet all filters of a request, or at least one.',
  'all',
);

export const filterPrefix = part(
  'name',
  'With `filters`: a prefix for the names of their parameters.',
);
