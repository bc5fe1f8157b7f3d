/**
 * Estimates the cost of a search for a pattern before an engine sees it. All three engines search with RE2. Its time per byte is one
 * step of a deterministic automaton once that is complete; until then, it grows with the program.
 */
import type { RE2JS } from 're2js';
import { automatonWork } from './automaton.ts';
import { type Program, programOf, readsCharacter } from './program.ts';
import { byteRanges } from './ranges.ts';

/**
 * The maximum cost of a caller's pattern. `npm run bench:patterns` measures it: with these, the slowest accepted
 * pattern of its corpus takes at most 10 times as long as a literal.
 */
export const MOST_COST = 6_000;
export const MOST_WORK = 8_000;

/**
 * The number of instructions of the program with all counted repetitions expanded; a character class counts as its UTF-8 byte ranges.
 * RE2 lets classes share suffixes, so its own program is smaller.
 */
export function programCost({ instructions }: Program): number {
  const known = new Map<Int32Array, number>();
  return instructions.reduce((cost, one) => {
    if (!readsCharacter(one)) return cost + 1;
    const ranges = known.get(one.runes) ?? Math.max(1, byteRanges(one.runes));
    known.set(one.runes, ranges);
    return cost + ranges;
  }, 0);
}

/** The message for a caller's pattern that costs too much, in words after "must be"; else `null`. */
export function costFault(pattern: RE2JS): string | null {
  const program = programOf(pattern);
  const cost = programCost(program);
  if (cost > MOST_COST) return tooCostly(spell(cost));
  return automatonWork(program, MOST_WORK) > MOST_WORK ? TOO_AMBIGUOUS : null;
}

/** The words of `costFault` for a pattern of that cost. */
export function tooCostly(cost: string): string {
  return `a simpler pattern: this one costs ${cost}, at most ${spell(MOST_COST)} is accepted`;
}

const TOO_AMBIGUOUS =
  'a simpler pattern: a search for this one follows too many partial matches at once, as one for `[a-m].{20}x` does';

/** `81,234`. */
export function spell(count: number): string {
  return count.toLocaleString('en-US');
}
