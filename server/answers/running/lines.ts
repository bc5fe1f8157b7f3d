/** Waiting items in lines, one for each key. The keys take turns, and within a line the first item comes first. */

export interface WaitingLines<T> {
  readonly size: () => number;
  readonly add: (key: string, item: T) => void;
  /** Removes the item if it waits. */
  readonly remove: (key: string, item: T) => void;
  /** Takes the item whose turn it is among the keys that may have their first one; `null` if none waits. A key that may not keeps its turn. */
  readonly next: (mayHave: (key: string, first: T) => boolean) => Taken<T> | null;
  readonly length: (key: string) => number;
  /** The longest line, of several the one whose turn comes first; `null` if none waits. */
  readonly longest: () => Line | null;
  /** Takes the last item of the key's line; `null` if it has none. */
  readonly takeLast: (key: string) => T | null;
  readonly clear: () => void;
}

export interface Taken<T> {
  readonly key: string;
  readonly item: T;
}
interface Line {
  readonly key: string;
  readonly length: number;
}

export function createLines<T>(): WaitingLines<T> {
  // The first key is the next one. Sets, so that a leaving item needs no walk through its line.
  const lines = new Map<string, Set<T>>();
  let size = 0;
  const remove = (key: string, item: T) => {
    const line = lines.get(key);
    if (line?.delete(item) !== true) return;
    size -= 1;
    if (line.size === 0) lines.delete(key);
  };
  const length = (key: string) => lines.get(key)?.size ?? 0;
  return {
    size: () => size,
    add: (key, item) => {
      const line = lines.get(key) ?? new Set();
      lines.set(key, line.add(item));
      size += 1;
    },
    remove,
    next: mayHave => {
      for (const [key, line] of lines) {
        const [item] = line;
        if (item === undefined) throw new Error('a line without items is removed');
        if (!mayHave(key, item)) continue;
        lines.delete(key);
        lines.set(key, line);
        remove(key, item);
        return { key, item };
      }
      return null;
    },
    length,
    longest: () => {
      let longest: Line | null = null;
      for (const [key, { size: length }] of lines)
        if (longest === null || length > longest.length) longest = { key, length };
      return longest;
    },
    takeLast: key => {
      const last = [...(lines.get(key) ?? [])].at(-1);
      if (last === undefined) return null;
      remove(key, last);
      return last;
    },
    clear: () => {
      lines.clear();
      size = 0;
    },
  };
}
