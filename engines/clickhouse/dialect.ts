/**
 * ClickHouse 24 and later. Instants are `DateTime64(6, 'UTC')`, scalars are `Nullable`, records are named tuples. The text has
 * no SETTINGS clause, so every spelling must mean the same under the server's defaults.
 */

import { isScalar, type StepUnit } from '../../generator/core/types/scalar.ts';
import type { Dialect, ItemsSpelling } from '../../generator/sql/dialect.ts';
import { call, form, local, type Spelling } from '../../generator/sql/spelling.ts';
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
import { itemType, records, recordText } from './functions/records.ts';
import texts from './functions/texts.ts';
import times from './functions/times.ts';
import windows from './functions/windows.ts';
import own from './own-sql.ts';
import rollups from './rollups.ts';
import stored from './stored.ts';
import { nullable, SQL_TYPES, typeName } from './types.ts';

const START_OF: Readonly<Record<StepUnit, Spelling>> = {
  second: call`toStartOfSecond`,
  minute: call`toStartOfMinute`,
  hour: call`toStartOfHour`,
  day: call`toStartOfDay`,
  week: call`toMonday`,
};
const columnType = (type: Sql, isNullable: boolean) => (isNullable ? nullable(type) : type);
const same = form`${0}`;
/** The wire form of values in lists and maps. */
const WIRE_OF_SEVERAL = { timestamp: call`toUnixTimestamp64Micro` };

export default {
  name: 'clickhouse',
  title: 'ClickHouse',
  longestQuery: { bytes: 262_144, setting: 'max_query_size' },
  longestName: null,
  identifier: { quote: '`', escape: 'backslash' },
  string: BACKSLASHED,
  bare: /^[A-Za-z_][A-Za-z0-9_]*$/,
  // Words that failed as a bare column in a trial, and keywords of standard SQL that older versions refuse.
  reserved: new Set(
    `all and any array as asc between by case cast constraint cross desc distinct else end except exists extract false final from full
    global group having if ilike in index inf inner intersect interval into is join left like limit nan not null offset on or
    order outer over prewhere projection qualify recursive right sample select semi settings table then to top true tuple union using values
    when where window with`.split(/\s+/),
  ),
  placeholder: (name, type, kind) => {
    if (kind === 'text') return sql`{${word(name)}:${nullable(SQL_TYPES.string)}}`;
    const own = typeName(type);
    return sql`{${word(name)}:${kind === 'optional' ? nullable(own) : own}}`;
  },
  each: {
    list: (of, item, body) => sql`arrayMap(${item} -> ${body}, ${of})`,
    kept: (of, item, body) => sql`arrayFilter(${item} -> ${body}, ${of})`,
    all: (of, item, body) => sql`arrayAll(${item} -> ${body}, ${of})`,
    any: (of, item, body) => sql`arrayExists(${item} -> ${body}, ${of})`,
  },
  once: (values, name, body) =>
    values.length === 1
      ? sql`arrayMap(${name} -> ${body([name])}, [${joined(values, sql``)}])[1]`
      : sql`arrayMap(${name} -> ${body(values.map((_, i) => sql`${name}.${numeral(i + 1)}`))}, [(${joined(values, sql`, `)})])[1]`,
  onceIsSelect: false,
  literals: {
    int64,
    float64,
    bool: value => (value ? sql`true` : sql`false`),
    timestamp: (_, instant) => sql`toDateTime64(${quoteBackslashed(instant)}, 6, 'UTC')`,
    datetime: (_, text) => sql`toDateTime64(${quoteBackslashed(text)}, 6, 'UTC')`,
    date: day => sql`toDate32(${quoteBackslashed(day)})`,
    null: scalar => sql`CAST(NULL AS ${nullable(SQL_TYPES[scalar])})`,
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
  windows: { ...windows, ...exact.windows },
  outer: call`toNullable`,
  writtenOut: call`toInt64`,
  // 26.7 reorders joins, and replaces a constant of one side with the zero of its type
  constant: call`materialize`,
  // if a step of two joins has `a AND b`, 26.7 asks the inner join for `a`, which it did not read
  splitsConditions: true,
  joinsBounds: false,
  order: of => of,
  ordersNames: true,
  nulls: { first: sql` NULLS FIRST`, last: sql`` },
  cut: sql`AS`,
  readsLate: true,
  readsUntyped: false,
  keysByBits: true,
  readsOnce: null,
  cutsFirst: true,
  choosesFirst: false,
  computesLimit: true,
  // two readings of the clock in one statement may differ, and now() has only whole seconds
  clock: { sql: sql`now64(6, 'UTC')`, named: true },
  // Array(Array(leaf)): the first element of every outer array, empty if there is none; then the first leaf or NULL
  // A projection refuses subcolumns, but not the function that reads one.
  path: ({ column, fields, parts, records, type, rolled }) => {
    if (rolled && fields.length > 0)
      return sql`getSubcolumn(${column}, ${quoteBackslashed(fields.join('.'))})`;
    const whole = joined([column, ...parts], sql`.`);
    if (records === 'nested' || parts.length === 0) return whole;
    if (type !== 'record' && !isScalar(type))
      return sql`${whole}${joined(
        parts.map(() => sql`[1]`),
        sql``,
      )}`;
    const outer = parts.slice(1).map(() => sql`[1]`);
    return sql`arrayElementOrNull(${whole}${joined(outer, sql``)}, 1)`;
  },
  // except for seconds, functions that name a unit do not return DateTime64, and so lack years before 1970
  trunc: (of, step, from) =>
    from !== 'clock' || step.unit === null
      ? sql`fromUnixTimestamp64Micro(toUnixTimestamp64Micro(${of}) - (toUnixTimestamp64Micro(${of}) + ${WEEK_ZERO}) % ${numeral(step.micros)}, 'UTC')`
      : sql`toDateTime64(${START_OF[step.unit]([of])}, 6, 'UTC')`,
  shift: (of, micros) =>
    sql(
      'additive',
    )`${operand(of, 'primary')} ${micros < 0n ? sql`-` : sql`+`} ${printInterval(micros)}`,
  series: (first, last, every, name) =>
    sql`(SELECT arrayJoin(range(${first}, ${last} + 1, ${every})) AS ${name}) AS series`,
  // for a row without items, an item would be the zero of its type; fields of a record are NULL if they may be
  items: of => {
    const { from, list, item, index, isOuter, isReread } = of;
    const items = isOuter ? withNulls(of) : list;
    const whole = isOuter ? sql`'Array(Nullable(Int64))'` : sql`'Array(Int64)'`;
    const places = sql`CAST(range(length(${list})), ${whole})`;
    const kind = isOuter ? sql`LEFT ` : sql``;
    const join = (arrays: Sql) => sql`${BREAK}${kind}ARRAY JOIN ${arrays}`;
    if (index === null) return [...from, join(sql`${items} AS ${item}`)];
    if (!isReread) return [...from, join(sql`${items} AS ${item}, ${places} AS ${index}`)];
    // 26.7 drops one of several arrays of a join if only the next ARRAY JOIN reads its items
    const before = from.map(piece => ('when' in piece ? piece.sql : piece));
    const pair = local('pair', item, index, list, ...before);
    const parts = [sql`[${pair}.1] AS ${item}`, sql`[${pair}.2] AS ${index}`];
    return [...from, join(sql`arrayZip(${items}, ${places}) AS ${pair}`), ...parts.map(join)];
  },
  fromMicros: form`fromUnixTimestamp64Micro(${0}, 'UTC')`,
  decimal: {
    // `if` and similar functions refuse values of two scales
    stored: form`toDecimal128(${0}, 9)`,
    sumsStored: false,
    literal: value => sql`toDecimal128(${quoteBackslashed(value)}, 9)`,
    wire: call`toString`,
    column: ({ precision, scale }, isNullable) =>
      columnType(sql`Decimal(${numeral(precision)}, ${numeral(scale)})`, isNullable),
  },
  wire: {
    string: same,
    int64: same,
    float64: same,
    bool: form`CAST(${0} AS Nullable(Bool))`,
    timestamp: call`toUnixTimestamp64Micro`,
    datetime: call`toUnixTimestamp64Micro`,
    date: call`toString`,
    json: same,
  },
  several: {
    list: {
      mayBeNull: false,
      orEmpty: null,
      each: (of, change) => sql`arrayMap(item -> ${change([sql`item`])}, ${of})`,
      wire: WIRE_OF_SEVERAL,
      json: call`toJSONString`,
      type: item => sql`Array(${item})`,
    },
    map: {
      mayBeNull: false,
      orEmpty: null,
      each: (of, change) => sql`mapApply((key, value) -> (key, ${change([sql`value`])}), ${of})`,
      wire: WIRE_OF_SEVERAL,
      json: call`toJSONString`,
      type: value => sql`Map(String, ${value})`,
    },
  },
  records,
  record: recordText,
  stored,
  rollups,
  callable: null,
  author,
  own,
  schema: {
    namespace: sql`DATABASE`,
    scalar: (scalar, isNullable) => columnType(SQL_TYPES[scalar], isNullable),
    record: (fields, repeated) => {
      const tuple = sql`Tuple(${joined(fields, sql`,`)})`;
      return repeated ? sql`Array(${tuple})` : tuple;
    },
    field: (name, type) => sql`${name} ${type}`,
    column: (name, type) => sql`${name} ${type}`,
    tail: (columns, quote, final) => {
      const stored = (name: string) => columns.filter(c => c.name === name && c.is === null);
      const key = (final ?? ['project', 'timestamp']).flatMap(stored);
      const order = joined(key.map(quote), sql`, `);
      return [
        final === null ? sql`ENGINE = MergeTree` : sql`ENGINE = ReplacingMergeTree`,
        // a statement opens each part that it reads, also for a rollup, and a part lies in one partition
        ...stored('timestamp').map(column => sql`PARTITION BY toYYYYMM(${quote(column)})`),
        sql`ORDER BY (${order})`,
        ...(key.some(({ nullable }) => nullable) ? [sql`SETTINGS allow_nullable_key = 1`] : []),
      ];
    },
  },
} satisfies Dialect;

/** A list whose items, or the values in them, may be NULL. */
function withNulls({ list, isRecords: areRecords, fields, layout }: ItemsSpelling): Sql {
  if (fields !== null) return sql`CAST(${list} AS Array(${itemType(fields, layout, SQL_TYPES)}))`;
  return areRecords ? list : sql`arrayMap(item -> toNullable(item), ${list})`;
}

const MOST_OF_32_BITS = 2n ** 32n - 1n;

/** A list or a choice of numbers beyond 32 bits is UInt64, which has no common type with Int64. */
function int64(value: bigint): Sql {
  return value > MOST_OF_32_BITS ? sql`toInt64(${numeral(value)})` : numeral(value);
}

/** Written with a point or an exponent. */
function float64(value: number): Sql {
  const digits = numeral(value);
  return /[.e]/.test(digits.text) ? digits : sql(digits.strength)`${digits}.0`;
}
