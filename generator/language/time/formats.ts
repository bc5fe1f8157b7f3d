/** Formats of `format_timestamp`: the tokens that mean the same on every engine. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { textLiteral } from '../../core/expr/literals.ts';
import { zoneOffset } from '../../core/expr/zone-offset.ts';
import { FORMAT_TOKENS } from '../../functions/names.ts';
import type { CheckContext } from '../context.ts';
import type { Syntax } from '../syntax/syntax.ts';

/** The letter of the token that is the offset of the zone. */
const OFFSET = 'z';

/** The text of an instant in UTC or in a zone. */
export function formattedTime(format: string, at: Expr, zone: Expr | null): Expr {
  const written = (text: string) =>
    makeCall('format_timestamp', 'string', [
      textLiteral(text),
      at,
      ...(zone === null ? [] : [zone]),
    ]);
  if (zone === null) return written(format.replace(/%./gs, one => (one === '%z' ? '+0000' : one)));
  const parts = format.match(/%z|(?:%[^z]|[^%])+/gs) ?? [];
  const [only, ...more] = parts.map(part => (part === '%z' ? zoneOffset(at, zone) : written(part)));
  return only !== undefined && more.length === 0
    ? only
    : makeCall('concat', 'string', only === undefined ? [] : [only, ...more]);
}

/** The format in a literal text. Reports anything else. */
export function readTimeFormat(context: CheckContext, syntax: Syntax): string | null {
  if (syntax.kind !== 'string' || syntax.value === '') {
    const message = "The first argument of `format_timestamp` is a text, such as `'%Y-%m'`";
    return context.refuse('wrong-arguments', syntax, message);
  }
  const odd = [...syntax.value.matchAll(/%(.?)/gsu)].find(
    ([, letter = '']) => letter !== OFFSET && !FORMAT_TOKENS.has(letter),
  );
  if (odd === undefined) return syntax.value;
  const names = [...FORMAT_TOKENS, OFFSET].map(letter => `\`%${letter}\``).join(', ');
  const message = `\`${odd[0]}\` is not a token of formats`;
  return context.refuse('wrong-arguments', syntax, message, `Use ${names}.`);
}
