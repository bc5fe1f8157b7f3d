/** Reads what stands between the parentheses of `extract(part from x)`. */
import { acceptWord, expected, expectSign, type Reader } from './reader.ts';
import type { PathPart, Syntax, SyntaxNode } from './syntax.ts';

/** Behind the opening parenthesis; `part` reads a name, `read` an expression. */
export function readExtract(
  reader: Reader,
  part: (reader: Reader) => PathPart,
  read: (reader: Reader) => Syntax,
): SyntaxNode {
  const name = part(reader);
  if (!acceptWord(reader, 'from'))
    return expected(reader, '`from`, as in `extract(hour from timestamp)`');
  const of = read(reader);
  expectSign(reader, ')', 'an operator or ');
  return { kind: 'extract', part: name, of };
}
