/** The state of parsing one expression: the next token, the depth of nesting, and the first failure. */

import { hintFor } from './hints.ts';
import type { Span, Syntax, SyntaxNode } from './syntax.ts';
import { excerpt, type Token } from './token.ts';

/** The deepest nesting of parentheses, calls and signs. */
export const MAX_SYNTAX_DEPTH = 64;

type Code = 'expression-syntax' | 'expression-too-large';
export interface SyntaxFailure extends Span {
  readonly code: Code;
  readonly message: string;
  readonly hint: string | null;
}
/** After the first fault the reader is at the end, so that every loop stops by itself. */
export interface SyntaxReader {
  readonly text: string;
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
  failure: SyntaxFailure | null;
}

export function peek(reader: SyntaxReader, ahead = 0): Token {
  const last = reader.tokens.length - 1;
  const token = reader.tokens[Math.min(reader.at + ahead, last)];
  if (token === undefined) throw new Error('a text has at least one token');
  return token;
}

export function take(reader: SyntaxReader): Token {
  const token = peek(reader);
  reader.at = Math.min(reader.at + 1, reader.tokens.length - 1);
  return token;
}

export function isSign(token: Token, text: string): boolean {
  return token.kind === 'sign' && token.text === text;
}

export function isWord(token: Token, word: string): boolean {
  return token.kind === 'word' && token.text.toLowerCase() === word;
}

export function acceptSign(reader: SyntaxReader, text: string): boolean {
  const found = isSign(peek(reader), text);
  if (found) take(reader);
  return found;
}

export function acceptWord(reader: SyntaxReader, word: string): boolean {
  const found = isWord(peek(reader), word);
  if (found) take(reader);
  return found;
}

export function expectSign(reader: SyntaxReader, text: string, or: string): void {
  if (!acceptSign(reader, text)) expected(reader, `${or}\`${text}\``);
}

/** Keeps the first failure, and jumps to the end. */
function fail(reader: SyntaxReader, failure: SyntaxFailure): void {
  reader.failure ??= failure;
  reader.at = reader.tokens.length - 1;
}

export function tooLarge(reader: SyntaxReader, { start, end }: Span, message: string): void {
  const hint = 'Split it: `where` takes several conditions, and outputs can name hidden ones.';
  fail(reader, { code: 'expression-too-large', start, end, message, hint });
}

export function tooDeep(reader: SyntaxReader, span: Span): void {
  tooLarge(reader, span, `The expression is nested deeper than ${MAX_SYNTAX_DEPTH} levels`);
}

export function reportSyntaxFault(
  reader: SyntaxReader,
  { start, end }: Span,
  message: string,
  hint: string | null = null,
): void {
  fail(reader, { code: 'expression-syntax', start, end, message, hint });
}

/** Reports that `what` is expected here. */
export function expected(reader: SyntaxReader, what: string, instead?: string): SyntaxNode {
  const token = peek(reader);
  if (token.kind === 'fault') reportSyntaxFault(reader, token, token.message, token.hint);
  const end = token.kind === 'end';
  const found = end ? 'the end' : `\`${excerpt(reader.text, token.start, token.end)}\``;
  const before = reader.tokens[reader.at - 1] ?? null;
  const hint = instead ?? hintFor(token, before, isInside(reader));
  reportSyntaxFault(reader, token, `Expected ${what}, found ${found}`, hint);
  return { kind: 'null' };
}

/** Whether a parenthesis is open here. */
function isInside({ tokens, at }: SyntaxReader): boolean {
  const read = tokens.slice(0, at);
  const count = (sign: string) => read.filter(token => isSign(token, sign)).length;
  return count('(') > count(')');
}

/** A node whose place is from `start` to the end of the last token read. */
export function node(reader: SyntaxReader, start: number, syntax: SyntaxNode): Syntax {
  const end = reader.tokens[reader.at - 1]?.end ?? start;
  return { start, end, ...syntax };
}

export function nested(reader: SyntaxReader, read: (reader: SyntaxReader) => Syntax): Syntax {
  reader.depth += 1;
  if (reader.depth > MAX_SYNTAX_DEPTH) tooDeep(reader, peek(reader));
  const syntax = read(reader);
  reader.depth -= 1;
  return syntax;
}
