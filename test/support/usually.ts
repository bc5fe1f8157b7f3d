/** How much of `all` a run of the tests tries: half of it, and all with `QUERN_ALL=1`. */
export function usually(all: number): number {
  return process.env['QUERN_ALL'] === '1' ? all : Math.ceil(all / 2);
}

/** Every second one, and all with `QUERN_ALL=1`. */
export function usuallySome<T>(all: readonly T[]): readonly T[] {
  return process.env['QUERN_ALL'] === '1' ? all : all.filter((_, index) => index % 2 === 0);
}
