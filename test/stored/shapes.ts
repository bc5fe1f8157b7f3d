/** Endpoints that use a column `v` in each way that the language has, by its declared type. */
import type { Sent } from '../reference/answer.ts';
import type { Declared, StoredColumn } from './column.ts';
import { hasRecords } from './records.ts';

export interface Shape {
  readonly name: string;
  /** The table whose rows it reads: with NULLs, or with none. */
  readonly table: 'nullable' | 'required';
  /** YAML, in which `DATA` is the data set. */
  readonly body: string;
  readonly requests: readonly Sent[];
}

const USES: Readonly<Record<Declared, readonly string[]>> = {
  string: [
    'lower(v)',
    'upper(v)',
    'length(v)',
    "concat(v, 'x')",
    "contains(v, '1')",
    'left(v, 2)',
    "replace(v, 'a', 'b')",
    "strpos(v, 'b')",
    "greatest(v, 'm')",
    "v in ('a', '42')",
  ],
  int64: [
    'safe_add(v, 1)',
    'v / 2',
    'mod(v, 7)',
    'cast_string(v)',
    'greatest(v, 0)',
    'v * 0.5',
    'v in (7, 8)',
    'bit_and(v, 255)',
  ],
  float64: ['v * 2', 'floor(v)', 'round(v, 1)', 'v / 3', 'greatest(v, 0.25)', 'cast_int64(v)'],
  decimal: ['v / 2', 'cast_string(v)', 'greatest(v, 0)', 'abs(v)'],
  timestamp: [
    'trunc(v, day)',
    'trunc(v, week)',
    'trunc(v, month)',
    'date(v)',
    'extract(year from v)',
    'extract(hour from v)',
    "date(v, 'America/New_York')",
    "timestamp_diff(v, cast_timestamp('2026-01-01'), second)",
    "format_timestamp('%Y-%m-%d', v)",
    "coalesce(v, cast_timestamp('2026-01-01'))",
  ],
  date: [
    'trunc(v, week)',
    'trunc(v, year)',
    'extract(dayofweek from v)',
    'v - interval 60 year',
    'v + interval 100 year',
    "date_diff(v, cast_date('2026-01-01'), day)",
    'timestamp(v)',
    'cast_string(v)',
  ],
  json: ["json_string(v, 'a')", "json_int64(v, 'a')", "json_int64(v, 'big')", 'json_list(v)'],
};

const COMPARISONS = ['=', '>=', '<', '<=', '>'];
const FILTERED = ['eq', 'gte', 'lt', 'lte', 'gt', 'ne'];
const WITH_LISTS: readonly Declared[] = ['string', 'int64', 'float64', 'timestamp', 'date'];

/** The parameter types that can be compared with a column. */
const PARAMETERS: Partial<Record<Declared, string>> = {
  string: 'string',
  int64: 'int64',
  float64: 'float64',
  timestamp: 'timestamp',
  date: 'date',
};

/** The text of a value in a request. */
function sentText(declared: Declared, text: string): string {
  return declared === 'timestamp' ? text.replace(' ', 'T').replace(/Z?$/, 'Z') : text;
}

/** The values that conditions compare with: those of the table, and more. */
function askedOf({ declared, values, asked }: StoredColumn): readonly string[] {
  const all = [...values.map(([, text]) => text), ...asked].map(text => sentText(declared, text));
  return [...new Set(all)].filter(
    text => text !== '' && (declared !== 'timestamp' || (text >= '1900' && text < '2300')),
  );
}

export function shapesOf(column: StoredColumn): readonly Shape[] {
  const { declared } = column;
  const isOrdered = declared !== 'json';
  return [
    ...answers(declared),
    ...(isOrdered ? groups(declared) : []),
    ...(isOrdered && declared !== 'float64' ? pages() : []),
    ...conditions(column),
    ...(WITH_LISTS.includes(declared) ? lists(column) : []),
    ...(hasRecords(column) ? [...fields(column), ...records(column)] : []),
  ];
}

function shape(name: string, body: string, requests: readonly Sent[] = [{}]): Shape {
  return { name, table: 'nullable', body, requests };
}

function answers(declared: Declared): readonly Shape[] {
  const uses = USES[declared].map((text, i) => `  o${i}: "${text}"\n`).join('');
  const body = (end: string) =>
    `from: DATA\nselect:\n  id: id\n  v: v\n  none: v is null\n${uses}order_by: [${end}]\n`;
  const plain = shape('answer', body('id'));
  return declared === 'json'
    ? [plain]
    : [
        plain,
        shape('order', body('v desc, id')),
        { ...plain, name: 'required', table: 'required' },
      ];
}

function groups(declared: Declared): readonly Shape[] {
  const equal = declared === 'float64' ? '' : 'equal: "count() over (partition by v)", ';
  return [
    shape(
      'group',
      'from: DATA\ngroup_by: { v: v }\nselect: { n: count(), first: min(id) }\norder_by: [v]\n',
    ),
    shape(
      'aggregates',
      'from: DATA\nselect: { v: min(v), most: max(v), n: count(v), different: count_distinct(v), at: "arg_max(id, v)" }\n',
    ),
    shape(
      'window function',
      `from: DATA\nselect: { id: id, v: lag(v) over (order by id), place: "row_number() over (order by v, id)", ${equal}most: max(v) over () }\norder_by: [id]\n`,
    ),
    shape('distinct', 'from: DATA\nselect: { v: v }\ndistinct: true\norder_by: [v]\n'),
    ...['inner', 'left'].flatMap(kind => [
      shape(
        `${kind} join`,
        `from: DATA\njoin: { o: { of: DATA, kind: ${kind}, on: v = o.v, many: true } }\nselect: { id: id, other: o.id, v: o.v, least: "least(v, o.v)" }\norder_by: [id, other]\n`,
      ),
      shape(
        `${kind} join of others`,
        `from: DATA\njoin: { o: { of: DATA, kind: ${kind}, on: id = o.id and o.v > v, many: true } }\nselect: { id: id, v: v, other: o.v }\norder_by: [id]\n`,
      ),
    ]),
  ];
}

function pages(): readonly Shape[] {
  return ['v, id', 'v desc, id desc', 'v desc, id'].map(order => ({
    ...shape(
      `pages by ${order}`,
      `from: DATA\nselect: [v, id]\norder_by: [${order}]\npages: { size: 2 }\n`,
    ),
    table: 'required',
  }));
}

function conditions(column: StoredColumn): readonly Shape[] {
  const { declared } = column;
  const type = PARAMETERS[declared];
  if (type === undefined) return [];
  const asked = askedOf(column);
  const params = `params: { p: { type: ${type}, required: true } }\n`;
  const where = (...texts: readonly string[]) =>
    `from: DATA\n${params}where:\n${texts.map(text => `  - "${text}"\n`).join('')}select: [id, v]\norder_by: [id]\n`;
  const requests = asked.map(p => ({ p }));
  const [one = '', other = one] = asked;
  const pairs = asked.map((p, i) => ({ p, q: asked[(i + 3) % asked.length] ?? p }));
  const joined = (kind: string) =>
    `from: DATA\n${params}join: { o: { of: DATA, kind: ${kind}, on: v = o.v and o.v >= @p, many: true } }\nwhere: ["v <= @p", "o.v <= @p or o.v is null"]\nselect: { id: id, other: o.id }\norder_by: [id, other]\n`;
  return [
    ...COMPARISONS.map(operator => shape(`v ${operator} @p`, where(`v ${operator} @p`), requests)),
    shape('@p >= v', where('@p >= v'), requests),
    shape('v = @p or id = 1', where('v = @p or id = 1'), requests),
    shape('not v > @p', where('not (v > @p)'), requests),
    shape('v != @p', where('v != @p'), requests),
    shape('both', where('v >= @p', 'v <= @p and id > 0'), requests),
    shape('inner join with a condition', joined('inner'), requests),
    shape('left join with a condition', joined('left'), requests),
    shape('required', where('v <= @p'), requests),
    ...['between @p and @q'].map(text => ({
      ...shape(
        text,
        where(`v ${text}`).replace(' } }\n', ` }, q: { type: ${type}, required: true } }\n`),
        pairs,
      ),
    })),
    ...(declared === 'timestamp' || declared === 'date' || declared === 'int64'
      ? [one, other].map(text => {
          const literal = declared === 'int64' ? text : `'${text}'`;
          return shape(
            `v >= ${text}`,
            `from: DATA\nwhere: ["v >= ${literal}"]\nselect: [id]\norder_by: [id]\n`,
          );
        })
      : []),
    ...FILTERED.map(operator => {
      const name = operator === 'eq' ? 'v' : `v__${operator}`;
      const isList = operator === 'eq' || operator === 'ne';
      return shape(
        `?${name}`,
        `from: DATA\nfilters: { v: { of: v, operators: [${FILTERED}] } }\nselect: [id, v]\norder_by: [id]\n`,
        asked.filter((_, i) => i % 2 === 0).map(text => ({ [name]: isList ? [text] : text })),
      );
    }),
  ].map(found => (found.name === 'required' ? { ...found, table: 'required' } : found));
}

function lists({ declared, ...column }: StoredColumn): readonly Shape[] {
  const type = PARAMETERS[declared] ?? '';
  const requests = askedOf({ ...column, declared }).map(p => ({ p }));
  return [
    shape('list', 'from: DATA\nselect: { id: id, l: l, n: length(l) }\norder_by: [id]\n'),
    shape(
      'item of a list',
      'from: DATA\njoin: { item: { each: l } }\nselect: { id: id, at: item_index, item: item }\norder_by: [id, at]\n',
    ),
    shape(
      'in a list',
      `from: DATA\nparams: { p: { type: ${type}, required: true } }\nwhere: ["@p in l"]\nselect: [id]\norder_by: [id]\n`,
      requests,
    ),
  ];
}

function fields({ declared, ...column }: StoredColumn): readonly Shape[] {
  const type = PARAMETERS[declared];
  const requests = askedOf({ ...column, declared }).map(p => ({ p }));
  const whole = shape('record', 'from: DATA\nselect: { id: id, r: r, v: r.v }\norder_by: [id]\n');
  if (type === undefined) return [whole];
  return [
    whole,
    shape(
      'field of a record',
      `from: DATA\nparams: { p: { type: ${type}, required: true } }\nwhere: ["r.v >= @p"]\nselect: { id: id, v: r.v }\norder_by: [id]\n`,
      requests,
    ),
  ];
}

function records({ declared, ...column }: StoredColumn): readonly Shape[] {
  const type = PARAMETERS[declared];
  const requests = askedOf({ ...column, declared }).map(p => ({ p }));
  const plain = [
    shape(
      'list of records',
      'from: DATA\nselect: { id: id, e: e, n: count_items(e), v: "item(e, .held.v is not null).held.v" }\norder_by: [id]\n',
    ),
    shape(
      'record of a list',
      'from: DATA\njoin: { one: { each: e } }\nselect: { id: id, at: one_index, v: one.held.v }\norder_by: [id, at]\n',
    ),
    shape(
      'record of a list in a list',
      'from: DATA\njoin: { one: { each: e }, two: { each: one.held.more, kind: left } }\nselect: { id: id, at: one_index, place: two_index, v: two.v, n: count_items(one.held.more), all: one.held.more }\norder_by: [id, at, place]\n',
    ),
  ];
  if (type === undefined) return plain;
  return [
    ...plain,
    shape(
      'any record of a list',
      `from: DATA\nparams: { p: { type: ${type}, required: true } }\nwhere: ["any(e, .held.v >= @p)"]\nselect: { id: id, n: "count_items(e, .held.v > @p)", all: "all(e, .held.v < @p)" }\norder_by: [id]\n`,
      requests,
    ),
  ];
}
