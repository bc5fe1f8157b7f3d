/** A number of bytes as a text that people read: the library's own functions, so that every engine has them. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { makeLiteral, textLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import type { Rule } from '../../functions/rule.ts';
import { type CheckedCall, scalarCall } from '../calls.ts';
import type { CheckContext } from '../context.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;
const STEP = 1024;
const DIGITS = 2n;

const NUMBER: Extract<Rule, { kind: 'scalar' }> = {
  kind: 'scalar',
  overloads: [{ takes: ['float64'], gives: 'float64', fn: null, nullable: 'operands' }],
};

export function sizeCall(context: CheckContext, made: CheckedCall): Expr | null {
  const of = scalarCall(context, made, NUMBER);
  if (of === null) return null;
  const amount = makeCall('abs', 'float64', [of]);
  const branches = UNITS.slice(1).flatMap((_, i) => {
    const limit = makeLiteral('float64', STEP ** (i + 1));
    return [makeCall('lt', 'bool', [amount, limit], of.nullable), inUnit(of, i)];
  });
  return makeCall('case', 'string', [...branches, inUnit(of, UNITS.length - 1)], true);
}

/** A power of two divides a float exactly. */
function inUnit(of: Expr, unit: number): Expr {
  const size = makeLiteral('float64', STEP ** unit);
  const number = unit === 0 ? of : makeCall('divide', 'float64', [of, size], of.nullable);
  const digits = wholeLiteral(unit === 0 ? 0n : DIGITS);
  const text = makeCall('format_number', 'string', [number, digits], true);
  return makeCall('concat', 'string', [text, textLiteral(` ${UNITS[unit]}`)], true);
}
