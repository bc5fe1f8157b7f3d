/** GoogleSQL as BigQuery runs it. Every function here is built into BigQuery, so the text needs no private function. */
import type { Dialect, RecordEntry } from '../../generator/sql/dialect.ts';
import type { RecordLayout } from '../../generator/sql/layout.ts';
import {
  call,
  decimalMean,
  form,
  local,
  prefix,
  STANDARD_WINDOWS,
  windowed,
} from '../../generator/sql/spelling.ts';
import {
  BACKSLASHED,
  BREAK,
  joined,
  numeral,
  operand,
  quoteBackslashed,
  type Sql,
  sql,
  word,
} from '../../generator/sql/sql.ts';
import { printInterval, WEEK_ZERO } from '../../generator/sql/time.ts';
import author from './author-sql.ts';
import aggregates from './functions/aggregates.ts';
import casts from './functions/casts.ts';
import collections from './functions/collections.ts';
import exact from './functions/exact.ts';
import json from './functions/json.ts';
import numbers from './functions/numbers.ts';
import operators from './functions/operators.ts';
import texts from './functions/texts.ts';
import times from './functions/times.ts';
import own from './own-sql.ts';
import rollups from './rollups.ts';
import stored from './stored.ts';
import { SQL_TYPES } from './types.ts';

const same = form`${0}`;
/** The wire form of values in lists and maps. */
const WIRE_OF_SEVERAL = { timestamp: call`UNIX_MICROS` };

export default {
  name: 'bigquery',
  title: 'BigQuery',
  longestQuery: null,
  longestName: null,
  identifier: { quote: '`', escape: 'backslash' },
  string: BACKSLASHED,
  bare: /^[A-Za-z_][A-Za-z0-9_]*$/,
  // The reserved keywords of GoogleSQL's lexical structure, and the functions that are called without parentheses.
  reserved: new Set(
    `all and any array as asc assert_rows_modified at between by case cast collate contains create cross cube current
    current_date current_datetime current_time current_timestamp
    default define desc distinct else end enum escape except exclude exists extract false fetch following for from full
    graph_table group grouping groups hash having if ignore in inner intersect interval into is join lateral left like
    limit lookup match_recognize merge natural new no not null nulls of on or order outer over partition preceding proto
    qualify range recursive respect right rollup rows select set some struct tablesample then to treat true unbounded
    union unnest using when where window with within`.split(/\s+/),
  ),
  placeholder: name => sql`@${word(name)}`,
  each: {
    list: (of, item, body) => sql`ARRAY(SELECT ${body} FROM UNNEST(${of}) AS ${item})`,
    kept: (of, item, body) => {
      const place = local('place', body, item);
      return sql`ARRAY(SELECT ${item} FROM UNNEST(${of}) AS ${item} WITH OFFSET AS ${place} WHERE ${body} ORDER BY ${place})`;
    },
    all: (of, item, body) =>
      sql(
        'not',
      )`NOT EXISTS(SELECT 1 FROM UNNEST(${of}) AS ${item} WHERE ${prefix('not')`NOT`([body])})`,
    any: (of, item, body) => sql`EXISTS (SELECT 1 FROM UNNEST(${of}) AS ${item} WHERE ${body})`,
  },
  once: (values, name, body) =>
    sql`WITH(${name} AS ${held(values)}, ${body(heldNames(values, name))})`,
  onceIsSelect: false,
  literals: {
    int64: numeral,
    float64,
    bool: value => (value ? sql`TRUE` : sql`FALSE`),
    timestamp: (_, instant) => sql`TIMESTAMP ${quoteBackslashed(`${instant}+00`)}`,
    datetime: (_, text) => sql`DATETIME ${quoteBackslashed(text)}`,
    date: day => sql`DATE ${quoteBackslashed(day)}`,
    null: scalar => sql`CAST(NULL AS ${SQL_TYPES[scalar]})`,
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
  pattern: null,
  aggregates: { ...aggregates, ...exact.aggregates },
  filters: false,
  windows: {
    ...STANDARD_WINDOWS,
    avg_decimal: decimalMean(sql`FLOAT64`),
    exact_sum_int64: STANDARD_WINDOWS.sum_int64,
    exact_avg_int64: STANDARD_WINDOWS.avg,
    exact_sum_float64: STANDARD_WINDOWS.sum_float64,
    exact_avg_float64: STANDARD_WINDOWS.avg,
    exact_avg_decimal: STANDARD_WINDOWS.avg,
    exact_stddev_pop: windowed(call`STDDEV_POP`),
    exact_stddev_samp: windowed(call`STDDEV_SAMP`),
    exact_var_pop: windowed(call`VAR_POP`),
    exact_var_samp: windowed(call`VAR_SAMP`),
  },
  outer: null,
  writtenOut: null,
  constant: null,
  splitsConditions: false,
  joinsBounds: false,
  order: of => of,
  // here, ascending order puts NULLs first, and descending order puts them last
  ordersNames: true,
  nulls: { first: sql``, last: sql`` },
  cut: sql`AS`,
  readsLate: true,
  readsUntyped: false,
  keysByBits: false,
  readsOnce: null,
  // unknown for BigQuery
  cutsFirst: false,
  choosesFirst: true,
  computesLimit: false,
  clock: { sql: sql`CURRENT_TIMESTAMP()`, named: false },
  path: ({ column, parts, records }) =>
    joined([column, ...parts], records === 'repeated' ? sql`[SAFE_OFFSET(0)].` : sql`.`),
  trunc: (of, step) => {
    if (step.unit === 'week') return sql`TIMESTAMP_TRUNC(${of}, WEEK(MONDAY))`;
    if (step.unit !== null) return sql`TIMESTAMP_TRUNC(${of}, ${word(step.unit.toUpperCase())})`;
    const micros = numeral(step.micros);
    return sql`TIMESTAMP_MICROS(UNIX_MICROS(${of}) - MOD(UNIX_MICROS(${of}) + ${WEEK_ZERO}, ${micros}))`;
  },
  shift: (of, micros) => {
    const name = micros < 0n ? sql`TIMESTAMP_SUB` : sql`TIMESTAMP_ADD`;
    return sql`${name}(${of}, ${printInterval(micros)})`;
  },
  series: (first, last, every, name) =>
    sql`UNNEST(GENERATE_ARRAY(${first}, ${last}, ${every})) AS ${name}`,
  items: ({ from, list, item, index, isOuter }) => {
    const place = index === null ? sql`` : sql` WITH OFFSET AS ${index}`;
    const kind = isOuter ? sql`LEFT` : sql`CROSS`;
    return [...from, sql`${BREAK}${kind} JOIN UNNEST(${list}) AS ${item}${place}`];
  },
  fromMicros: call`TIMESTAMP_MICROS`,
  decimal: {
    stored: same,
    sumsStored: false,
    literal: value => sql`NUMERIC ${quoteBackslashed(value)}`,
    wire: form`CAST(${0} AS STRING)`,
    column: ({ precision, scale }) => sql`NUMERIC(${numeral(precision)}, ${numeral(scale)})`,
  },
  wire: {
    string: same,
    int64: same,
    float64: same,
    bool: same,
    timestamp: call`UNIX_MICROS`,
    datetime: form`UNIX_MICROS(TIMESTAMP(${0}))`,
    date: form`CAST(${0} AS STRING)`,
    // NULL would become the text null
    json: form`NULLIF(TO_JSON_STRING(${0}), 'null')`,
  },
  several: {
    list: {
      mayBeNull: false,
      orEmpty: form`IFNULL(${0}, [])`,
      each: (of, change) =>
        sql`ARRAY(SELECT ${change([sql`item`])} FROM UNNEST(${of}) AS item WITH OFFSET AS place ORDER BY place)`,
      wire: WIRE_OF_SEVERAL,
      json: call`TO_JSON_STRING`,
      type: item => sql`ARRAY<${item}>`,
    },
    map: {
      mayBeNull: false,
      orEmpty: form`IFNULL(${0}, [])`,
      each: (of, change) =>
        sql`ARRAY(SELECT AS STRUCT entry.key, ${change([sql`entry.value`])} AS value FROM UNNEST(${of}) AS entry)`,
      wire: WIRE_OF_SEVERAL,
      // writes an array of keys and values as an object
      json: form`CONCAT('{', IFNULL((SELECT STRING_AGG(CONCAT(TO_JSON_STRING(entry.key), ':', TO_JSON_STRING(entry.value))) FROM UNNEST(${0}) AS entry), ''), '}')`,
      type: value => sql`ARRAY<STRUCT<key STRING, value ${value}>>`,
    },
  },
  records: {
    owner: item => item,
    field: null,
    length: list => sql`ARRAY_LENGTH(${list})`,
    lookup: ({ as, list, item, place, fields, where, mayBeNull, found }) => {
      const condition = where(fields.map(({ parts }) => joined([item, ...parts], sql`.`)));
      const rejected = mayBeNull
        ? sql('comparison')`${operand(condition, 'primary')} IS NOT TRUE`
        : prefix('not')`NOT`([condition]);
      // a field of the item would hide a column of its name, if UNNEST stood in the same FROM as the condition
      const items = sql`(SELECT ${item}, ${place} FROM UNNEST(${list}) AS ${item} WITH OFFSET AS ${place})`;
      switch (as) {
        case 'any':
          return sql`EXISTS (SELECT 1 FROM ${items} WHERE ${condition})`;
        case 'all':
          return sql('not')`NOT EXISTS (SELECT 1 FROM ${items} WHERE ${rejected})`;
        case 'count':
          return sql`(SELECT COUNT(*) FROM ${items} WHERE ${condition})`;
        case 'kept':
          return sql`ARRAY(SELECT ${item} FROM ${items} WHERE ${condition} ORDER BY ${place})`;
        case 'values':
          return sql`ARRAY(SELECT value FROM (SELECT ${condition} AS value, ${place} FROM ${items}) WHERE value IS NOT NULL ORDER BY ${place})`;
        case 'joined':
          return sql`ARRAY(SELECT value FROM ${items} CROSS JOIN UNNEST(${condition}) AS value WITH OFFSET AS part ORDER BY ${place}, part)`;
        case 'first': {
          const value = joined([item, ...found.parts], sql`.`);
          const skipped = found.skip === 0 ? sql`` : sql` OFFSET ${numeral(found.skip)}`;
          return sql`(SELECT ${value} FROM ${items} WHERE ${condition} ORDER BY ${place} LIMIT 1${skipped})`;
        }
      }
    },
    each: (list, item, entries, layout) =>
      sql`ARRAY(SELECT ${struct(entries, layout)} FROM UNNEST(${list}) AS ${item} WITH OFFSET AS place ORDER BY place)`,
    item: struct,
  },
  record: (entries, layout) => sql`TO_JSON_STRING(${struct(entries, layout)})`,
  stored,
  rollups,
  callable: null,
  author,
  own,
  schema: {
    namespace: sql`SCHEMA`,
    scalar: scalar => SQL_TYPES[scalar],
    record: (fields, repeated) => {
      const struct = sql`STRUCT<${joined(fields, sql`,`)}>`;
      return repeated ? sql`ARRAY<${struct}>` : struct;
    },
    field: (name, type) => sql`${name} ${type}`,
    column: (name, type, required) => sql`${name} ${type}${required ? sql` NOT NULL` : sql``}`,
    tail: (columns, quote) => {
      const stored = (name: string) => columns.filter(c => c.name === name && c.is === null);
      return [
        ...stored('timestamp').map(column => sql`PARTITION BY DATE(${quote(column)})`),
        ...stored('project').map(column => sql`CLUSTER BY ${quote(column)}`),
      ];
    },
  },
} satisfies Dialect;

/** One value, or a struct of several: a second variable could hide a column that the value of a third one reads. */
function held(values: readonly Sql[]): Sql {
  if (values.length === 1) return joined(values, sql``);
  const fields = values.map((value, i) => sql`${value} AS v${numeral(i + 1)}`);
  return sql`STRUCT(${joined(fields, sql`, `)})`;
}

function heldNames(values: readonly Sql[], name: Sql): readonly Sql[] {
  return values.length === 1 ? [name] : values.map((_, i) => sql`${name}.v${numeral(i + 1)}`);
}

function struct(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  const fields = entries.map(({ name, value }) => {
    const of = value.kind === 'leaf' ? value.sql : struct(value.entries, layout);
    return sql`${of} AS ${layout.name(name)}`;
  });
  return layout.block(sql`STRUCT(`, fields, sql`)`);
}

/** Written with a point or an exponent, so that it is read as a float. */
function float64(value: number): Sql {
  const digits = numeral(value);
  return /[.e]/.test(digits.text) ? digits : sql(digits.strength)`${digits}.0`;
}
