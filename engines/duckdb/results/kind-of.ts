/** DuckDB's types in results of authors' own statements: one mapping, for columns and for cells. */
import type * as DuckDb from '@duckdb/node-api';
import { SCALARS } from '../../../generator/core/scalar.ts';
import { dateText, instantText, unreadable } from '../../support/canonical.ts';
import { decimalScalars, isJson } from '../driver/types.ts';
import type { Api } from '../driver/values.ts';
import { microsOf } from './instant.ts';
import { type Kind, misread, plain, textual, type Value } from './kind.ts';
import { nestedKind } from './nested.ts';

/** `null` if values of the type are not read. */
export function kindOf(api: Api, column: string, type: DuckDb.DuckDBType): Kind | null {
  const { DuckDBTypeId: Id } = api;
  switch (type.typeId) {
    case Id.BOOLEAN:
      return plain(type, ['bool']);
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
      return plain(type, ['int64', 'float64', 'decimal']);
    case Id.FLOAT:
    case Id.DOUBLE:
      return { ...plain(type, ['float64']), json: floatJson };
    case Id.DECIMAL:
      return textual(type, decimalScalars(api, type));
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
        return dateText(column, value.days);
      });
    case Id.TIMESTAMP:
    case Id.TIMESTAMP_S:
    case Id.TIMESTAMP_MS:
    case Id.TIMESTAMP_NS:
    case Id.TIMESTAMP_TZ:
      return instantKind(api, column, type);
    case Id.SQLNULL:
      return plain(type, SCALARS);
    default:
      return nestedKind(api, type, inner => kindOf(api, column, inner));
  }
}

/** NaN and infinities are not JSON. `String` writes a negative zero without its sign. */
function floatJson(value: Value): string {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? String(value) : 'null';
}

function instantKind(api: Api, column: string, type: DuckDb.DuckDBType): Kind {
  const cell = microsOf(api, column, type);
  const key = (value: Value) => instantText(column, cell(value));
  return { readAs: ['timestamp'], raw: type, cell, json: value => `"${key(value)}"`, key };
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

function textKind(api: Api): Kind {
  const cell = (value: Value) => utf8.decode(bytesOf(api, value));
  return textual(api.VARCHAR, ['string', 'json'], cell, api.BLOB);
}

/** DuckDB copies the JSON of some files unchecked, and accepts NaN as JSON. */
function jsonKind(api: Api, column: string): Kind {
  const cell = (value: Value) => utf8.decode(bytesOf(api, value));
  const json = (value: Value) => {
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

function bytesOf(api: Api, value: Value): Uint8Array {
  if (!(value instanceof api.DuckDBBlobValue)) throw misread(api.BLOB);
  return value.bytes;
}
