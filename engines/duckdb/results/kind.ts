/** How the values of a DuckDB type become cells of an author's own statement, and JSON within other values. */
import type * as DuckDb from '@duckdb/node-api';
import type { Type } from '../../../generator/core/types/scalar.ts';
import type { Cell } from '../../engine.ts';

export type DuckDbValue = DuckDb.DuckDBValue;

/** The functions do not accept NULL. They throw `EngineFailure` for a value that cannot be shown. */
export interface ValueKind {
  /** The first is the natural type. */
  readonly readAs: readonly Type[];
  /**
   * The type to read values as. With the column's own type, the library drops a leading U+FEFF, and fields with equal
   * names.
   */
  readonly raw: DuckDb.DuckDBType;
  readonly cell: (value: DuckDbValue) => Cell;
  /** JSON text. */
  readonly json: (value: DuckDbValue) => string;
  /** The value's text as the key of a map. */
  readonly key: (value: DuckDbValue) => string;
}

type Cellular = string | number | bigint | boolean;

/** A kind whose cells are the library's values, unchanged. */
export function plainKind(type: DuckDb.DuckDBType, readAs: readonly Type[]): ValueKind {
  const cell = (value: DuckDbValue): Cellular => {
    if (value === null || typeof value === 'object') throw misread(type);
    return value;
  };
  const key = (value: DuckDbValue) => String(cell(value));
  return { readAs, raw: type, cell, json: key, key };
}

/** A kind whose cells are texts, in JSON too. */
export function textual(
  type: DuckDb.DuckDBType,
  readAs: readonly Type[],
  cell: (value: DuckDbValue) => string = String,
  raw = type,
): ValueKind {
  return { readAs, raw, cell, json: value => JSON.stringify(cell(value)), key: cell };
}

/** A kind whose cells are JSON texts. */
export function documentKind(
  raw: DuckDb.DuckDBType,
  json: (value: DuckDbValue) => string,
  readAs: readonly Type[] = ['json'],
): ValueKind {
  return { readAs, raw, cell: json, json, key: json };
}

/** The library returned a value that the type does not have: a bug of ours. */
export function misread(type: DuckDb.DuckDBType): Error {
  return new Error(`a value of type ${type} is read as another`);
}
