/** The window of a call, written after it: `over (partition by … order by … rows between … and …)`, or `range between`. */
import { type ReadSyntax, readOrder } from './modifiers.ts';
import {
  acceptSign,
  acceptWord,
  expected,
  isSign,
  isWord,
  peek,
  type SyntaxReader,
  take,
} from './reader.ts';
import type { FrameSyntax, OverSyntax, Syntax } from './syntax.ts';
import { excerpt } from './token.ts';

/** Returns `null` unless `over (` follows. A column may be named `over`, but no expression continues with it. */
export function readOver(reader: SyntaxReader, read: ReadSyntax): OverSyntax | null {
  const { start } = peek(reader);
  if (!isWord(peek(reader), 'over') || !isSign(peek(reader, 1), '(')) return null;
  take(reader);
  take(reader);
  const partitionBy = readPartition(reader, read);
  const orderBy = readOrder(reader, read);
  const frame = readFrame(reader);
  const wanted = ['`partition by`', '`order by`', '`rows`', '`range`'];
  const left = wanted.slice(
    frame !== null ? 4 : orderBy.length > 0 ? 2 : partitionBy.length > 0 ? 1 : 0,
  );
  if (!isSign(peek(reader), ')')) expected(reader, [...left, '`)`'].join(' or '));
  const { end } = take(reader);
  return { partitionBy, orderBy, frame, start, end };
}

function readPartition(reader: SyntaxReader, read: ReadSyntax): readonly Syntax[] {
  if (!acceptWord(reader, 'partition')) return [];
  if (!acceptWord(reader, 'by')) expected(reader, '`by`');
  const items = [read(reader)];
  while (acceptSign(reader, ',')) items.push(read(reader));
  return items;
}

const UNITS = ['rows', 'range'] as const;

function readFrame(reader: SyntaxReader): FrameSyntax | null {
  const { start } = peek(reader);
  const unit = UNITS.find(word => acceptWord(reader, word));
  if (unit === undefined) return null;
  if (!acceptWord(reader, 'between')) {
    const next = peek(reader);
    const whole = `Write \`${unit} between ${excerpt(reader.text, next.start, next.end)} preceding and current row\`.`;
    expected(reader, '`between`', next.kind === 'int64' ? whole : undefined);
  }
  const from = readBound(reader, 'preceding');
  if (!acceptWord(reader, 'and')) expected(reader, '`and`');
  const { end } = peek(reader, 1);
  const to = readBound(reader, 'following');
  return { unit, from, to, start, end };
}

/** Reads an end of the frame. `unbounded` is allowed only in the direction that the parameter names. */
function readBound(reader: SyntaxReader, unbounded: 'preceding' | 'following'): bigint | null {
  if (acceptWord(reader, 'unbounded')) {
    if (!acceptWord(reader, unbounded)) expected(reader, `\`${unbounded}\``);
    return null;
  }
  if (acceptWord(reader, 'current')) {
    if (!acceptWord(reader, 'row')) expected(reader, '`row`');
    return 0n;
  }
  const count = peek(reader);
  if (count.kind !== 'int64') {
    expected(reader, '`unbounded`, `current row` or a number');
    return 0n;
  }
  take(reader);
  if (acceptWord(reader, 'preceding')) return -count.value;
  if (!acceptWord(reader, 'following')) expected(reader, '`preceding` or `following`');
  return count.value;
}
