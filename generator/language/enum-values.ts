/** Comparisons of an enum with a text that is not one of its values. They are never true, so they are mistakes. */

import type { Param } from '../core/plan/param.ts';
import { suggestion } from '../core/report/diagnostics.ts';
import { knownValue } from '../params/index.ts';
import type { CheckContext, Operand } from './context.ts';

/**
 * Expects operands of which the first is compared with each of the others for equality. Reports each text that is not a value of the enum
 * with which it is compared.
 */
export function refuseUnknownValues(
  context: CheckContext,
  [subject, ...others]: readonly Operand[],
): boolean {
  if (subject === undefined) return false;
  const unknown = others.filter(
    other => isUnknown(context, subject, other) || isUnknown(context, other, subject),
  );
  return unknown.length > 0;
}

function isUnknown(context: CheckContext, of: Operand, compared: Operand): boolean {
  const param = paramOf(context, of);
  const { expr, span } = compared;
  if (param?.values == null || expr.kind !== 'literal' || expr.value === null) return false;
  if (param.values.some(value => knownValue(param, value) === expr.value)) return false;
  const text = String(expr.value);
  const message = `\`${text}\` is not a value of the enum \`${param.name}\``;
  context.refuse('unknown-enum-value', span, message, suggestion(text, param.values));
  return true;
}

function paramOf({ scope }: CheckContext, { expr }: Operand): Param | undefined {
  return expr.kind === 'param' ? scope.params.get(expr.name) : undefined;
}
