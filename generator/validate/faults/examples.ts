/** How a clause is written, where a value of another kind stands in its place or one of its keys is missing. */
import type { Node } from '../../core/document.ts';

/** By the name of a clause, or of whatever an author writes there. */
type Hints = ReadonlyMap<string, string>;

const EXAMPLES: Hints = new Map(
  Object.entries({
    group_by: 'Write a name and its expression, as in `group_by: { status: status }`.',
    join: 'Write a name, a relation and a condition, as in `join: { customer: { of: customers, on: customer_id = customer.id } }`.',
    buckets:
      'Write `buckets: { of: timestamp, last: 1 day, step: hour }`; `group_by: { hour: "trunc(timestamp, hour)" }` groups all rows.',
    retention: 'Write `retention: { of: timestamp, window: 7 days }`.',
    window: 'Write `window: { of: timestamp, from: now() - interval 7 day, to: now() }`.',
    steps:
      'Write a name and the clauses of the step, as in `steps: { open: { from: …, select: … } }`.',
    filters: 'Write a name and an expression, as in `filters: { status: status }`.',
    params: 'Write a name and what it is, as in `params: { status: { type: string } }`.',
    query:
      'Write a text in GoogleSQL, or a statement for each engine, as in `query: { duckdb: select 1 }`, with `columns`.',
    pages: 'Write `pages: { size: 100 }`.',
  }),
);

/** In the place of a list or a text. */
const OF_LISTS: Hints = new Map(
  Object.entries({
    from: 'Name one relation; `union: [a, b]` in the place of `from` reads several one after another, and `join` adds the columns of others.',
    distinct:
      'Write `distinct: true`, which compares all that is selected; one row of each group is `row_number() over (…) = 1` under `having`.',
  }),
);

const OF_TEXTS: Hints = new Map(
  Object.entries({
    select: 'Name the columns, as in `select: [id]`; there is no `*`.',
  }),
);

/** For the value at `pointer`; `null` where the message says enough. */
export function exampleOf(pointer: string, node: Node): string | null {
  const text = node.kind === 'scalar' ? textHint(pointer, node.text) : null;
  if (text !== null) return text;
  const keys = pointer.split('/');
  const key = keys.at(-1) ?? '';
  if (keys.at(-2) === 'params' && node.kind === 'scalar')
    return `Write a mapping, as in \`${key}: { type: string }\`.`;
  if (keys.at(-2) === 'join' && node.kind === 'scalar')
    return `Write \`${key}: { of: …, on: … }\`, with the relation and a condition.`;
  const own = node.kind === 'sequence' ? OF_LISTS : node.kind === 'scalar' ? OF_TEXTS : EXAMPLES;
  return own.get(key) ?? EXAMPLES.get(key) ?? null;
}

/** For a text that is not a sort key, and one that is not a name, as SQL has them; `null` for any other. */
export function textHint(pointer: string, text: string): string | null {
  if (/\/order_by\//.test(pointer)) {
    if (text.includes('@'))
      return 'Write a choice, as in `{ by: sort, cases: { newest: id desc, oldest: id } }`.';
    if (/\bnulls\b/i.test(text))
      return 'Leave `nulls` out: NULLs come first ascending and last descending.';
    if (/[(+*/]/.test(text)) return 'Select it under a name, hidden if need be, and order by that.';
    if (/^\d+$/.test(text)) return 'Write the name of the output column.';
  }
  return text === '*' ? 'Name each column: there is no `*`.' : null;
}

const MISSING: Hints = new Map(
  Object.entries({
    select: 'Name the columns of its rows, as in `select: [id]`; groups alone are `select: {}`.',
    from: 'Name the data set or step that is read, as in `from: orders`.',
    of: 'Name the relation, or the column, that is meant.',
  }),
);

/** For the missing key of what stands at `pointer`. */
export function missingExample(pointer: string, missing: string): string | null {
  const keys = pointer.split('/');
  if (keys.at(-2) === 'join' && missing === 'of')
    return `Name the data set or step, as in \`{ of: ${keys.at(-1)}, on: … }\`.`;
  return EXAMPLES.get(keys.at(-1) ?? '') ?? MISSING.get(missing) ?? null;
}
