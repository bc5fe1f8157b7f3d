/**
 * The end of a match that RE2 prefers. RE2 takes the first alternative that leads to a match; engines with POSIX's rule take the
 * longest match, or the shortest one. Where every text has the preferred end last, or first, both find the same.
 */
import { bySource, type Edge, edgesOf, findReadings } from './automaton.ts';
import { ASSERTS, OP, type Program, readsCharacter } from './program.ts';

/** A way through the program, up to an instruction that reads, or to the match. It may need an assertion that is not known to hold. */
interface Way {
  readonly at: number;
  readonly isSure: boolean;
}

/** States that are visited before the answer is no. */
const MOST_STATES = 2_000;

/** Whether matches that begin at one place are preferred in the order of their ends: the longest or the shortest first. */
export function prefers(program: Program, end: 'longest' | 'shortest'): boolean {
  const { start, instructions } = program;
  const readings = findReadings(program);
  if (readings === null) return false;
  const edges = bySource(edgesOf(program, readings.sets));
  const isMatch = ({ at }: Way) => instructions[at]?.op === OP.match;
  // where RE2 would leave a match for an end that the other rule does not prefer
  const isFaulty = (ways: readonly Way[]) => {
    const last = ways.findLastIndex(isMatch);
    if (last < 0) return false;
    const rivals = end === 'longest' ? ways.slice(ways.findIndex(isMatch)) : ways.slice(0, last);
    return !rivals.every(isMatch);
  };
  const first = reached(program, edges, [{ at: start, isSure: true }], true);
  const states = [first];
  const seen = new Set<string>();
  for (let ways = states.pop(); ways !== undefined; ways = states.pop()) {
    if (isFaulty(ways)) return false;
    if (end === 'shortest' && ways.some(way => isMatch(way) && way.isSure)) continue;
    if (seen.size > MOST_STATES) return false;
    const kinds = new Set(
      ways.flatMap(({ at }) => readings.holders[readings.sets[at] ?? -1] ?? []),
    );
    for (const kind of kinds) {
      const read = ways.flatMap(({ at, isSure }) => {
        const isRead = readings.holders[readings.sets[at] ?? -1]?.includes(kind) === true;
        return isRead ? (edges.get(at) ?? []).map(({ to }) => ({ at: to, isSure })) : [];
      });
      const next = reached(program, edges, read, false);
      const key = next.map(({ at, isSure }) => (isSure ? at : -at - 1)).join();
      if (seen.has(key)) continue;
      seen.add(key);
      states.push(next);
    }
  }
  return true;
}

/**
 * The ways on from `ways` without reading, in the order in which RE2 prefers them. Behind the end of the text nothing is read, so no end
 * competes with that one, and ways there are left out.
 */
function reached(
  { instructions }: Program,
  edges: ReadonlyMap<number, readonly Edge[]>,
  ways: readonly Way[],
  isFirst: boolean,
): readonly Way[] {
  const found: Way[] = [];
  const sure = new Set<number>();
  const unsure = new Set<number>();
  const waiting = [...ways].reverse();
  for (let way = waiting.pop(); way !== undefined; way = waiting.pop()) {
    const { at, isSure } = way;
    if (sure.has(at) || (!isSure && unsure.has(at))) continue;
    (isSure ? sure : unsure).add(at);
    const instruction = instructions[at];
    if (instruction === undefined) continue;
    if (instruction.op === OP.match || readsCharacter(instruction)) {
      found.push(way);
      continue;
    }
    for (const { to, asserts } of [...(edges.get(at) ?? [])].reverse()) {
      const isPossible =
        (asserts & ASSERTS.endText) === 0 && (isFirst || (asserts & ASSERTS.beginText) === 0);
      if (isPossible) waiting.push({ at: to, isSure: isSure && asserts === 0 });
    }
  }
  return found;
}
