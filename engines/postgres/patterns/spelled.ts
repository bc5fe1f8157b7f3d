/**
 * RE2's patterns in PostgreSQL's language. Classes follow the locale there, so every character is written as ranges of code points; lazy
 * repetitions decide only which text is found, not whether one is.
 */
import { RE2JS } from 're2js';
import type { PatternUse } from '../../../generator/functions/searched.ts';
import { callerPatternFault } from '../../../generator/params/patterns/pattern.ts';
import { programOf, readsCharacter } from '../../../generator/params/patterns/program.ts';
import { findsSame } from './found.ts';
import {
  type Branches,
  type Flags,
  type PatternItem,
  type Repeats,
  readPattern,
  type Sequence,
} from './tree.ts';

/**
 * A valid pattern of RE2 in PostgreSQL's language. `null` for one that costs more than a caller's may, because PostgreSQL's programs are
 * larger than those of RE2, and for one of which it finds another part of some text.
 */
export function spelledPattern(pattern: string, use: PatternUse): string | null {
  if (callerPatternFault(pattern) !== null) return null;
  if (use !== 'search' && !findsSame(pattern, use)) return null;
  return spelledBranches(readPattern(pattern).branches, use);
}

function spelledBranches(branches: Branches, use: PatternUse): string {
  return branches.map(sequence => spelledSequence(sequence, use)).join('|');
}

function spelledSequence(sequence: Sequence, use: PatternUse): string {
  const items: string[] = [];
  for (const item of sequence) {
    const texts = spelledItem(item, use);
    const last = texts.pop() ?? '';
    const text = item.repeats === null ? last : repeated(last, item.repeats, use);
    // a second test of the same place changes nothing
    if (!ASSERTIONS.has(text) || text !== items.at(-1)) items.push(...texts, text);
  }
  return items.join('');
}

/** Only the last one is repeated. */
function spelledItem(item: PatternItem, use: PatternUse): string[] {
  if (item.kind === 'single') return spelledToken(item.token, item.flags);
  const opener = item.captures && use === 'groups' ? '(' : '(?:';
  return [`${opener}${spelledBranches(item.branches, use)})`];
}

/** PostgreSQL repeats an item at most so many times. */
const MOST_REPEATS = 255;

function repeated(item: string, { least, most, isLazy }: Repeats, use: PatternUse): string {
  if (ASSERTIONS.has(item)) return least === 0 ? '(?:)' : item;
  // laziness decides only which part of a text is found
  const lazy = isLazy && use !== 'search' ? '?' : '';
  if (least === 0 && most === null) return `${item}*${lazy}`;
  if (least === 1 && most === null) return `${item}+${lazy}`;
  if (least === 0 && most === 1) return `${item}?${lazy}`;
  if (least <= MOST_REPEATS && (most ?? 0) <= MOST_REPEATS)
    return `${item}{${least}${most === least ? '' : `,${most ?? ''}`}}${lazy}`;
  const needed = inParts(least).map(count => `${item}{${count}}`);
  const more =
    most === null ? [`${item}*${lazy}`] : inParts(most - least).map(n => `${item}{0,${n}}${lazy}`);
  return `(?:${[...needed, ...more].join('')})`;
}

function inParts(count: number): readonly number[] {
  const whole = Array<number>(Math.floor(count / MOST_REPEATS)).fill(MOST_REPEATS);
  return count % MOST_REPEATS === 0 ? whole : [...whole, count % MOST_REPEATS];
}

const WORD = '[0-9A-Za-z_]';
const BOUNDARY = `(?:(?<!${WORD})(?=${WORD})|(?<=${WORD})(?!${WORD}))`;
const NO_BOUNDARY = `(?:(?<!${WORD})(?!${WORD})|(?<=${WORD})(?=${WORD}))`;
const LINE_START = '(?:^|(?<=\\n))';
const LINE_END = '(?:$|(?=\\n))';
/** They read no character. */
const ASSERTIONS: ReadonlySet<string> = new Set([
  '^',
  '$',
  BOUNDARY,
  NO_BOUNDARY,
  LINE_START,
  LINE_END,
]);

function spelledToken(token: string, flags: Flags): string[] {
  const isByLine = flags.includes('m');
  switch (token) {
    case '^':
      return [isByLine ? LINE_START : '^'];
    case '$':
      return [isByLine ? LINE_END : '$'];
    case '\\A':
      return ['^'];
    case '\\z':
      return ['$'];
    case '\\b':
      return [BOUNDARY];
    case '\\B':
      return [NO_BOUNDARY];
    default:
      return charactersOf(token).map(one => characters(one, flags));
  }
}

/** Quoted texts, and what only looks like a repetition, are several characters. */
function charactersOf(token: string): readonly string[] {
  const isQuoted = token.startsWith('\\Q');
  if (!isQuoted && !/^\{./.test(token)) return [token];
  const text = isQuoted ? token.slice(2).replace(/\\E$/, '') : token;
  return Array.from(text, one => RE2JS.quote(one));
}

/** The characters that a token reads. */
function characters(token: string, flags: Flags): string {
  const kept = flags.replace(/[^is]/g, '');
  const ranges = rangesOf(kept === '' ? token : `(?${kept}:${token})`);
  const [first] = ranges;
  if (first === undefined) return NOTHING;
  if (ranges.length === 1 && first[0] === first[1]) return character(first[0]);
  const isNegated = first[0] === FIRST && ranges.at(-1)?.[1] === LAST;
  const shown = isNegated ? gaps(ranges) : ranges;
  if (shown.length === 0) return ANY;
  const texts = shown.map(([from, to]) => {
    if (from === to) return character(from);
    return `${character(from)}${to === from + 1 ? '' : '-'}${character(to)}`;
  });
  return `[${isNegated ? '^' : ''}${texts.join('')}]`;
}

/** In PostgreSQL's language, a dot is any character. */
const ANY = '.';
/** Every character is a line break or one of the others. */
const NOTHING = '(?:(?=\\n)(?!\\n))';
/** No text contains NUL. */
const FIRST = 1;
const LAST = 0x10ffff;

type Range = readonly [from: number, to: number];

/** In ascending order, with space between them. */
function rangesOf(pattern: string): readonly Range[] {
  const { instructions, bounds } = programOf(RE2JS.compile(pattern));
  const reading = instructions.find(readsCharacter);
  if (reading === undefined) return [];
  const starts = [...new Set([FIRST, ...bounds()])].filter(at => at >= FIRST && at <= LAST);
  const ranges: [number, number][] = [];
  for (const [i, from] of starts.entries()) {
    if (!reading.matchRune(from)) continue;
    const to = (starts[i + 1] ?? LAST + 1) - 1;
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === from - 1) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

function gaps(ranges: readonly Range[]): readonly Range[] {
  return ranges.slice(1).map(([from], i) => [(ranges[i]?.[1] ?? 0) + 1, from - 1]);
}

function character(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  if (/[0-9A-Za-z_/ ,:;=@%&"'<>~!#`]/.test(text)) return text;
  if (text === '\n') return '\\n';
  if (/[!-~]/.test(text)) return `\\${text}`;
  if (/[\p{L}\p{N}]/u.test(text)) return text;
  return codePoint > 0xffff
    ? `\\U${codePoint.toString(16).padStart(8, '0')}`
    : `\\u${codePoint.toString(16).padStart(4, '0')}`;
}
