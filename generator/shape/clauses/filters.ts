/** Filters that callers compose. */
import { FILTER_OPERATORS, NAMED_OPERATORS } from '../../core/plan/filters.ts';
import { listed as inWords } from '../../core/report/words.ts';
import type { Entry, ExpressionText, Located } from '../../core/spec/located.ts';
import { map, oneOrMany } from '../kinds/list.ts';
import { needed, object, optional } from '../kinds/object.ts';
import { forbids, has, mappingWith, needs, not, rules, unless } from '../kinds/rules.ts';
import { scalar } from '../kinds/scalar.ts';
import { expression, oneOf, placedFlag, proseText, text, whole } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { keysNamed, part } from '../parts.ts';
import { as, described, type Of, type Shape } from '../shape.ts';
import { IS_CHOICE } from './choice.ts';
import { when } from './predicate.ts';

const OPERATORS = `The operators that callers may use; by default all operators of its type except ${inWords(
  NAMED_OPERATORS.map(name => `\`${name}\``),
  'and',
)}.`;
const operator = as(scalar(['string'], { enum: FILTER_OPERATORS }), (_, node, key, report) =>
  oneOf(FILTER_OPERATORS, OPERATORS).read(node, key, report),
);

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

const OF_OR_NAME = optional(
  expression(
    'The expression to compare, computed from the rows that are read; without it, the column that has the name of the filter.',
  ),
);

const mapped = object({ of: OF_OR_NAME, ...OPTIONS }, { rules: [CHOOSES] });

const used = object(
  {
    of: OF_OR_NAME,
    use: optional(
      text(
        'A filter of the data set in `from` to copy, under another name; the other keys change the copy.',
      ),
    ),
    ...OPTIONS,
  },
  {
    rules: [
      rules(
        unless(
          not(mappingWith(has('use'))),
          forbids(['of'], () => ({
            what: 'cannot be combined with `use`',
            hint: 'Remove one of them.',
          })),
        ),
        CHOOSES,
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

/** An expression over the rows that are read. Callers compare it with the operators that they choose. */
export interface FilterSpec extends Omit<Of<typeof mapped>, 'of'> {
  /** Until the filter of the data set is copied, its name. */
  readonly of: ExpressionText;
  /** The filter of the data set to copy. */
  readonly use: Located<string> | null;
  /** Whether the column of that name is compared if the data set has no such filter. */
  readonly orColumn: boolean;
}
/** `of`: `null` for a filter that has only a name. */
type WrittenFilter = Omit<FilterSpec, 'of'> & { readonly of: ExpressionText | null };

const plain = as(
  expression('The expression to compare.'),
  (of): WrittenFilter => ({ use: null, orColumn: false, of, ...NOTHING_SAID }),
);

const own = union<WrittenFilter, WrittenFilter>(
  'An expression, or a mapping with options.',
  plain,
  as(mapped, of => ({ use: null, orColumn: false, ...of })),
);

/** The filters of a data set, which bodies copy. */
export const sharedFilters = as(
  map(own, {
    names: keysNamed('name'),
    description: 'Filters by name, which endpoints that read the data set use.',
  }),
  filters =>
    filters.map(({ name, place, value }): Entry<FilterSpec> => {
      return { name, place, value: { ...value, of: value.of ?? textOf({ value: name, place }) } };
    }),
);

const written = union<WrittenFilter, WrittenFilter>(
  'An expression, or a mapping with an expression or a filter of the data set, and options.',
  plain,
  as(used, ({ use, of, ...options }): WrittenFilter => {
    return { ...options, use, orColumn: false, of: of ?? (use === null ? null : textOf(use)) };
  }),
);

/** A filter that has only a name. */
function byName(name: Located<string>, options: Omit<WrittenFilter, 'use' | 'of' | 'orColumn'>) {
  const value: FilterSpec = { ...options, use: name, orColumn: true, of: textOf(name) };
  return { name: name.value, place: name.place, value };
}

const mappedFilters = as(map(written, { names: keysNamed('name') }), filters =>
  filters.map(({ name, place, value }): Entry<FilterSpec> => {
    const { of, ...options } = value;
    return of === null
      ? byName({ value: name, place }, options)
      : { name, place, value: { ...options, of } };
  }),
);

const listed = oneOrMany(
  as(part('name', 'A filter of the data set, or a column.'), (use): Entry<FilterSpec> => {
    return byName(use, NOTHING_SAID);
  }),
  { min: 1 },
);

function textOf({ value, place }: Located<string>): ExpressionText {
  return { value, place, at: offset => place.start + offset };
}

export const filtersShape: Shape<readonly Entry<FilterSpec>[]> = union(
  'Conditions that callers compose, as in `?status__gte=400`: a name and its expression, or a list of columns and of filters of the data set.',
  mappedFilters,
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
