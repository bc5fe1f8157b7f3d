/** DuckDB's types in results of authors' own statements: one mapping, for columns and for cells. */
import type * as DuckDb from '@duckdb/node-api';
import { SCALARS } from '../../../generator/core/types/scalar.ts';
import { formatDate, formatRfcInstant, unreadable } from '../../support/canonical.ts';
import { isJson, listDecimalScalars } from '../driver/types.ts';
import type { Api } from '../driver/values.ts';
import { microsOf } from './instant.ts';
import { type DuckDbValue, misread, plainKind, textual, type ValueKind } from './kind.ts';
import { findNestedValueKind } from './nested.ts';

/** `null` if values of the type are not read. */
export function findValueKind(api: Api, column: string, type: DuckDb.DuckDBType): ValueKind | null {
  const { DuckDBTypeId: Id } = api;
  switch (type.typeId) {
    case Id.BOOLEAN:
      return plainKind(type, ['bool']);
    case Id.TINYINT:
    case Id.SMALLINT:
    case Id.INTEGER:
    case Id.BIGINT:
    case Id.HUGEINT:
    case Id.UTINYINT:
    case Id.USMALLINT:
    case Id.UINTEGER:
    case Id.UBIGINT:
    case Id.UHUGEINT:
    case Id.BIGNUM:
      return plainKind(type, ['int64', 'float64', 'decimal']);
    case Id.FLOAT:
    case Id.DOUBLE:
      return { ...plainKind(type, ['float64']), json: floatJson };
    case Id.DECIMAL:
      return textual(type, listDecimalScalars(api, type));
    case Id.VARCHAR:
      return isJson(type) ? jsonKind(api, column) : textKind(api);
    case Id.BLOB:
      return textual(type, ['string'], value =>
        Buffer.from(bytesOf(api, value)).toString('base64'),
      );
    case Id.ENUM:
    case Id.UUID:
    case Id.BIT:
    case Id.TIME:
    case Id.TIME_TZ:
    case Id.TIME_NS:
    case Id.INTERVAL:
      return textual(type, ['string']);
    case Id.DATE:
      return textual(type, ['date'], value => {
        if (!(value instanceof api.DuckDBDateValue)) throw misread(type);
        return formatDate(column, value.days);
      });
    case Id.TIMESTAMP:
    case Id.TIMESTAMP_S:
    case Id.TIMESTAMP_MS:
    case Id.TIMESTAMP_NS:
    case Id.TIMESTAMP_TZ:
      return instantKind(api, column, type);
    case Id.SQLNULL:
      return plainKind(type, SCALARS);
    default:
      return findNestedValueKind(api, type, inner => findValueKind(api, column, inner));
  }
}

/** NaN and infinities are not JSON. `String` writes a negative zero without its sign. */
function floatJson(value: DuckDbValue): string {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? String(value) : 'null';
}

function instantKind(api: Api, column: string, type: DuckDb.DuckDBType): ValueKind {
  const cell = microsOf(api, column, type);
  const key = (value: DuckDbValue) => formatRfcInstant(column, cell(value));
  return {
    // in any other type, a zone or other digits decide what a value means
    readAs: type === api.TIMESTAMP ? ['timestamp', 'datetime'] : ['timestamp'],
    raw: type,
    cell,
    json: value => `"${key(value)}"`,
    key,
  };
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

function textKind(api: Api): ValueKind {
  const cell = (value: DuckDbValue) => utf8.decode(bytesOf(api, value));
  return textual(api.VARCHAR, ['string', 'json'], cell, api.BLOB);
}

/** DuckDB copies the JSON of some files unchecked, and accepts NaN as JSON. */
function jsonKind(api: Api, column: string): ValueKind {
  const cell = (value: DuckDbValue) => utf8.decode(bytesOf(api, value));
  const json = (value: DuckDbValue) => {
    const text = cell(value);
    try {
      JSON.parse(text);
    } catch {
      throw unreadable(column, 'holds a text that is not JSON, in a value of type JSON');
    }
    return text;
  };
  return { readAs: ['json', 'string'], raw: api.BLOB, cell: json, json, key: cell };
}

function bytesOf(api: Api, value: DuckDbValue): Uint8Array {
  if (!(value instanceof api.DuckDBBlobValue)) throw misread(api.BLOB);
  return value.bytes;
}
