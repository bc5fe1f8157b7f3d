/** Parses an expression's text to syntax nodes, with GoogleSQL's precedence. Reports one diagnostic per expression, at its first fault. */
import type { Report } from '../../core/report/diagnostics.ts';
import type { ExpressionText } from '../../core/spec/located.ts';
import { beginsCase, readCase } from './case.ts';
import { readExtract } from './extract.ts';
import { beginsInterval, readInterval } from './interval.ts';
import { tokenize } from './lexer.ts';
import {
  isOrder,
  readDistinct,
  readFilter,
  readIgnoreNulls,
  readLimit,
  readOrder,
} from './modifiers.ts';
import { readNumber } from './numbers.ts';
import { readOver } from './over.ts';
import { locateSpan } from './place.ts';
import {
  acceptSign,
  acceptWord,
  expected,
  expectSign,
  isSign,
  MAX_SYNTAX_DEPTH,
  nested,
  node,
  peek,
  reportSyntaxFault,
  type SyntaxFailure,
  type SyntaxReader,
  take,
  tooDeep,
  tooLarge,
} from './reader.ts';
import {
  type Arithmetic,
  COMPARISONS,
  type Comparison,
  height,
  type PathPart,
  type Syntax,
  type SyntaxNode,
} from './syntax.ts';

const MAX_LENGTH = 4_000;
const MAX_ITEMS = 1_000;

/** A cache: each view of an endpoint parses the same conditions again, and a text without faults always has the same syntax. */
const known = new WeakMap<ExpressionText, Syntax>();

/** The syntax of `text`. Returns `null` if a fault was reported (`expression-syntax`, `expression-too-large`). */
export function parseExpression(text: ExpressionText, report: Report): Syntax | null {
  const before = known.get(text);
  if (before !== undefined) return before;
  const { failure, syntax } = parse(text.value);
  if (failure === null) {
    known.set(text, syntax);
    return syntax;
  }
  report(failure.code, locateSpan(text, failure), failure.message, failure.hint);
  return null;
}

function parse(text: string): { readonly failure: SyntaxFailure | null; readonly syntax: Syntax } {
  const long = text.length > MAX_LENGTH;
  const reader: SyntaxReader = {
    text,
    tokens: tokenize(long ? '' : text),
    at: 0,
    depth: 0,
    failure: null,
  };
  const whole = { start: 0, end: text.length };
  if (long) tooLarge(reader, whole, `The expression is longer than ${MAX_LENGTH} characters`);
  const syntax = readExpression(reader);
  if (peek(reader).kind !== 'end') expected(reader, 'an operator or the end');
  if (reader.failure === null && height(syntax) > MAX_SYNTAX_DEPTH) tooDeep(reader, whole);
  return { failure: reader.failure, syntax };
}

function readExpression(reader: SyntaxReader): Syntax {
  return nested(reader, readOr);
}

function readOr(reader: SyntaxReader): Syntax {
  return readLogic(reader, 'or', readAnd);
}

function readAnd(reader: SyntaxReader): Syntax {
  return readLogic(reader, 'and', readNot);
}

function readLogic(
  reader: SyntaxReader,
  op: 'and' | 'or',
  next: (reader: SyntaxReader) => Syntax,
): Syntax {
  const first = next(reader);
  const args = [first];
  while (acceptWord(reader, op)) args.push(next(reader));
  if (args.length === 1) return first;
  return node(reader, first.start, { kind: 'logic', op, args });
}

function readNot(reader: SyntaxReader): Syntax {
  const { start } = peek(reader);
  if (!acceptWord(reader, 'not')) return readComparison(reader);
  const of = nested(reader, readNot);
  return node(reader, start, { kind: 'not', of });
}

/** Comparisons do not chain: `a < b < c` is not valid in GoogleSQL either. */
function readComparison(reader: SyntaxReader): Syntax {
  const left = readSum(reader);
  const found = readCompared(reader, left);
  if (found === null) return left;
  const compared = node(reader, left.start, found);
  const next = peek(reader);
  if (readCompared(reader, compared) !== null) {
    const hint = 'Put one of the two into parentheses, or join them with `and`.';
    reportSyntaxFault(reader, next, 'A comparison cannot be compared again', hint);
  }
  return compared;
}

function readCompared(reader: SyntaxReader, left: Syntax): SyntaxNode | null {
  const op = acceptComparison(reader);
  if (op !== null) return { kind: 'comparison', op, left, right: readSum(reader) };
  if (acceptWord(reader, 'is')) return readIs(reader, left);
  const negated = acceptWord(reader, 'not');
  if (acceptWord(reader, 'in')) return readIn(reader, left, negated);
  if (acceptWord(reader, 'between')) return readBetween(reader, left, negated);
  return negated ? expected(reader, '`in` or `between`') : null;
}

function acceptComparison(reader: SyntaxReader): Comparison | null {
  const token = peek(reader);
  if (token.kind !== 'sign') return null;
  const text = token.text === '<>' ? '!=' : token.text;
  const op = COMPARISONS.find(comparison => comparison === text) ?? null;
  if (op !== null) take(reader);
  return op;
}

function readIs(reader: SyntaxReader, of: Syntax): SyntaxNode {
  const negated = acceptWord(reader, 'not');
  if (!acceptWord(reader, 'null'))
    return expected(reader, negated ? '`null`' : '`null` or `not null`');
  return { kind: 'is_null', of, negated };
}

function readIn(reader: SyntaxReader, of: Syntax, negated: boolean): SyntaxNode {
  if (!acceptSign(reader, '(')) return { kind: 'in_list', of, list: readPrimary(reader), negated };
  const items = readList(reader);
  return { kind: 'in', of, items, negated };
}

function readBetween(reader: SyntaxReader, of: Syntax, negated: boolean): SyntaxNode {
  const low = readSum(reader);
  if (!acceptWord(reader, 'and')) expected(reader, '`and`');
  const high = readSum(reader);
  return { kind: 'between', of, low, high, negated };
}

function readSum(reader: SyntaxReader): Syntax {
  return readChain(reader, ADDING, readProduct);
}

function readProduct(reader: SyntaxReader): Syntax {
  return readChain(reader, MULTIPLYING, readSigned);
}

const ADDING: readonly Arithmetic[] = ['+', '-'];
const MULTIPLYING: readonly Arithmetic[] = ['*', '/'];

function readChain(
  reader: SyntaxReader,
  ops: readonly Arithmetic[],
  next: (reader: SyntaxReader) => Syntax,
): Syntax {
  let left = next(reader);
  for (;;) {
    const token = peek(reader);
    const op = token.kind === 'sign' ? ops.find(sign => sign === token.text) : undefined;
    if (op === undefined) return left;
    take(reader);
    const right = next(reader);
    left = node(reader, left.start, { kind: 'arithmetic', op, left, right });
  }
}

/** A minus sign belongs to the number directly after it, so that the least `int64` can be written. */
function readSigned(reader: SyntaxReader): Syntax {
  const { start } = peek(reader);
  if (!acceptSign(reader, '-')) return readPrimary(reader);
  const token = peek(reader);
  if (token.kind === 'int64' || token.kind === 'float64') {
    return node(reader, start, readNumber(reader, start, true));
  }
  const of = nested(reader, readSigned);
  return node(reader, start, { kind: 'negate', of });
}

function readPrimary(reader: SyntaxReader): Syntax {
  const { start } = peek(reader);
  let of = node(reader, start, readOperand(reader, start));
  for (;;) {
    if (acceptSign(reader, '[')) {
      const index = readExpression(reader);
      expectSign(reader, ']', '');
      of = node(reader, start, { kind: 'item', of, index });
    } else if ((of.kind === 'call' || of.kind === 'item') && isSign(peek(reader), '.')) {
      of = node(reader, start, { kind: 'member', of, parts: readFields(reader) });
    } else return of;
  }
}

/** A dot and a name, once or more. */
function readFields(reader: SyntaxReader): readonly PathPart[] {
  const parts: PathPart[] = [];
  while (acceptSign(reader, '.')) parts.push(readPart(reader));
  return parts;
}

function readOperand(reader: SyntaxReader, start: number): SyntaxNode {
  const token = peek(reader);
  switch (token.kind) {
    case 'int64':
    case 'float64':
      return readNumber(reader, start, false);
    case 'string':
      take(reader);
      return { kind: 'string', value: token.value };
    case 'param':
      take(reader);
      return { kind: 'param', name: token.text };
    case 'sign':
      if (token.text === '.') return { kind: 'own', parts: readFields(reader) };
      return token.text === '(' ? readParenthesized(reader) : expected(reader, 'an expression');
    case 'word':
      return readWord(reader, token.text.toLowerCase());
    case 'backticked':
      return readPathOrCall(reader);
    case 'end':
    case 'fault':
      return expected(reader, 'an expression');
  }
}

function readParenthesized(reader: SyntaxReader): SyntaxNode {
  take(reader);
  const { start, end, ...inner } = readExpression(reader);
  expectSign(reader, ')', 'an operator or ');
  return inner;
}

const RESERVED: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'between']);

function readWord(reader: SyntaxReader, word: string): SyntaxNode {
  if (RESERVED.has(word)) return expected(reader, 'an expression');
  if (word === 'interval' && beginsInterval(peek(reader, 1))) return readInterval(reader);
  if (word === 'case' && beginsCase(peek(reader, 1))) return readCase(reader, readExpression);
  if (word !== 'null' && word !== 'true' && word !== 'false') return readPathOrCall(reader);
  take(reader);
  return word === 'null' ? { kind: 'null' } : { kind: 'bool', value: word === 'true' };
}

function readPathOrCall(reader: SyntaxReader): SyntaxNode {
  const first = readPart(reader);
  if (isSign(peek(reader), '(')) return readCall(reader, first);
  return { kind: 'path', parts: [first, ...readFields(reader)] };
}

function readPart(reader: SyntaxReader): PathPart {
  const token = peek(reader);
  if (token.kind === 'word' || token.kind === 'backticked') {
    take(reader);
    return { name: token.text, start: token.start, end: token.end };
  }
  expected(reader, 'a name');
  return { name: '', start: token.start, end: token.end };
}

function readCall(reader: SyntaxReader, name: PathPart): SyntaxNode {
  take(reader);
  if (name.name.toLowerCase() === 'extract') return readExtract(reader, readPart, readExpression);
  const distinct = readDistinct(reader);
  const args = isSign(peek(reader), ')') || isOrder(reader) ? [] : readItems(reader);
  const ignoreNulls = readIgnoreNulls(reader);
  const orderBy = readOrder(reader, readExpression);
  const limit = readLimit(reader);
  expectSign(reader, ')', '`,` or ');
  const filter = readFilter(reader, readExpression);
  const over = readOver(reader, readExpression);
  const modifiers = { distinct, ignoreNulls, orderBy, limit, filter, over };
  return { kind: 'call', name, args, modifiers };
}

/** One or more expressions, up to a closing parenthesis. */
function readList(reader: SyntaxReader): readonly Syntax[] {
  const items = readItems(reader);
  expectSign(reader, ')', '`,` or ');
  return items;
}

function readItems(reader: SyntaxReader): readonly Syntax[] {
  const items = [readExpression(reader)];
  while (acceptSign(reader, ',')) items.push(readExpression(reader));
  if (items.length > MAX_ITEMS) {
    tooLarge(
      reader,
      node(reader, items[0]?.start ?? 0, { kind: 'null' }),
      `A list has more than ${MAX_ITEMS} expressions`,
    );
  }
  return items;
}
