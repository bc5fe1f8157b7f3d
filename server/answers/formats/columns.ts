/**
 * Rows as columns in memory, in the layout of Arrow: a bit for each value that is not NULL, fixed-width values one after another,
 * and offsets into longer ones. Rows are added one by one, so nothing of a row stays in memory but its values.
 */
import type { ManifestField } from '../../../generator/core/manifest.ts';
import { held, type Scalar } from '../../../generator/core/scalar.ts';
import { jsonText } from '../decode.ts';

/**
 * A checked value. Instants are microseconds and dates days since 1970, decimals are units of their last digit. A record has a
 * value for each field, a map an entry of key and value for each member.
 */
export type Value = null | boolean | number | bigint | string | readonly Value[];

/** Fixed-width values; four words for each decimal. */
export type Words = Uint8Array | Int32Array | Uint32Array | Float64Array | BigInt64Array;

/** The data of a column; a part that its type does not have is empty. */
export interface Column {
  readonly length: number;
  readonly nullCount: number;
  /** A bit for each value that is not NULL; `null` if none is NULL. */
  readonly nullBitmap: Uint8Array | null;
  /** Fixed-width values, bits of truth, or the bytes of texts. */
  readonly data: Words;
  /** For texts, lists and maps: where each begins, and where the last ends. */
  readonly valueOffsets: Int32Array;
  /** The fields of a record, the items of a list, or the entries of a map. */
  readonly children: readonly Column[];
}

const NO_PARTS = { data: new Uint8Array(0), valueOffsets: new Int32Array(0), children: [] };

/** Builds a column from values in the order of rows. */
export interface ColumnBuilder {
  /** Adds a value. Returns the most characters that it has in JSON. */
  readonly add: (value: Value) => number;
  readonly column: () => Column;
}

/** Creates the builder of the rows of an answer. It throws if a value is not of its column's type. */
export function rowsBuilder(columns: readonly ManifestField[]): ColumnBuilder {
  // quotes and a colon of each name, a comma before it
  const names = columns.reduce((sum, { name }) => sum + JSON.stringify(name).length + 2, 2);
  return recordBuilder(columns.map(columnBuilder), names);
}

function columnBuilder({ type, fields = [], array }: ManifestField): ColumnBuilder {
  if (type === 'record') {
    const record = rowsBuilder(fields);
    return array === true ? listBuilder(record) : record;
  }
  const { as, of } = held(type);
  if (as === 'one') return scalarBuilder(of);
  if (as === 'list') return listBuilder(scalarBuilder(of));
  return listBuilder(recordBuilder([scalarBuilder('string'), scalarBuilder(of)], 2));
}

function scalarBuilder(scalar: Scalar): ColumnBuilder {
  switch (scalar) {
    case 'string':
    case 'json':
      return textBuilder();
    case 'bool':
      return boolBuilder();
    case 'float64':
      return numberBuilder(length => new Float64Array(length));
    case 'date':
      return numberBuilder(length => new Int32Array(length));
    case 'int64':
    case 'timestamp':
      return bigintBuilder();
    case 'decimal':
      return decimalBuilder();
  }
}

/** An array that doubles its room when it is full. */
interface Room<T> {
  [index: number]: T;
  readonly length: number;
  set(values: ArrayLike<T>): void;
}

const FIRST_ROOM = 64;

/** Returns an array with room for more than `length` values. */
function grown<T, A extends Room<T>>(room: A, length: number, make: (length: number) => A): A {
  if (length < room.length) return room;
  const larger = make(Math.max(2 * room.length, length + 1));
  larger.set(room);
  return larger;
}

const BYTES = (length: number) => new Uint8Array(length);
const OFFSETS = (length: number) => new Int32Array(length);
const ROOM = (length: number) => Buffer.alloc(length);
const INTEGERS = (length: number) => new BigInt64Array(length);

/** Bits, in the order of Arrow: the lowest bit of a byte comes first. */
function createBits() {
  let bits = BYTES(FIRST_ROOM);
  return {
    set: (index: number) => {
      const at = index >> 3;
      bits = grown<number, Uint8Array<ArrayBuffer>>(bits, at, BYTES);
      bits[at] = (bits[at] ?? 0) | (1 << (index & 7));
    },
    bytes: (length: number) => {
      const bytes = Math.ceil(length / 8);
      return grown<number, Uint8Array<ArrayBuffer>>(bits, bytes, BYTES).slice(0, bytes);
    },
  };
}

/** Counts the values of a column, and which are NULL. */
function createNulls() {
  const nulls = createBits();
  let length = 0;
  let nullCount = 0;
  return {
    length: () => length,
    add: (isNull: boolean) => {
      if (isNull) {
        nulls.set(length);
        nullCount += 1;
      }
      length += 1;
    },
    parts: () => ({
      ...{ ...NO_PARTS, length, nullCount },
      nullBitmap: nullCount === 0 ? null : inverted(nulls.bytes(length), length),
    }),
  };
}

/** Inverts the first `length` bits; the others are not set. */
function inverted(bits: Uint8Array, length: number): Uint8Array {
  const all = bits.map(byte => ~byte);
  const last = all.length - 1;
  if (length % 8 !== 0) all[last] = (all[last] ?? 0) & ((1 << (length % 8)) - 1);
  return all;
}

/** In characters, with quotes: an integer or a decimal with all its digits. */
const MOST_INTEGER = 44;
/** A double with all its digits and an exponent, or a date with quotes. */
const MOST_NUMBER = 26;
const TRUTH_OR_NULL = 5;

function numberBuilder(make: (length: number) => Float64Array | Int32Array): ColumnBuilder {
  const nulls = createNulls();
  let room = make(FIRST_ROOM);
  return {
    add: value => {
      const at = nulls.length();
      room = grown<number, Float64Array | Int32Array>(room, at, make);
      nulls.add(value === null);
      if (value !== null) room[at] = numberIn(value);
      return MOST_NUMBER;
    },
    column: () => ({ ...nulls.parts(), data: room.slice(0, nulls.length()) }),
  };
}

function bigintBuilder(): ColumnBuilder {
  const nulls = createNulls();
  let room = INTEGERS(FIRST_ROOM);
  return {
    add: value => {
      const at = nulls.length();
      room = grown<bigint, BigInt64Array<ArrayBuffer>>(room, at, INTEGERS);
      nulls.add(value === null);
      if (value !== null) room[at] = bigintIn(value);
      return MOST_INTEGER;
    },
    column: () => ({ ...nulls.parts(), data: room.slice(0, nulls.length()) }),
  };
}

/** Each decimal has 128 bits, the lower half first. */
function decimalBuilder(): ColumnBuilder {
  const nulls = createNulls();
  let room = INTEGERS(FIRST_ROOM);
  return {
    add: value => {
      const at = 2 * nulls.length();
      room = grown<bigint, BigInt64Array<ArrayBuffer>>(room, at + 1, INTEGERS);
      nulls.add(value === null);
      const units = value === null ? 0n : bigintIn(value);
      room[at] = units;
      room[at + 1] = units >> 64n;
      return MOST_INTEGER;
    },
    column: () => {
      const { buffer } = room.slice(0, 2 * nulls.length());
      return { ...nulls.parts(), data: new Uint32Array(buffer) };
    },
  };
}

function boolBuilder(): ColumnBuilder {
  const nulls = createNulls();
  const bits = createBits();
  return {
    add: value => {
      if (value === true) bits.set(nulls.length());
      nulls.add(value === null);
      return TRUTH_OR_NULL;
    },
    column: () => ({ ...nulls.parts(), data: bits.bytes(nulls.length()) }),
  };
}

/** The most bytes of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;
/** All but ASCII that JSON does not escape. */
const SPECIAL = /[^ !#-[\]-~]/;
/** Plain texts are joined up to this length, because writing each would cost more than all else. */
const JOINED = 4_096;

function textBuilder(): ColumnBuilder {
  const nulls = createNulls();
  const ends = createEnds();
  let bytes = Buffer.alloc(FIRST_ROOM);
  let written = 0;
  let joined = '';
  const write = (text: string) => {
    bytes = grown<number, Buffer<ArrayBuffer>>(bytes, written + MOST_BYTES * text.length, ROOM);
    written += bytes.write(text, written);
  };
  const flush = () => {
    write(joined);
    joined = '';
  };
  const addText = (text: string) => {
    const isPlain = !SPECIAL.test(text);
    if (isPlain) joined += text;
    if (!isPlain || joined.length > JOINED) flush();
    if (!isPlain) write(text);
    return isPlain ? text.length + 2 : jsonText(text).length;
  };
  return {
    add: value => {
      nulls.add(value === null);
      const most = value === null ? TRUTH_OR_NULL : addText(textIn(value));
      ends.add(written + joined.length);
      return most;
    },
    column: () => {
      flush();
      return { ...nulls.parts(), valueOffsets: ends.offsets(), data: bytes.subarray(0, written) };
    },
  };
}

/** Where values end. */
function createEnds() {
  let offsets = OFFSETS(FIRST_ROOM);
  let length = 1;
  return {
    add: (end: number) => {
      offsets = grown<number, Int32Array<ArrayBuffer>>(offsets, length, OFFSETS);
      offsets[length] = end;
      length += 1;
    },
    offsets: () => offsets.slice(0, length),
  };
}

function listBuilder(item: ColumnBuilder): ColumnBuilder {
  const nulls = createNulls();
  const ends = createEnds();
  let end = 0;
  return {
    add: value => {
      const items = value === null ? [] : listIn(value);
      nulls.add(value === null);
      let most = TRUTH_OR_NULL;
      for (const one of items) most += item.add(one) + 1;
      end += items.length;
      ends.add(end);
      return most;
    },
    column: () => {
      return { ...nulls.parts(), valueOffsets: ends.offsets(), children: [item.column()] };
    },
  };
}

/** The fields of a NULL record are NULL. `names`: the characters of the names of fields in JSON. */
function recordBuilder(fields: readonly ColumnBuilder[], names: number): ColumnBuilder {
  const nulls = createNulls();
  return {
    add: value => {
      const values = value === null ? [] : listIn(value);
      nulls.add(value === null);
      let most = names;
      let index = 0;
      for (const field of fields) {
        most += field.add(values[index] ?? null) + 1;
        index += 1;
      }
      return most;
    },
    column: () => ({ ...nulls.parts(), children: fields.map(({ column }) => column()) }),
  };
}

function numberIn(value: Value): number {
  if (typeof value !== 'number') throw misplaced('a number', value);
  return value;
}

function bigintIn(value: Value): bigint {
  if (typeof value !== 'bigint') throw misplaced('an integer', value);
  return value;
}

function textIn(value: Value): string {
  if (typeof value !== 'string') throw misplaced('a text', value);
  return value;
}

function listIn(value: Value): readonly Value[] {
  if (value === null || typeof value !== 'object') throw misplaced('a list', value);
  return value;
}

function misplaced(expected: string, value: Value): Error {
  return new Error(`a column of values that are each ${expected} has a ${typeof value}`);
}
