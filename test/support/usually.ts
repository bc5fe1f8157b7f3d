/**
 * How many of its cases a suite tries. `npm test` runs some suites in part: their project in `vitest.config.ts` sets
 * `QUERN_PART=1`. `QUERN_ALL=1` tries all that a suite has.
 */
const LEVEL =
  process.env['QUERN_ALL'] === '1' ? 'all' : process.env['QUERN_PART'] === '1' ? 'part' : 'usual';

export const isAll = LEVEL === 'all';
export const isPart = LEVEL === 'part';

/** One of these amounts; `part` is for suites of which `npm test` runs a part. */
export function amount<T>(of: { readonly part?: T; readonly usual: T; readonly all: T }): T {
  return LEVEL === 'part' && of.part !== undefined ? of.part : LEVEL === 'all' ? of.all : of.usual;
}

/** All, half of them, or an eighth in part. */
export function usually(all: number): number {
  return Math.ceil(all / shareOf());
}

/** All, every second one, or every eighth in part. */
export function usuallySome<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, index) => index % shareOf() === 0);
}

function shareOf(): number {
  return amount({ part: 8, usual: 2, all: 1 });
}
