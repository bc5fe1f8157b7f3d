/** Reads the text between the parentheses of `extract(part from x at time zone z)`. */
import {
  acceptWord,
  expected,
  expectSign,
  peek,
  reportSyntaxFault,
  type SyntaxReader,
} from './reader.ts';
import type { PathPart, Syntax, SyntaxNode } from './syntax.ts';

/** Starts after the opening parenthesis; `part` reads a name, `read` an expression. */
export function readExtract(
  reader: SyntaxReader,
  part: (reader: SyntaxReader) => PathPart,
  read: (reader: SyntaxReader) => Syntax,
): SyntaxNode {
  const quoted = peek(reader);
  if (quoted.kind === 'string') {
    const hint = 'Write it without quotes, as in `extract(hour from timestamp)`.';
    reportSyntaxFault(reader, quoted, 'The part of `extract` is a name, not a text', hint);
  }
  const name = part(reader);
  if (!acceptWord(reader, 'from'))
    return expected(reader, '`from`, as in `extract(hour from timestamp)`');
  const of = read(reader);
  const zone = acceptWord(reader, 'at') ? readZone(reader, read) : null;
  expectSign(reader, ')', zone === null ? '`at time zone`, an operator or ' : 'an operator or ');
  return { kind: 'extract', part: name, of, zone };
}

function readZone(reader: SyntaxReader, read: (reader: SyntaxReader) => Syntax): Syntax {
  for (const word of ['time', 'zone'])
    if (!acceptWord(reader, word)) expected(reader, `\`${word}\`, as in \`at time zone 'UTC'\``);
  return read(reader);
}
