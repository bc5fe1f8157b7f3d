/** Reads literal numbers. */
import { reportSyntaxFault, type SyntaxReader, take } from './reader.ts';
import type { SyntaxNode } from './syntax.ts';
import { excerpt } from './token.ts';

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** Reads the next number. `negative`: its minus sign, at `start`, was already read. */
export function readNumber(reader: SyntaxReader, start: number, negative: boolean): SyntaxNode {
  const token = take(reader);
  if (token.kind === 'float64') {
    return { kind: 'float64', value: negative ? -token.value : token.value };
  }
  if (token.kind !== 'int64') throw new Error('a number was seen here');
  const value = negative ? -token.value : token.value;
  if (value < MIN_INT64 || value > MAX_INT64) {
    const shown = excerpt(reader.text, start, token.end);
    reportSyntaxFault(
      reader,
      { start, end: token.end },
      `\`${shown}\` is out of range for \`int64\``,
    );
  }
  return { kind: 'int64', value };
}
