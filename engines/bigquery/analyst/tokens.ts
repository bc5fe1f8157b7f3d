/** The tokens of a text in GoogleSQL, and texts in which some parts are replaced. */
import { type OwnToken, splitTokens } from '../../../generator/own/tokens.ts';
import ownSql from '../own-sql.ts';

/** A token other than space and comments. */
export interface Token extends Pick<OwnToken, 'kind' | 'start' | 'end'> {
  /** In lower case, without quotes of names. */
  readonly word: string;
  /** How many brackets are open around it. */
  readonly depth: number;
}

/** A part of the text, and what stands in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

export function tokensIn(sql: string): readonly Token[] {
  let depth = 0;
  return splitTokens(sql, ownSql)
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .map(({ kind, start, end }) => {
      const text = sql.slice(start, end);
      if (kind === 'symbol' && ')]}'.includes(text)) depth -= 1;
      const word = (kind === 'name' ? text.slice(1, -1) : text).toLowerCase();
      const token = { kind, start, end, word, depth };
      if (isOpening(token)) depth += 1;
      return token;
    });
}

export function isOpening({ kind, word }: Pick<Token, 'kind' | 'word'>): boolean {
  return kind === 'symbol' && '([{'.includes(word);
}

/** `edits`: in the order of their places. */
export function edited(sql: string, edits: readonly Edit[]): string {
  let text = '';
  let from = 0;
  for (const { start, end, put } of edits) {
    text += sql.slice(from, start) + put;
    from = end;
  }
  return text + sql.slice(from);
}
