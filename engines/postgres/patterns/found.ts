/**
 * Whether PostgreSQL finds the same part of a text as RE2, and the same groups in it. PostgreSQL takes the longest match, or the shortest
 * one if the first repetition is lazy. Then it gives each item before a group, and each group, its longest or its shortest part, one
 * after the other.
 */
import { RE2JS } from 're2js';
import { prefers } from '../../../generator/params/patterns/preference.ts';
import { programOf } from '../../../generator/params/patterns/program.ts';
import {
  type Branches,
  type Flags,
  type PatternItem,
  readPattern,
  type Sequence,
  type Single,
} from './tree.ts';

type End = 'longest' | 'shortest';

interface Piece {
  readonly branches: Branches;
  readonly flags: Flags;
}

const MOST_PIECES = 300;

/** For a valid pattern. */
export function findsSame(pattern: string, use: 'find' | 'groups'): boolean {
  const whole = readPattern(pattern);
  // the flag turns lazy and greedy around
  if (whole.flags.includes('U')) return false;
  const parts = use === 'groups' ? partsOf(whole) : [];
  return parts !== null && parts.length < MOST_PIECES && [whole, ...parts].every(isOrdered);
}

/** Whether RE2 prefers the ends of a piece in the order in which PostgreSQL tries them. */
function isOrdered({ branches, flags }: Piece): boolean {
  const text = branches.map(items => items.map(item => item.text).join('')).join('|');
  const program = programOf(RE2JS.compile(flags === '' ? text : `(?${flags}:${text})`));
  return prefers(program, preferredEnd(branches) ?? 'longest');
}

/** The parts that PostgreSQL tries one after the other; `null` where it keeps other groups than RE2: of a repetition, only those of its last turn. */
function partsOf({ branches, flags }: Piece): readonly Piece[] | null {
  const parts: Piece[] = [];
  for (const sequence of branches) {
    const last = sequence.findLastIndex(hasGroups);
    for (const [i, item] of sequence.entries()) {
      if (i > last) break;
      if (item.kind === 'group' && hasGroups(item)) {
        const within =
          (item.repeats?.most ?? 1) > 1 || item.repeats?.most === null ? null : partsOf(item);
        if (within === null) return null;
        parts.push(...within);
        if (i < sequence.length - 1) parts.push({ branches: [[item]], flags });
      } else {
        parts.push(...spansFrom(sequence, i).map(span => ({ branches: [span], flags })));
      }
    }
  }
  return parts;
}

/** PostgreSQL takes several items as one where it can. */
function spansFrom(sequence: Sequence, first: number): readonly Sequence[] {
  const next = sequence.findIndex((item, i) => i > first && hasGroups(item));
  return sequence.slice(first, next).map((_, i) => sequence.slice(first, first + i + 1));
}

function hasGroups(item: PatternItem): boolean {
  return item.kind === 'group' && (item.captures || item.branches.flat().some(hasGroups));
}

/** By the first choice in a pattern; `null` if it has none. */
function preferredEnd(branches: Branches): End | null {
  const [only = [], ...others] = branches;
  if (others.length > 0) return 'longest';
  for (const item of only) {
    const end = firstChoice(item);
    if (end !== null) return end;
  }
  return null;
}

function firstChoice(item: PatternItem): End | null {
  // the text of a test may be a choice, and is never repeated
  if (item.kind === 'single' && isTest(item)) return hasChoice(item) ? 'longest' : null;
  const { repeats } = item;
  if (repeats !== null && repeats.least !== repeats.most)
    return repeats.isLazy ? 'shortest' : 'longest';
  return item.kind === 'group' ? preferredEnd(item.branches) : null;
}

function isTest({ token }: Single): boolean {
  return /^(?:[$^]|\\[AzbB])$/.test(token);
}

function hasChoice({ token, flags }: Single): boolean {
  return /^\\[bB]$/.test(token) || (flags.includes('m') && /^[$^]$/.test(token));
}
