/** Maps an offset in a scalar's value to the file, through quotes, escapes and folded lines. */
import type { ScalarStyle } from '../core/spec/document.ts';

/** One code unit of the value and its source, before lines are folded. */
interface Unit {
  readonly char: string;
  readonly at: number;
  readonly end: number;
}

/**
 * Maps offsets in the value of the scalar at `start` to `end` of `text`. The map is exact if the value is on one line. If lines are folded
 * or their indentation is removed, whitespace is mapped to the first possible place, and every other character exactly.
 */
export function offsetMap(
  text: string,
  start: number,
  end: number,
  style: ScalarStyle,
  value: string,
): (offset: number) => number {
  if (style === 'plain' && end - start === value.length) {
    return offset => start + Math.max(0, Math.min(offset, value.length));
  }
  let starts: readonly number[] | null = null;
  return offset => {
    starts ??= align(value, unitsOf(text, start, end, style), end);
    return starts[Math.max(0, Math.min(offset, value.length))] ?? end;
  };
}

function align(value: string, units: readonly Unit[], end: number): readonly number[] {
  const starts: number[] = [];
  let next = 0;
  for (const char of value.split('')) {
    // a space in the value may come from a line break; indentation is skipped up to the next character
    while (next < units.length && !meets(char, units[next]?.char ?? '')) next += 1;
    starts.push(units[next]?.at ?? end);
    next += 1;
  }
  starts.push(units[next - 1]?.end ?? starts[0] ?? end);
  return starts;
}

function meets(char: string, unit: string): boolean {
  return char === unit || (isSpace(char) && isSpace(unit));
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r';
}

function unitsOf(text: string, start: number, end: number, style: ScalarStyle): readonly Unit[] {
  switch (style) {
    case 'single':
      return quotedUnits(text, start + 1, end - 1, singleEscape);
    case 'double':
      return quotedUnits(text, start + 1, end - 1, doubleEscape);
    case 'plain':
      return quotedUnits(text, start, end, noEscape);
    case 'literal':
    case 'folded': {
      const header = text.indexOf('\n', start);
      return quotedUnits(text, header === -1 ? end : header + 1, end, noEscape);
    }
  }
}

/** The text of an escape, and its length in code units of the file. Returns `null` if there is no escape. */
type Escape = (
  text: string,
  at: number,
) => { readonly chars: string; readonly length: number } | null;

function quotedUnits(text: string, start: number, end: number, escapeAt: Escape): readonly Unit[] {
  const units: Unit[] = [];
  for (let at = start; at < end; ) {
    const { chars, length } = escapeAt(text, at) ?? { chars: text.charAt(at), length: 1 };
    for (const char of chars.split('')) units.push({ char, at, end: at + length });
    at += length;
  }
  return units;
}

const noEscape: Escape = () => null;

const singleEscape: Escape = (text, at) =>
  text.startsWith("''", at) ? { chars: "'", length: 2 } : null;

const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

const doubleEscape: Escape = (text, at) => {
  if (text.charAt(at) !== '\\') return null;
  const letter = text.charAt(at + 1);
  // a backslash at the end of a line joins it to the next one and adds nothing
  if (letter === '\n' || letter === '\r') return { chars: '', length: 2 };
  const digits = HEX_DIGITS[letter];
  if (digits === undefined) return { chars: ESCAPES[letter] ?? letter, length: 2 };
  const code = Number.parseInt(text.slice(at + 2, at + 2 + digits), 16);
  return { chars: code <= 0x10ffff ? String.fromCodePoint(code) : '', length: 2 + digits };
};
