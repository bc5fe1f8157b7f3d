/** The tokens of own SQL, in as much detail as finding its parameters requires. */
import { endOf, SPACE } from '../sql/author/own-lexis.ts';
import type { ForeignPlaceholder, OwnSql } from '../sql/author/own-sql.ts';

/** A token. Tokens follow each other without gaps. Offsets are UTF-16. */
export interface OwnToken {
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
  /** False for a string, name or comment that is not closed. */
  readonly isClosed: boolean;
  /** For a parameter: whether a word or an operator directly precedes it, so that it may not be a parameter. */
  readonly isAttached: boolean;
}

/** Letters of every script, so that messages show the whole of a wrong name. */
const PARAMETER = /(?<!@)@[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
/** In some engines a name may contain `$`; in no engine does a string begin directly after a name. */
const WORD = /[\p{L}\p{M}_$][\p{L}\p{M}\p{N}_$]*/uy;
const NUMBER = /\p{N}(?:_?\p{N}|\.(?=\p{N}))*/uy;
const ATTACHING: ReadonlySet<OwnToken['kind']> = new Set([
  'word',
  'number',
  'parameter',
  'foreign',
]);
/** One character at a time, so that an operator never hides the start of a comment. */
const SYMBOL = /./suy;

/** Every character of `text` belongs to one token. */
export function splitTokens(text: string, own: OwnSql): readonly OwnToken[] {
  const tokens: OwnToken[] = [];
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at, own, tokens.at(-1));
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(text: string, start: number, own: OwnSql, before: OwnToken | undefined): OwnToken {
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

/** Whether an `@` after the token, whose last character is `last`, may belong to it. */
function mayHold({ kind }: OwnToken, last: string, { operators }: OwnSql): boolean {
  return kind === 'symbol' ? operators.includes(last) : ATTACHING.has(kind);
}

/** A placeholder of tools that write templates, which begins no expression of an engine. */
const TEMPLATE = /\{\{[^{}]*\}\}/y;

export function foreignForms({ foreign }: OwnSql): readonly ForeignPlaceholder[] {
  return [{ shown: '{{…}}', endAt: (text, at) => endOf(TEMPLATE, text, at) }, ...foreign];
}

function foreignEnd(text: string, at: number, own: OwnSql): number | null {
  for (const { endAt } of foreignForms(own)) {
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

function plainAt(text: string, at: number): readonly [OwnToken['kind'], number] {
  for (const [kind, pattern] of PLAIN) {
    const end = endOf(pattern, text, at);
    if (end !== null) return [kind, end];
  }
  throw new Error(`no token begins at ${at}`);
}

/**
 * The text that engines get: it has the same length, and only ASCII whitespace. Engines disagree about other whitespace; after a comment
 * that contains a quote, DuckDB reads it as letters.
 */
export function sentText(text: string, tokens: readonly OwnToken[]): string {
  const sent = tokens.map(({ kind, start, end }) => {
    const token = text.slice(start, end);
    return kind === 'space' ? token.replace(/\P{ASCII}/gu, ' ') : token;
  });
  return sent.join('');
}
