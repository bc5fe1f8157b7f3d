/**
 * Writes texts together, once per turn of the event loop, because each write costs as much as everything else that a kept
 * answer needs.
 */

export interface Gathered {
  readonly add: (text: string) => void;
  /** Writes the texts now. */
  readonly flush: () => void;
}

/** The writers that wait for the end of the turn. They also run at the end of the process, which has no further turn. */
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
