/** Filters whose operator a request chooses: an enum parameter, and an operator for each of its values. */
import type { Chooser } from '../../core/expr/choice.ts';
import type { ChoiceExpr, Expr, ParamExpr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import type { Filter, FilterOperator } from '../../core/plan/filters.ts';
import type { FilterSpec } from '../../core/spec/body-spec.ts';
import type { Entry } from '../../core/spec/located.ts';
import { itemOf } from '../../core/types/scalar.ts';
import { bindCases } from '../../resolve/cases.ts';
import { summarizeNames } from '../../resolve/names/names.ts';
import type { BodyContext } from '../../resolve/scope.ts';
import { itemPattern, mapCondition } from './keyed.ts';
import { isPatternOperator, joinPatterns, MEANINGS, matchPatterns } from './operators.ts';

/** The operator of each value of an enum; `null` for a filter whose operators are parameters of their own. */
export interface ChosenOperators {
  readonly by: string;
  readonly cases: readonly { readonly value: string; readonly operator: FilterOperator }[];
}

/** Returns `null` if the choice has faults, which are reported. `has`: the operators of the filter's type. */
export function chosenOperators(
  context: BodyContext,
  { name, value: { by, cases } }: Entry<FilterSpec>,
  has: readonly FilterOperator[],
): ChosenOperators | null {
  if (by === null || cases === null) throw new Error('The schema accepted half of a choice.');
  const bound = bindCases(context, { by: { param: by }, cases, place: by.place });
  if (bound === null || has.length === 0) return null;
  const known = has.filter(isChoosable);
  const kind = known.find(operator => operator === bound.cases[0]?.value.value);
  let isSound = true;
  for (const { value } of bound.cases) {
    const operator = value.value;
    const isKnown = known.includes(operator);
    if (isKnown && (kind === undefined || takesSeveral(kind) === takesSeveral(operator))) continue;
    isSound = false;
    const message = isKnown
      ? `\`${operator}\` takes ${takesSeveral(operator) ? 'several values' : 'one value'}, unlike \`${kind}\``
      : `The filter \`${name}\` has no \`${operator}\` that a request can choose`;
    const hint = isKnown
      ? 'Choose among operators that take as many values.'
      : `Use ${summarizeNames(known)}.`;
    context.report(isKnown ? 'choice-mismatch' : 'type-mismatch', value.place, message, hint);
  }
  if (!isSound) return null;
  const operators = bound.cases.map(({ name: value, value: of }) => ({
    value,
    operator: of.value,
  }));
  return { by: by.value, cases: operators };
}

/** A value of `like` has a form of its own, and one of `is_null` another type: what is chosen must not decide what is valid. */
function isChoosable(operator: FilterOperator): boolean {
  return MEANINGS[operator].form === undefined && MEANINGS[operator].takes !== 'flag';
}

function takesSeveral(operator: FilterOperator): boolean {
  return MEANINGS[operator].takes !== 'one';
}

/** The operator whose parameter has the filter's name. */
export function bareOperator(of: Expr): FilterOperator {
  return itemOf(of.scalar) === null ? 'eq' : 'has';
}

/** The properties of the parameter in the manifest, beside its name. */
export function chosenFilter({ by, cases }: ChosenOperators): Pick<Filter, 'chosen' | 'loose'> {
  const operators = Object.fromEntries(cases.map(({ value, operator }) => [value, operator]));
  return { loose: true, chosen: { by, operators } };
}

/** The end of "Rows whose `path` …". */
export function chosenWords({ by, cases }: ChosenOperators): string {
  const each = cases.map(
    ({ value, operator }) => `with \`${value}\` it ${MEANINGS[operator].words}`,
  );
  return `is as \`${by}\` says: ${each.join('; ')}`;
}

/** The condition for each value of the enum. */
export function chosenCondition(
  { by, cases }: ChosenOperators,
  of: Expr,
  given: ParamExpr,
  ignoreCase: boolean,
): Expr {
  const results = cases.map(({ value, operator }) => {
    if (itemPattern(of) !== null)
      return { value, result: mapCondition(operator, of, given, ignoreCase) };
    const { condition } = MEANINGS[operator];
    if (!isPatternOperator(operator)) return { value, result: condition(of, given, ignoreCase) };
    const result = matchPatterns(operator, of, onlyPatterns({ by, cases }, given), ignoreCase);
    return { value, result };
  });
  return choice(by, results);
}

/** The values as one pattern. Engines may compile a pattern although another case is chosen, so the pattern is empty then. */
function onlyPatterns({ by, cases }: ChosenOperators, given: ParamExpr): Expr {
  const none = makeLiteral('string', '');
  return choice(
    by,
    cases.map(({ value, operator }) => ({
      value,
      result: isPatternOperator(operator) ? joinPatterns(given) : none,
    })),
  );
}

function choice(by: Chooser, cases: ChoiceExpr['cases']): Expr {
  const scalar = cases[0]?.result.scalar ?? 'bool';
  const nullable = cases.some(({ result }) => result.nullable);
  return { kind: 'choice', by, cases, scalar, nullable };
}
