/** Tokens of the expression language: the words, literals and signs of GoogleSQL's scalar syntax. */
import { readQuoted } from './quoted.ts';
import { faulty, type ReadToken, type Token } from './token.ts';

/** The tokens of a text; the last one is `end` or `fault`. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const { token, start = at, end } = readToken(text, at);
    tokens.push({ ...token, start, end });
    if (token.kind === 'fault') return tokens;
    at = skipSpace(text, end);
  }
  tokens.push({ kind: 'end', start: text.length, end: text.length });
  return tokens;
}

function skipSpace(text: string, at: number): number {
  return at + (match(/[ \t\r\n]*/y, text, at) ?? '').length;
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;

function readToken(text: string, at: number): ReadToken {
  const quoted = match(/[rR]?['"]/y, text, at);
  if (quoted !== null) return readQuoted(text, at);
  const word = match(NAME, text, at);
  if (word !== null) return { token: { kind: 'word', text: word }, end: at + word.length };
  if (match(/\.?[0-9]/y, text, at) !== null) return readNumber(text, at);
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

function readNumber(text: string, at: number): ReadToken {
  const number = match(/(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y, text, at) ?? '';
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
  if (/^[0-9]+$/.test(number)) return { token: { kind: 'int64', value: BigInt(number) }, end };
  const value = Number(number);
  if (!Number.isFinite(value)) return faulty(text, at, end, 'is out of range for `float64`');
  return { token: { kind: 'float64', value }, end };
}

function readBackticked(text: string, at: number): ReadToken {
  const whole = match(/`[^`\r\n]+`/y, text, at);
  if (whole === null) {
    return faulty(text, at, at + 1, 'opens a name that is not closed', 'Close the name with `.');
  }
  return { token: { kind: 'backticked', text: whole.slice(1, -1) }, end: at + whole.length };
}

function readParam(text: string, at: number): ReadToken {
  const name = match(NAME, text, at + 1);
  if (name === null) {
    return faulty(text, at, at + 1, 'is not followed by a name', 'Write a parameter as `@name`.');
  }
  return { token: { kind: 'param', text: name }, end: at + 1 + name.length };
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

function readSign(text: string, at: number): ReadToken {
  for (const [pattern, hint] of FOREIGN) {
    const found = match(pattern, text, at);
    if (found === null) continue;
    return faulty(text, at, at + found.length, 'is not part of the expression language', hint);
  }
  const sign = match(/<=|>=|<>|!=|[-+*/=<>(),.[\]]/y, text, at);
  if (sign !== null) return { token: { kind: 'sign', text: sign }, end: at + sign.length };
  const width = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return faulty(text, at, at + width, 'is not part of the expression language');
}
