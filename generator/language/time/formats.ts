/** Formats of `format_timestamp`: the tokens that mean the same on every engine. */
import { FORMAT_TOKENS } from '../../functions/names.ts';
import type { CheckContext } from '../context.ts';
import type { Syntax } from '../syntax/syntax.ts';

/** The format in a literal text. Reports anything else. */
export function readTimeFormat(context: CheckContext, syntax: Syntax): string | null {
  if (syntax.kind !== 'string' || syntax.value === '') {
    const message = "The first argument of `format_timestamp` is a text, such as `'%Y-%m'`";
    return context.refuse('wrong-arguments', syntax, message);
  }
  const odd = [...syntax.value.matchAll(/%(.?)/gsu)].find(
    ([, letter = '']) => !FORMAT_TOKENS.has(letter),
  );
  if (odd === undefined) return syntax.value;
  const names = [...FORMAT_TOKENS].map(letter => `\`%${letter}\``).join(', ');
  const message = `\`${odd[0]}\` is not a token of formats`;
  return context.refuse('wrong-arguments', syntax, message, `Use ${names}.`);
}
