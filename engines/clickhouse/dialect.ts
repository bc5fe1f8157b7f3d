/**
 * ClickHouse 24 and later. Instants are `DateTime64(6, 'UTC')`, scalars `Nullable`, records named tuples. The text holds no
 * SETTINGS clause, so every spelling must mean the same under the server's defaults.
 */
import type { CallExpr } from '../../generator/core/expr.ts';
import type { Scalar, StepUnit } from '../../generator/core/scalar.ts';
import type { Dialect, RecordEntry, RecordLayout } from '../../generator/sql/dialect.ts';
import { call, form, type Sql, STANDARD_OPERATORS, sql } from '../../generator/sql/sql.ts';
import { quoted } from '../../generator/sql/text.ts';
import { inUnits, WEEK_ZERO, WITHOUT_SECONDS } from '../../generator/sql/time.ts';

const TYPES: Readonly<Record<Scalar, string>> = {
  string: 'String',
  int64: 'Int64',
  float64: 'Float64',
  bool: 'Bool',
  timestamp: `DateTime64(6, 'UTC')`,
  date: 'Date32',
  json: 'String',
};
/** Types of leaves in wire form. */
const WIRE_TYPES: Readonly<Record<Scalar, string>> = {
  ...TYPES,
  timestamp: 'Int64',
  date: 'String',
};
const START_OF: Readonly<Record<StepUnit, string>> = {
  second: 'toStartOfSecond',
  minute: 'toStartOfMinute',
  hour: 'toStartOfHour',
  day: 'toStartOfDay',
  week: 'toMonday',
};
const STRING = { quote: "'", escape: 'backslash' } as const;
const text = (value: string) => quoted(value, STRING);
const nullable = (scalar: Scalar) => `Nullable(${TYPES[scalar]})`;
const same = form('$0');

export default {
  name: 'clickhouse',
  title: 'ClickHouse',
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
    sql(`{${name}:${kind === 'text' ? 'Nullable(String)' : TYPES[scalar]}}`),
  literals: {
    int64: value => sql(String(value), value < 0n ? 'unary' : 'primary'),
    float64: value =>
      sql(
        /[.e]/.test(String(value)) ? String(value) : `${value}.0`,
        value < 0 ? 'unary' : 'primary',
      ),
    bool: value => sql(value ? 'true' : 'false'),
    timestamp: (_, instant) => sql(`toDateTime64('${instant}', 6, 'UTC')`),
    date: day => sql(`toDate32('${day}')`),
    null: scalar => sql(`CAST(NULL AS ${nullable(scalar)})`),
  },
  functions: {
    ...STANDARD_OPERATORS,
    is_null: form('isNull($0)'),
    is_not_null: form('isNotNull($0)'),
    // division by zero is infinity here
    divide: form('#0 / nullIf($1, 0)', 'multiplicative'),
    if: call('if'),
    contains: form('position($0, $1) > 0', 'comparison'),
    starts_with: call('startsWith'),
    ends_with: call('endsWith'),
    matches: dotIsNoNewline,
    fits: call('match'),
    lower: call('lowerUTF8'),
    upper: call('upperUTF8'),
    length: form('toInt64(lengthUTF8($0))'),
    concat: call('concat'),
    coalesce: call('coalesce'),
    nullif: call('nullIf'),
    abs: call('abs'),
    // round() rounds half to even; the fraction's distance is exact in floating point
    round: form('(trunc($0) + sign($0) * (abs($0 - trunc($0)) >= 0.5))'),
    floor: call('floor'),
    ceil: call('ceil'),
    string_from_int64: call('toString'),
    string_from_bool: form(`if(isNull($0), NULL, if($0, 'true', 'false'))`),
    string_from_date: call('toString'),
    int64_from_string: form('toInt64OrNull($0)'),
    int64_from_float64: form(
      `accurateCastOrNull(trunc($0) + sign($0) * (abs($0 - trunc($0)) >= 0.5), 'Int64')`,
    ),
    int64_from_bool: call('toInt64'),
    float64_from_string: form(`if(isFinite(toFloat64OrNull($0)), toFloat64OrNull($0), NULL)`),
    float64_from_int64: call('toFloat64'),
    timestamp_from_string: form(
      `parseDateTime64BestEffortOrNull(replaceRegexpOne($0, ${text(WITHOUT_SECONDS)}, ${text('\\1:00\\2')}), 6, 'UTC')`,
    ),
    date_from_string: form('toDate32OrNull($0)'),
  },
  // counts are UInt64, which has no common type with Int64; the OrNull forms give NULL for no rows also where the argument
  // is not Nullable
  aggregates: {
    count_rows: () => sql('toInt64(count())'),
    count: form('toInt64(count($0))'),
    count_if: form('toInt64(countIf($0))'),
    count_distinct: form('toInt64(uniqExact($0))'),
    approx_count_distinct: form('toInt64(uniq($0))'),
    sum_int64: call('sumOrNull'),
    sum_float64: call('sumOrNull'),
    avg: call('avgOrNull'),
    min: call('minOrNull'),
    max: call('maxOrNull'),
    // quantileExact is off by one from the nearest rank where the rank is whole
    quantile: (args, { rank }) =>
      form(
        `arrayElementOrNull(arraySort(groupArray($0)), greatest(1, intDiv(toInt64(count($0)) * ${rank.numerator} + ${rank.denominator - 1n}, ${rank.denominator})))`,
      )(args),
    approx_quantile: (args, { rank }) =>
      sql(
        `quantileExactOrNull(${hundredths(rank.numerator, rank.denominator)})(${args.map(a => a.text).join(', ')})`,
      ),
    any_value: call('anyOrNull'),
  },
  order: of => of,
  nulls: { first: ' NULLS FIRST', last: '' },
  // two readings of the clock in one statement may differ, and now() has whole seconds
  clock: { sql: sql(`now64(6, 'UTC')`), named: true },
  // Array(Array(leaf)): the first element of every outer array, empty where there is none; then the first leaf or NULL
  path: ({ column, parts, records }) => {
    const whole = [column, ...parts].join('.');
    if (records === 'nested' || parts.length === 0) return sql(whole);
    return sql(`arrayElementOrNull(${whole}${'[1]'.repeat(parts.length - 1)}, 1)`);
  },
  // the functions that name a unit leave DateTime64, and with it years before 1970, for all but seconds
  trunc: (of, step, perRow) =>
    perRow || step.unit === null
      ? form(
          `fromUnixTimestamp64Micro(toUnixTimestamp64Micro($0) - (toUnixTimestamp64Micro($0) + ${WEEK_ZERO}) % ${step.micros}, 'UTC')`,
        )([of])
      : form(`toDateTime64(${START_OF[step.unit]}($0), 6, 'UTC')`)([of]),
  shift: (of, micros) => {
    const { amount, unit } = inUnits(micros < 0n ? -micros : micros);
    return form(
      `#0 ${micros < 0n ? '-' : '+'} INTERVAL ${amount} ${unit.toUpperCase()}`,
      'additive',
    )([of]);
  },
  series: (first, last, every, name) =>
    `(SELECT arrayJoin(range(${first.text}, ${last.text} + 1, ${every.text})) AS ${name}) AS series`,
  fromMicros: form(`fromUnixTimestamp64Micro($0, 'UTC')`),
  wire: {
    string: same,
    int64: same,
    float64: same,
    bool: form('CAST($0 AS Nullable(Bool))'),
    timestamp: call('toUnixTimestamp64Micro'),
    date: call('toString'),
    json: same,
  },
  record: recordText,
  schema: {
    namespace: 'DATABASE',
    scalar: (scalar, isNullable) => (isNullable ? nullable(scalar) : TYPES[scalar]),
    record: (fields, repeated) =>
      repeated ? `Array(Tuple(${fields.join(',')}))` : `Tuple(${fields.join(',')})`,
    field: (name, type) => `${name} ${type}`,
    column: (name, type) => `${name} ${type}`,
    tail: (columns, quote) => {
      const stored = (name: string) => columns.filter(c => c.name === name && c.is === null);
      const key = ['project', 'timestamp'].flatMap(stored);
      const day = stored('timestamp').map(({ name }) => `PARTITION BY toYYYYMMDD(${quote(name)})`);
      return [
        'ENGINE = MergeTree',
        ...day,
        `ORDER BY (${key.map(({ name }) => quote(name)).join(', ')})`,
        ...(key.some(({ nullable }) => nullable) ? ['SETTINGS allow_nullable_key = 1'] : []),
      ].join('\n');
    },
  },
} satisfies Dialect;

/** In `match`, `.` matches a newline unless the flag says otherwise. */
function dotIsNoNewline(args: readonly Sql[], node: CallExpr): Sql {
  const pattern = node.args[1];
  if (pattern?.kind === 'literal' && typeof pattern.value === 'string') {
    return form(`match($0, ${text(`(?-s)${pattern.value}`)})`)(args);
  }
  return form(`match($0, concat('(?-s)', $1))`)(args);
}

/**
 * A tuple is cast to another by the names of its fields, which names the declared ones once. Reading a hundred paths costs the
 * analyser a tenth of a second, so they are read one by one only where a leaf's wire form is another type.
 */
function recordText(entries: readonly RecordEntry[], layout: RecordLayout): Sql {
  const isAsStored =
    layout.whole !== null && leaves(entries).every(scalar => WIRE_TYPES[scalar] === TYPES[scalar]);
  const of = isAsStored ? layout.whole.text : values(entries, layout);
  return sql(`toJSONString(CAST(${of} AS ${tupleType(entries, layout)}))`);
}

function leaves(entries: readonly RecordEntry[]): readonly Scalar[] {
  return entries.flatMap(({ value }) =>
    value.kind === 'leaf' ? [value.scalar] : leaves(value.entries),
  );
}

function values(entries: readonly RecordEntry[], layout: RecordLayout): string {
  const items = entries.map(({ value }) =>
    value.kind === 'leaf' ? value.sql.text : values(value.entries, layout),
  );
  return layout.block('tuple(', items, ')');
}

function tupleType(entries: readonly RecordEntry[], layout: RecordLayout): string {
  const types = entries.map(({ name, value }) => {
    const type =
      value.kind === 'leaf'
        ? `Nullable(${WIRE_TYPES[value.scalar]})`
        : tupleType(value.entries, layout);
    return `${layout.name(name)} ${type}`;
  });
  return layout.block('Tuple(', types, ')');
}

function hundredths(numerator: bigint, denominator: bigint): string {
  return `0.${((numerator * 100n) / denominator).toString().padStart(2, '0')}`.replace(
    '0.100',
    '1',
  );
}
