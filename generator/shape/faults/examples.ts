/** Examples of how to write a clause, for values of the wrong kind and missing keys. */
import type { Node } from '../../core/spec/document.ts';
import { isEmpty } from './spot.ts';

/** Keyed by the name of a clause, or of another key that authors write instead. */
type Hints = ReadonlyMap<string, string>;

const EXAMPLES: Hints = new Map(
  Object.entries({
    group_by:
      'Write a name and its expression, as in `group_by: { status: status }`, or list columns, as in `[status]`.',
    join: 'Write a name, a relation and a condition, as in `join: { customer: { of: customers, on: customer_id = customer.id } }`.',
    buckets:
      'Write `buckets: { of: timestamp, last: 1 day, step: hour }`, or `group_by: { hour: "trunc(timestamp, hour)" }` to group all rows.',
    retention: 'Write `retention: { of: timestamp, window: 7 days }`.',
    window: 'Write `window: { of: timestamp, from: now() - interval 7 day, to: now() }`.',
    steps:
      'Write a name and the clauses of the step, as in `steps: { open: { from: …, select: … } }`.',
    filters: 'Write a name and an expression, as in `filters: { status: status }`.',
    params: 'Write a name and what it is, as in `params: { status: { type: string } }`.',
    query:
      'Write a text in GoogleSQL, or a statement for each engine, by its name, with `columns`.',
    pages: 'Write `pages: { size: 100 }`.',
  }),
);

/** Hints for a list or a text in place of a mapping. */
const OF_LISTS: Hints = new Map(
  Object.entries({
    from: 'Name one relation. To read several, use `union: [a, b]` instead of `from`, or add their columns with `join`.',
    distinct:
      'Write `distinct: true` to compare all selected columns, or keep one row of each group with `row_number() over (…) = 1` under `having`.',
  }),
);

const OF_TEXTS: Hints = new Map(
  Object.entries({
    select: 'Name the columns, as in `select: [id]`; there is no `*`.',
  }),
);

/** The hint for the value below these keys. Returns `null` if the message is enough. */
export function findHint(keys: readonly string[], node: Node): string | null {
  const text = node.kind === 'scalar' ? textHint(keys, node.text) : null;
  if (text !== null) return text;
  const key = keys.at(-1) ?? '';
  if ((keys.at(-2) === 'group_by' || keys.at(-2) === 'select') && isEmpty(node))
    return `Write a name and its expression, as in \`${key}: ${key}\`.`;
  if (key === 'group_by' && node.kind === 'scalar' && /^\w+$/.test(node.text))
    return `Write \`[${node.text}]\`.`;
  if (keys.at(-2) === 'params' && node.kind === 'scalar')
    return `Write a mapping, as in \`${key}: { type: string }\`.`;
  if (keys.at(-2) === 'join' && node.kind === 'scalar')
    return `Write \`${key}: { of: …, on: … }\`, with the relation and a condition.`;
  const own = node.kind === 'sequence' ? OF_LISTS : node.kind === 'scalar' ? OF_TEXTS : EXAMPLES;
  return own.get(key) ?? EXAMPLES.get(key) ?? null;
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
  }
  return text === '*' ? 'Name each column: there is no `*`.' : null;
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
