/** INITCAP: the words of a text, each with a capital letter. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { nullLiteral, textLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import { listOf } from '../../../core/types/scalar.ts';
import { literalText, type Translator } from '../../calls.ts';
import { computedOnce, orFail } from '../failing.ts';
import { extractAll } from './patterns.ts';
import { WHITESPACE } from './whitespace.ts';

/** The delimiters of a call that names none, beside whitespace. */
const DELIMITERS = '[](){}/|\\<>!?@"^#$&~_,.:;*%+-';

/** Letters whose capital may be several letters, and those whose small form depends on others or is several letters. */
const UNEQUAL_FIRST = '\u00df\u0149\u01f0\u0390\u03b0\u0587\u1e96-\u1e9a\u1f50-\u1fff\ufb00-\ufb17';
const UNEQUAL = '\u0130\u03a3';

/** The words of a text between literal delimiters, and each delimiter, changed and joined again. */
export const initcap: Translator = ([of, given = textLiteral(`${WHITESPACE}${DELIMITERS}`)]) => {
  const delimiters = literalText(given);
  // GoogleSQL writes no delimiter as a capital
  if (of?.scalar !== 'string' || !delimiters || /[\0\p{L}]/u.test(delimiters)) return null;
  const set = delimiters.replace(/[\]\\^[-]/g, '\\$&');
  return computedOnce(of, text => {
    const parts = extractAll(text, `[${set}]|[^${set}]+`);
    if (parts === null) return null;
    const list = listOf('string');
    const capital: PlanExpr = { kind: 'item', scalar: 'string', nullable: false };
    const body = capitalized(capital);
    const words: PlanExpr = {
      ...{ kind: 'each', as: 'list', scalar: list, nullable: false },
      of: { ...parts, nullable: false },
      body,
    };
    const joined = makeCall('list_join', 'string', [words, textLiteral('')], false);
    const other = textLiteral(`(?:^|[${set}])[${UNEQUAL_FIRST}]|[${UNEQUAL}]`);
    const isOther = makeCall('matches', 'bool', [text, other], text.nullable);
    const none = nullLiteral('string');
    return orFail(makeCall('if', 'string', [isOther, none, joined], true), [text]);
  });
};

function capitalized(word: PlanExpr): PlanExpr {
  const first = makeCall('left', 'string', [word, wholeLiteral(1n)], false);
  const rest = makeCall('substr', 'string', [word, wholeLiteral(2n)], false);
  const parts = [makeCall('upper', 'string', [first]), makeCall('lower', 'string', [rest])];
  return makeCall('concat', 'string', parts, false);
}
