/** Time zones in expressions: a name that all engines support, or a parameter whose values are such names. */

import type { Expr } from '../../core/expr/expr.ts';
import { textLiteral } from '../../core/expr/literals.ts';
import { nearest } from '../../core/report/diagnostics.ts';
import { paramType, ZONE_TYPES } from '../../params/index.ts';
import { ZONES } from '../../params/time/zones.ts';
import type { CheckContext } from '../context.ts';
import { checkParam } from '../parameters.ts';
import type { Syntax } from '../syntax/syntax.ts';

/** The zone that `syntax` names. Reports anything else. A column cannot name a zone, because engines need one zone for a statement. */
export function readZone(context: CheckContext, syntax: Syntax): Expr | null {
  if (syntax.kind === 'param') return zoneParam(context, syntax);
  if (syntax.kind !== 'string') {
    const message = 'A time zone must be a literal text, or a parameter';
    const hint = `Write a name such as \`'Europe/Berlin'\`, or declare a parameter with \`type: ${ZONE_TYPES.join('` or `')}\`.`;
    return context.refuse('type-mismatch', syntax, message, hint);
  }
  const { value } = syntax;
  const fault = zoneFault(value);
  return fault === null
    ? textLiteral(value)
    : context.refuse('type-mismatch', syntax, fault.message, fault.hint);
}

/** Why a text is not a time zone; `null` if it is one. */
export function zoneFault(
  value: string,
): { readonly message: string; readonly hint: string } | null {
  if (ZONES.has(value)) return null;
  const message = `\`${value}\` is not a time zone that all engines know`;
  const near = nearest(
    value,
    [...ZONES].filter(zone => zone.startsWith(value.slice(0, 3))),
  );
  const hint =
    near === null
      ? "Write a name such as `'Europe/Berlin'`, in its exact letter case."
      : `Use \`${near}\`, if that is meant.`;
  return { message, hint };
}

function zoneParam(context: CheckContext, syntax: Extract<Syntax, { kind: 'param' }>): Expr | null {
  const expr = checkParam(context, syntax, 'value');
  const param = context.scope.params.get(syntax.name);
  if (expr === null || param === undefined || paramType(param.type).isZone === true) return expr;
  const message = `The parameter \`${param.name}\` is a \`${param.type}\`, not a time zone`;
  const hint = `Declare \`${param.name}\` with \`type: ${ZONE_TYPES.join('` or `')}\`.`;
  return context.refuse('type-mismatch', syntax, message, hint);
}
