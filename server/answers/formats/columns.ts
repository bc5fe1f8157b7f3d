/**
 * Rows as columns in memory, in the layout of Arrow: a bit for each value that is not NULL, fixed-width values one after another,
 * and offsets into longer ones. Rows are added one by one, so nothing of a row stays in memory but its values.
 */
/**
 * A checked value. Integers are `bigint` or safe numbers. Instants are microseconds and dates days since 1970, decimals are units of their last digit. A record has a
 * value for each field, a map an entry of key and value for each member.
 */
export type CellValue = null | boolean | number | bigint | string | readonly CellValue[];

/** Fixed-width values; four words for each decimal. */
export type Words = Uint8Array | Int32Array | Uint32Array | Float64Array | BigInt64Array;

/** The data of a column; a part that its type does not have is empty. */
export interface ColumnData {
  readonly length: number;
  readonly nullCount: number;
  /** A bit for each value that is not NULL; `null` if none is NULL. */
  readonly nullBitmap: Uint8Array | null;
  /** Fixed-width values, bits of truth, or the bytes of texts. */
  readonly data: Words;
  /** For texts, lists and maps: where each begins, and where the last ends. */
  readonly valueOffsets: Int32Array;
  /** The fields of a record, the items of a list, or the entries of a map. */
  readonly children: readonly ColumnData[];
}

/** Builds a column from values in the order of rows. */
export interface ColumnBuilder {
  /** Adds a value. Returns the most characters that it has in JSON. */
  readonly add: (value: CellValue) => number;
  readonly column: () => ColumnData;
}
