/** The one memory of values in a process: a value is made again only if one of its inputs has changed. */

/**
 * Returns the value that was last made for the query if its inputs were the same, else makes it. Byte arrays are compared by
 * content, all other inputs by identity.
 */
export type Once = <T>(query: string, inputs: readonly unknown[], make: () => T) => T;

export interface Memo {
  readonly once: Once;
  /** Forgets all values that were not asked for since the last call. */
  readonly forgetUnused: () => void;
}

/** Remembers nothing. */
export const always: Once = (_query, _inputs, make) => make();

type Known = Map<string, { readonly inputs: readonly unknown[]; readonly value: unknown }>;

export function createMemo(): Memo {
  const known: Known = new Map();
  const used = new Set<string>();
  const once: Once = (query, inputs, make) => {
    used.add(query);
    return recalled(known, query, inputs, make);
  };
  const forgetUnused = () => {
    for (const query of known.keys()) if (!used.has(query)) known.delete(query);
    used.clear();
  };
  return { once, forgetUnused };
}

const owned = new WeakMap<object, Known>();

/** Remembers a value as long as its owner exists, which is one of its inputs. */
export function onceFor<T>(
  owner: object,
  query: string,
  inputs: readonly unknown[],
  make: () => T,
): T {
  const known: Known = owned.get(owner) ?? new Map();
  owned.set(owner, known);
  return recalled(known, query, inputs, make);
}

function recalled<T>(known: Known, query: string, inputs: readonly unknown[], make: () => T): T {
  const found = known.get(query);
  // the cast is safe: a query has one type of value
  if (found !== undefined && areSame(found.inputs, inputs)) return found.value as T;
  const value = make();
  known.set(query, { inputs, value });
  return value;
}

function areSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((one, i) => isSame(one, now[i]));
}

function isSame(a: unknown, b: unknown): boolean {
  if (!(a instanceof Uint8Array && b instanceof Uint8Array)) return Object.is(a, b);
  return Buffer.compare(a, b) === 0;
}
