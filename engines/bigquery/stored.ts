/** How statements read BigQuery's stored types. */
import type { Scalar } from '../../generator/core/types/scalar.ts';
import { call, form } from '../../generator/sql/spelling.ts';
import { engineSql } from '../../generator/sql/sql.ts';
import {
  COMPARISONS,
  compareAs,
  plainReading,
  type StoredReading,
  type StoredTypes,
} from '../../generator/sql/stored.ts';
import { type StoredKind, storedItem, storedKind } from './stored-type.ts';

const asText = plainReading(form`CAST(${0} AS STRING)`);

const READINGS: Readonly<
  Record<Exclude<StoredKind, 'exact'>, Readonly<Partial<Record<Scalar, StoredReading>>>>
> = {
  civil: {
    timestamp: {
      ...plainReading(call`TIMESTAMP`),
      raw: compareAs(call`DATETIME`, { isExact: true, of: COMPARISONS }),
    },
  },
  picoseconds: { timestamp: plainReading(form`TIMESTAMP_TRUNC(${0}, MICROSECOND)`) },
  'wide decimal': { decimal: plainReading(form`CAST(${0} AS NUMERIC)`), string: asText },
  text: { string: asText },
  bytes: { string: plainReading(call`TO_BASE64`) },
  shape: { string: plainReading(call`ST_ASTEXT`) },
};

export const stored: StoredTypes = {
  kind: storedKind,
  item: storedItem,
  readings: { exact: {}, ...READINGS },
  absent: { float64: form`IF(IS_INF(${0}) OR IS_NAN(${0}), NULL, ${0})` },
  column: engineSql,
};
