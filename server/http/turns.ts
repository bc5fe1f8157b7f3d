/**
 * Lets each key have one piece of work in a turn of the event loop. A caller with many long bodies then holds up the requests
 * of others by one body at a time, not by all of its connections.
 */

/** Resolves when it is the turn of the key's next piece of work, in the order of the calls. */
export type TakeTurn = (key: string) => Promise<void>;

export function createTurns(): TakeTurn {
  // By key with work in this turn: the end of the turn of its last piece.
  const ends = new Map<string, Promise<void>>();
  return key => {
    const begins = ends.get(key) ?? Promise.resolve();
    const end = begins.then(nextTurn);
    ends.set(key, end);
    void end.then(() => {
      if (ends.get(key) === end) ends.delete(key);
    });
    return begins;
  };
}

function nextTurn(): Promise<void> {
  return new Promise(resolve => {
    setImmediate(resolve);
  });
}
