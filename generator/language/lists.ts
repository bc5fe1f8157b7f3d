/** The rules of lists: membership and items. Nothing else that takes single values takes a list. */
import type { Expr } from '../core/expr.ts';
import { itemOf } from '../core/scalar.ts';
import { convert, isNull, refuseNull } from './coerce.ts';
import { type Context, call, type Operand } from './context.ts';
import { refuseUnknownValues } from './enum-values.ts';
import type { Rule } from './library/rule.ts';
import type { Syntax } from './syntax/syntax.ts';

/** `x in list`: NULL where `x` is; items that are NULL are passed over. */
export function inList(context: Context, [subject, list]: readonly Operand[]): Expr | null {
  if (subject === undefined || list === undefined) throw new Error('`in` has two operands');
  const item = itemOf(list.expr.scalar);
  if (item === null) {
    const message = `\`in\` takes a list, found \`${list.expr.scalar}\``;
    const hint =
      list.expr.kind === 'param'
        ? `Declare \`${list.expr.name}\` as a list, as in \`{ list: ${list.expr.scalar} }\`, or write \`in (…)\`.`
        : 'Write the values between parentheses, as in `x in (1, 2)`.';
    return context.refuse('type-mismatch', list.span, message, hint);
  }
  if (isNull(subject.expr)) return refuseNull(context, [subject]);
  const of = convert(context, subject, item);
  if (of === null || refuseUnknownValues(context, [subject, list])) return null;
  return call('in_list', 'bool', [of, list.expr]);
}

/** Whether a function takes lists as a whole, whose order does not matter. */
export function takesLists(rule: Rule): boolean {
  if (rule.kind !== 'scalar') return false;
  return rule.overloads.some(({ fn }) => fn === 'overlaps' || fn === 'contains_any');
}

/** `list[0]`: NULL where there is no such item. */
export function itemAt(context: Context, of: Operand, index: Syntax): Expr | null {
  const item = itemOf(of.expr.scalar);
  if (item === null) {
    const message = `Only a list has items, found \`${of.expr.scalar}\``;
    const hint =
      of.expr.scalar === 'json' ? "Use `json_string(document, 'user.id')` and its like." : null;
    return context.refuse('type-mismatch', of.span, message, hint);
  }
  if (index.kind !== 'int64' || index.value < 0n) {
    const message = 'An item is named by a whole number from 0';
    return context.refuse('wrong-arguments', index, message, 'Write `list[0]` for the first.');
  }
  const at: Expr = { kind: 'literal', scalar: 'int64', nullable: false, value: index.value };
  return call('list_item', item, [of.expr, at], true);
}
