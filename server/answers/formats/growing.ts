/** Arrays whose number of items is not known before: bits, offsets, and the room of other values. */

/** An array that doubles its room when it is full. */
interface Room<T> {
  [index: number]: T;
  readonly length: number;
  set(values: ArrayLike<T>): void;
}

export const FIRST_ROOM = 64;

/**
 * Returns a larger array, with room for more than `length` values. Callers look first whether it is full, because arrays of several
 * types would make that slow here.
 */
export function grown<T, A extends Room<T>>(
  room: A,
  length: number,
  make: (length: number) => A,
): A {
  const larger = make(Math.max(2 * room.length, length + 1));
  larger.set(room);
  return larger;
}

const BYTES = (length: number) => new Uint8Array(length);
const OFFSETS = (length: number) => new Int32Array(length);
export const ROOM = (length: number) => Buffer.alloc(length);
export const INTEGERS = (length: number) => new BigInt64Array(length);

/** Bits, in the order of Arrow: the lowest bit of a byte comes first. */
export class Bits {
  #bits = BYTES(FIRST_ROOM);

  set(index: number): void {
    const at = index >> 3;
    if (at >= this.#bits.length)
      this.#bits = grown<number, Uint8Array<ArrayBuffer>>(this.#bits, at, BYTES);
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (index & 7));
  }

  bytes(length: number): Uint8Array {
    const all = BYTES(Math.ceil(length / 8));
    all.set(this.#bits.subarray(0, all.length));
    return all;
  }
}

/** Inverts the first `length` bits; the others are not set. */
export function inverted(bits: Uint8Array, length: number): Uint8Array {
  const all = bits.map(byte => ~byte);
  const last = all.length - 1;
  if (length % 8 !== 0) all[last] = (all[last] ?? 0) & ((1 << (length % 8)) - 1);
  return all;
}

/** Where values end. */
export class Ends {
  #offsets = OFFSETS(FIRST_ROOM);
  #length = 1;

  add(end: number): void {
    if (this.#length >= this.#offsets.length)
      this.#offsets = grown<number, Int32Array<ArrayBuffer>>(this.#offsets, this.#length, OFFSETS);
    this.#offsets[this.#length] = end;
    this.#length += 1;
  }

  offsets(): Int32Array {
    return this.#offsets.slice(0, this.#length);
  }
}
