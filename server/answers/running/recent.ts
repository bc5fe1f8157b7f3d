/** Remembers which keys were there within the last second. */

export interface Recent {
  /** Notes that the key asks, or that a task of it has ended. */
  readonly note: (key: string) => void;
  /** Whether another key was there within the last second. */
  readonly hasOther: (key: string) => boolean;
}

interface Seen {
  readonly key: string;
  ms: number;
}

const WINDOW_MS = 1_000;

/** Creates an empty memory. Two keys are enough to know whether there is another one. */
export function createRecent(): Recent {
  let latest: Seen | null = null;
  let before: Seen | null = null;
  return {
    note: key => {
      const ms = performance.now();
      if (latest?.key === key) latest.ms = ms;
      else [latest, before] = [{ key, ms }, latest];
    },
    hasOther: key => {
      const other = latest?.key === key ? before : latest;
      return other !== null && performance.now() - other.ms < WINDOW_MS;
    },
  };
}
