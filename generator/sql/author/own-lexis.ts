/**
 * Parts of an engine's lexical rules: comments, strings, quoted names. A rule only finds where a piece of text ends, so
 * it ignores prefixes that only change the meaning (`r'…'`, `x'…'`). Each rule's time is proportional to what it
 * reads.
 */
import type { Opaque } from './own-sql.ts';

/** The piece that begins at `at`; `null` if no such piece begins there. */
type Rule = (text: string, at: number) => Opaque | null;

export function anyOf(...rules: readonly Rule[]): Rule {
  return (text, at) => {
    for (const rule of rules) {
      const found = rule(text, at);
      if (found !== null) return found;
    }
    return null;
  };
}

/** `whole`: sticky, matches the comment without its line break. */
export function lineComment(whole: RegExp): Rule {
  return (text, at) => {
    const end = endOf(whole, text, at);
    return end === null ? null : { kind: 'comment', end, isClosed: true };
  };
}

/** A comment up to the next end mark. */
export const flatComment: Rule = (text, at) => {
  if (!text.startsWith('/*', at)) return null;
  const close = text.indexOf('*/', at + 2);
  if (close === -1) return unclosed('comment', text);
  return { kind: 'comment', end: close + 2, isClosed: true };
};

const MARK = /\/\*|\*\//g;

/** A comment up to its own end mark; comments may be nested. */
export const nestedComment: Rule = (text, at) => {
  if (!text.startsWith('/*', at)) return null;
  let depth = 1;
  MARK.lastIndex = at + 2;
  for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return { kind: 'comment', end: MARK.lastIndex, isClosed: true };
  }
  return unclosed('comment', text);
};

export interface Quotes {
  readonly kind: 'string' | 'name';
  /** With its prefix, given in lower case; it matches in either case. */
  readonly open: string;
  /** Sticky: matches where the prefix may begin. Without it, the prefix may begin anywhere. */
  readonly startsAt?: RegExp;
  readonly close: string;
  /** Whether two closing quotes mean one quote. */
  readonly isDoubled: boolean;
  /** Whether a character after a backslash never closes the string. */
  readonly hasBackslash: boolean;
  /** Sticky: the text allowed between the parts of one string, with the quote that begins the next part. */
  readonly between?: RegExp;
}

export function quotedRule(quotes: Quotes): Rule {
  const { kind, open, startsAt, between } = quotes;
  return (text, at) => {
    if (startsAt !== undefined && endOf(startsAt, text, at) === null) return null;
    if (text.slice(at, at + open.length).toLowerCase() !== open) return null;
    let start: number | null = at + open.length;
    let end = at;
    while (start !== null) {
      const closed = closing(text, start, quotes);
      if (closed === null) return unclosed(kind, text);
      end = closed;
      start = between === undefined ? null : endOf(between, text, closed);
    }
    return { kind, end, isClosed: true };
  };
}

/** The offset after the closing quote; `null` if none does. */
function closing(text: string, start: number, quotes: Quotes): number | null {
  const { close, isDoubled, hasBackslash } = quotes;
  let at = start;
  while (at < text.length) {
    if (hasBackslash && text[at] === '\\') at += 2;
    else if (!text.startsWith(close, at)) at += 1;
    else if (isDoubled && text.startsWith(close, at + close.length)) at += 2 * close.length;
    else return at + close.length;
  }
  return null;
}

/** `$$…$$` and `$tag$…$tag$`; `mark` is sticky and matches the opening mark, which is also the closing one. */
export function dollarQuoted(mark: RegExp): Rule {
  return (text, at) => {
    const start = endOf(mark, text, at);
    if (start === null) return null;
    const close = text.indexOf(text.slice(at, start), start);
    if (close === -1) return unclosed('string', text);
    return { kind: 'string', end: close + (start - at), isClosed: true };
  };
}

function unclosed(kind: Opaque['kind'], text: string): Opaque {
  return { kind, end: text.length, isClosed: false };
}

/** The characters that some engine treats as whitespace. */
export const SPACE = /[\s\u0085\u180e\u200b-\u200d\u2060]+/y;

/** The offset after whitespace and comments, or `at`. */
export function pastBlank(text: string, at: number, rule: Rule): number {
  let end = at;
  for (;;) {
    const space = endOf(SPACE, text, end);
    const found = space === null ? rule(text, end) : null;
    if (space !== null) end = space;
    else if (found?.kind === 'comment') end = found.end;
    else return end;
  }
}

/** The offset after the match of a sticky pattern at `at`; `null` if it does not match. */
export function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/**
 * Between two parts of one `e'…'`: a line break, and comments up to one. Engines get an ASCII space for any other whitespace, which
 * `SPACE` lists.
 */
const NEXT_PART =
  /(?:(?:[^\S\n\r]|[\u0085\u180e\u200b-\u200d\u2060])*(?:--[^\n\r]*)?[\n\r])+(?:[^\S\n\r]|[\u0085\u180e\u200b-\u200d\u2060])*'/y;
/**
 * After a character that a name may contain, `$` and `E` are part of the name. All characters beyond ASCII are such characters, but for
 * whitespace.
 */
const OUTSIDE_NAME = /(?<![^\p{ASCII}\s\u0085\u180e\u200b-\u200d\u2060])/uy;
const DOLLAR =
  /(?<![^\p{ASCII}\s\u0085\u180e\u200b-\u200d\u2060])\$(?:[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*)?\$/uy;

/** The pieces of engines with `'…'`, `e'…'` with backslashes, `"…"`, `$tag$…$tag$`, `--` up to either line break, and nested comments. */
export const escapedLexis: Rule = anyOf(
  quotedRule({ kind: 'string', open: "'", close: "'", isDoubled: true, hasBackslash: false }),
  quotedRule({
    kind: 'string',
    open: "e'",
    startsAt: OUTSIDE_NAME,
    close: "'",
    isDoubled: true,
    hasBackslash: true,
    between: NEXT_PART,
  }),
  quotedRule({ kind: 'name', open: '"', close: '"', isDoubled: true, hasBackslash: false }),
  dollarQuoted(DOLLAR),
  lineComment(/--[^\n\r]*/y),
  nestedComment,
);
