/** Choices: an option for each value of an enum parameter, or for the presence and absence of a parameter. */
import type { Node } from '../../core/spec/document.ts';
import type { CasesSpec, ChooserSpec, ExpressionText } from '../../core/spec/located.ts';
import { reference } from '../emission.ts';
import { isOf, type Kind } from '../kind.ts';
import { map } from '../kinds/list.ts';
import { needed, object, optional } from '../kinds/object.ts';
import { hasAny, mappingWith } from '../kinds/rules.ts';
import { scalar } from '../kinds/scalar.ts';
import { expression, expressionOf, text } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { as, type Shape } from '../shape.ts';

const by = union<ChooserSpec, ChooserSpec>(
  'The enum parameter that selects the case, or `{ present: … }` with a parameter that may be absent.',
  as(text('An enum parameter.'), param => ({ param })),
  object({
    present: needed(
      text('A parameter that may be absent. The cases are `yes` (present) and `no` (absent).'),
    ),
  }),
);

/** An expression as a case: `null` needs no quotes. */
export const expressionCase: Shape<ExpressionText> = as(
  scalar(['string', 'null'], {
    minLength: 1,
    description: 'An expression of the portable language.',
  }),
  expressionOf,
);

function casesOf<T>(each: Shape<T>) {
  return map(each, { min: 1, description: 'One entry for each value of `by`.' });
}

/** The two keys of a choice, for a mapping that may be written without them. */
export function optionalChoice<T>(each: Shape<T>) {
  return { by: optional(by), cases: optional(casesOf(each)) };
}

function choiceOf<T>(each: Shape<T>): Shape<CasesSpec<T>> {
  const shape = object({ by: needed(by), cases: needed(casesOf(each)) });
  return as(shape, ({ by, cases }, { place }) => ({ place, by, cases }));
}

/** Recognises a choice, even an incomplete one. */
export const IS_CHOICE = mappingWith(hasAny('by', 'cases'));

function isChoice(node: Node): boolean {
  return node.kind === 'mapping' && IS_CHOICE.holds(node);
}

/** A single value, or a choice among several, whose cases may have another shape. */
export function orChoice<T, C>(
  description: string,
  one: Shape<T>,
  each: Shape<C>,
): Shape<T | CasesSpec<C>> {
  const choice = choiceOf(each);
  const kinds: readonly Kind[] = [...one.kinds, 'object'];
  return {
    kinds,
    misfit: one.misfit,
    schema: emission => {
      const schema = one.schema(emission);
      return {
        ...('type' in schema ? { type: kinds } : {}),
        description,
        allOf: [
          { if: IS_CHOICE.schema, else: schema },
          { if: { not: IS_CHOICE.schema }, else: choice.schema(emission) },
        ],
      };
    },
    check: (spot, faults) => {
      const { node } = spot;
      if (isChoice(node)) choice.check(spot, faults);
      else if (node.kind === 'mapping' || isOf(one.kinds, node)) one.check(spot, faults);
      else faults.mistyped(spot, kinds, one.misfit);
    },
    read: (node, key, report) =>
      isChoice(node) ? choice.read(node, key, report) : one.read(node, key, report),
  };
}

const chosen = orChoice(
  'An expression, or a choice among several.',
  expression('An expression of the portable language.'),
  expressionCase,
);

/** An expression, or a choice of several. */
export function chosenExpression(description?: string) {
  return reference('chosenExpression', chosen, description);
}
