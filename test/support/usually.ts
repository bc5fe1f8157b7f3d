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

/** The requests whose answers the models of rollups compare at least, each on its engine. */
export const ROLLUP_REQUESTS = amount({ part: 1, usual: 1_000, all: 20_000 });

/** All with `QUERN_ALL=1`, else one in `of`, and a quarter of these in part. */
export function usually(all: number, of = 4): number {
  return Math.ceil(all / stepOf(of));
}

/** The same share of a list, from its first item on. */
export function usuallySome<T>(all: readonly T[], of = 4): readonly T[] {
  return all.filter((_, index) => index % stepOf(of) === 0);
}

function stepOf(of: number): number {
  return amount({ part: 4 * of, usual: of, all: 1 });
}
