/** Choices: binds the chooser, checks each case separately, and requires one type for all cases. */

import { type Chooser, PRESENCE } from '../core/expr/choice.ts';
import type { ChoiceExpr, Expr, RecordExpr } from '../core/expr/expr.ts';
import type { Place } from '../core/report/diagnostics.ts';
import type { BodySpec, OrderSpec } from '../core/spec/body-spec.ts';
import type {
  CasesSpec,
  ChooserSpec,
  Entry,
  ExpressionText,
  Located,
  ValueSpec,
} from '../core/spec/located.ts';
import { isScalar, type Type } from '../core/types/scalar.ts';
import { isNull, widen } from '../language/coerce.ts';
import { byText, checkCases, findEnumValues, mayBeAbsent } from './choices.ts';
import {
  type BodyContext,
  checkIn,
  checkValue,
  type ExprPosition,
  paramNamed,
  type Using,
} from './scope.ts';

export function isCases<S extends object>(of: S): of is Extract<S, CasesSpec<unknown>> {
  return 'cases' in of && 'by' in of;
}

/** The one data set or step that a body names in `from`. */
export function relationIn({ from }: Pick<BodySpec, 'from'>): Located<string> | null {
  return from === null || isCases(from) || 'series' in from ? null : from;
}

/** The expressions of a value: one, or one for each case. */
export function textsIn(value: ValueSpec): readonly ExpressionText[] {
  return isCases(value) ? value.cases.map(each => each.value) : [value];
}

/** The sort keys of all cases. */
export function sortKeysIn({ orderBy }: BodySpec): readonly OrderSpec[] {
  return orderBy.flatMap(item => (isCases(item) ? item.cases.flatMap(each => each.value) : [item]));
}

/** The parameter by which a choice is made. */
export function chooserParam(by: ChooserSpec): Located<string> {
  return 'param' in by ? by.param : by.present;
}

/** A chooser, and the cases in the order of its values. */
interface Bound<T> {
  readonly by: Chooser;
  readonly cases: readonly Entry<T>[];
}

/** Returns `null`, with a report, unless a choice has exactly one case for each value. */
export function bindCases<T>(context: Using, { by, cases }: CasesSpec<T>): Bound<T> | null {
  const name = chooserParam(by);
  if ('param' in by) {
    const values = findEnumValues(context, name);
    return values === null
      ? null
      : inOrder(context, name, name.value, values, byText(context, name, cases));
  }
  const param = paramNamed(context, name);
  if (param === null) return null;
  // other errors of the parameter may hide that it is optional; don't report twice
  if (!mayBeAbsent(param) && !context.params.faulty.has(param.name)) {
    const why = param.required ? 'is required' : 'has a default';
    const message = `The parameter \`${param.name}\` ${why}, so it is never absent`;
    context.report('never-absent', name.place, message, 'Replace the choice by its case `yes`.');
    return null;
  }
  return inOrder(context, name, { present: param.name }, PRESENCE, cases);
}

function inOrder<T>(
  context: Using,
  name: Located<string>,
  by: Chooser,
  values: readonly string[],
  cases: readonly Entry<T>[],
): Bound<T> | null {
  if (!checkCases(context, name, values, cases)) return null;
  const byName = new Map(cases.map(each => [each.name, each]));
  return { by, cases: values.flatMap(value => byName.get(value) ?? []) };
}

/** The parameters that are present in a case: those present around the choice, and the one that the choice tests. */
function presentIn(
  { by }: CasesSpec<unknown>,
  value: string,
  around: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  return 'present' in by && value === 'yes' ? new Set([...around, by.present.value]) : around;
}

// ---- values ---------------------------------------------------------------------------------------------------------

/** Checks the expression of a value, or the one of each case. A value may be a record, a case may not. */
export function checkChoice(
  context: BodyContext,
  value: ValueSpec,
  position: ExprPosition,
): Expr | RecordExpr | null {
  if (!isCases(value)) return checkIn(context, value, position);
  const expects = position.expects === 'record-or-any' ? 'any' : position.expects;
  const checked = value.cases.map(({ name, value: text }) => {
    const present = presentIn(value, name, position.present);
    return {
      text,
      expr: checkValue(context, text, { ...position, expects, present, nulls: true }),
    };
  });
  const bound = bindCases(context, value);
  const known = new Map(checked.map(({ text, expr }) => [text, expr]));
  const operands = (bound?.cases ?? []).flatMap(({ name, value: text }) => {
    const expr = known.get(text) ?? null;
    return expr === null ? [] : [{ name, place: text.place, expr }];
  });
  if (bound === null || operands.length < checked.length) return null;
  const scalar = commonType(context, value.place, operands, expects === 'bool' ? 'bool' : null);
  return scalar === null ? null : choiceOf(bound.by, operands, scalar);
}

/** `checkChoice`, if a record is not allowed. */
export function checkSingle(
  context: BodyContext,
  value: ValueSpec,
  position: ExprPosition,
): Expr | null {
  const expr = checkChoice(context, value, position);
  if (expr?.kind === 'record') throw new Error('The checker accepted a record as a value.');
  return expr;
}

interface Operand {
  readonly name: string;
  readonly place: Place;
  readonly expr: Expr;
}

function choiceOf(by: Chooser, operands: readonly Operand[], scalar: Type): ChoiceExpr {
  const cases = operands.map(({ name, expr }) => {
    const result = widen(expr, scalar);
    if (result === null) throw new Error(`the case ${name} is no ${scalar}`);
    return { value: name, result };
  });
  const nullable = cases.some(({ result }) => result.nullable);
  return { kind: 'choice', by, cases, scalar, nullable };
}

const NUMBERS: readonly Type[] = ['decimal', 'float64'];

/** The common type of all cases; whole numbers are widened, and `null` fits any type. Reports the first case of another type. */
function commonType(
  { report }: BodyContext,
  place: Place,
  operands: readonly Operand[],
  expected: Type | null,
): Type | null {
  const typed = operands.filter(({ expr }) => !isNull(expr));
  const types = [...new Set(typed.map(({ expr }) => expr.scalar))];
  const wide = NUMBERS.find(type => types.includes(type));
  const scalar = wide ?? types[0] ?? expected;
  if (scalar === null) {
    const hint = 'Give one case a value that has a type.';
    report('type-mismatch', place, 'Every case is `null`, which has no type', hint);
    return null;
  }
  const odd = operands.find(({ expr }) =>
    isNull(expr) ? !isScalar(scalar) : widen(expr, scalar) === null,
  );
  if (odd === undefined) return scalar;
  const first = typed.find(({ expr }) => expr.scalar === scalar);
  const found = isNull(odd.expr) ? 'null' : odd.expr.scalar;
  const message = `\`${odd.name}\` gives \`${found}\`, and \`${first?.name ?? ''}\` gives \`${scalar}\``;
  report('type-mismatch', odd.place, message, 'Let all cases give values of one type.');
  return null;
}
