/**
 * Values that YAML cuts. Between braces and brackets, it ends a text without quotes at each comma, so `{ value: f(x, y) }` has the keys
 * `value` and `y)`; everywhere, it reads ` #` as the begin of a comment.
 */
import type { Place } from './diagnostics.ts';
import { isOneText } from './whole-text.ts';

/** A value that YAML cuts. */
export interface Cut {
  readonly place: Place;
  readonly sign: ',' | '#';
  /** The texts to read whole: it, and those with commas between the same braces. Empty if pieces of it may be meant. */
  readonly whole: readonly Place[];
}

/** The value around a place that YAML cuts inside parentheses or SQL quotes; `null` if there is none. */
export function cutAt({ source, start: at }: Place): Cut | null {
  const found = cutAround(source.text, at);
  if (found === null) return null;
  const { value, whole } = found;
  const place = ({ start, end }: Range): Place => ({ source, start, end });
  const sign = source.text.slice(value.start, value.end).includes(' #') ? '#' : ',';
  return { place: place(value), sign, whole: whole.map(place) };
}

/** The most characters and lines that are read around a fault, so that its work is bounded. */
const REACH = 2_000;
const MAX_LINES = 20;

/** The begin of a line whose value is in braces or brackets. */
const OPENING = /^[ \t]*(?:- +)*(?:(?:[^\s:'"#[{][^:'"#\n]*|'[^'\n]*'|"[^"\n]*"):[ \t]+)?(?=[{[])/;

interface Found {
  readonly value: Range;
  readonly whole: readonly Range[];
}

function cutAround(text: string, at: number): Found | null {
  const from = Math.max(0, at - REACH);
  const before = text.slice(from, at).lastIndexOf('\n');
  // the line begins too far away
  if (before === -1 && from > 0) return null;
  let lineStart = from + before + 1;
  const line = commentedIn(text, lineStart, at);
  if (line !== null) return { value: line, whole: [] };
  for (let lines = 0; lines < MAX_LINES && at - lineStart < REACH; lines += 1) {
    const opening = OPENING.exec(text.slice(lineStart, lineStart + REACH));
    if (opening !== null) return cutIn(text, lineStart + opening[0].length, at);
    if (lineStart === 0) return null;
    lineStart = text.lastIndexOf('\n', lineStart - 2) + 1;
  }
  return null;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Value extends Range {
  /** Whether it contains a comma, or a ` #` in SQL quotes. */
  readonly isCut: boolean;
}

function cutIn(text: string, open: number, at: number): Found | null {
  // a brace whose end is in a comment
  const commented = at === open ? firstCommented(text, open) : null;
  if (commented !== null) return { value: commented, whole: [] };
  const values = valuesOf(text, open, at + REACH);
  const cuts = values.filter(one => one.isCut && isBare(text, one.start));
  const isAround = ({ start, end }: Range) => start <= at && at <= end;
  // a brace that a text between the two seems to close
  const isTorn = ({ start, end }: Range) => /[[\]{}]/.test(text.slice(start, end));
  const value = at === open ? cuts.find(isTorn) : values.find(isAround);
  if (value === undefined) return null;
  if (text[value.start] === '{' || text[value.start] === '[') return cutIn(text, value.start, at);
  if (!cuts.includes(value)) return null;
  const whole = cuts.filter(({ start, end }) => isOneText(text.slice(start, end)));
  return { value, whole: whole.includes(value) ? whole : [] };
}

function isBare(text: string, start: number): boolean {
  return !isQuoted(text, start) && text[start] !== '{' && text[start] !== '[';
}

function isQuoted(text: string, start: number): boolean {
  return text[start] === "'" || text[start] === '"';
}

/** The first value with a ` #` between the brace at `open` and its end on the same line. */
function firstCommented(text: string, open: number): Range | null {
  const lineEnd = text.indexOf('\n', open);
  for (const { start, end } of valuesOf(text, open, lineEnd === -1 ? text.length : lineEnd)) {
    if (!text.slice(start, end).includes(' #') || isQuoted(text, start)) continue;
    if (text[start] !== '{' && text[start] !== '[') return { start, end };
    const inner = firstCommented(text, start);
    if (inner !== null) return inner;
  }
  return null;
}

/** The begin of a line, up to its value. */
const BEGIN = /^[ \t]*(?:- +)*(?:[^\s:'"#[{]+:[ \t]+)?/;
const PLAIN = /^[^\s'"|>{[#]/;

/** The text of a line around `at` that has a ` #` in SQL quotes, up to a comment behind them. */
function commentedIn(text: string, lineStart: number, at: number): Range | null {
  const line = /^[^\r\n]*/.exec(text.slice(lineStart, lineStart + REACH))?.[0] ?? '';
  const from = BEGIN.exec(line)?.[0].length ?? 0;
  if (!PLAIN.test(line.slice(from)) || !line.includes(' #')) return null;
  let [quote, isCut, to] = ['', false, from];
  for (; to < line.length; to += 1) {
    const sign = line[to] ?? '';
    const isComment = sign === '#' && line[to - 1] === ' ';
    if (quote === '' && isComment) break;
    if (quote === '' && (sign === "'" || sign === '"')) quote = sign;
    else if (sign === quote) quote = '';
    else isCut ||= isComment;
  }
  const [start, end] = [lineStart + from, lineStart + line.slice(0, to).trimEnd().length];
  return isCut && quote === '' && start <= at && at <= end ? { start, end } : null;
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const CLOSERS: ReadonlySet<string> = new Set(CLOSING.values());

/** The values between the brace or bracket at `open` and its end, split at commas outside parentheses; empty without that end. */
function valuesOf(text: string, open: number, limit: number): readonly Value[] {
  const close = CLOSING.get(text[open] ?? '');
  const inside: string[] = [];
  const values: Value[] = [];
  let [start, isCut] = [open + 1, false];
  for (let i = open + 1; i < limit; i += 1) {
    const sign = text[i] ?? '';
    const opened = CLOSING.get(sign);
    // behind a word, it is an apostrophe
    if ((sign === "'" || sign === '"') && !/\w/.test(text[i - 1] ?? '')) {
      const end = text.indexOf(sign, i + 1);
      if (end === -1) return [];
      isCut ||= /,| #/.test(text.slice(i, end));
      i = end;
    } else if (opened !== undefined) inside.push(opened);
    else if (inside.length === 0 && (sign === ',' || sign === close)) {
      values.push({ ...withoutKey(text, start, i), isCut });
      if (sign === close) return values;
      [start, isCut] = [i + 1, false];
    } else if (sign === ',') isCut = true;
    else if (CLOSERS.has(sign) && inside.pop() !== sign) return [];
  }
  return [];
}

const KEY = /^\s*(?:[^\s:'"]+:\s+)?/;

/** The value of an entry, without the space around it. */
function withoutKey(text: string, start: number, end: number): Range {
  const from = start + (KEY.exec(text.slice(start, end))?.[0].length ?? 0);
  return { start: from, end: from + text.slice(from, end).trimEnd().length };
}
