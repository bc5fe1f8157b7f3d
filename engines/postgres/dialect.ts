/** PostgreSQL 15 and later. The zone of the session is UTC, so a `timestamp` and a `timestamptz` are the same instants. */

import { isRecords } from '../../generator/core/types/scalar.ts';
import type { Dialect, RecordEntry, RecordValue } from '../../generator/sql/dialect.ts';
import type { RecordLayout } from '../../generator/sql/layout.ts';
import { atom, form } from '../../generator/sql/spelling.ts';
import {
  BREAK,
  DOUBLED,
  joined,
  numeral,
  operand,
  quoteDoubled,
  type Sql,
  sql,
} from '../../generator/sql/sql.ts';
import author from './author-sql.ts';
import { callable } from './callable.ts';
import aggregates from './functions/aggregates.ts';
import casts from './functions/casts.ts';
import { byCodePoints } from './functions/collation.ts';
import collections from './functions/collections.ts';
import {
  documentLeaf,
  itemsOf,
  OF_JSON_TEXT,
  pathText,
  typedValue,
  UNTYPED,
} from './functions/document.ts';
import exact from './functions/exact.ts';
import json from './functions/json.ts';
import numbers from './functions/numbers.ts';
import operators from './functions/operators.ts';
import texts from './functions/texts.ts';
import times, { toMicros } from './functions/times.ts';
import windows from './functions/windows.ts';
import own from './own-sql.ts';
import { spelledPattern } from './patterns/spelled.ts';
import stored from './stored.ts';
import { SQL_TYPES, typeName } from './types.ts';

const same = form`${0}`;

export default {
  name: 'postgres',
  title: 'PostgreSQL',
  longestQuery: null,
  longestName: 63,
  identifier: { quote: '"', escape: 'double' },
  string: DOUBLED,
  // other names are folded to lower case
  bare: /^[a-z_][a-z0-9_]*$/,
  // the words of pg_get_keywords() that no column has without quotes
  reserved: new Set(
    `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate
    collation column concurrently constraint create cross current_catalog current_date current_role
    current_schema current_time current_timestamp current_user default deferrable desc distinct do else end
    except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is
    isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only
    or order outer overlaps placing primary references returning right select session_user similar some symmetric
    table tablesample then to trailing true union unique user using variadic verbose when where window with`.split(
      /\s+/,
    ),
  ),
  placeholder: (_, type, kind, position) =>
    sql`$${numeral(position)}::${kind === 'text' ? SQL_TYPES.string : typeName(type)}`,
  each: {
    list: (of, item, body) => sql`ARRAY(SELECT ${body} FROM unnest(${of}) AS ${item})`,
    kept: (of, item, body) =>
      sql`ARRAY(SELECT ${item} FROM unnest(${of}) AS ${item} WHERE ${body})`,
    all: (of, item, body) =>
      sql(
        'not',
      )`NOT EXISTS (SELECT FROM unnest(${of}) AS ${item} WHERE NOT ${operand(body, 'primary')})`,
    any: (of, item, body) => sql`EXISTS (SELECT FROM unnest(${of}) AS ${item} WHERE ${body})`,
  },
  // without OFFSET, the planner would write the value in place of its name
  once: (values, name, body) => {
    const names = values.map((_, i) => sql`${name}.v${numeral(i + 1)}`);
    const items = values.map((value, i) => sql`${value} AS v${numeral(i + 1)}`);
    return sql`(SELECT ${body(names)} FROM (SELECT ${joined(items, sql`, `)} OFFSET 0) AS ${name})`;
  },
  onceIsSelect: true,
  literals: {
    // a longer one, and the sign before it, would be numeric
    int64: value =>
      value < -(2n ** 63n - 1n) ? sql`'-9223372036854775808'::bigint` : numeral(value),
    // with a point or an exponent, the literal would be numeric
    float64: value => {
      const number = numeral(value);
      return sql`${number.strength === 'unary' ? quoteDoubled(number.text) : number}::float8`;
    },
    bool: value => (value ? sql`TRUE` : sql`FALSE`),
    timestamp: (_, instant) => sql`TIMESTAMPTZ ${quoteDoubled(`${instant}+00`)}`,
    datetime: (_, text) => sql`TIMESTAMP ${quoteDoubled(text)}`,
    date: day => sql`DATE ${quoteDoubled(day)}`,
    null: scalar => sql`NULL::${SQL_TYPES[scalar]}`,
  },
  functions: {
    ...operators,
    ...texts,
    ...numbers,
    ...times,
    ...casts,
    ...collections,
    ...json,
    ...exact.functions,
  },
  pattern: spelledPattern,
  aggregates: { ...aggregates, ...exact.aggregates },
  filters: true,
  windows: { ...windows, ...exact.windows },
  outer: null,
  writtenOut: form`${atom(0)}::bigint`,
  constant: null,
  splitsConditions: false,
  joinsBounds: false,
  order: (of, scalar) => (scalar === 'string' ? byCodePoints(of) : of),
  ordersNames: false,
  nulls: { first: sql` NULLS FIRST`, last: sql` NULLS LAST` },
  cut: sql`AS`,
  readsLate: true,
  readsUntyped: true,
  keysByBits: false,
  // the planner keeps a SELECT with an OFFSET apart
  readsOnce: { end: sql`OFFSET 0`, ofJsonText: OF_JSON_TEXT },
  cutsFirst: true,
  choosesFirst: true,
  computesLimit: true,
  clock: { sql: sql`now()`, named: false },
  path: ({ column, fields, type, records, untyped }) => {
    // a list of records is a document, or an array of a composite type
    if (fields.length === 0)
      return isRecords(type) ? itemsOf(sql`to_jsonb(${column})`, pathText([])) : column;
    const steps = records === 'repeated' ? fields.flatMap(name => [0n, name]) : fields;
    return untyped === null
      ? documentLeaf(column, pathText(steps), type)
      : UNTYPED[untyped](column, steps);
  },
  trunc: (of, { micros }) =>
    sql`date_bin(INTERVAL ${quoteDoubled(spanText(micros))}, ${of}, TIMESTAMPTZ '0001-01-01 00:00:00+00')`,
  // the planner computes a sum of a local time before it reads rows, but that of an instant again for each row
  shift: (of, micros, isBound) => (isBound ? atUtc(moved(atUtc(of), micros)) : moved(of, micros)),
  series: (first, last, every, name) =>
    sql`generate_series(${bigint(first)}, ${bigint(last)}, ${bigint(every)}) AS series(${name})`,
  items: ({ from, list, item, index, isOuter, isRecords, fields }) => {
    const place = index === null ? sql`` : sql`, place - 1 AS ${index}`;
    // records without declared fields are the stored document
    const items = isRecords && fields === null ? itemsOf(list, pathText([])) : list;
    const rows = sql`LATERAL (SELECT value AS ${item}${place} FROM unnest(${items}) WITH ORDINALITY AS items(value, place)) AS ${item}`;
    const join = isOuter ? sql`LEFT JOIN ${rows} ON TRUE` : sql`CROSS JOIN ${rows}`;
    return [...from, sql`${BREAK}${join}`];
  },
  fromMicros: ([of = sql``]) => times.from_epoch_micros([of]),
  decimal: {
    stored: form`${atom(0)}::numeric(38, 9)`,
    sumsStored: true,
    literal: value => sql`${quoteDoubled(value)}::numeric`,
    wire: form`trim_scale(${0})::text`,
    column: ({ precision, scale }) => sql`numeric(${numeral(precision)}, ${numeral(scale)})`,
  },
  wire: {
    string: same,
    int64: same,
    float64: same,
    bool: same,
    timestamp: toMicros,
    datetime: toMicros,
    date: form`to_char(${0}, 'YYYY-MM-DD')`,
    json: form`${atom(0)}::text`,
  },
  several: {
    list: {
      mayBeNull: true,
      orEmpty: form`coalesce(${0}, '{}')`,
      each: (of, change) => sql`ARRAY(SELECT ${change([sql`item`])} FROM unnest(${of}) AS item)`,
      wire: { timestamp: toMicros, float64: finite },
      json: form`array_to_json(${0})::text`,
      type: item => sql`${item}[]`,
    },
    map: {
      mayBeNull: true,
      orEmpty: form`coalesce(${0}, '{}')`,
      // json_object_agg keeps a float as it is written, and is NULL for an empty map
      each: (of, change) =>
        sql`coalesce((SELECT json_object_agg(key, ${change([sql`value`])}) FROM jsonb_each(${of})), '{}')`,
      wire: {
        timestamp: ([of = sql``]) => toMicros([typedValue(of, 'timestamp')]),
        float64: ([of = sql``]) => typedValue(of, 'float64'),
      },
      json: form`${atom(0)}::text`,
      type: () => sql`jsonb`,
    },
  },
  records: {
    owner: item => item,
    field: (item, names, type) => documentLeaf(item, pathText(names), type),
    length: list => sql`cardinality(${list})::bigint`,
    lookup: ({ as, list, item, fields, where, mayBeNull, found }) => {
      const values = fields.map(({ names, type }) => documentLeaf(item, pathText(names), type));
      const condition = where(values);
      const rejected = mayBeNull
        ? sql('comparison')`${operand(condition, 'primary')} IS NOT TRUE`
        : sql('not')`NOT ${operand(condition, 'primary')}`;
      const items = sql`FROM unnest(${list}) AS ${item}`;
      switch (as) {
        case 'any':
          return sql`EXISTS (SELECT ${items} WHERE ${condition})`;
        case 'all':
          return sql('not')`NOT EXISTS (SELECT ${items} WHERE ${rejected})`;
        case 'count':
          return sql`(SELECT count(*) ${items} WHERE ${condition})`;
        case 'kept':
          return sql`ARRAY(SELECT ${item} ${items} WHERE ${condition})`;
        case 'values':
          return sql`array_remove(ARRAY(SELECT ${condition} ${items}), NULL)`;
        case 'joined':
          return sql`ARRAY(SELECT value ${items} CROSS JOIN unnest(${condition}) AS value)`;
        case 'first': {
          const value = documentLeaf(item, pathText(found.names), found.type);
          const skipped = found.skip === 0 ? sql`` : sql` OFFSET ${numeral(found.skip)}`;
          return sql`(SELECT ${value} ${items} WHERE ${condition} LIMIT 1${skipped})`;
        }
      }
    },
    each: (list, item, entries, layout) =>
      sql`ARRAY(SELECT ${recordJson(entries, layout)} FROM unnest(${list}) AS ${item})`,
    item: (entries, layout) => sql`${recordJson(entries, layout)}::jsonb`,
  },
  record: recordText,
  rollups: null,
  callable,
  stored,
  author,
  own,
  schema: {
    namespace: sql`SCHEMA`,
    scalar: scalar => SQL_TYPES[scalar],
    record: () => sql`jsonb`,
    field: (name, type) => sql`${name} ${type}`,
    column: (name, type, required) => sql`${name} ${type}${required ? sql` NOT NULL` : sql``}`,
    tail: () => [],
  },
} satisfies Dialect;

function bigint(of: Sql): Sql {
  return sql`${operand(of, 'primary')}::bigint`;
}

function moved(of: Sql, micros: bigint): Sql {
  const span = quoteDoubled(spanText(micros < 0n ? -micros : micros));
  const sign = micros < 0n ? sql`-` : sql`+`;
  return sql('additive')`${operand(of, 'additive')} ${sign} INTERVAL ${span}`;
}

/** Makes an instant a local time, and a local time an instant. */
function atUtc(of: Sql): Sql {
  return sql`timezone('UTC', ${of})`;
}

/** Hours, because the length of a day depends on the zone. */
function spanText(micros: bigint): string {
  const [unit, size] = SPANS.find(([, size]) => micros % size === 0n) ?? ['microseconds', 1n];
  return `${micros / size} ${unit}`;
}

const SPANS = [
  ['hours', 3_600_000_000n],
  ['minutes', 60_000_000n],
  ['seconds', 1_000_000n],
] as const;

/** JSON has no other numbers. */
function finite([of = sql``]: readonly Sql[]): Sql {
  return sql`CASE WHEN abs(${of}) < 'Infinity' THEN ${of} END`;
}

/** `json_build_object` takes at most a hundred arguments. */
function recordText(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  return sql`${recordJson(entries, layout)}::text`;
}

function recordJson(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  const items = entries.map(({ name, value }) => {
    const of = value.kind === 'record' ? recordJson(value.entries, layout) : leafJson(value);
    return sql`${of} AS ${layout.name(name)}`;
  });
  const fields = layout.block(sql`(SELECT `, items, sql`)`);
  return sql`(SELECT row_to_json(fields) FROM ${fields} AS fields)`;
}

function leafJson({ sql: of, type }: Extract<RecordValue, { kind: 'leaf' }>): Sql {
  return type === 'float64' ? finite([of]) : of;
}
