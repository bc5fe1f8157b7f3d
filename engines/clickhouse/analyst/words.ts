/** The words of a canonical statement. */
import { splitTokens } from '../../../generator/own/tokens.ts';
import ownSql from '../own-sql.ts';

export interface Word {
  readonly start: number;
  readonly end: number;
  /** In upper case, as in the canonical text; '' for a symbol, and for a word that may be a name. */
  readonly keyword: string;
  /** Without its quotes; `null` if it cannot be a name. */
  readonly name: string | null;
  readonly is: (symbol: string) => boolean;
}

export function wordsIn(sql: string): readonly Word[] {
  const tokens = splitTokens(sql, ownSql).filter(({ kind }) => kind !== 'space');
  return tokens.map(({ kind, start, end }, index) => {
    const text = sql.slice(start, end);
    const before = tokens[index - 1];
    const behind = before === undefined ? '' : sql.slice(before.start, before.end);
    // an alias may be a keyword without quotes
    const isKeyword = kind === 'word' && behind !== 'AS' && behind !== '.' && /^[A-Z]+$/.test(text);
    return {
      start,
      end,
      keyword: isKeyword ? text : '',
      name: nameOf(kind, text),
      is: symbol => kind === 'symbol' && text === symbol,
    };
  });
}

function nameOf(kind: string, text: string): string | null {
  if (kind === 'word') return text;
  return kind === 'name' ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : null;
}
