import type { Dialect } from '../../generator/sql/dialect.ts';
import { mapPiece } from '../../generator/sql/layout.ts';
import {
  call,
  decimalMean,
  form,
  prefix,
  type Spelling,
  STANDARD_WINDOWS,
  windowed,
} from '../../generator/sql/spelling.ts';
import {
  BREAK,
  DOUBLED,
  indented,
  joined,
  numeral,
  operand,
  quoteDoubled,
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
import { records, recordText } from './functions/records.ts';
import texts from './functions/texts.ts';
import times from './functions/times.ts';
import own from './own-sql.ts';
import stored from './stored.ts';
import { SQL_TYPES, typeName } from './types.ts';

const same = form`${0}`;
/** The sum of BIGINT is a HUGEINT. */
const wholeSum = (args: readonly Sql[], over: Sql) =>
  sql`(${STANDARD_WINDOWS.sum_int64(args, over)})::BIGINT`;
/** The wire form of values in lists and maps. */
const WIRE_OF_SEVERAL = {
  timestamp: call`epoch_us`,
  // to_json writes a stored NaN as `NaN`, which is not JSON
  float64: form`CASE WHEN isfinite(${0}) THEN ${0} END`,
};

const eachItem = (of: Sql, change: Spelling) =>
  sql`list_transform(${of}, lambda item: ${change([sql`item`])})`;

export default {
  name: 'duckdb',
  title: 'DuckDB',
  longestQuery: null,
  longestName: null,
  identifier: { quote: '"', escape: 'double' },
  string: DOUBLED,
  bare: /^[A-Za-z_][A-Za-z0-9_]*$/,
  // The words of duckdb_keywords() in the categories reserved and type_function, and words that failed as a bare column
  // in a trial.
  reserved: new Set(
    `all analyse analyze and anti any array as asc asof asymmetric at authorization between binary both by case cast check
    collate collation column concurrently constraint create cross default deferrable desc describe distinct do else end
    except exists extract false fetch for foreign freeze from full glob grant group grouping having if ilike in initially
    inner intersect interval into is isnull join lambda lateral leading left like limit map natural not notnull null
    nullif nulls offset on only or order outer over overlaps pivot pivot_longer pivot_wider placing position positional
    primary qualify range references returning right row rows select semi set show similar some struct substring summarize
    symmetric table tablesample then to trailing trim true union unique unpack unpivot using values variadic verbose when
    where window with`.split(/\s+/),
  ),
  // an untyped parameter has no type in a select list and makes calls of overloaded functions ambiguous
  placeholder: (name, type, kind) =>
    sql`$${word(name)}::${kind === 'text' ? SQL_TYPES.string : typeName(type)}`,
  each: {
    list: (of, item, body) => sql`list_transform(${of}, lambda ${item}: ${body})`,
    kept: (of, item, body) => sql`list_filter(${of}, lambda ${item}: ${body})`,
    all: (of, item, body) =>
      sql('comparison')`len(list_filter(${of}, lambda ${item}: ${prefix('not')`NOT`([body])})) = 0`,
    any: (of, item, body) =>
      sql('comparison')`len(list_filter(${of}, lambda ${item}: ${body})) > 0`,
  },
  once: (values, name, body) =>
    sql`list_transform([${held(values)}], lambda ${name}: ${body(heldNames(values, name))})[1]`,
  onceIsSelect: false,
  literals: {
    int64: value => (value < -(2n ** 63n - 1n) ? sql`(${numeral(value)})::BIGINT` : numeral(value)),
    float64,
    bool: value => (value ? sql`TRUE` : sql`FALSE`),
    timestamp: (_, instant) => sql`TIMESTAMP ${quoteDoubled(instant)}`,
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
  pattern: null,
  aggregates: { ...aggregates, ...exact.aggregates },
  filters: true,
  windows: {
    ...STANDARD_WINDOWS,
    avg_decimal: decimalMean(sql`DOUBLE`),
    sum_int64: wholeSum,
    exact_sum_int64: wholeSum,
    exact_avg_int64: STANDARD_WINDOWS.avg,
    ...exact.windows,
    // up to DuckDB 1.5, a running count with FILTER takes quadratic time
    count_if: windowed(form`COUNT(CASE WHEN ${0} THEN 1 END)`),
  },
  outer: null,
  writtenOut: null,
  constant: null,
  splitsConditions: false,
  joinsBounds: true,
  order: of => of,
  ordersNames: true,
  nulls: { first: sql` NULLS FIRST`, last: sql` NULLS LAST` },
  // up to DuckDB 1.5, a join pushes its filter below the LIMIT of its step
  cut: sql`AS MATERIALIZED`,
  // for files, and for records in arrays, it reads all columns of every row that it sorts
  readsLate: false,
  readsUntyped: false,
  keysByBits: false,
  readsOnce: null,
  // it computes columns below the sort, for every row
  cutsFirst: false,
  choosesFirst: true,
  computesLimit: true,
  clock: { sql: sql('comparison')`now() AT TIME ZONE 'UTC'`, named: false },
  path: ({ column, parts, records }) =>
    joined([column, ...parts], records === 'repeated' ? sql`[1].` : sql`.`),
  // for each row, date_trunc costs half as much again as integer arithmetic
  trunc: (of, step, from) =>
    from === 'rows' || step.unit === null
      ? sql`make_timestamp(epoch_us(${of}) - (epoch_us(${of}) + ${WEEK_ZERO}) % ${numeral(step.micros)})`
      : sql`date_trunc(${quoteDoubled(step.unit)}, ${of})`,
  shift: (of, micros) =>
    sql(
      'additive',
    )`${operand(of, 'primary')} ${micros < 0n ? sql`-` : sql`+`} ${printInterval(micros, 2n ** 31n - 1n)}`,
  series: (first, last, every, name) =>
    sql`generate_series(${first}, ${last}, ${every}) AS series(${name})`,
  // DuckDB pushes no filter to a table below LATERAL, which costs twice as much; in a select list, an empty list makes
  // no row
  items: ({ from, alias, list, item, index, isOuter }) => {
    const place = index === null ? sql`` : sql`, generate_subscripts(${list}, 1) - 1 AS ${index}`;
    const kept = isOuter ? sql`CASE WHEN len(${list}) > 0 THEN ${list} ELSE [NULL] END` : list;
    if (alias !== null) {
      const below = from.map(piece => mapPiece(piece, indented));
      const select = sql`(SELECT *, unnest(${kept}) AS ${item}${place} FROM `;
      return [select, ...below, sql`) AS ${alias}`];
    }
    const rows = sql`LATERAL (SELECT unnest(${list}) AS ${item}${place}) AS ${item}`;
    const join = isOuter ? sql`LEFT JOIN ${rows} ON TRUE` : sql`CROSS JOIN ${rows}`;
    return [...from, sql`${BREAK}${join}`];
  },
  fromMicros: call`make_timestamp`,
  decimal: {
    // CASE and coalesce round if scales differ: DECIMAL(38, 0) and DECIMAL(38, 9) become DECIMAL(38, 0)
    stored: form`CAST(${0} AS DECIMAL(38, 9))`,
    sumsStored: true,
    literal: value => sql`CAST(${quoteDoubled(value)} AS DECIMAL(38, 9))`,
    wire: form`CAST(${0} AS VARCHAR)`,
    column: ({ precision, scale }) => sql`DECIMAL(${numeral(precision)}, ${numeral(scale)})`,
  },
  wire: {
    string: same,
    int64: same,
    float64: same,
    bool: same,
    timestamp: call`epoch_us`,
    datetime: call`epoch_us`,
    date: form`CAST(${0} AS VARCHAR)`,
    // a cast to text writes lists and structs in DuckDB's own form, a cast to JSON writes them as JSON; it also parses
    // JSON text
    json: form`CAST(CAST(${0} AS JSON) AS VARCHAR)`,
  },
  several: {
    list: {
      mayBeNull: true,
      orEmpty: form`coalesce(${0}, [])`,
      each: eachItem,
      wire: WIRE_OF_SEVERAL,
      json: form`CAST(to_json(${0}) AS VARCHAR)`,
      type: item => sql`${item}[]`,
    },
    map: {
      mayBeNull: true,
      orEmpty: form`coalesce(${0}, MAP {})`,
      each: (of, change) => sql`MAP(map_keys(${of}), ${eachItem(sql`map_values(${of})`, change)})`,
      wire: WIRE_OF_SEVERAL,
      json: form`CAST(to_json(${0}) AS VARCHAR)`,
      type: value => sql`MAP(VARCHAR, ${value})`,
    },
  },
  records,
  record: recordText,
  stored,
  rollups: { create: null, refused: null, isRead: null, copies: null },
  callable: null,
  author,
  own,
  schema: {
    namespace: sql`SCHEMA`,
    scalar: scalar => SQL_TYPES[scalar],
    record: (fields, repeated) =>
      sql`STRUCT(${joined(fields, sql`,`)})${repeated ? sql`[]` : sql``}`,
    field: (name, type) => sql`${name} ${type}`,
    column: (name, type, required) => sql`${name} ${type}${required ? sql` NOT NULL` : sql``}`,
    tail: () => [],
  },
} satisfies Dialect;

/** One value, or a struct of several. */
function held(values: readonly Sql[]): Sql {
  if (values.length === 1) return joined(values, sql``);
  const fields = values.map((value, i) => sql`v${numeral(i + 1)}: ${value}`);
  return sql`{${joined(fields, sql`, `)}}`;
}

function heldNames(values: readonly Sql[], name: Sql): readonly Sql[] {
  return values.length === 1 ? [name] : values.map((_, i) => sql`${name}.v${numeral(i + 1)}`);
}

/** Without an exponent, the literal would be a DECIMAL. */
function float64(value: number): Sql {
  const digits = numeral(value);
  return /e/.test(digits.text) ? digits : sql(digits.strength)`${digits}e0`;
}
