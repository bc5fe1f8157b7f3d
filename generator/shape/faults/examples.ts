/** Examples of how to write a clause, for values of the wrong kind and missing keys. */
import { nearest } from '../../core/report/suggestion.ts';
import type { MappingNode, Node } from '../../core/spec/document.ts';
import { isEmpty } from './spot.ts';

/** Keyed by the name of a clause, or of another key that authors write instead. */
type Hints = ReadonlyMap<string, string>;

const EXAMPLES: Hints = new Map(
  Object.entries({
    group_by:
      'Write a name and its expression, as in `group_by: { status: status }`, or list columns, as in `[status]`.',
    join: 'Write a name, a relation and a condition, as in `join: { customer: { of: customers, on: customer_id = customer.id } }`.',
    buckets:
      'Write `buckets: { of: timestamp, last: 1 day, step: hour }`, `buckets: { of: timestamp, from: "@from", to: "@to", step: hour }` for a span that callers choose, or `hour: trunc(timestamp, hour)` under `group_by` to group all rows.',
    freshness: 'Write `freshness: { of: timestamp, within: 15 minutes }`.',
    retention: 'Write `retention: { of: timestamp, window: 7 days }`.',
    window: 'Write `window: { of: timestamp, from: now() - interval 7 day, to: now() }`.',
    steps:
      'Write a name and the clauses of the step, as in `steps: { open: { from: …, select: … } }`.',
    filters: 'Write a name and an expression, as in `filters: { status: status }`.',
    params: 'Write a name and what it is, as in `params: { status: { type: string } }`.',
    query:
      'Write a text in GoogleSQL, or a statement for each engine, by its name, with `columns`.',
    pages: 'Write `pages: { size: 100 }`.',
    cache: 'Write `cache: { ttl: 15m }`, or `cache: off`.',
  }),
);

const DISTINCT =
  'Write `distinct: true` to compare all selected columns, or keep one row of each group with `row_number() over (…) = 1` under `having`.';

/** Hints for a list or a text in place of a mapping. */
const OF_LISTS: Hints = new Map(
  Object.entries({
    columns:
      'Use `select` to choose columns; `columns` has the types of those that `query` answers.',
    tests:
      'Write a name for each, as in `tests: { counts paid orders: { now: …, given: …, expect: … } }`.',
    from: 'Name one relation. To read several, use `union: [a, b]` instead of `from`, or add their columns with `join`.',
    distinct: DISTINCT,
  }),
);

const OF_TEXTS: Hints = new Map(
  Object.entries({
    select: 'Name the columns, as in `select: [id]`; there is no `*`.',
    distinct: DISTINCT,
    union: 'Use `from` to read one relation; `union` takes at least two, as in `[a, b]`.',
  }),
);

/** The hint for the value below these keys. Returns `null` if the message is enough. */
export function findHint(keys: readonly string[], node: Node): string | null {
  const text = node.kind === 'scalar' ? textHint(keys, node.text) : null;
  if (text !== null) return text;
  const key = keys.at(-1) ?? '';
  if ((keys.at(-2) === 'group_by' || keys.at(-2) === 'select') && isEmpty(node))
    return `Write a name and its expression, as in \`${key}: ${key}\`.`;
  if (key === 'pages' && node.kind === 'scalar' && /^[1-9]\d*$/.test(node.text))
    return `Write \`pages: { size: ${node.text} }\`.`;
  if (keys.at(-2) === 'clients' && node.kind === 'scalar') return `Write \`${key}: {}\`.`;
  if (key === 'clients' && keys.length === 1) return clientsHint(node);
  if (keys.at(-2) === 'params' && node.kind === 'scalar') {
    const type = /^\w+$/.test(node.text) ? node.text : 'string';
    return `Write a mapping, as in \`${key}: { type: ${type} }\`.`;
  }
  if (keys.at(-3) === 'params' && key === 'type' && node.kind === 'sequence') {
    const [item] = node.items;
    return item?.kind === 'scalar' ? `Write \`list: ${item.text}\` instead of \`type\`.` : null;
  }
  if (keys.at(-2) === 'select' && node.kind === 'mapping') return itemHint(node);
  if (keys.at(-2) === 'join' && node.kind === 'scalar')
    return `Write \`${key}: { of: …, on: … }\`, with the relation and a condition.`;
  if (keys.slice(-2).includes('order_by') && node.kind === 'mapping')
    return orderedHint(node, key === 'order_by');
  if (CONDITIONS.has(key) && node.kind === 'mapping') return conditionsHint(node);
  const own = node.kind === 'sequence' ? OF_LISTS : node.kind === 'scalar' ? OF_TEXTS : EXAMPLES;
  return own.get(key) ?? EXAMPLES.get(key) ?? null;
}

/** The mapping for languages that are written as a text or a list. */
function clientsHint(node: Node): string | null {
  const items = node.kind === 'sequence' ? node.items : [node];
  const names = items.map(item => (item.kind === 'scalar' ? item.text : ''));
  if (!names.every(name => /^\w+$/.test(name))) return null;
  return `Write \`clients: { ${names.map(name => `${name}: {}`).join(', ')} }\`.`;
}

/** The hint for several items in one text. */
export function itemsHint(keys: readonly string[], items: readonly string[]): string {
  const isOrder = keys.includes('order_by');
  const written = items.map(item => (isOrder ? item.replace(/^-(\w+)$/, '$1 desc') : item));
  return `Write \`[${written.join(', ')}]\`.`;
}

/** The sort keys that are written as a mapping of columns to directions; `isList`: in place of the list. */
function orderedHint({ entries }: MappingNode, isList: boolean): string | null {
  const keys = entries.map(({ name, value }) => {
    const isDirection = value.kind === 'scalar' && /^(asc|desc)$/i.test(value.text);
    return isDirection ? `${name} ${value.text}` : null;
  });
  if (keys.includes(null) || keys.length === 0)
    return 'Write the name of an output column, then `desc` for descending.';
  return isList ? `Write \`[${keys.join(', ')}]\`.` : `Write \`${keys.join('`, then `')}\`.`;
}

/** An item with a name, between items without one. */
function itemHint({ entries: [entry] }: MappingNode): string | null {
  if (entry === undefined || entry.value.kind !== 'scalar') return null;
  return `Write \`select\` as a mapping, with \`${entry.name}: ${entry.value.text}\`.`;
}

const CONDITIONS: ReadonlySet<string> = new Set(['where', 'having']);

/** The list for conditions that are written as a mapping of columns to values, or below `or`. */
function conditionsHint({ entries }: MappingNode): string | null {
  const [first] = entries;
  if (first === undefined) return null;
  if (/^(or|any)$/i.test(first.name))
    return 'Write an item with `any`, as in `- any: [a = 1, b = 2]`.';
  const conditions = entries.map(({ name, value }) => {
    if (value.kind !== 'scalar' || !/^\w+$/.test(name)) return null;
    if (typeof value.value !== 'string') return `${name} = ${value.text}`;
    return /^[^'"\\,[\]{}:#]*$/.test(value.text) ? `${name} = '${value.text}'` : null;
  });
  return conditions.includes(null) ? null : `Write \`[${conditions.join(', ')}]\`.`;
}

/** The hint for a text that is no sort key or no name, but looks like SQL. Returns `null` for any other text. */
export function textHint(keys: readonly string[], text: string): string | null {
  if (keys.slice(0, -1).includes('order_by')) {
    if (text.includes('@'))
      return 'Write a choice, as in `{ by: sort, cases: { newest: id desc, oldest: id } }`.';
    if (/\bnulls\b/i.test(text))
      return 'Leave `nulls` out: NULLs come first in ascending order, last in descending order.';
    if (/[(+*/]/.test(text))
      return 'Select it under a name, and order by that name; `hidden: true` keeps it out of the answer.';
    if (/^\d+$/.test(text)) return 'Write the name of the output column.';
    if (/^-\w+$/.test(text)) return `Write \`${text.slice(1)} desc\`.`;
    return misspeltDirection(text);
  }
  if (keys.slice(0, -1).includes('group_by')) {
    if (/^\d+$/.test(text)) return 'Write the name of the column.';
    if (/^@\w+$/.test(text))
      return `Write a choice, as in \`group_by: { name: { by: ${text.slice(1)}, cases: { one: one, other: other } } }\`.`;
  }
  if (keys.at(-1) === 'kind' && Object.hasOwn(JOINS, text.toLowerCase()))
    return JOINS[text.toLowerCase()] ?? null;
  return text === '*' && keys.some(key => OF_COLUMNS.has(key))
    ? 'Name each column: there is no `*`.'
    : null;
}

/** Clauses that list columns. */
const OF_COLUMNS: ReadonlySet<string> = new Set(['select', 'group_by', 'order_by', 'columns']);

/** Kinds of joins that the language does without. */
const JOINS: Readonly<Record<string, string>> = {
  full: 'Write two steps, each with a left join from one side, and read both under `union`, the second without the rows that have a partner.',
  right: 'Read the other relation in `from`, and join this one.',
};

/** The hint for a sort key whose last word is a misspelt direction. Returns `null` for any other text. */
export function misspeltDirection(text: string): string | null {
  const [, name, last = ''] = /^(.*\S)\s+(\w+)$/.exec(text) ?? [];
  if (name === undefined) return null;
  if (/^asc/i.test(last)) return `Write \`${name}\`.`;
  const isDescending = /^desc/i.test(last) || nearest(last, ['desc']) !== null;
  return isDescending ? `Write \`${name} desc\`.` : null;
}

const MISSING: Hints = new Map(
  Object.entries({
    select:
      'Name the columns of its rows, as in `select: [id]`; to return only the groups, write `select: {}`.',
    from: 'Name the data set or step that is read, as in `from: orders`.',
    of: 'Name the relation, or the column.',
  }),
);

/** The hint for a key that is missing below these keys. */
export function missingExample(keys: readonly string[], missing: string): string | null {
  if (keys.at(-2) === 'join' && missing === 'of')
    return `Name the data set or step, as in \`{ of: ${keys.at(-1)}, on: … }\`.`;
  return EXAMPLES.get(keys.at(-1) ?? '') ?? MISSING.get(missing) ?? null;
}
