/** Functions of JSON documents, by a reader of their own: the first of two members of one name counts, and numbers keep their digits. */
import type { Value } from '../values.ts';
import { asText, fits, type Rule, rule } from './rule.ts';

/** A number is held as it is written. */
type Json = null | boolean | string | { readonly number: string } | readonly Json[] | Members;
type Members = ReadonlyMap<string, Json>;

const TOKENS =
  /[ \t\n\r]*(?:([{}[\],:]|true|false|null)|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"))[ \t\n\r]*/uy;

/** The document that a text holds; `undefined` where it holds none. */
function parse(text: string): Json | undefined {
  const tokens: string[] = [];
  TOKENS.lastIndex = 0;
  while (TOKENS.lastIndex < text.length) {
    const found = TOKENS.exec(text);
    if (found === null) return undefined;
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  const left = tokens.reverse();
  try {
    const value = readOne(left);
    return left.length === 0 ? value : undefined;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

function readOne(left: string[]): Json {
  const token = left.pop() ?? '';
  if (token === '[') return itemsOf(left);
  if (token === '{') return membersOf(left);
  if (token === 'null') return null;
  if (token === 'true' || token === 'false') return token === 'true';
  if (/^[-\d]/.test(token)) return { number: token };
  return textOf(token);
}

function textOf(token: string): string {
  if (!token.startsWith('"')) throw new SyntaxError(token);
  return JSON.parse(token) as string;
}

function itemsOf(left: string[]): readonly Json[] {
  const items: Json[] = [];
  if (left.at(-1) === ']') return left.pop() === ']' ? items : [];
  for (;;) {
    items.push(readOne(left));
    if (!goesOn(left, ']')) return items;
  }
}

function membersOf(left: string[]): Members {
  const members = new Map<string, Json>();
  if (left.at(-1) === '}') return left.pop() === '}' ? members : new Map();
  for (;;) {
    const name = textOf(left.pop() ?? '');
    if (left.pop() !== ':') throw new SyntaxError(name);
    const value = readOne(left);
    if (!members.has(name)) members.set(name, value);
    if (!goesOn(left, '}')) return members;
  }
}

function goesOn(left: string[], end: string): boolean {
  const token = left.pop();
  if (token !== ',' && token !== end) throw new SyntaxError(token);
  return token === ',';
}

/** The text of a value. */
function write(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  if (value instanceof Map)
    return `{${[...value].map(([name, one]) => `${JSON.stringify(name)}:${write(one)}`).join()}}`;
  return writtenNumber(value) ?? JSON.stringify(value);
}

/** The value at a path such as `a.b[0]."c d"`; `undefined` where the path leads nowhere. */
function found([document, path]: readonly Value[]): Json | undefined {
  if (document === null) return undefined;
  const parts =
    path === undefined ? [] : [...asText(path).matchAll(/\[(\d+)\]|"([^"]+)"|[^.[\]"]+/g)];
  return parts.reduce<Json | undefined>(
    (of, [part, place, quoted]) => {
      if (place !== undefined) return Array.isArray(of) ? of[Number(place)] : undefined;
      return of instanceof Map ? of.get(quoted ?? part) : undefined;
    },
    parse(asText(document)),
  );
}

function read(gives: Rule['gives'], value: (found: Json | undefined) => Value): Rule {
  return rule('any', gives, args => value(found(args)));
}

function writtenNumber(value: Json | undefined): string | null {
  const isNumber = typeof value === 'object' && value !== null && 'number' in value;
  return isNumber ? value.number : null;
}

function whole(text: string | null): bigint | null {
  if (text === null) return null;
  if (/^-?\d+$/.test(text)) return fits(BigInt(text)) ? BigInt(text) : null;
  const number = Number(text);
  return Number.isInteger(number) && fits(BigInt(number)) ? BigInt(number) : null;
}

export default {
  json_string: read('string', value => (typeof value === 'string' ? value : null)),
  json_text: read('string', value => {
    if (typeof value === 'string' || typeof value === 'boolean') return String(value);
    const number = writtenNumber(value);
    if (number === '-0') return '0';
    return number !== null && /^(0|-?[1-9][0-9]{0,17})$/.test(number) ? number : null;
  }),
  json_exists: read('bool', value => value !== undefined),
  json_type: read('string', value => {
    if (value === undefined) return null;
    if (value === null) return 'null';
    if (Array.isArray(value)) return 'array';
    if (value instanceof Map) return 'object';
    return typeof value === 'object' ? 'number' : typeof value;
  }),
  json_int64: read('int64', value => whole(writtenNumber(value))),
  json_float64: read('float64', value => {
    const text = writtenNumber(value);
    return text === null ? null : Number(text);
  }),
  json_bool: read('bool', value => (typeof value === 'boolean' ? value : null)),
  json_list: read('list<string>', value =>
    Array.isArray(value) ? value.filter(item => typeof item === 'string') : [],
  ),
  json_length: read('int64', value => BigInt(Array.isArray(value) ? value.length : 0)),
  json_items: read('list<json>', value => (Array.isArray(value) ? value.map(write) : [])),
} as const satisfies Record<string, Rule>;
