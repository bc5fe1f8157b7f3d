/** Clauses of SQL and of other languages, by what stands in their place here. */

interface Replacement {
  readonly key: string;
  readonly hint: string;
}

const FOREIGN: Readonly<Record<string, Replacement>> = {
  qualify: { key: 'having', hint: 'Use `having`, which sees windows too.' },
  with: { key: 'steps', hint: 'Use `steps`.' },
  ctes: { key: 'steps', hint: 'Use `steps`.' },
  unionall: { key: 'union', hint: 'Use `union`, which keeps all rows.' },
  unnest: { key: 'join', hint: 'Write `join: { item: { each: list } }`.' },
  leftjoin: {
    key: 'join',
    hint: 'Use `join`, whose entries are left joins unless they say `kind: inner`.',
  },
  innerjoin: { key: 'join', hint: 'Use `join`, with `kind: inner` in its entry.' },
  filter: { key: 'where', hint: 'Use `where`.' },
  sort: { key: 'order_by', hint: 'Use `order_by`.' },
  sortby: { key: 'order_by', hint: 'Use `order_by`.' },
  top: { key: 'limit', hint: 'Use `limit`.' },
  dimensions: { key: 'group_by', hint: 'Use `group_by`.' },
  table: { key: 'from', hint: 'Use `from`, with the name of a data set.' },
};

/** The hint for a key that other languages have; `null` where none of `known` stands in its place. */
export function foreignKeyHint(name: string, known: readonly string[]): string | null {
  const plain = name.toLowerCase().replace(/[ _-]/g, '');
  const found = Object.hasOwn(FOREIGN, plain) ? FOREIGN[plain] : undefined;
  return found !== undefined && known.includes(found.key) ? found.hint : null;
}
