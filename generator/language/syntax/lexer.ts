/** Tokens of the expression language: the words, literals and signs of GoogleSQL's scalar syntax. */
import { readQuoted } from './quoted.ts';
import { faulty, type Token } from './token.ts';

/** The tokens of a text; the last one is `end` or `fault`. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = afterSpace(text, 0); at < text.length; ) {
    const token = readToken(text, at);
    tokens.push(token);
    if (token.kind === 'fault') return tokens;
    at = afterSpace(text, token.end);
  }
  tokens.push({ kind: 'end', start: text.length, end: text.length });
  return tokens;
}

const SPACE = /[ \t\r\n]+/y;
const QUOTE = /[rR]?['"]/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const DIGIT = /\.?[0-9]/y;

function afterSpace(text: string, at: number): number {
  return endOf(SPACE, text, at) ?? at;
}

/** The offset after what `pattern` matches at `at`. */
function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function match(pattern: RegExp, text: string, at: number): string | null {
  const end = endOf(pattern, text, at);
  return end === null ? null : text.slice(at, end);
}

function readToken(text: string, at: number): Token {
  if (endOf(QUOTE, text, at) !== null) return readQuoted(text, at);
  const word = match(NAME, text, at);
  if (word !== null) return { kind: 'word', text: word, start: at, end: at + word.length };
  if (endOf(DIGIT, text, at) !== null) return readNumber(text, at);
  if (text[at] === '`') return readBackticked(text, at);
  if (text[at] === '@') return readParam(text, at);
  return readSign(text, at);
}

/** Units in durations, for a hint. */
const DURATION_UNITS: ReadonlyMap<string, string> = new Map([
  ['s', 'second'],
  ['m', 'minute'],
  ['min', 'minute'],
  ['h', 'hour'],
  ['d', 'day'],
  ['w', 'week'],
]);

const NUMBER = /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;

function readNumber(text: string, at: number): Token {
  const number = match(NUMBER, text, at) ?? '';
  const end = at + number.length;
  const more = match(/[A-Za-z0-9_.]+/y, text, end);
  if (more !== null) {
    const unit = number.includes('.') ? undefined : DURATION_UNITS.get(more);
    const hint =
      unit === undefined
        ? 'Write a decimal number, and a space after it.'
        : `Write \`interval ${number} ${unit}\`.`;
    return faulty(text, at, end + more.length, 'is not a number', hint);
  }
  if (/^[0-9]+$/.test(number)) return { kind: 'int64', value: BigInt(number), start: at, end };
  const value = Number(number);
  if (!Number.isFinite(value)) return faulty(text, at, end, 'is out of range for `float64`');
  return { kind: 'float64', value, start: at, end };
}

function readBackticked(text: string, at: number): Token {
  const whole = match(/`[^`\r\n]+`/y, text, at);
  if (whole === null) {
    return faulty(text, at, at + 1, 'opens a name that is not closed', 'Close the name with `.');
  }
  const name = whole.slice(1, -1);
  return { kind: 'backticked', text: name, start: at, end: at + whole.length };
}

function readParam(text: string, at: number): Token {
  const name = match(NAME, text, at + 1);
  if (name === null) {
    return faulty(text, at, at + 1, 'is not followed by a name', 'Write a parameter as `@name`.');
  }
  return { kind: 'param', text: name, start: at, end: at + 1 + name.length };
}

/** Signs of other languages with their replacements; longer signs first. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/--|\/\*|#|\/\//y, 'Put comments into the YAML, after `#` and outside the expression.'],
  [/==/y, 'Use `=`.'],
  [/<=>/y, 'Use `=`, with `is null` where NULL matters.'],
  [/&&/y, 'Use `and`.'],
  [/\|\|/y, 'Use `concat(…)` for texts and `or` for conditions.'],
  [/%/y, 'Use `mod(x, y)`, or `contains(text, part)` instead of `like`.'],
  [/\^/y, 'Use `pow(x, y)`.'],
  [/&/y, 'Use `bit_and(x, y)`.'],
  [/\|/y, 'Use `bit_or(x, y)`.'],
  [/!~|~/y, 'Use `matches(text, pattern)`.'],
  [/!(?!=)/y, 'Use `not`, or `!=`.'],
  [
    /->>?/y,
    "Write a path with dots, `record.field`; of a map `labels['region']`, of JSON `json_string(payload, 'user.id')`.",
  ],
  [
    /::/y,
    'Use one of `cast_string`, `cast_int64`, `cast_float64`, `cast_decimal`, `cast_timestamp`, `cast_date`.',
  ],
  [/\?\?/y, 'Use `coalesce(x, y)`.'],
  [/\?/y, 'Write a parameter as `@name`, and a choice as `if(condition, x, y)`.'],
  [/[$:{]/y, 'Write a parameter as `@name`.'],
  [/;/y, 'Remove it: a place holds one expression.'],
  [/[‘’“”´]/y, "Write texts between straight quotes: `'text'`."],
  [/[\p{Z}\uFEFF]/uy, 'Use a plain space.'],
];

/** A sign that does not begin one of another language. */
const SIGN = /<=(?!>)|<>|>=|!=|<(?!=)|=(?!=)|-(?![->])|\/(?![*/])|[+*>(),.[\]]/y;

function readSign(text: string, at: number): Token {
  const sign = match(SIGN, text, at);
  if (sign !== null) return { kind: 'sign', text: sign, start: at, end: at + sign.length };
  for (const [pattern, hint] of FOREIGN) {
    const found = match(pattern, text, at);
    if (found === null) continue;
    return faulty(text, at, at + found.length, 'is not part of the expression language', hint);
  }
  const width = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return faulty(text, at, at + width, 'is not part of the expression language');
}
