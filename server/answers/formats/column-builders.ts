/** Builds the columns of each type. They are classes, whose fields cost half as much to read as variables of closures. */
import { quoteJsonText } from '../cells/decode.ts';
import type { CellValue, ColumnBuilder, ColumnData } from './columns.ts';
import { Bits, Ends, FIRST_ROOM, grown, INTEGERS, inverted, ROOM } from './growing.ts';

const NO_PARTS = { data: new Uint8Array(0), valueOffsets: new Int32Array(0), children: [] };

/** Counts the values of a column, and which are NULL. */
abstract class Builder implements ColumnBuilder {
  protected length = 0;
  #nullCount = 0;
  readonly #nulls = new Bits();

  abstract add(value: CellValue): number;
  abstract column(): ColumnData;

  protected count(value: CellValue): void {
    if (value === null) {
      this.#nulls.set(this.length);
      this.#nullCount += 1;
    }
    this.length += 1;
  }

  protected parts(): ColumnData {
    const { length } = this;
    const nullCount = this.#nullCount;
    const nullBitmap = nullCount === 0 ? null : inverted(this.#nulls.bytes(length), length);
    return { ...NO_PARTS, length, nullCount, nullBitmap };
  }
}

/** In characters, with quotes: an integer or a decimal with all its digits. */
const MOST_INTEGER = 44;
/** A double with all its digits and an exponent, or a date with quotes. */
const MOST_NUMBER = 26;
const TRUTH_OR_NULL = 5;

export class NumberBuilder extends Builder {
  readonly #make: (length: number) => Float64Array | Int32Array;
  #room: Float64Array | Int32Array;

  constructor(make: (length: number) => Float64Array | Int32Array) {
    super();
    this.#make = make;
    this.#room = make(FIRST_ROOM);
  }

  add(value: CellValue): number {
    const at = this.length;
    if (at >= this.#room.length)
      this.#room = grown<number, Float64Array | Int32Array>(this.#room, at, this.#make);
    this.count(value);
    if (value !== null) this.#room[at] = numberIn(value);
    return MOST_NUMBER;
  }

  column(): ColumnData {
    return { ...this.parts(), data: this.#room.slice(0, this.length) };
  }
}

/** 2^32 */
const HALF = 4_294_967_296;

/** Integers are also accepted as safe numbers, which are written as two words, because a `bigint` for each costs more. */
export class BigintBuilder extends Builder {
  #room = INTEGERS(FIRST_ROOM);
  #words = new Int32Array(this.#room.buffer);

  add(value: CellValue): number {
    const at = this.length;
    if (at >= this.#room.length) this.#grow(at);
    this.count(value);
    if (typeof value === 'number') this.#set(at, value);
    else if (value !== null) this.#room[at] = bigintIn(value);
    return MOST_INTEGER;
  }

  #grow(at: number): void {
    this.#room = grown<bigint, BigInt64Array<ArrayBuffer>>(this.#room, at, INTEGERS);
    this.#words = new Int32Array(this.#room.buffer);
  }

  #set(at: number, value: number): void {
    // the words of an `Int32Array` take the lowest 32 bits
    this.#words[2 * at] = value;
    this.#words[2 * at + 1] = Math.floor(value / HALF);
  }

  column(): ColumnData {
    return { ...this.parts(), data: this.#room.slice(0, this.length) };
  }
}

/** Each decimal has 128 bits, the lower half first. */
export class DecimalBuilder extends Builder {
  #room = INTEGERS(FIRST_ROOM);

  add(value: CellValue): number {
    const at = 2 * this.length;
    if (at + 1 >= this.#room.length)
      this.#room = grown<bigint, BigInt64Array<ArrayBuffer>>(this.#room, at + 1, INTEGERS);
    this.count(value);
    const units = value === null ? 0n : bigintIn(value);
    this.#room[at] = units;
    this.#room[at + 1] = units >> 64n;
    return MOST_INTEGER;
  }

  column(): ColumnData {
    const { buffer } = this.#room.slice(0, 2 * this.length);
    return { ...this.parts(), data: new Uint32Array(buffer) };
  }
}

export class BoolBuilder extends Builder {
  readonly #bits = new Bits();

  add(value: CellValue): number {
    if (value === true) this.#bits.set(this.length);
    this.count(value);
    return TRUTH_OR_NULL;
  }

  column(): ColumnData {
    return { ...this.parts(), data: this.#bits.bytes(this.length) };
  }
}

/** The most bytes of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;
/** All but ASCII that JSON does not escape. */
const SPECIAL = /[^ !#-[\]-~]/;
/** Plain texts are joined up to this length, because writing each would cost more than all else. */
const JOINED = 4_096;

export class TextBuilder extends Builder {
  readonly #ends = new Ends();
  #bytes = ROOM(FIRST_ROOM);
  #written = 0;
  #joined = '';

  add(value: CellValue): number {
    this.count(value);
    const most = value === null ? TRUTH_OR_NULL : this.#addText(textIn(value));
    this.#ends.add(this.#written + this.#joined.length);
    return most;
  }

  #addText(text: string): number {
    if (SPECIAL.test(text)) {
      this.#flush();
      this.#write(text);
      return quoteJsonText(text).length;
    }
    this.#joined += text;
    if (this.#joined.length > JOINED) this.#flush();
    return text.length + 2;
  }

  #flush(): void {
    this.#write(this.#joined);
    this.#joined = '';
  }

  #write(text: string): void {
    const most = this.#written + MOST_BYTES * text.length;
    if (most >= this.#bytes.length)
      this.#bytes = grown<number, Buffer<ArrayBuffer>>(this.#bytes, most, ROOM);
    this.#written += this.#bytes.write(text, this.#written);
  }

  column(): ColumnData {
    this.#flush();
    const data = this.#bytes.subarray(0, this.#written);
    return { ...this.parts(), valueOffsets: this.#ends.offsets(), data };
  }
}

export class ListBuilder extends Builder {
  readonly #ends = new Ends();
  readonly #item: ColumnBuilder;
  #end = 0;

  constructor(item: ColumnBuilder) {
    super();
    this.#item = item;
  }

  add(value: CellValue): number {
    const items = value === null ? [] : listIn(value);
    this.count(value);
    let most = TRUTH_OR_NULL;
    for (const one of items) most += this.#item.add(one) + 1;
    this.#end += items.length;
    this.#ends.add(this.#end);
    return most;
  }

  column(): ColumnData {
    const children = [this.#item.column()];
    return { ...this.parts(), valueOffsets: this.#ends.offsets(), children };
  }
}

/** The fields of a NULL record are NULL. */
export class RecordBuilder extends Builder {
  readonly #fields: readonly ColumnBuilder[];
  readonly #names: number;

  /** `names`: the characters of the names of fields in JSON. */
  constructor(fields: readonly ColumnBuilder[], names: number) {
    super();
    this.#fields = fields;
    this.#names = names;
  }

  add(value: CellValue): number {
    const values = value === null ? [] : listIn(value);
    this.count(value);
    let most = this.#names;
    let index = 0;
    for (const field of this.#fields) {
      most += field.add(values[index] ?? null) + 1;
      index += 1;
    }
    return most;
  }

  column(): ColumnData {
    return { ...this.parts(), children: this.#fields.map(field => field.column()) };
  }
}

function numberIn(value: CellValue): number {
  if (typeof value !== 'number') throw misplaced('a number', value);
  return value;
}

function bigintIn(value: CellValue): bigint {
  if (typeof value !== 'bigint') throw misplaced('an integer', value);
  return value;
}

function textIn(value: CellValue): string {
  if (typeof value !== 'string') throw misplaced('a text', value);
  return value;
}

function listIn(value: CellValue): readonly CellValue[] {
  if (value === null || typeof value !== 'object') throw misplaced('a list', value);
  return value;
}

function misplaced(expected: string, value: CellValue): Error {
  return new Error(`a column of values that are each ${expected} has a ${typeof value}`);
}
