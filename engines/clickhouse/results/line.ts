/** Reads a line of JSON token by token, so that every digit stays as written. */

/** ClickHouse does not write a row like this line. */
export class NoRow extends Error {}

const SPACE = / */y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORD = /[a-z]+/y;
const ANY = /[^"[\]{},:]+/y;

export interface LineCursor {
  /** Moves past the character if it is next. */
  readonly skip: (character: string) => boolean;
  /** Moves past `null` if it is next. */
  readonly skipNull: () => boolean;
  /** Moves past the character. Throws `NoRow` if another one is next. */
  readonly expect: (character: string) => void;
  /** Whether the character is next. */
  readonly isAt: (character: string) => boolean;
  /** The next token, unchanged. These throw `NoRow` if another token is next. */
  readonly string: () => string;
  readonly number: () => string;
  readonly word: () => string;
  /** A value of any kind, unchanged. */
  readonly any: () => string;
}

export function lineOf(text: string): LineCursor {
  let at = 0;
  const token = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined) throw new NoRow();
    at += found.length;
    return found;
  };
  const isAt = (character: string) => {
    token(SPACE);
    return text[at] === character;
  };
  const skip = (character: string) => {
    if (!isAt(character)) return false;
    at += 1;
    return true;
  };
  const next = (pattern: RegExp) => {
    token(SPACE);
    return token(pattern);
  };
  return {
    skip,
    isAt,
    skipNull: () => {
      if (!isAt('n') || !text.startsWith('null', at)) return false;
      at += 4;
      return true;
    },
    expect: character => {
      if (!skip(character)) throw new NoRow();
    },
    string: () => next(STRING),
    number: () => next(NUMBER),
    word: () => next(WORD),
    any: () => {
      token(SPACE);
      const from = at;
      let depth = 0;
      do {
        if (skip('[') || skip('{')) depth += 1;
        else if (skip(']') || skip('}')) depth -= 1;
        else if (isAt('"')) token(STRING);
        else if (depth === 0 || !(skip(',') || skip(':'))) token(ANY);
        if (depth < 0) throw new NoRow();
      } while (depth > 0);
      return text.slice(from, at);
    },
  };
}

/** The text that a string token represents. */
export function decodeStringToken(token: string): string {
  return JSON.parse(token);
}
