/**
 * Gives each name once, without regard to case: a name that is taken, or that was given before, gets the first number that makes
 * it new.
 */
export function freshNames(taken: Iterable<string>): (name: string) => string {
  const given = new Set([...taken].map(name => name.toLowerCase()));
  return name => {
    let free = name;
    for (let i = 2; given.has(free.toLowerCase()); i += 1) free = `${name}_${i}`;
    given.add(free.toLowerCase());
    return free;
  };
}
