/** How statements read ClickHouse's stored types. */
import { form, type Spelling } from '../../generator/sql/spelling.ts';
import { engineSql, type Sql, sql } from '../../generator/sql/sql.ts';
import {
  compareAs,
  plainReading,
  type RawComparisons,
  STORED_COMPARISONS,
  type StoredReading,
  type StoredReadings,
  type StoredTypes,
} from '../../generator/sql/stored.ts';
import storedType from './stored-type.ts';
import { SQL_TYPES } from './types.ts';

const same = form`${0}`;
const toText = plainReading(form`toString(${0})`);
const toFloat = plainReading(form`toFloat64(${0})`);
const toDecimal = plainReading(form`toDecimal128(${0}, 9)`);
const asStored = compareAs(same, { isExact: true, of: STORED_COMPARISONS });

/** A text that is compared with the stored value of that text. Another text may equal a stored value, but not its text. */
function textOf(parsed: Spelling, more: RawComparisons = {}): StoredReading {
  const raw = { ...compareAs(parsed, { isExact: false, of: ['eq'] }), ...more };
  return { ...toText, raw: () => raw };
}

/** The same, also in a list of the caller. `has` uses indexes for computed items, and IN does not. */
function textAmong(parsed: Spelling): StoredReading {
  const item = sql`item`;
  const compare = (of: Sql, list: Sql) =>
    sql`has(arrayMap(${item} -> ${parsed([item])}, ${list}), ${of})`;
  return textOf(parsed, { in_list: { isExact: false, compare } });
}

/** A cast, which refuses NULL if its type has none. With `toDateTime64` in its place, no index would be used. */
function castTo(type: Sql): StoredReading['value'] {
  return (of, isNullable) =>
    isNullable ? sql`CAST(${of} AS Nullable(${type}))` : sql`CAST(${of} AS ${type})`;
}

const instant = castTo(SQL_TYPES.timestamp);
/** Rounds down. A cast rounds towards zero, which is up before 1970. */
const micros = form`toStartOfInterval(${0}, INTERVAL 1 MICROSECOND)`;

/** Reads a time that is finer than a microsecond. `last` is the last microsecond with which it can be compared, `before` the one before. */
function finer(last: Sql, before: Sql): StoredReading {
  const next = (to: Sql) => sql`addMicroseconds(least(${to}, ${before}), 1)`;
  const raw: RawComparisons = {
    ge: {
      isExact: true,
      compare: (of, to) => sql('and')`${of} >= least(${to}, ${last}) AND ${to} <= ${last}`,
    },
    lt: {
      isExact: true,
      compare: (of, to) =>
        sql('and')`${of} IS NOT NULL AND (${of} < least(${to}, ${last}) OR ${to} > ${last})`,
    },
    gt: {
      isExact: true,
      compare: (of, to) => sql('and')`${of} >= ${next(to)} AND ${to} <= ${before}`,
    },
    le: {
      isExact: true,
      compare: (of, to) =>
        sql('and')`${of} IS NOT NULL AND (${of} < ${next(to)} OR ${to} > ${before})`,
    },
    eq: {
      isExact: false,
      compare: (of, to) =>
        sql('and')`${of} >= least(${to}, ${last}) AND (${of} < ${next(to)} OR ${to} > ${before})`,
    },
  };
  return {
    value: (of, isNullable) => instant(micros([of]), isNullable),
    orNull: null,
    raw: () => raw,
  };
}

/** Whole numbers that an int64 may lack. */
const wide: StoredReading = {
  value: (of, isNullable) =>
    isNullable ? sql`accurateCast(${of}, 'Nullable(Int64)')` : sql`accurateCast(${of}, 'Int64')`,
  orNull: form`accurateCastOrNull(${0}, 'Int64')`,
  raw: () => null,
};

const READINGS: StoredReadings<typeof storedType.groups> = {
  integer: {
    int64: { ...plainReading(form`toInt64(${0})`), raw: () => asStored },
    float64: toFloat,
    decimal: toDecimal,
  },
  int64: { int64: plainReading(same), float64: toFloat, decimal: toDecimal },
  'wide integer': {
    int64: {
      ...wide,
      raw: () => ({
        ...compareAs(same, { isExact: false, of: STORED_COMPARISONS }),
        in_list: { isExact: false, compare: (of, list) => sql('comparison')`${of} IN ${list}` },
      }),
    },
    float64: toFloat,
    decimal: toDecimal,
    string: toText,
  },
  float: { float64: toFloat },
  'whole decimal': { decimal: toDecimal, string: toText, float64: toFloat, int64: wide },
  decimal: { decimal: toDecimal, string: toText, float64: toFloat },
  instant: { timestamp: { value: instant, orNull: null, raw: () => null } },
  fine: {
    timestamp: finer(
      sql`toDateTime64('2299-12-31 23:59:59.999999', 6, 'UTC')`,
      sql`toDateTime64('2299-12-31 23:59:59.999998', 6, 'UTC')`,
    ),
  },
  nanoseconds: {
    timestamp: finer(
      sql`toDateTime64('2262-04-11 23:47:16.854775', 6, 'UTC')`,
      sql`toDateTime64('2262-04-11 23:47:16.854774', 6, 'UTC')`,
    ),
  },
  day: { date: plainReading(form`toDate32(${0})`) },
  uuid: { string: textAmong(form`toUUIDOrDefault(${0})`) },
  ipv4: { string: textAmong(form`toIPv4OrDefault(${0})`) },
  ipv6: { string: textAmong(form`toIPv6OrDefault(${0})`) },
  fixed: { string: textOf(same) },
  text: { string: toText },
  nested: { json: plainReading(form`toJSONString(${0})`) },
};

/** Types that cannot be `Nullable`. */
const NEVER_NULL = /^(Nullable|LowCardinality|Array|Map|Tuple|Nested|Variant|Dynamic)\b/;
/** A type without the values or the length that it needs is read as a text. */
const UNFINISHED = /^(Enum(8|16)?|FixedString)$/;

const COMMON = [
  "String | Float64 | Bool | Date32 | DateTime64(6, 'UTC') | Int8 | Int16 | Int32 | UInt8 | UInt16 | UInt32 | Int64",
  'UInt64 | Int128 | UInt128 | Int256 | UInt256 | Float32 | BFloat16 | Decimal(18) | Decimal(18, 2) | DateTime | DateTime64(3)',
  'DateTime64(9) | Date | UUID | IPv4 | IPv6 | FixedString(16) | Enum8 | Enum16 | Time | IntervalDay | JSON | Dynamic',
  'Variant(String, UInt64) | Array(Tuple(a Int64)) | Tuple(Int32, String)',
].flatMap(line => line.split(' | '));

export default {
  common: COMMON,
  exact: storedType.exact,
  kind: storedType.kind,
  item: storedType.item,
  readings: READINGS,
  record: null,
  absent: { float64: form`if(isFinite(${0}), ${0}, NULL)` },
  column: (type, isNullable) => {
    const plain = UNFINISHED.test(type) ? SQL_TYPES.string : engineSql(type);
    return isNullable && !NEVER_NULL.test(type) ? sql`Nullable(${plain})` : plain;
  },
} satisfies StoredTypes;
