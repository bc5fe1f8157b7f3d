/** The tokens of an author's own statement: all that must be told apart to find its parameters, and no more. */
import type { OwnSql } from '../sql/own-sql.ts';

/** Tokens follow one another without a gap. Offsets are UTF-16. */
export interface Token {
  readonly kind:
    | 'string'
    | 'name'
    | 'comment'
    | 'space'
    | 'word'
    | 'number'
    | 'parameter'
    | 'foreign'
    | 'symbol';
  readonly start: number;
  readonly end: number;
  /** False for a string, name or comment that runs to the end of the text. */
  readonly isClosed: boolean;
  /** Of a parameter: whether an operator character stands right before it. */
  readonly isAttached: boolean;
}

/** Every character of `text` is in one token. */
export function tokensOf(text: string, own: OwnSql): readonly Token[] {
  throw new Error(`not yet: ${text.length} ${own.operators}`);
}
