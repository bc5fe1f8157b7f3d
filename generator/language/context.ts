/** The context of all rules of the type checker. */

import { makeCall } from '../core/expr/calls.ts';
import type { Expr } from '../core/expr/expr.ts';
import type { DiagnosticCode, Report } from '../core/report/diagnostics.ts';
import type { ExpressionText } from '../core/spec/located.ts';
import type { Type } from '../core/types/scalar.ts';
import type { Scope } from './scope.ts';
import { locateSpan } from './syntax/place.ts';
import type { Span } from './syntax/syntax.ts';

export interface CheckContext {
  readonly text: ExpressionText;
  readonly scope: Scope;
  /** The aggregate whose argument is being checked; otherwise `null`. */
  readonly inside: string | null;
  /** The window function whose argument, partition or order is being checked; otherwise `null`. */
  readonly over: string | null;
  /** The list whose items are being tested, with its type; otherwise `null`. */
  readonly items: Items | null;
  /** Reports a range of the expression. Returns `null`, the result of every refused expression. */
  readonly refuse: Refuse;
}
export interface Items {
  /** The function that tests them. */
  readonly fn: string;
  /** The name of the list. */
  readonly list: string;
  readonly type: Type;
}
export type Refuse = (
  code: DiagnosticCode,
  span: Span,
  message: string,
  hint?: string | null,
) => null;

/** A checked expression and its place in the text. */
export interface Operand {
  readonly expr: Expr;
  readonly span: Span;
}

export function contextOf(text: ExpressionText, scope: Scope, report: Report): CheckContext {
  const refuse: Refuse = (code, span, message, hint = null) => {
    report(code, locateSpan(text, span), message, hint);
    return null;
  };
  return { text, scope, inside: null, over: null, items: null, refuse };
}

/** Joins several conditions with `and` or `or`; returns a single condition unchanged. */
export function joinConditions(fn: 'and' | 'or', conditions: readonly Expr[]): Expr {
  const [only] = conditions;
  return only !== undefined && conditions.length === 1 ? only : makeCall(fn, 'bool', conditions);
}

/** Names of scalars for a message: `a`, `b` or `c`. */
export function listScalars(names: readonly string[], word: 'or' | 'and'): string {
  const quoted = names.map(name => `\`${name}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${word} ${last}`;
}
