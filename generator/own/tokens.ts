/** The tokens of an author's own statement, as fine as it takes to find its parameters. */
import { endOf, SPACE } from '../sql/own-lexis.ts';
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
  /** Of a parameter: whether a word or an operator stands right before it, so that it may be none. */
  readonly isAttached: boolean;
}

/** Letters of every script: messages show a wrong name whole. */
const PARAMETER = /(?<!@)@[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
/** Some engines let a name hold a `$`; no engine begins a string behind one. */
const WORD = /[\p{L}\p{M}_$][\p{L}\p{M}\p{N}_$]*/uy;
const NUMBER = /\p{N}(?:_?\p{N}|\.(?=\p{N}))*/uy;
const ATTACHING: ReadonlySet<Token['kind']> = new Set(['word', 'number', 'parameter', 'foreign']);
/** One character, so that no operator hides the beginning of a comment. */
const SYMBOL = /./suy;

/** Every character of `text` is in one token. */
export function tokensOf(text: string, own: OwnSql): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at, own, tokens.at(-1));
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(text: string, start: number, own: OwnSql, before: Token | undefined): Token {
  const opaque = own.opaqueAt(text, start);
  if (opaque !== null) return { ...opaque, start, isAttached: false };
  const parameter = endOf(PARAMETER, text, start);
  if (parameter !== null) {
    const isAttached = before !== undefined && mayHold(before, text[start - 1] ?? '', own);
    return { kind: 'parameter', start, end: parameter, isClosed: true, isAttached };
  }
  const foreign = foreignEnd(text, start, own);
  const [kind, end] = foreign === null ? plainAt(text, start) : (['foreign', foreign] as const);
  return { kind, start, end, isClosed: true, isAttached: false };
}

/** Whether an `@` behind the token, which ends in `last`, may belong to it. */
function mayHold({ kind }: Token, last: string, { operators }: OwnSql): boolean {
  return kind === 'symbol' ? operators.includes(last) : ATTACHING.has(kind);
}

function foreignEnd(text: string, at: number, { foreign }: OwnSql): number | null {
  for (const { endAt } of foreign) {
    const end = endAt(text, at);
    if (end !== null) return end;
  }
  return null;
}

const PLAIN = [
  ['space', SPACE],
  ['word', WORD],
  ['number', NUMBER],
  ['symbol', SYMBOL],
] as const;

function plainAt(text: string, at: number): readonly [Token['kind'], number] {
  for (const [kind, pattern] of PLAIN) {
    const end = endOf(pattern, text, at);
    if (end !== null) return [kind, end];
  }
  throw new Error(`no token begins at ${at}`);
}

/**
 * The text that engines get: of the same length, its whitespace ASCII. Engines disagree about other whitespace, and DuckDB takes it
 * for letters behind a comment that holds a quote.
 */
export function sentText(text: string, tokens: readonly Token[]): string {
  const sent = tokens.map(({ kind, start, end }) => {
    const token = text.slice(start, end);
    return kind === 'space' ? token.replace(/\P{ASCII}/gu, ' ') : token;
  });
  return sent.join('');
}
