/** Predicates and their conditions. */
import type { Located, Plain, ValueSpec } from '../../core/spec/located.ts';
import { reference } from '../emission.ts';
import { list, oneOrMany } from '../kinds/list.ts';
import { needed, object, optional } from '../kinds/object.ts';
import { forbids, has, hasAny, mappingWith, needs, not, rules, unless } from '../kinds/rules.ts';
import { single } from '../kinds/single.ts';
import { expression, plain, text } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { as, ruled, type Shape } from '../shape.ts';
import { chosenExpression, expressionCase, IS_CHOICE, optionalChoice } from './choice.ts';

/** The condition of a predicate: some parameters are present, one is absent, one has a value, or several of these at once. */
export type WhenSpec =
  | { readonly present: Located<string> }
  | { readonly all: readonly WhenSpec[] }
  | { readonly any: readonly Located<string>[] }
  | { readonly absent: Located<string> }
  | { readonly param: Located<string>; readonly is: Located<Plain> };

const present = (description: string) =>
  as(text(description), (param): WhenSpec => ({ present: param }));

type OneEntry =
  | { readonly any: readonly Located<string>[] }
  | { readonly absent: Located<string> }
  | { readonly is: Located<Plain> };

const ofOneEntry: Shape<WhenSpec> = as(
  single<OneEntry, OneEntry>(
    {
      any: as(
        oneOrMany(text('A parameter.'), {
          min: 1,
          description: 'Parameters, at least one of which must be present.',
        }),
        any => ({ any }),
      ),
      absent: as(text('A parameter that must be absent.'), absent => ({ absent })),
    },
    as(
      plain(
        ['string', 'number', 'boolean'],
        'The value that the parameter must have: a value of its enum, `true` or `false`.',
      ),
      is => ({ is }),
    ),
  ),
  ({ name, place, value }) =>
    'is' in value ? { param: { value: name, place }, is: value.is } : value,
);

const oneCondition = union(
  'A parameter that must be present, or a mapping with one entry.',
  present('A parameter that must be present.'),
  ofOneEntry,
);

const condition: Shape<WhenSpec> = union(
  'A condition on parameters: a parameter that must be present, a list of conditions that must all be true, or a mapping with one entry: `any` of several parameters, `absent`, or the name of a parameter and its value. A predicate whose condition is false is ignored.',
  present('A parameter that must be present.'),
  as(list(oneCondition, { min: 1 }), (all): WhenSpec => ({ all })),
  ofOneEntry,
);

export const when = reference('condition', condition);

export interface GuardedSpec {
  readonly when: WhenSpec | null;
  readonly filter: ValueSpec;
}
export type PredicateSpec = GuardedSpec | { readonly any: readonly GuardedSpec[] };

const plainExpression: Shape<GuardedSpec> = as(
  expression('An expression of the portable language.'),
  filter => ({ when: null, filter }),
);

const alternative: Shape<GuardedSpec> = union<GuardedSpec, GuardedSpec>(
  'An expression, or one with a condition on parameters.',
  plainExpression,
  object({ when: needed(when), filter: needed(chosenExpression()) }),
);

const besideBy = {
  what: 'cannot be combined with `by`',
  hint: 'Move the choice into `filter`.',
};

const mapped: Shape<PredicateSpec> = as(
  object(
    {
      when: optional(when),
      filter: optional(chosenExpression()),
      ...optionalChoice(expressionCase),
      any: optional(
        oneOrMany(alternative, {
          min: 1,
          description:
            'Expressions of which one must be true; or predicates: of those whose `when` is true, at least one must be true, and if no `when` is true, all rows pass.',
        }),
      ),
    },
    {
      rules: [
        rules(
          unless(mappingWith(hasAny('any', 'by', 'cases')), needs('when', 'filter')),
          unless(
            not(IS_CHOICE),
            needs('by', 'cases'),
            forbids(['when', 'filter', 'any'], () => besideBy),
          ),
          unless(
            not(mappingWith(has('any'))),
            forbids(['when', 'filter'], (label, mapping) =>
              IS_CHOICE.holds(mapping)
                ? besideBy
                : {
                    what: 'cannot be combined with `any`',
                    hint: `Put ${label} into its items.`,
                  },
            ),
          ),
        ),
      ],
    },
  ),
  ({ when, filter, by, cases, any }, { place }) => {
    if (any !== null) return { any };
    if (by === null) return { when: ruled(when), filter: ruled(filter) };
    return { when: null, filter: { place, by, cases: ruled(cases) } };
  },
);

export const predicate = reference(
  'predicate',
  union<PredicateSpec, PredicateSpec>(
    'A predicate, a choice among several, one with a condition on parameters, or several of which one must be true.',
    plainExpression,
    mapped,
  ),
);
