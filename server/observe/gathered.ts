/**
 * Writes texts together, those of two milliseconds, because each write costs as much as everything else that a kept answer
 * needs. A turn of the event loop is too short for that: with few connections it has one or two requests.
 */

export interface Gathered {
  readonly add: (text: string) => void;
  /** Writes the texts now. */
  readonly flush: () => void;
}

/** In milliseconds. A process that is killed at once loses the lines of this time, so it is short. */
const GATHERING_MS = 2;

/** The writers that wait. They also run when a service stops, and at the end of the process. */
const waiting = new Set<() => void>();
let isHeeding = false;

export function gathered(write: (text: string) => void): Gathered {
  let texts = '';
  const flush = () => {
    waiting.delete(flush);
    const text = texts;
    texts = '';
    if (text !== '') write(text);
  };
  return {
    add: text => {
      if (texts === '') awaitOthers(flush);
      texts += text;
    },
    flush,
  };
}

function awaitOthers(flush: () => void): void {
  if (waiting.size === 0) setTimeout(flushGathered, GATHERING_MS);
  waiting.add(flush);
  if (isHeeding) return;
  isHeeding = true;
  process.on('exit', flushGathered);
}

/** Writes all texts that wait. */
export function flushGathered(): void {
  for (const flush of [...waiting]) flush();
}
