/** Reads JSON without losing what a parser would drop in silence: repeated members, and digits of numbers. */

export interface ExactJson {
  /** A number that a JSON parser would round is infinite here. */
  readonly value: unknown;
  /** The path of each member whose name occurs before in the same object; lists are not part of a path. */
  readonly repeated: readonly (readonly string[])[];
}

/** Returns `null` if the bytes are not JSON in UTF-8. */
export function readExactJson(bytes: Uint8Array): ExactJson | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return { value: withoutRounding(text) ?? value, repeated: repeatedPaths(text) };
  } catch {
    return null;
  }
}

const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)|[[\]{}]/g;

interface Level {
  readonly isObject: boolean;
  readonly names: Set<string>;
  name: string;
}

/** The text is JSON. */
function repeatedPaths(text: string): ExactJson['repeated'] {
  const repeated: string[][] = [];
  const levels: Level[] = [];
  for (const [token, written, colon] of text.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (written === undefined) {
      if (token === '}' || token === ']') levels.pop();
      else levels.push({ isObject: token === '{', names: new Set(), name: '' });
    } else if (level !== undefined && colon === ':') {
      level.name = JSON.parse(written);
      if (level.names.has(level.name)) repeated.push(pathOf(levels));
      level.names.add(level.name);
    }
  }
  return repeated;
}

function pathOf(levels: readonly Level[]): string[] {
  return levels.filter(({ isObject }) => isObject).map(({ name }) => name);
}

const MAY_BE_ROUNDED = /[\d.]{17}|\d[eE]/;
const STRINGS_AND_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const INFINITE = '1e999';

/** Reads rounded numbers of a JSON text as infinite ones; `null` if there are none. */
function withoutRounding(text: string): unknown {
  if (!MAY_BE_ROUNDED.test(text)) return null;
  const marked = text.replace(STRINGS_AND_NUMBERS, token =>
    token.startsWith('"') || isExact(token) ? token : INFINITE,
  );
  return JSON.parse(marked);
}

function isExact(number: string): boolean {
  return digitsOf(number) === digitsOf(String(Number(number)));
}

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Returns the significant digits of a number and their exponent, which are equal for equal numbers. */
function digitsOf(number: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(number) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = all.replace(/(?<!0)0+$/, '');
  if (digits === '') return '0';
  return `${digits}e${Number(exponent) - fraction.length + all.length - digits.length}`;
}
