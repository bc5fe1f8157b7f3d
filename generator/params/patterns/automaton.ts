/**
 * Estimates the work of completing the deterministic automaton of a pattern. RE2 builds that automaton state by state while it searches.
 *
 * `[a-m].{20}!` is a small program, but each subset of its 21 positions is a separate state: nearly every character of a text
 * makes a new one, and the search is hundreds of times slower than over a complete automaton.
 */
import {
  ASSERTION,
  ASSERTS,
  type Instruction,
  OP,
  type Program,
  readsCharacter,
} from './program.ts';

/**
 * The number of instructions that are visited until the automaton is complete, or a number above `limit` after about `limit` steps.
 * A search goes from left to right and starts at every character. If the pattern ends in `$` and does not begin with `^`, RE2 goes from
 * the end of the text instead, so both directions count. All other assertions are assumed to be true, so the number is an upper
 * estimate.
 */
export function automatonWork(program: Program, limit: number): number {
  const readings = findReadings(program);
  if (readings === null) return limit + 1;
  const edges = edgesOf(program, readings.sets);
  const match = program.instructions.findIndex(({ op }) => op === OP.match);
  const ends = { start: program.start, end: match };
  const forward = walk(edges, ends, ASSERTS.beginText, true);
  const work = completion(forward, readings, limit);
  const goesBack = edges.some(({ asserts }) => asserts === ASSERTS.endText);
  if (work > limit || !goesBack || isAnchored(forward)) return work;
  const turned = edges.map(edge => ({ ...edge, from: edge.to, to: edge.from }));
  const backward = walk(turned, { start: match, end: program.start }, ASSERTS.endText, false);
  return work + completion(backward, readings, limit - work);
}

/** Whether a search may succeed without reading any character, if all assertions are true. */
export function mayReadNothing(program: Program): boolean {
  const { start, instructions } = program;
  const edges = edgesOf(
    program,
    instructions.map(one => (readsCharacter(one) ? 0 : null)),
  );
  const end = instructions.findIndex(({ op }) => op === OP.match);
  return visits(walk(edges, { start, end }, 0, false), [start], true, NONE).includes(end);
}

/** The character sets of a program, and the classes of characters that they distinguish. */
export interface Readings {
  /** By instruction, the number of its set. */
  readonly sets: readonly (number | null)[];
  /** By set, the kinds of characters in it. */
  readonly holders: readonly (readonly number[])[];
}

/** The most tests of a character against a set. Only hundreds of different sets need more. */
const MOST_ASKED = 200_000;

export function findReadings(program: Program): Readings | null {
  const numbers = new Map<string, number>();
  const members: Instruction[] = [];
  const sets = program.instructions.map(one => {
    if (!readsCharacter(one)) return null;
    const key = `${one.op} ${one.arg} ${one.runes.join(' ')}`;
    const number = numbers.get(key) ?? members.push(one) - 1;
    numbers.set(key, number);
    return number;
  });
  const samples = [0, ...program.bounds()];
  if (members.length * samples.length > MOST_ASKED) return null;
  const kinds = new Map<string, number>();
  const holders: number[][] = members.map(() => []);
  for (const codePoint of samples) {
    const holding = members.flatMap((one, set) => (one.matchRune(codePoint) ? [set] : []));
    const key = holding.join();
    if (kinds.has(key)) continue;
    for (const set of holding) holders[set]?.push(kinds.size);
    kinds.set(key, kinds.size);
  }
  return { sets, holders };
}

export interface Edge {
  readonly from: number;
  readonly to: number;
  /** The set from which a character is read; `null` if none is read. */
  readonly set: number | null;
  readonly asserts: number;
}

export function edgesOf({ instructions }: Program, sets: Readings['sets']): readonly Edge[] {
  return instructions.flatMap((one, from) => {
    const { op, out, arg } = one;
    if (op === OP.fail || op === OP.match) return [];
    const edge = { from, to: out, set: sets[from] ?? null, asserts: op === ASSERTION ? arg : 0 };
    const isChoice = op === OP.choice || op === OP.choiceOfMatch;
    return isChoice ? [edge, { ...edge, to: arg }] : [edge];
  });
}

/** A program and the direction of its walk: from its start, or, reversed, from its match. */
interface Walk {
  readonly start: number;
  readonly end: number;
  /** Assertions that are true only at the first position of the walk. */
  readonly first: number;
  readonly isRestarted: boolean;
  readonly edges: ReadonlyMap<number, readonly Edge[]>;
}

function walk(
  edges: readonly Edge[],
  { start, end }: Pick<Walk, 'start' | 'end'>,
  first: number,
  isRestarted: boolean,
): Walk {
  return { start, end, first, isRestarted, edges: bySource(edges) };
}

export function bySource(edges: readonly Edge[]): ReadonlyMap<number, readonly Edge[]> {
  const grouped = new Map<number, Edge[]>();
  for (const edge of edges) {
    const known = grouped.get(edge.from);
    if (known === undefined) grouped.set(edge.from, [edge]);
    else known.push(edge);
  }
  return grouped;
}

/**
 * Builds every state, unless that takes more than `limit` visits; a match ends a search. Searches are unanchored, so every state
 * contains the start set, and only a state's extra positions are stored. A character that matches none of these leads to the same
 * state as from the start.
 */
function completion(one: Walk, { holders }: Readings, limit: number): number {
  const anew = new Set(one.isRestarted ? visits(one, [one.start], false, NONE) : []);
  const readAnew = targets(stepsFrom(one, [...anew]), holders);
  const beginning = visits(one, [one.start], true, NONE).filter(at => !anew.has(at));
  const seen = new Set(['', beginning.join()]);
  const states: (readonly number[])[] = [beginning, []];
  let work = beginning.length;
  for (let state = states.pop(); state !== undefined; state = states.pop()) {
    if (state.includes(one.end)) continue;
    const reads = state.length === 0 ? readAnew : targets(stepsFrom(one, state), holders);
    for (const [kind, read] of reads) {
      const next = visits(one, [...read, ...(readAnew.get(kind) ?? [])], false, anew);
      work += 1 + read.length + next.length;
      if (work > limit) return work;
      const key = next.join();
      if (!seen.has(key)) states.push(next);
      seen.add(key);
    }
  }
  return work;
}

const NONE: ReadonlySet<number> = new Set();

/** Whether a search can only succeed at the first position. */
function isAnchored(forward: Walk): boolean {
  return stepsFrom(forward, visits(forward, [forward.start], false, NONE)).length === 0;
}

function stepsFrom({ edges }: Walk, state: readonly number[]): readonly Edge[] {
  return state.flatMap(at => (edges.get(at) ?? []).filter(({ set }) => set !== null));
}

/** The targets of `steps`, by the kind of the character that is read. */
function targets(steps: readonly Edge[], holders: Readings['holders']) {
  const byKind = new Map<number, number[]>();
  for (const { set, to } of steps) {
    for (const kind of set === null ? [] : (holders[set] ?? [])) {
      const known = byKind.get(kind);
      if (known === undefined) byKind.set(kind, [to]);
      else known.push(to);
    }
  }
  return byKind;
}

/** The instructions reached from `seeds` without reading, in order, without those in `known`. */
function visits(
  { edges, first }: Walk,
  seeds: readonly number[],
  isFirst: boolean,
  known: ReadonlySet<number>,
): readonly number[] {
  const visited = new Set(seeds.filter(at => !known.has(at)));
  for (const at of visited) {
    for (const { to, set, asserts } of edges.get(at) ?? []) {
      const isFree = set === null && (isFirst || asserts !== first);
      if (isFree && !known.has(to)) visited.add(to);
    }
  }
  return [...visited].sort((a, b) => a - b);
}
