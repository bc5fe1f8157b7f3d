/** Texts on one line: in quotes, or plain. */
import type { ScalarNode, ScalarStyle } from '../../core/spec/document.ts';
import { scalarNode } from '../scalar.ts';
import { plainValue } from './plain-value.ts';
import { countNode, type TextReading } from './reading.ts';

/** One text, and where it ends. */
export interface YamlText {
  readonly value: string;
  readonly style: ScalarStyle;
  readonly end: number;
}

/** The scalar of a text that was read at `start`. */
export function textNode(reading: TextReading, start: number, text: YamlText): ScalarNode | null {
  if (!countNode(reading)) return null;
  const value = text.style === 'plain' ? plainValue(text.value) : text.value;
  return scalarNode(reading.source, start, text.end, text.style, value);
}

/** The value of an entry without one, or of a dash. */
export function emptyNode(reading: TextReading, at: number): ScalarNode | null {
  return textNode(reading, at, { value: '', style: 'plain', end: at });
}

// ---- quotes ---------------------------------------------------------------------------------------------------------

const SINGLE = /'[^'\n]*(?:''[^'\n]*)*'/y;
/** With the usual escapes only. */
const DOUBLE = /"[^"\\\n]*(?:\\["\\/nt][^"\\\n]*)*"/y;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** The text in quotes at `at`, which ends on its line. */
export function quotedAt(text: string, at: number): YamlText | null {
  const isSingle = text[at] === "'";
  const end = endOf(isSingle ? SINGLE : DOUBLE, text, at);
  if (end === null) return null;
  const inner = text.slice(at + 1, end - 1);
  return isSingle
    ? { value: inner.replaceAll("''", "'"), style: 'single', end }
    : { value: inner.replaceAll(/\\(.)/g, unescaped), style: 'double', end };
}

function unescaped(_: string, letter: string): string {
  return ESCAPED[letter] ?? letter;
}

// ---- plain texts ----------------------------------------------------------------------------------------------------

/** The first character of a plain text. Those that may also have a meaning are left to the library, except `-` before a text. */
const FIRST = /(?=[^ \n\-?:,[\]{}#&*!|>'"%@`]|-[^ \n,[\]{}])/;
/** Up to a comment, a `:` that ends a key, or the end of the line; between brackets also up to a comma or bracket. */
const PLAIN = /(?:[^\n :#]+|:(?=[^ \n])|#| +(?=[^ \n#:]|:[^ \n]))+/y;
const PLAIN_IN_BRACKETS =
  /(?:[^\n :#,[\]{}]+|:(?=[^ \n,[\]{}])|#| +(?=[^ \n#:,[\]{}]|:[^ \n,[\]{}]))+/y;
const FIRST_PLAIN = new RegExp(FIRST.source + PLAIN.source, 'y');
const FIRST_IN_BRACKETS = new RegExp(FIRST.source + PLAIN_IN_BRACKETS.source, 'y');

/** The plain text that begins at `at`, on its first line. */
export function plainAt(text: string, at: number): YamlText | null {
  return matched(FIRST_PLAIN, text, at);
}

export function plainInBracketsAt(text: string, at: number): YamlText | null {
  return matched(FIRST_IN_BRACKETS, text, at);
}

/** One further line of a plain text: there, the first character may be any. */
export function plainPart(text: string, at: number): YamlText | null {
  return matched(PLAIN, text, at);
}

function matched(pattern: RegExp, text: string, at: number): YamlText | null {
  const end = endOf(pattern, text, at);
  return end === null ? null : { value: text.slice(at, end), style: 'plain', end };
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}
