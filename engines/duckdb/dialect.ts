/** DuckDB 1.x. Instants are `TIMESTAMP` in UTC: every function on TIMESTAMP WITH TIME ZONE costs several times more. */
import type { Scalar } from '../../generator/core/scalar.ts';
import type { Dialect, RecordEntry, RecordLayout } from '../../generator/sql/dialect.ts';
import { call, form, infix, STANDARD_OPERATORS, sql } from '../../generator/sql/sql.ts';
import { quoted } from '../../generator/sql/text.ts';
import { inUnits, WEEK_ZERO, WITHOUT_SECONDS } from '../../generator/sql/time.ts';

const TYPES: Readonly<Record<Scalar, string>> = {
  string: 'VARCHAR',
  int64: 'BIGINT',
  float64: 'DOUBLE',
  bool: 'BOOLEAN',
  timestamp: 'TIMESTAMP',
  date: 'DATE',
  json: 'JSON',
};
const STRING = { quote: "'", escape: 'double' } as const;
const text = (value: string) => quoted(value, STRING);
const replace = (of: string, pattern: string, by: string) =>
  `regexp_replace(${of}, ${text(pattern)}, ${text(by)})`;
const same = form('$0');

export default {
  name: 'duckdb',
  title: 'DuckDB',
  identifier: { quote: '"', escape: 'double' },
  string: STRING,
  bare: /^[A-Za-z_][A-Za-z0-9_]*$/,
  // duckdb_keywords() of the categories reserved and type_function, and what failed as a bare column when tried.
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
  // an untyped parameter has no type in a select list and is ambiguous in overloaded functions
  placeholder: (name, scalar, kind) =>
    sql(`$${name}::${kind === 'text' ? 'VARCHAR' : TYPES[scalar]}`),
  literals: {
    int64: value =>
      value < -(2n ** 63n - 1n)
        ? sql(`(${value})::BIGINT`)
        : sql(String(value), value < 0n ? 'unary' : 'primary'),
    // without an exponent the literal would be a DECIMAL
    float64: value =>
      sql(/e/.test(String(value)) ? String(value) : `${value}e0`, value < 0 ? 'unary' : 'primary'),
    bool: value => sql(value ? 'TRUE' : 'FALSE'),
    timestamp: (_, instant) => sql(`TIMESTAMP '${instant}'`),
    date: day => sql(`DATE '${day}'`),
    null: scalar => sql(`NULL::${TYPES[scalar]}`),
  },
  functions: {
    ...STANDARD_OPERATORS,
    // 1.0 / 0 is infinity here
    divide: form('#0 / nullif($1, 0)', 'multiplicative'),
    if: form('CASE WHEN $0 THEN $1 ELSE $2 END'),
    contains: call('contains'),
    starts_with: call('starts_with'),
    ends_with: call('ends_with'),
    matches: call('regexp_matches'),
    fits: call('regexp_matches'),
    lower: call('lower'),
    upper: call('upper'),
    length: call('length'),
    // `concat` passes over NULL
    concat: infix('||', 'additive'),
    coalesce: call('coalesce'),
    nullif: call('nullif'),
    abs: call('abs'),
    round: call('round'),
    floor: call('floor'),
    ceil: call('ceil'),
    string_from_int64: form('CAST($0 AS VARCHAR)'),
    string_from_bool: form('CAST($0 AS VARCHAR)'),
    string_from_date: form('CAST($0 AS VARCHAR)'),
    int64_from_string: form('TRY_CAST($0 AS BIGINT)'),
    // the cast alone rounds half to even
    int64_from_float64: form('TRY_CAST(round($0) AS BIGINT)'),
    int64_from_bool: form('CAST($0 AS BIGINT)'),
    // a text beyond the largest number becomes infinity here
    float64_from_string: form(
      `nullif(nullif(TRY_CAST($0 AS DOUBLE), 'inf'::DOUBLE), '-inf'::DOUBLE)`,
    ),
    float64_from_int64: form('CAST($0 AS DOUBLE)'),
    // a cast to TIMESTAMP would drop the offset, and one to TIMESTAMPTZ reads a text without offset in the session's zone
    timestamp_from_string: form(
      `TRY_CAST(${replace(
        replace(replace('$0', '^(.{10})$', '\\1 00:00'), WITHOUT_SECONDS, '\\1:00\\2'),
        '^(.{19}(?:\\.[0-9]+)?)$',
        '\\1Z',
      )} AS TIMESTAMPTZ) AT TIME ZONE 'UTC'`,
      'unary',
    ),
    date_from_string: form('TRY_CAST($0 AS DATE)'),
  },
  aggregates: {
    count_rows: () => sql('count(*)'),
    count: call('count'),
    count_if: form('count(*) FILTER ($0)'),
    count_distinct: form('count(DISTINCT $0)'),
    approx_count_distinct: call('approx_count_distinct'),
    // the sum of BIGINT is a HUGEINT
    sum_int64: form('sum($0)::BIGINT'),
    sum_float64: call('sum'),
    avg: call('avg'),
    min: call('min'),
    max: call('max'),
    quantile: (args, { rank }) =>
      form(`quantile_disc($0, ${decimal(rank.numerator, rank.denominator)})`)(args),
    // faster here than the engine's sketch, which interpolates
    approx_quantile: (args, { rank }) =>
      form(`quantile_disc($0, ${decimal(rank.numerator, rank.denominator)})`)(args),
    any_value: call('any_value'),
  },
  order: of => of,
  nulls: { first: ' NULLS FIRST', last: ' NULLS LAST' },
  clock: { sql: sql(`now() AT TIME ZONE 'UTC'`, 'comparison'), named: false },
  path: ({ column, parts, records }) =>
    sql([column, ...parts].join(records === 'repeated' ? '[1].' : '.')),
  // date_trunc per row costs half as much again as whole-number arithmetic
  trunc: (of, step, perRow) =>
    perRow || step.unit === null
      ? form(`make_timestamp(epoch_us($0) - (epoch_us($0) + ${WEEK_ZERO}) % ${step.micros})`)([of])
      : form(`date_trunc('${step.unit}', $0)`)([of]),
  shift: (of, micros) => {
    const { amount, unit } = inUnits(micros < 0n ? -micros : micros);
    return form(
      `#0 ${micros < 0n ? '-' : '+'} INTERVAL ${amount} ${unit.toUpperCase()}`,
      'additive',
    )([of]);
  },
  series: (first, last, every, name) =>
    `generate_series(${first.text}, ${last.text}, ${every.text}) AS series(${name})`,
  fromMicros: call('make_timestamp'),
  wire: {
    string: same,
    int64: same,
    float64: same,
    bool: same,
    timestamp: call('epoch_us'),
    date: form('CAST($0 AS VARCHAR)'),
    // a cast to text writes lists and structs as DuckDB shows them, and a cast to JSON as JSON; JSON text is parsed
    json: form('CAST(CAST($0 AS JSON) AS VARCHAR)'),
  },
  record: (entries, layout) => sql(`CAST(to_json(${struct(entries, layout)}) AS VARCHAR)`),
  schema: {
    namespace: 'SCHEMA',
    scalar: scalar => TYPES[scalar],
    record: (fields, repeated) => `STRUCT(${fields.join(',')})${repeated ? '[]' : ''}`,
    field: (name, type) => `${name} ${type}`,
    column: (name, type, required) => `${name} ${type}${required ? ' NOT NULL' : ''}`,
    tail: () => '',
  },
} satisfies Dialect;

function struct(entries: readonly RecordEntry[], layout: RecordLayout): string {
  const fields = entries.map(({ name, value }) => {
    if (value.kind === 'record') return `${layout.name(name)}: ${struct(value.entries, layout)}`;
    // to_json writes a stored NaN as `NaN`, which is no JSON
    const leaf =
      value.scalar === 'float64'
        ? form('CASE WHEN isfinite($0) THEN $0 END')([value.sql])
        : value.sql;
    return `${layout.name(name)}: ${leaf.text}`;
  });
  return layout.block('{', fields, '}');
}

/** An exact decimal of a fraction whose denominator divides a power of ten. */
function decimal(numerator: bigint, denominator: bigint): string {
  const millionths = (numerator * 1_000_000n) / denominator;
  const digits = millionths.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '') || '0';
}
