/** Keeps what is counted by day. */

/** A clock that is set back over midnight finds the counts of the day before. */
const KEPT_DAYS = 2;

/** Returns the counts of a day, at first those that `make` returns. `number`: days since 1970, UTC. */
export function createDays<Counts>(make: () => Counts): (number: number) => Counts {
  const days = new Map<number, Counts>();
  return number => {
    const known = days.get(number);
    if (known !== undefined) return known;
    const made = make();
    if (days.size === KEPT_DAYS) days.delete(Math.min(...days.keys()));
    days.set(number, made);
    return made;
  };
}
