/** Texts that GoogleSQL reads as numbers, as patterns of RE2. Whitespace of ASCII around them does not count. */

const WHITESPACE = '[ \\t\\n\\x0b\\f\\r]*';
const whole = (pattern: string) => `^${WHITESPACE}[+-]?${pattern}${WHITESPACE}$`;

export const WHOLE_NUMBER = whole('[0-9]+');
/** With more digits no number has 64 bits. */
export const HEXADECIMAL = whole('0[xX]0*[0-9A-Fa-f]{1,16}');
/** A whole number as every engine writes it. */
export const WRITTEN_NUMBER = '^(?:0|-?[1-9][0-9]{0,17})$';
export const DECIMAL_NUMBER = whole(
  '(?:(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|(?i:inf|infinity|nan))',
);
