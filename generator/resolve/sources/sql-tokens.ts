/** The tokens of engine SQL in a data set. */
import type { AuthorSql } from '../../sql/author/author-sql.ts';

/** A name without its quotes, a text with its quotes, or one other character. */
export interface SqlToken {
  readonly kind: 'name' | 'text' | 'sign';
  readonly text: string;
  readonly isQuoted: boolean;
}

export function isSqlSign(token: SqlToken | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text;
}

const NAME = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const NUMBER = /[0-9][\w.]*/y;

/** The tokens without whitespace, or the reason why the engine cannot read them. */
export function readSqlTokens(text: string, { quoted }: AuthorSql): readonly SqlToken[] | string {
  const tokens: SqlToken[] = [];
  for (let at = 0; at < text.length; ) {
    const enclosed = matchAt(quoted, text, at);
    const name = enclosed ?? matchAt(NAME, text, at);
    const whole = name ?? matchAt(NUMBER, text, at) ?? text.charAt(at);
    if (enclosed !== null) tokens.push(quotedToken(enclosed));
    else if (name !== null) tokens.push({ kind: 'name', text: name, isQuoted: false });
    else if (/['"`]/.test(whole)) return `the engine cannot read the text after ${whole}`;
    else if (whole.trim() !== '') tokens.push({ kind: 'sign', text: whole, isQuoted: false });
    at += whole.length;
  }
  return tokens;
}

/** A token in quotes: a text, or a name, because functions may be quoted. */
function quotedToken(text: string): SqlToken {
  if (text.endsWith("'")) return { kind: 'text', text, isQuoted: true };
  return { kind: 'name', text: text.slice(1, -1), isQuoted: true };
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
