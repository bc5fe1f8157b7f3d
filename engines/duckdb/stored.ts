/** How statements read DuckDB's stored types. */
import { atom, form } from '../../generator/sql/spelling.ts';
import { engineSql, type Sql, sql } from '../../generator/sql/sql.ts';
import {
  compareAs,
  plainReading,
  type RawComparisons,
  STORED_COMPARISONS,
  type StoredReadings,
  type StoredTypes,
} from '../../generator/sql/stored.ts';
import storedType from './stored-type.ts';
import { SQL_TYPES } from './types.ts';

const same = form`${0}`;
const asText = plainReading(form`CAST(${0} AS VARCHAR)`);
const asFloat = plainReading(form`CAST(${0} AS DOUBLE)`);
const asDecimal = plainReading(form`CAST(${0} AS DECIMAL(38, 9))`);
const asWhole = plainReading(form`CAST(${0} AS BIGINT)`);

/** Whole numbers that an int64 may lack. */
const wide = { ...asWhole, orNull: form`TRY_CAST(${0} AS BIGINT)` };

/** The first and the last microsecond whose nanoseconds a `TIMESTAMP_NS` has. Others cannot be compared with it. */
const FIRST = sql`TIMESTAMP '1677-09-21 00:12:43.145225'`;
const LAST = sql`TIMESTAMP '2262-04-11 23:47:16.854774'`;
const within = (to: Sql) => sql`greatest(least(${to}, ${LAST}), ${FIRST})`;
const next = (to: Sql) => sql('additive')`${within(to)} + INTERVAL 1 MICROSECOND`;

/** True for each row whose converted value fulfils the comparison, and for few others. */
const atLeast = (of: Sql, from: Sql, to: Sql) => sql('or')`${of} >= ${from} OR ${to} < ${FIRST}`;
const below = (of: Sql, end: Sql, to: Sql) => sql('or')`${of} < ${end} OR ${to} > ${LAST}`;
const NANOSECONDS: RawComparisons = {
  ge: { isExact: false, compare: (of, to) => atLeast(of, within(to), to) },
  gt: { isExact: false, compare: (of, to) => atLeast(of, next(to), to) },
  lt: { isExact: false, compare: (of, to) => below(of, within(to), to) },
  le: { isExact: false, compare: (of, to) => below(of, next(to), to) },
  eq: {
    isExact: false,
    compare: (of, to) =>
      sql('and')`(${atLeast(of, within(to), to)}) AND (${below(of, next(to), to)})`,
  },
};

const READINGS: StoredReadings<typeof storedType.groups> = {
  integer: { int64: asWhole, float64: asFloat, decimal: asDecimal },
  bigint: { int64: plainReading(same), float64: asFloat, decimal: asDecimal },
  'wide integer': {
    int64: { ...wide, raw: () => compareAs(same, { isExact: false, of: STORED_COMPARISONS }) },
    float64: asFloat,
    decimal: asDecimal,
    string: asText,
  },
  float: { float64: asFloat },
  'whole decimal': { decimal: asDecimal, string: asText, float64: asFloat, int64: wide },
  decimal: { decimal: asDecimal, string: asText, float64: asFloat },
  document: { json: plainReading(same), string: asText },
  day: {
    date: plainReading(same),
    timestamp: plainReading(form`CAST(${0} AS TIMESTAMP)`),
  },
  zoned: {
    timestamp: {
      ...plainReading(form`make_timestamp(epoch_us(${0}))`),
      raw: () =>
        compareAs(form`make_timestamptz(epoch_us(${0}))`, {
          isExact: true,
          of: STORED_COMPARISONS,
        }),
    },
  },
  coarse: { timestamp: plainReading(form`CAST(${0} AS TIMESTAMP)`) },
  // Rounds down. A cast rounds towards zero, which is up before 1970.
  nanoseconds: {
    timestamp: {
      ...plainReading(
        form`make_timestamp((epoch_ns(${0}) - (epoch_ns(${0}) % 1000 + 1000) % 1000) // 1000)`,
      ),
      raw: () => NANOSECONDS,
    },
  },
  uuid: {
    string: {
      ...asText,
      raw: () => compareAs(form`TRY_CAST(${0} AS UUID)`, { isExact: false, of: ['eq'] }),
    },
  },
  // by code points
  collated: { string: plainReading(form`(${atom(0)} COLLATE C)`) },
  bytes: { string: plainReading(form`base64(${0})`) },
  text: { string: asText },
  nested: { json: plainReading(form`to_json(${0})`) },
};

/** A type without the values that it needs is read as a text, and a list of it as a list of texts. */
const UNFINISHED = /^ENUM(\[\d*\])?$/;

const COMMON = [
  'VARCHAR | JSON | DOUBLE | BOOLEAN | DATE | TIMESTAMP | TINYINT | SMALLINT | INTEGER | UTINYINT | USMALLINT | UINTEGER',
  'BIGINT | UBIGINT | HUGEINT | UHUGEINT | FLOAT | DECIMAL(18) | DECIMAL(18, 2) | TIMESTAMPTZ | TIMESTAMP_S | TIMESTAMP_MS | TIMESTAMP_NS',
  'UUID | BLOB | ENUM | TIME | TIMETZ | INTERVAL | BIT | STRUCT(a BIGINT)[] | INTEGER[][] | UNION(a BIGINT)',
].flatMap(line => line.split(' | '));

export default {
  common: COMMON,
  exact: storedType.exact,
  kind: storedType.kind,
  item: storedType.item,
  readings: READINGS,
  record: null,
  absent: {
    float64: form`CASE WHEN isfinite(${0}) THEN ${0} END`,
    timestamp: form`CASE WHEN ${atom(0)} BETWEEN TIMESTAMP '0001-01-01' AND TIMESTAMP '9999-12-31 23:59:59.999999' THEN ${0} END`,
    date: form`CASE WHEN ${atom(0)} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' THEN ${0} END`,
  },
  column: type => {
    if (!UNFINISHED.test(type)) return engineSql(type);
    return type.endsWith(']') ? sql`${SQL_TYPES.string}[]` : SQL_TYPES.string;
  },
} satisfies StoredTypes;
