/**
 * ClickHouse 24 and later. Instants are `DateTime64(6, 'UTC')`, scalars `Nullable`, records named tuples. The text holds no
 * SETTINGS clause, so every spelling must mean the same under the server's defaults.
 */
import type { CallExpr, Rank, SqlExpr } from '../../generator/core/expr.ts';
import type { Scalar, StepUnit } from '../../generator/core/scalar.ts';
import type {
  Dialect,
  RecordEntry,
  RecordLayout,
  WindowSpelling,
} from '../../generator/sql/dialect.ts';
import {
  atom,
  call,
  form,
  type Spelling,
  STANDARD_OPERATORS,
  windowed,
} from '../../generator/sql/spelling.ts';
import { joined, numeral, operand, quoted, type Sql, sql, word } from '../../generator/sql/sql.ts';
import { interval, WEEK_ZERO, WITHOUT_SECONDS } from '../../generator/sql/time.ts';
import author from './author-sql.ts';
import own from './own-sql.ts';
import { TYPES } from './types.ts';

/** Types of leaves in wire form. */
const WIRE_TYPES: Readonly<Record<Scalar, Sql>> = {
  ...TYPES,
  decimal: TYPES.string,
  timestamp: sql`Int64`,
  date: sql`String`,
};
const START_OF: Readonly<Record<StepUnit, Spelling>> = {
  second: call`toStartOfSecond`,
  minute: call`toStartOfMinute`,
  hour: call`toStartOfHour`,
  day: call`toStartOfDay`,
  week: call`toMonday`,
};
const STRING = { quote: "'", escape: 'backslash' } as const;
const text = (value: string) => quoted(value, STRING);
const nullable = (of: Sql) => sql`Nullable(${of})`;
const columnType = (type: Sql, isNullable: boolean) => (isNullable ? nullable(type) : type);
const same = form`${0}`;

export default {
  name: 'clickhouse',
  title: 'ClickHouse',
  home: null,
  identifier: { quote: '`', escape: 'backslash' },
  string: STRING,
  bare: /^[A-Za-z_][A-Za-z0-9_]*$/,
  // What failed as a bare column when tried, and the keywords of standard SQL that older versions refuse.
  reserved: new Set(
    `all and any array as asc between by case cast cross desc distinct else end except exists extract false final from full
    global group having if ilike in inf inner intersect interval into is join left like limit nan not null offset on or
    order outer over prewhere qualify recursive right sample select semi settings table then to top true tuple union using values
    when where window with`.split(/\s+/),
  ),
  placeholder: (name, scalar, kind) =>
    sql`{${word(name)}:${kind === 'text' ? nullable(TYPES.string) : TYPES[scalar]}}`,
  literals: {
    int64: numeral,
    float64,
    bool: value => (value ? sql`true` : sql`false`),
    timestamp: (_, instant) => sql`toDateTime64(${text(instant)}, 6, 'UTC')`,
    date: day => sql`toDate32(${text(day)})`,
    null: scalar => sql`CAST(NULL AS ${nullable(TYPES[scalar])})`,
  },
  functions: {
    ...STANDARD_OPERATORS,
    is_null: form`isNull(${0})`,
    is_not_null: form`isNotNull(${0})`,
    // division by zero is infinity here
    divide: form('multiplicative')`${atom(0)} / nullIf(${1}, 0)`,
    // a product of Decimal(38) wraps without an error
    multiply: (args, node) =>
      node.scalar === 'decimal' ? product(args, node) : STANDARD_OPERATORS.multiply(args),
    if: call`if`,
    contains: form('comparison')`position(${0}, ${1}) > 0`,
    starts_with: call`startsWith`,
    ends_with: call`endsWith`,
    matches: dotIsNoNewline,
    fits: call`match`,
    lower: call`lowerUTF8`,
    upper: call`upperUTF8`,
    length: form`toInt64(lengthUTF8(${0}))`,
    concat: call`concat`,
    coalesce: call`coalesce`,
    nullif: call`nullIf`,
    abs: call`abs`,
    // round() rounds half to even; the fraction's distance is exact in floating point
    round: form`(trunc(${0}) + sign(${0}) * (abs(${0} - trunc(${0})) >= 0.5))`,
    floor: call`floor`,
    ceil: call`ceil`,
    string_from_int64: call`toString`,
    string_from_decimal: call`toString`,
    string_from_bool: form`if(isNull(${0}), NULL, if(${0}, 'true', 'false'))`,
    string_from_date: call`toString`,
    int64_from_string: form`toInt64OrNull(${0})`,
    int64_from_float64: form`accurateCastOrNull(trunc(${0}) + sign(${0}) * (abs(${0} - trunc(${0})) >= 0.5), 'Int64')`,
    // the casts of a decimal fail beyond 64 bits, also those that are OrNull
    int64_from_decimal: form`toInt64OrNull(toString(round(${0})))`,
    int64_from_bool: call`toInt64`,
    float64_from_string: form`if(isFinite(toFloat64OrNull(${0})), toFloat64OrNull(${0}), NULL)`,
    float64_from_int64: call`toFloat64`,
    float64_from_decimal: call`toFloat64`,
    decimal_from_string: form`toDecimal128OrNull(${0}, 9)`,
    decimal_from_int64: form`toDecimal128(${0}, 9)`,
    timestamp_from_string: form`parseDateTime64BestEffortOrNull(replaceRegexpOne(${0}, ${text(WITHOUT_SECONDS)}, ${text('\\1:00\\2')}), 6, 'UTC')`,
    date_from_string: form`toDate32OrNull(${0})`,
  },
  // counts are UInt64, which has no common type with Int64; the OrNull forms give NULL for no rows also where the argument
  // is not Nullable
  aggregates: {
    count_rows: () => sql`toInt64(count())`,
    count: form`toInt64(count(${0}))`,
    count_if: form`toInt64(countIf(${0}))`,
    count_distinct: form`toInt64(uniqExact(${0}))`,
    approx_count_distinct: form`toInt64(uniq(${0}))`,
    sum_int64: call`sumOrNull`,
    sum_float64: call`sumOrNull`,
    // a sum of Decimal(38) wraps without an error
    sum_decimal: form`toDecimal128(sumOrNull(toDecimal256(${0}, 9)), 9)`,
    avg: call`avgOrNull`,
    min: call`minOrNull`,
    max: call`maxOrNull`,
    // quantileExact is off by one from the nearest rank where the rank is whole
    quantile: (args, { rank }) => {
      const [times, by] = [numeral(rank.numerator), numeral(rank.denominator)];
      const less = numeral(rank.denominator - 1n);
      return form`arrayElementOrNull(arraySort(groupArray(${0})), greatest(1, intDiv(toInt64(count(${0})) * ${times} + ${less}, ${by})))`(
        args,
      );
    },
    approx_quantile: (args, { rank }) => form`quantileExactOrNull(${hundredths(rank)})(${0})`(args),
    any_value: call`anyOrNull`,
  },
  // ranks and counts are UInt64; an aggregate over an empty frame answers 0 where its argument is not Nullable
  windows: {
    row_number: wholeNumber(call`row_number`),
    rank: wholeNumber(call`rank`),
    dense_rank: wholeNumber(call`dense_rank`),
    count_rows: wholeNumber(call`count`),
    count: wholeNumber(call`count`),
    sum_int64: windowed(form`sum(toNullable(${0}))`),
    sum_float64: windowed(form`sum(toNullable(${0}))`),
    avg: windowed(form`avg(toNullable(${0}))`),
    min: windowed(form`min(toNullable(${0}))`),
    max: windowed(form`max(toNullable(${0}))`),
  },
  outer: call`toNullable`,
  order: of => of,
  nulls: { first: sql` NULLS FIRST`, last: sql`` },
  // two readings of the clock in one statement may differ, and now() has whole seconds
  clock: { sql: sql`now64(6, 'UTC')`, named: true },
  // Array(Array(leaf)): the first element of every outer array, empty where there is none; then the first leaf or NULL
  path: ({ column, parts, records }) => {
    const whole = joined([column, ...parts], sql`.`);
    if (records === 'nested' || parts.length === 0) return whole;
    const outer = parts.slice(1).map(() => sql`[1]`);
    return sql`arrayElementOrNull(${whole}${joined(outer, sql``)}, 1)`;
  },
  // the functions that name a unit leave DateTime64, and with it years before 1970, for all but seconds
  trunc: (of, step, perRow) =>
    perRow || step.unit === null
      ? sql`fromUnixTimestamp64Micro(toUnixTimestamp64Micro(${of}) - (toUnixTimestamp64Micro(${of}) + ${WEEK_ZERO}) % ${numeral(step.micros)}, 'UTC')`
      : sql`toDateTime64(${START_OF[step.unit]([of])}, 6, 'UTC')`,
  shift: (of, micros) =>
    sql('additive')`${operand(of, 'primary')} ${micros < 0n ? sql`-` : sql`+`} ${interval(micros)}`,
  series: (first, last, every, name) =>
    sql`(SELECT arrayJoin(range(${first}, ${last} + 1, ${signedStep(every)})) AS ${name}) AS series`,
  fromMicros: form`fromUnixTimestamp64Micro(${0}, 'UTC')`,
  decimal: {
    // `if` and its like refuse two scales
    stored: form`toDecimal128(${0}, 9)`,
    literal: value => sql`toDecimal128(${text(value)}, 9)`,
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
    date: call`toString`,
    json: same,
  },
  record: recordText,
  author,
  own,
  schema: {
    namespace: sql`DATABASE`,
    scalar: (scalar, isNullable) => columnType(TYPES[scalar], isNullable),
    record: (fields, repeated) => {
      const tuple = sql`Tuple(${joined(fields, sql`,`)})`;
      return repeated ? sql`Array(${tuple})` : tuple;
    },
    field: (name, type) => sql`${name} ${type}`,
    column: (name, type) => sql`${name} ${type}`,
    tail: (columns, quote) => {
      const stored = (name: string) => columns.filter(c => c.name === name && c.is === null);
      const key = ['project', 'timestamp'].flatMap(stored);
      const order = joined(
        key.map(({ name }) => quote(name)),
        sql`, `,
      );
      return [
        sql`ENGINE = MergeTree`,
        ...stored('timestamp').map(({ name }) => sql`PARTITION BY toYYYYMMDD(${quote(name)})`),
        sql`ORDER BY (${order})`,
        ...(key.some(({ nullable }) => nullable) ? [sql`SETTINGS allow_nullable_key = 1`] : []),
      ];
    },
  },
} satisfies Dialect;

const MOST_OF_32_BITS = 2n ** 32n - 1n;

/** A choice among numbers beyond 32 bits is UInt64, which has no common type with the Int64 of the ends. */
function signedStep(every: Sql): Sql {
  const numbers = every.text.match(/\d+/g) ?? [];
  const isChoice = numbers.length > 1;
  const isWide = numbers.some(digits => BigInt(digits) > MOST_OF_32_BITS);
  return isChoice && isWide ? sql`toInt64(${every})` : every;
}

/** With a point or an exponent. */
function float64(value: number): Sql {
  const digits = numeral(value);
  return /[.e]/.test(digits.text) ? digits : sql(digits.strength)`${digits}.0`;
}

/** Of a decimal and a whole number, in either order. */
function product(args: readonly Sql[], { args: nodes }: CallExpr<SqlExpr>): Sql {
  const factors = args.map((arg, i) =>
    nodes[i]?.scalar === 'decimal' ? sql`toDecimal256(${arg}, 9)` : arg,
  );
  return sql`toDecimal128(${STANDARD_OPERATORS.multiply(factors)}, 9)`;
}

/** In `match`, `.` matches a newline unless the flag says otherwise. */
function dotIsNoNewline(args: readonly Sql[], node: CallExpr<SqlExpr>): Sql {
  const pattern = node.args[1];
  if (pattern?.kind === 'literal' && typeof pattern.value === 'string')
    return form`match(${0}, ${text(`(?-s)${pattern.value}`)})`(args);
  return form`match(${0}, concat('(?-s)', ${1}))`(args);
}

/**
 * A tuple is cast to another by the names of its fields, which names the declared ones once. Reading a hundred paths costs the
 * analyser a tenth of a second, so they are read one by one only where a leaf's wire form is another type.
 */
function recordText(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  const isAsStored =
    layout.whole !== null && leaves(entries).every(scalar => WIRE_TYPES[scalar] === TYPES[scalar]);
  const of = isAsStored ? layout.whole : values(entries, layout);
  return sql`toJSONString(CAST(${of} AS ${tupleType(entries, layout)}))`;
}

function leaves(entries: readonly RecordEntry[]): readonly Scalar[] {
  return entries.flatMap(({ value }) =>
    value.kind === 'leaf' ? [value.scalar] : leaves(value.entries),
  );
}

function values(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  const items = entries.map(({ value }) =>
    value.kind === 'leaf' ? value.sql : values(value.entries, layout),
  );
  return layout.block(sql`tuple(`, items, sql`)`);
}

function tupleType(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  const types = entries.map(({ name, value }) => {
    const type =
      value.kind === 'leaf' ? nullable(WIRE_TYPES[value.scalar]) : tupleType(value.entries, layout);
    return sql`${layout.name(name)} ${type}`;
  });
  return layout.block(sql`Tuple(`, types, sql`)`);
}

function hundredths({ numerator, denominator }: Rank): Sql {
  const count = (numerator * 100n) / denominator;
  return count === 100n ? sql`1` : sql`0.${word(count.toString().padStart(2, '0'))}`;
}

function wholeNumber(spelling: Spelling): WindowSpelling {
  return (args, over) => sql`toInt64(${windowed(spelling)(args, over)})`;
}
