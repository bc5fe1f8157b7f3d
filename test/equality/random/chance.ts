/** Choices by chance, the same for the same seed. */
export interface Chance {
  /** A whole number from 0, less than `below`. */
  readonly whole: (below: number) => number;
  /** True so many times in a hundred. */
  readonly percent: (times: number) => boolean;
  readonly one: <T>(items: readonly T[]) => T;
  /** Different items in their order, at least `least`, at most `most`. */
  readonly some: <T>(items: readonly T[], least: number, most: number) => readonly T[];
}

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number) => Math.floor(next() * below);
  const one = <T>(items: readonly T[]): T => {
    const item = items[whole(items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  return {
    whole,
    percent: times => next() * 100 < times,
    one,
    some(items, least, most) {
      const left = items.map((_, i) => i);
      const count = Math.min(items.length, least + whole(most - least + 1));
      const taken = Array.from({ length: count }, () => left.splice(whole(left.length), 1)).flat();
      return taken.sort((a, b) => a - b).map(i => items[i] as (typeof items)[number]);
    },
  };
}
