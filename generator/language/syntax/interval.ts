/** Reads `interval 5 minute` and `interval @n day`. `interval` is a keyword only before a number, a parameter or a parenthesis. */
import {
  CALENDAR_UNITS,
  STEP_UNITS,
  type TimeUnit,
  UNIT_MICROS,
  unitNamed,
} from '../../core/types/scalar.ts';
import { acceptWord, expected, isSign, peek, type SyntaxReader, take } from './reader.ts';
import type { SyntaxNode } from './syntax.ts';
import type { Token } from './token.ts';

const UNITS: readonly TimeUnit[] = [...STEP_UNITS, ...CALENDAR_UNITS];

/** Whether `interval`, followed by `next`, begins an interval; otherwise it is a column. */
export function beginsInterval(next: Token): boolean {
  return next.kind === 'int64' || next.kind === 'param' || isSign(next, '(');
}

export function readInterval(reader: SyntaxReader): SyntaxNode {
  take(reader);
  const hint = writtenOut(reader);
  const count = peek(reader);
  if (count.kind === 'param') return readSpan(reader, count, hint);
  if (count.kind !== 'int64') return expected(reader, 'a whole number or a parameter', hint);
  take(reader);
  const unit = UNITS.find(name => acceptUnit(reader, name));
  if (unit !== undefined) return { kind: 'interval', count: count.value, unit };
  const what = `one of ${UNITS.map(name => `\`${name}\``).join(', ')}`;
  return expected(reader, what, isSign(peek(reader), '*') ? hint : undefined);
}

/** Calendar units are not allowed, because they have no fixed length. */
function readSpan(
  reader: SyntaxReader,
  { text, start, end }: Extract<Token, { kind: 'param' }>,
  hint: string,
): SyntaxNode {
  take(reader);
  const unit = STEP_UNITS.find(name => acceptUnit(reader, name));
  if (unit !== undefined)
    return { kind: 'span', count: { kind: 'param', name: text, start, end }, unit };
  return expected(reader, `one of ${STEP_UNITS.map(name => `\`${name}\``).join(', ')}`, hint);
}

function acceptUnit(reader: SyntaxReader, unit: TimeUnit): boolean {
  return acceptWord(reader, unit) || acceptWord(reader, `${unit}s`);
}

// ---- hints ----------------------------------------------------------------------------------------------------------

const ALONE =
  'Write a number or a parameter alone, as in `interval 7 day` or `interval @n day`; a parameter of type `duration` needs no `interval`, as in `now() - @last`.';

/** The most tokens of a product in parentheses and its unit. */
const MOST = 8;

/** The hint for a product or parentheses: the same interval without them, where the language has it. */
function writtenOut({ tokens, at }: SyntaxReader): string {
  const read = tokens
    .slice(at, at + MOST)
    .filter(token => !['(', ')', '*'].some(sign => isSign(token, sign)));
  const end = read.findIndex(token => unitOf(token) !== undefined);
  const unit = unitOf(read[end]);
  const factors = read.slice(0, Math.max(end, 0));
  const params = factors.flatMap(token => (token.kind === 'param' ? [token.text] : []));
  const counts = factors.flatMap(token => (token.kind === 'int64' ? [token.value] : []));
  const [param, ...others] = params;
  const isProduct = counts.length + params.length === factors.length && others.length === 0;
  if (unit === undefined || factors.length === 0 || !isProduct) return ALONE;
  const count = counts.reduce((product, one) => product * one, 1n);
  if (param === undefined) return `Write \`interval ${count} ${unit}\`.`;
  const whole = STEP_UNITS.find(name => UNIT_MICROS[name] === count * microsOf(unit));
  return whole === undefined ? ALONE : `Write \`interval @${param} ${whole}\`.`;
}

function unitOf(token: Token | undefined): TimeUnit | undefined {
  return unitNamed(token?.kind === 'word' ? token.text.toLowerCase() : null, UNITS);
}

function microsOf(unit: TimeUnit): bigint {
  const step = STEP_UNITS.find(name => name === unit);
  return step === undefined ? 0n : UNIT_MICROS[step];
}
