/** Expressions that an enum chooses. */
import type { Expr } from '../../core/expr/expr.ts';
import type { ByChoice } from '../../core/plan/query.ts';

/** The only expression, or a choice among the expressions of the cases. */
export function chosen<T>(choice: ByChoice<T>, exprOf: (value: T) => Expr): Expr {
  if (choice.by === null) return exprOf(choice.value);
  const cases = choice.cases.map(({ value, result }) => ({ value, result: exprOf(result) }));
  const [first] = cases;
  if (first === undefined) throw new Error(`a choice by ${choice.by} without cases`);
  const { scalar } = first.result;
  const nullable = cases.some(({ result }) => result.nullable);
  return { kind: 'choice', by: choice.by, cases, scalar, nullable };
}
