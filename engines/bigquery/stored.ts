/** How statements read BigQuery's stored types. */
import { call, form } from '../../generator/sql/spelling.ts';
import { engineSql } from '../../generator/sql/sql.ts';
import {
  compareAs,
  plainReading,
  STORED_COMPARISONS,
  type StoredReadings,
  type StoredTypes,
} from '../../generator/sql/stored.ts';
import storedType from './stored-type.ts';

const same = plainReading(form`${0}`);
const asText = plainReading(form`CAST(${0} AS STRING)`);

const READINGS: StoredReadings<typeof storedType.groups> = {
  integer: {
    int64: same,
    float64: plainReading(form`CAST(${0} AS FLOAT64)`),
    decimal: plainReading(form`CAST(${0} AS NUMERIC)`),
  },
  civil: {
    datetime: same,
    timestamp: {
      ...plainReading(call`TIMESTAMP`),
      raw: () => compareAs(call`DATETIME`, { isExact: true, of: STORED_COMPARISONS }),
    },
  },
  picoseconds: { timestamp: plainReading(form`TIMESTAMP_TRUNC(${0}, MICROSECOND)`) },
  'wide decimal': { decimal: plainReading(form`CAST(${0} AS NUMERIC)`), string: asText },
  // by code points
  collated: { string: plainReading(form`COLLATE(${0}, '')`) },
  text: { string: asText },
  bytes: { string: plainReading(call`TO_BASE64`) },
  shape: { string: plainReading(call`ST_ASTEXT`) },
};

const COMMON = [
  'STRING | INT64 | FLOAT64 | BOOL | NUMERIC | TIMESTAMP | DATE | JSON | DATETIME | TIMESTAMP(12) | BIGNUMERIC',
  "STRING COLLATE 'und:ci' | TIME | INTERVAL | RANGE<DATE> | BYTES | GEOGRAPHY",
].flatMap(line => line.split(' | '));

export default {
  common: COMMON,
  exact: storedType.exact,
  kind: storedType.kind,
  item: storedType.item,
  readings: READINGS,
  record: null,
  absent: { float64: form`IF(IS_INF(${0}) OR IS_NAN(${0}), NULL, ${0})` },
  column: engineSql,
} satisfies StoredTypes;
