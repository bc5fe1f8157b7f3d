/** Hints for keys of SQL and other languages, with the key that replaces each. */

interface Replacement {
  readonly key: string;
  readonly hint: string;
}

const PORT = 'Remove it, and give the port with `--port` or `QUERN_PORT`.';
const HOST = 'Remove it, and give the address with `--host`.';

function below(key: string): Replacement {
  return { key, hint: `Write it below \`${key}\`.` };
}

const FOREIGN: Readonly<Record<string, Replacement | readonly Replacement[]>> = {
  qualify: { key: 'having', hint: 'Use `having`, which can also test window functions.' },
  using: {
    key: 'on',
    hint: 'Write the condition under `on`, as in `on: customer_id = customer.id`.',
  },
  type: { key: 'kind', hint: 'Use `kind`: `left`, the default, or `inner`.' },
  distincton: {
    key: 'having',
    hint: 'Write `row_number() over (partition by … order by …) = 1` under `having`.',
  },
  hidden: {
    key: 'encode',
    hint: 'Remove it: an answer has what its rows are grouped by. Group in a step to select only the other columns from it.',
  },
  minimum: { key: 'min', hint: 'Use `min`.' },
  maximum: { key: 'max', hint: 'Use `max`.' },
  minlength: { key: 'min_length', hint: 'Use `min_length`.' },
  maxlength: { key: 'max_length', hint: 'Use `max_length`.' },
  optional: {
    key: 'required',
    hint: 'Remove it: without `required` and `default`, a parameter may be absent.',
  },
  nullable: {
    key: 'required',
    hint: 'Remove it: anything without `required` may be absent or NULL.',
  },
  from: { key: 'of', hint: 'Use `of`.' },
  column: { key: 'of', hint: 'Use `of`.' },
  field: { key: 'of', hint: 'Use `of`.' },
  if: { key: 'when', hint: 'Use `when`, with parameters.' },
  sql: [
    {
      key: 'query',
      hint: 'Use `query`: `query: |` and a text in GoogleSQL, or a statement for each engine.',
    },
    { key: 'value', hint: 'Use `value`.' },
  ],
  by: {
    key: 'open',
    hint: 'Use `retention` in place of `window`: it has a window for each value of a parameter.',
  },
  windows: {
    key: 'open',
    hint: 'Use `retention` in place of `window`: it has a window for each value of a parameter.',
  },
  expr: { key: 'value', hint: 'Use `value`.' },
  expression: { key: 'value', hint: 'Use `value`.' },
  formula: { key: 'value', hint: 'Use `value`.' },
  parameters: { key: 'params', hint: 'Use `params`.' },
  arguments: { key: 'params', hint: 'Use `params`.' },
  args: { key: 'params', hint: 'Use `params`.' },
  inputs: { key: 'params', hint: 'Use `params`.' },
  variables: { key: 'params', hint: 'Use `params`.' },
  items: { key: 'list', hint: 'Write `list: string` for a list of texts, without `type`.' },
  or: { key: 'any', hint: 'Use `any`, with a list of conditions.' },
  and: {
    key: 'any',
    hint: 'Write each condition as an item of its own: a row must fit all items.',
  },
  timezone: {
    key: 'buckets',
    hint: 'Write `zone` next to `from` and `to` of `buckets`, or as the last argument of `trunc`, `date` or `format_timestamp`.',
  },
  values: { key: 'enum', hint: 'Use `enum`.' },
  options: { key: 'enum', hint: 'Use `enum`.' },
  where: { key: 'filter', hint: 'Use `filter`.' },
  condition: { key: 'filter', hint: 'Use `filter`.' },
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
  gaps: {
    key: 'buckets',
    hint: 'Write it inside `buckets`, as in `buckets: { of: timestamp, last: 1 day, step: hour, gaps: zero }`.',
  },
  group: { key: 'group_by', hint: 'Use `group_by`.' },
  order: { key: 'order_by', hint: 'Use `order_by`.' },
  fields: { key: 'select', hint: 'Use `select`.' },
  measures: { key: 'select', hint: 'Use `select`.' },
  metrics: { key: 'select', hint: 'Use `select`.' },
  name: { key: 'endpoint', hint: 'Remove it, or use it as the value of `endpoint`.' },
  title: { key: 'summary', hint: 'Use `summary`.' },
  sort: { key: 'order_by', hint: 'Use `order_by`.' },
  sortby: { key: 'order_by', hint: 'Use `order_by`.' },
  offset: {
    key: 'limit',
    hint: 'Move `offset` to the answer of the endpoint, next to its `limit`: only the answer can skip rows.',
  },
  skip: { key: 'offset', hint: "Use `offset: '@skip'` together with `limit`." },
  top: { key: 'limit', hint: 'Use `limit`.' },
  limit: {
    key: 'max_size',
    hint: 'Remove it: `size` is how many rows a page has, and `max_size` how many callers may ask for.',
  },
  port: ['service', 'cors'].map(key => ({ key, hint: PORT })),
  host: ['service', 'cors'].map(key => ({ key, hint: HOST })),
  cors: below('service'),
  keys: below('service'),
  secret: below('service'),
  timeout: below('service'),
  public: below('service'),
  engine: below('service'),
  database: {
    key: 'service',
    hint: 'Write it below the name of its engine, under `engines`.',
  },
  dimensions: { key: 'group_by', hint: 'Use `group_by`.' },
  table: { key: 'from', hint: 'Use `from`, with the name of a data set.' },
};

/** The key that replaces one from another language under the same value. Returns `null` if no key in `known` does. */
export function replacedKey(name: string, known: readonly string[]): string | null {
  const found = replacementOf(name, known);
  return found?.hint.startsWith(`Use \`${found.key}\``) === true ? found.key : null;
}

/** The hint for a key from another language. Returns `null` if no key in `known` replaces it, or if it would only be renamed to a key in `present`. */
export function foreignKeyHint(
  name: string,
  known: readonly string[],
  present: readonly string[],
): string | null {
  const found = replacementOf(name, known);
  if (found === undefined) return null;
  const isTaken = present.includes(found.key) && found.hint === `Use \`${found.key}\`.`;
  return isTaken ? null : found.hint;
}

function replacementOf(name: string, known: readonly string[]): Replacement | undefined {
  const plain = name.toLowerCase().replace(/[ _-]/g, '');
  const all = Object.hasOwn(FOREIGN, plain) ? [FOREIGN[plain] ?? []].flat() : [];
  return all.find(({ key }) => known.includes(key));
}
