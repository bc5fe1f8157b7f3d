/** The rules for lists and maps: membership, items, and values by key. Other functions of single values do not accept them. */
import { makeCall } from '../core/expr/calls.ts';
import type { Expr } from '../core/expr/expr.ts';
import { wholeLiteral } from '../core/expr/literals.ts';
import { itemOf, mapValueOf, type Scalar } from '../core/types/scalar.ts';
import type { Rule } from '../functions/rule.ts';
import { convert, isNull, refuseNull } from './coerce.ts';
import type { CheckContext, Operand } from './context.ts';
import { refuseUnknownValues } from './enum-values.ts';
import type { Span, Syntax } from './syntax/syntax.ts';

/** `x in list`: NULL if `x` is NULL; items that are NULL are ignored. */
export function inList(context: CheckContext, [subject, list]: readonly Operand[]): Expr | null {
  if (subject === undefined || list === undefined) throw new Error('`in` has two operands');
  const item = itemOf(list.expr.scalar);
  if (item === null) {
    const message = `\`in\` takes a list, found \`${list.expr.scalar}\``;
    return context.refuse('type-mismatch', list.span, message, inHint(list.expr));
  }
  if (isNull(subject.expr)) return refuseNull(context, [subject]);
  const of = convert(context, subject, item);
  if (of === null || refuseUnknownValues(context, [subject, list])) return null;
  return makeCall('in_list', 'bool', [of, list.expr]);
}

/** Reports a parameter after `in` that is a single value, optional or not; returns whether it did. */
export function refuseSingle(context: CheckContext, list: Syntax): boolean {
  const param = list.kind === 'param' ? context.scope.params.get(list.name) : undefined;
  if (param === undefined || param.list !== null) return false;
  const { name, scalar } = param;
  const of: Expr = { kind: 'param', name, form: 'value', scalar, nullable: false };
  context.refuse('type-mismatch', list, `\`in\` takes a list, found \`${scalar}\``, inHint(of));
  return true;
}

function inHint(of: Expr): string {
  if (mapValueOf(of.scalar) !== null)
    return 'Use `has_key(map, key)` to test whether a map has a key.';
  return of.kind === 'param'
    ? `Declare \`${of.name}\` as a list, as in \`{ list: ${of.scalar} }\`, or write \`in (…)\`.`
    : 'Write the values between parentheses, as in `x in (1, 2)`.';
}

/** Whether a function accepts whole lists, whose order does not matter. */
export function takesLists(rule: Rule): boolean {
  if (rule.kind !== 'scalar') return false;
  return rule.overloads.some(({ fn }) => fn === 'overlaps' || fn === 'contains_any');
}

/** `list[0]` and `map['key']`: NULL if the item or key does not exist. */
export function itemAt(
  context: CheckContext,
  of: Operand,
  index: Syntax,
  check: (context: CheckContext, syntax: Syntax) => Expr | null,
): Expr | null {
  const value = mapValueOf(of.expr.scalar);
  if (value !== null) return valueAt(context, of, index, value, check(context, index));
  const item = itemOf(of.expr.scalar);
  if (item === null) {
    const message = `Only lists and maps have items, found \`${of.expr.scalar}\``;
    const hint =
      of.expr.scalar === 'json'
        ? "Use a function such as `json_string(document, 'user.id')`."
        : null;
    return context.refuse('type-mismatch', of.span, message, hint);
  }
  if (index.kind !== 'int64' || index.value < 0n) {
    const message = 'The index of an item must be a whole number from 0';
    return context.refuse('wrong-arguments', index, message, 'Write `list[0]` for the first.');
  }
  const at: Expr = wholeLiteral(index.value);
  return makeCall('list_item', item, [of.expr, at], true);
}

function valueAt(
  context: CheckContext,
  of: Operand,
  span: Span,
  value: Scalar,
  key: Expr | null,
): Expr | null {
  if (key === null) return null;
  if (isNull(key)) return refuseNull(context, [{ expr: key, span }]);
  const text = convert(context, { expr: key, span }, 'string');
  return text === null ? null : makeCall('map_value', value, [of.expr, text], true);
}
