/**
 * Texts that are written together, once a turn of the event loop: each write costs as much as everything else that a
 * kept answer needs.
 */

export interface Gathered {
  readonly add: (text: string) => void;
  /** Writes what is there now. */
  readonly flush: () => void;
}

/** Everything that waits for the end of the turn; at the end of the process there is no other turn. */
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
      if (texts === '') awaitTurn(flush);
      texts += text;
    },
    flush,
  };
}

function awaitTurn(flush: () => void): void {
  if (waiting.size === 0) setImmediate(flushAll);
  waiting.add(flush);
  if (isHeeding) return;
  isHeeding = true;
  process.on('exit', flushAll);
}

function flushAll(): void {
  for (const flush of [...waiting]) flush();
}
