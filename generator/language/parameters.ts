/** Resolves `@name` to a declared parameter that is present here. */

import type { Expr } from '../core/expr/expr.ts';
import { hasDefault, type Param } from '../core/plan/param.ts';
import { nearest } from '../core/report/diagnostics.ts';
import { listOf } from '../core/types/scalar.ts';
import { ANY_TEXT, PATTERN_TYPES, paramType } from '../params/index.ts';
import type { CheckContext } from './context.ts';
import type { Scope } from './scope.ts';
import type { Syntax } from './syntax/syntax.ts';

type ParamSyntax = Extract<Syntax, { kind: 'param' }>;

/** The allowed kinds: a single value; only a pattern; a single value or a whole list. */
type Place = 'value' | 'pattern' | 'list';

export function checkParam(context: CheckContext, syntax: ParamSyntax, place: Place): Expr | null {
  const param = context.scope.params.get(syntax.name);
  if (param === undefined) return refuseParam(context, syntax);
  if (mayBeAbsent(context.scope, param)) return refuseAbsent(context, syntax);
  const { name, list } = param;
  if (list !== null && place !== 'list') return refuseList(context, syntax);
  if (isPattern(param) !== (place === 'pattern')) return refusePattern(context, syntax, param);
  if (paramType(param.type).isSpan === true) return refuseSpan(context, syntax);
  const scalar = list === null ? param.scalar : listOf(param.scalar);
  return { kind: 'param', name, form: 'value', scalar, nullable: false };
}

/** A parameter that is a length of time, in microseconds. */
export function checkSpan(context: CheckContext, syntax: ParamSyntax): Expr | null {
  const param = context.scope.params.get(syntax.name);
  if (param === undefined) return refuseParam(context, syntax);
  return mayBeAbsent(context.scope, param) ? refuseAbsent(context, syntax) : span(param);
}

function span({ name, scalar }: Param): Expr {
  return { kind: 'param', name, form: 'value', scalar, nullable: false };
}

/** A parameter that is a whole number. */
export function checkNumber(context: CheckContext, syntax: ParamSyntax): Expr | null {
  const expr = checkParam(context, syntax, 'value');
  if (expr === null || expr.scalar === 'int64') return expr;
  const message = `An interval takes an \`int64\`, found \`${expr.scalar}\``;
  const hint = `Give \`${syntax.name}\` \`type: int64\`, also if it has an \`enum\`; or declare a \`duration\`, as in \`now() - @${syntax.name}\`.`;
  return context.refuse('type-mismatch', syntax, message, hint);
}

function refuseSpan(context: CheckContext, syntax: ParamSyntax): null {
  const message = `The parameter \`${syntax.name}\` is a length of time, which cannot be used as a value`;
  const length = `@${syntax.name}`;
  const hint = `Move a timestamp by it, as in \`now() - ${length}\`, truncate one, as in \`trunc(timestamp, ${length})\`, or count its seconds, as in \`timestamp_diff(now() + ${length}, now(), second)\`.`;
  return context.refuse('type-mismatch', syntax, message, hint);
}

function refuseList(context: CheckContext, syntax: ParamSyntax): null {
  const message = `The parameter \`${syntax.name}\` is a list, not a single value`;
  const list = `@${syntax.name}`;
  const hint = `Write \`x in ${list}\`, without parentheses, \`contains_any(text, ${list})\` or \`overlaps(column, ${list})\`.`;
  return context.refuse('type-mismatch', syntax, message, hint);
}

function refuseParam(context: CheckContext, syntax: ParamSyntax): null {
  const { shared } = context.scope;
  if (shared === 'columns') {
    const message = `\`@${syntax.name}\` is a parameter, and data sets have none`;
    return context.refuse('unknown-parameter', syntax, message, 'Compare in the endpoint.');
  }
  const message =
    shared === 'relations'
      ? `There is no shared parameter \`${syntax.name}\``
      : `The endpoint declares no parameter \`${syntax.name}\``;
  const hint = undeclaredHint(syntax.name, [...context.scope.params.keys()]);
  return context.refuse('unknown-parameter', syntax, message, hint);
}

/** A hint for an undeclared parameter, with the nearest declared one if there is one. */
export function undeclaredHint(name: string, declared: readonly string[]): string {
  const near = nearest(name, declared);
  if (near === null && !/^\w+$/.test(name))
    return 'Write only the parameter, as in `when: status`, or also its value, as in `when: { status: open }`.';
  return near === null
    ? `Declare \`${name}\` under \`params\`.`
    : `Use \`${near}\`, if that is meant.`;
}

function mayBeAbsent(scope: Scope, param: Param): boolean {
  return !param.required && !hasDefault(param) && !scope.present.has(param.name);
}

function refuseAbsent(context: CheckContext, { name, start, end }: ParamSyntax): null {
  const { guardable = false, openable = false } = context.scope;
  const message = `The parameter \`${name}\` may be absent here`;
  const otherwise = openable
    ? `Write \`open: true\` beside it for a window without this end, or give \`${name}\` a default.`
    : `Give \`${name}\` a default, or make it required.`;
  const hint = guardable
    ? `Move the condition into \`{ when: ${name}, filter: … }\`, or give \`${name}\` a default.`
    : otherwise;
  return context.refuse('maybe-absent', { start, end }, message, hint);
}

function isPattern(param: Param): boolean {
  return paramType(param.type).isPattern === true;
}

function refusePattern(context: CheckContext, syntax: ParamSyntax, param: Param): null {
  if (isPattern(param)) {
    const message = `The parameter \`${param.name}\` is a pattern, not a text`;
    const hint = `Use it as the second argument of \`matches\`, or declare it with \`type: ${ANY_TEXT.name}\`.`;
    return context.refuse('type-mismatch', syntax, message, hint);
  }
  const message = `The parameter \`${param.name}\` is a \`${param.type}\`, not a pattern`;
  const hint = `Declare \`${param.name}\` with \`type: ${PATTERN_TYPES.join('` or `')}\`, so that its text is checked.`;
  return context.refuse('type-mismatch', syntax, message, hint);
}
