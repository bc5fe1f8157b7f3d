/** Quoted texts: GoogleSQL's string literals, plain and raw. */
import { faulty, type Token } from './token.ts';

/** The characters of a value, and the offset after their spelling; `null` for an invalid spelling. */
interface Piece {
  readonly value: string | null;
  readonly end: number;
}

/** Reads the literal that begins at `at` with a quote, or with `r` and a quote. */
export function readQuoted(text: string, at: number): Token {
  const raw = text.charAt(at).toLowerCase() === 'r';
  const open = raw ? at + 1 : at;
  const quote = text.charAt(open);
  let value = '';
  for (let next = open + 1; next < text.length && !isNewline(text.charAt(next)); ) {
    if (text.charAt(next) === quote) return { kind: 'string', value, start: at, end: next + 1 };
    const piece = readPiece(text, next, raw);
    if (piece.value === null) return badEscape(text, next, piece.end);
    value += piece.value;
    next = piece.end;
  }
  const hint = `Close the text with ${quote} on the same line; write \`\\n\` for a new line.`;
  return faulty(text, at, open + 1, 'opens a text that is not closed', hint);
}

function isNewline(character: string): boolean {
  return character === '\n' || character === '\r';
}

function readPiece(text: string, at: number, raw: boolean): Piece {
  if (text.charAt(at) !== '\\') return { value: text.charAt(at), end: at + 1 };
  // in a raw text, a backslash is literal, but still prevents the next quote from ending the text
  if (!raw) return readEscape(text, at);
  const end = Math.min(at + (isNewline(text.charAt(at + 1)) ? 1 : 2), text.length);
  return { value: text.slice(at, end), end };
}

const SINGLE: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ...['\\', '?', "'", '"', '`'].map(c => [c, c] as const),
]);

function readEscape(text: string, at: number): Piece {
  const single = SINGLE.get(text.charAt(at + 1));
  if (single !== undefined) return { value: single, end: at + 2 };
  const code = /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/y;
  code.lastIndex = at;
  const found = code.exec(text);
  if (found === null) return { value: null, end: Math.min(at + 2, text.length) };
  const end = at + found[0].length;
  return { value: character(Number.parseInt(found[1] ?? found[2] ?? found[3] ?? '', 16)), end };
}

/** A Unicode scalar value except NUL, which some engines cannot have in a text. Returns `null` for any other number. */
function character(codePoint: number): string | null {
  const surrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  if (codePoint === 0 || codePoint > 0x10ffff || surrogate) return null;
  return String.fromCodePoint(codePoint);
}

function badEscape(text: string, at: number, end: number): Token {
  const hint = "Write `\\\\` for a backslash, or put `r` before the quote: `r'\\d+'`.";
  return faulty(text, at, end, 'is not a valid escape in a text', hint);
}
