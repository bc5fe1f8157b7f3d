/** Reads `case … when … then … else … end`. These words are keywords only in their places, so columns may have these names. */
import { acceptWord, expected, peek, type SyntaxReader, take } from './reader.ts';
import type { CaseBranch, Syntax, SyntaxNode } from './syntax.ts';
import type { Token } from './token.ts';

/** Words that may follow a column named `case`. */
const AFTER_COLUMN: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'between']);

/** Whether `case`, followed by `next`, begins such an expression; otherwise it is a column. */
export function beginsCase(next: Token): boolean {
  switch (next.kind) {
    case 'word':
      return !AFTER_COLUMN.has(next.text.toLowerCase());
    case 'sign':
      return next.text === '(';
    case 'int64':
    case 'float64':
    case 'string':
    case 'param':
    case 'backticked':
      return true;
    case 'end':
    case 'fault':
      return false;
  }
}

export function readCase(
  reader: SyntaxReader,
  readExpression: (reader: SyntaxReader) => Syntax,
): SyntaxNode {
  take(reader);
  const subject = acceptWord(reader, 'when') ? null : readExpression(reader);
  if (subject !== null && !acceptWord(reader, 'when')) return expected(reader, '`when`');
  const branches: CaseBranch[] = [];
  do {
    const when = readExpression(reader);
    if (!acceptWord(reader, 'then')) return expected(reader, '`then`');
    branches.push({ when, result: readExpression(reader) });
  } while (acceptWord(reader, 'when'));
  const otherwise = acceptWord(reader, 'else') ? readExpression(reader) : null;
  if (!acceptWord(reader, 'end')) {
    const what = otherwise === null ? '`when`, `else` or `end`' : '`end`';
    return peek(reader).kind === 'end'
      ? expected(reader, what, 'Close the `case` with `end`.')
      : expected(reader, what);
  }
  return { kind: 'case', subject, branches, otherwise };
}
