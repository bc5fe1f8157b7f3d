/** Counts the tokens of a caller's statement. The count bounds the work before anything else looks at the text. */
import { Refused } from './refused.ts';

/** More than a statement with the most parts needs. */
const MOST_TOKENS = 5_000;

const BLANK = /(?:\s+|(?:--|#)[^\n\r]*|\/\*.*?(?:\*\/|$))+/sy;
/**
 * A quoted text or name ends at the next quote of its kind that is not after a backslash, or with the statement. So the
 * time is proportional to the text.
 */
const TOKEN = new RegExp(
  [
    ...["'''", '"""'].map(quotes => {
      const [quote = ''] = quotes;
      return `${quotes}(?:[^${quote}\\\\]|\\\\.?|${quote}(?!${quote}${quote}))*(?:${quotes}|$)`;
    }),
    ...["'", '"', '`'].map(quote => `${quote}(?:[^${quote}\\\\]|\\\\.?)*(?:${quote}|$)`),
    String.raw`\d[\w.]*`,
    String.raw`[\p{L}_][\p{L}\p{M}\p{N}_]*`,
    '.',
  ].join('|'),
  'suy',
);

/** Throws `Refused` if the statement has too many tokens. */
export function checkTokens(sql: string): void {
  let count = 0;
  for (let at = pastBlank(sql, 0); at < sql.length; at = pastBlank(sql, at)) {
    count += 1;
    if (count > MOST_TOKENS)
      throw new Refused(
        `The statement has more than ${MOST_TOKENS} words, numbers, quoted texts and signs.`,
      );
    at = endOf(TOKEN, sql, at);
  }
}

function pastBlank(sql: string, at: number): number {
  return endOf(BLANK, sql, at);
}

/** The offset after the match at `at`; `at` if it does not match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
