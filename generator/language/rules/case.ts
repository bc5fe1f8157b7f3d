/** The rule for `case`: conditions, or a value that is compared with others; the results have one type. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { convertAll, UNTYPED_NULL, unify } from '../coerce.ts';
import type { CheckContext, Operand } from '../context.ts';
import { comparison } from '../operators.ts';
import type { Syntax } from '../syntax/syntax.ts';

type CaseSyntax = Extract<Syntax, { kind: 'case' }>;

/** `checked`: the operands of `syntax`, in order. */
export function checkCase(
  context: CheckContext,
  syntax: CaseSyntax,
  checked: readonly Operand[],
): Expr | null {
  const subject = syntax.subject === null ? null : (checked[0] ?? null);
  const rest = subject === null ? checked : checked.slice(1);
  const ends = syntax.branches.length * 2;
  const whens = rest.slice(0, ends).filter((_, i) => i % 2 === 0);
  const results = rest.slice(0, ends).filter((_, i) => i % 2 === 1);
  const otherwise = rest[ends] ?? { expr: UNTYPED_NULL, span: syntax };
  const conditions =
    subject === null ? convertAll(context, whens, 'bool') : compared(context, subject, whens);
  const values = unify(context, '`case`', [...results, otherwise]);
  if (conditions === null || values === null) return null;
  const [first] = values;
  if (first === undefined) throw new Error('`case` has a branch');
  const args = conditions.flatMap((condition, i) => [condition, ...values.slice(i, i + 1)]);
  const nullable = values.some(value => value.nullable);
  return makeCall('case', first.scalar, [...args, ...values.slice(-1)], nullable);
}

function compared(
  context: CheckContext,
  subject: Operand,
  whens: readonly Operand[],
): readonly Expr[] | null {
  const conditions = whens.map(when => comparison(context, '=', [subject, when]));
  const good = conditions.filter(condition => condition !== null);
  return good.length === conditions.length ? good : null;
}
