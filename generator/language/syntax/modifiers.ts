/** The parts of a call other than its arguments: `distinct`, an order and a limit inside its parentheses, a filter after them. */
import {
  acceptSign,
  acceptWord,
  expected,
  expectSign,
  isSign,
  isWord,
  peek,
  type SyntaxReader,
  take,
  tooLarge,
} from './reader.ts';
import type { SortSyntax, Span, Syntax } from './syntax.ts';

/** Reads an expression. It is passed as a parameter, because expressions contain calls. */
export type ReadSyntax = (reader: SyntaxReader) => Syntax;

const MAX_ITEMS = 1_000;

/** Words that may follow a column's name, so that `distinct is null` tests a column. */
const OPERATORS = ['and', 'or', 'not', 'in', 'is', 'between', 'order', 'limit'];

/** Reads `distinct` if an expression follows it; a column may have this name. */
export function readDistinct(reader: SyntaxReader): Span | null {
  const token = peek(reader);
  if (!isWord(token, 'distinct') || !beginsExpression(reader)) return null;
  take(reader);
  return { start: token.start, end: token.end };
}

function beginsExpression(reader: SyntaxReader): boolean {
  const next = peek(reader, 1);
  switch (next.kind) {
    case 'word':
      return !OPERATORS.some(word => isWord(next, word));
    case 'sign':
      return next.text === '(';
    case 'end':
    case 'fault':
      return false;
    default:
      return true;
  }
}

/** Whether `order by` follows; a column may be named `order`. */
export function isOrder(reader: SyntaxReader): boolean {
  return isWord(peek(reader), 'order') && isWord(peek(reader, 1), 'by');
}

/** The keys after `order by`; empty without it. */
export function readOrder(reader: SyntaxReader, read: ReadSyntax): readonly SortSyntax[] {
  if (!isOrder(reader)) return [];
  take(reader);
  take(reader);
  const keys = [readKey(reader, read)];
  while (acceptSign(reader, ',')) keys.push(readKey(reader, read));
  if (keys.length > MAX_ITEMS)
    tooLarge(reader, peek(reader), `An order has more than ${MAX_ITEMS} keys`);
  return keys;
}

function readKey(reader: SyntaxReader, read: ReadSyntax): SortSyntax {
  const of = read(reader);
  const descending = acceptWord(reader, 'desc');
  if (!descending) acceptWord(reader, 'asc');
  return { of, descending };
}

/** Reads `ignore nulls`, which follows an argument. */
export function readIgnoreNulls(reader: SyntaxReader): Span | null {
  const { start } = peek(reader);
  if (!isWord(peek(reader), 'ignore') || !isWord(peek(reader, 1), 'nulls')) return null;
  take(reader);
  const { end } = take(reader);
  return { start, end };
}

/** The number after `limit`. Returns `null` without `limit`. */
export function readLimit(reader: SyntaxReader): Syntax | null {
  if (!acceptWord(reader, 'limit')) return null;
  const token = peek(reader);
  if (token.kind !== 'int64') {
    expected(reader, 'a whole number');
    return null;
  }
  take(reader);
  return { kind: 'int64', value: token.value, start: token.start, end: token.end };
}

/** The condition of `filter (where …)`. Returns `null` without a filter. */
export function readFilter(reader: SyntaxReader, read: ReadSyntax): Syntax | null {
  if (!isWord(peek(reader), 'filter') || !isSign(peek(reader, 1), '(')) return null;
  take(reader);
  take(reader);
  if (!acceptWord(reader, 'where')) expected(reader, '`where`');
  const condition = read(reader);
  expectSign(reader, ')', 'an operator or ');
  return condition;
}
