/** Texts that GoogleSQL reads as numbers, as RE2 patterns. ASCII whitespace around them is ignored. */

const WHITESPACE = '[ \\t\\n\\x0b\\f\\r]*';
const whole = (pattern: string) => `^${WHITESPACE}[+-]?${pattern}${WHITESPACE}$`;

export const WHOLE_NUMBER = whole('[0-9]+');
/** No 64-bit number has more digits. Before it, GoogleSQL ignores only spaces. */
export const HEXADECIMAL = `^ *[+-]?0[xX]0*[0-9A-Fa-f]{1,16}${WHITESPACE}$`;
/** A whole number as every engine writes it. */
export const WRITTEN_NUMBER = '^(?:0|-?[1-9][0-9]{0,17})$';
/** The quoted texts of JSON. */
export const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
/** A whole number `-0` and a byte order mark, which engines read in different ways. Quoted texts are removed first. */
export const UNCLEAR = '-0(?:[^0-9.eE]|$)|^\uFEFF';
/** A number of at most 15 digits, not below 0.0001, as every engine writes it; some write a whole one with `.0`. */
export const WRITTEN_FLOAT = `^(?:${[
  '0(?:\\.0)?',
  '-?[1-9][0-9]{0,14}(?:\\.0)?',
  '-?0\\.0{0,3}[1-9][0-9]{0,14}',
  ...Array.from({ length: 14 }, (_, i) => `-?[1-9][0-9]{${i}}\\.[0-9]{1,${14 - i}}`),
].join('|')})$`;
export const DECIMAL_NUMBER = whole(
  '(?:(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|(?i:inf|infinity|nan))',
);
