/**
 * Reads `RowBinaryWithNamesAndTypes`. The binary form rather than JSON because the settings that
 * make JSON exact (64-bit integers as text, NaN kept, ISO instants) also change what `toJSONString`
 * inside a statement answers, and statements must run under the settings they will meet in service.
 */

import { SqlError } from '../sql-error.ts';
import type { ResultSet, Value } from '../test-engine.ts';
import { dateText } from '../values/calendar.ts';
import { decimalText } from '../values/decimal-text.ts';
import { type ColumnType, parseColumnType } from './column-type.ts';

interface Input {
  readonly bytes: Buffer;
  at: number;
}

type Read = (input: Input) => Value;

/**
 * Reads an answer of so many rows. Throws `SqlError` when the bytes are not one statement's rows,
 * and on a type that no statement of ours should return.
 */
export function readRowBinary(bytes: Buffer, rowCount: number): ResultSet {
  if (bytes.length === 0) throw new SqlError('not a SELECT');
  const input: Input = { bytes, at: 0 };
  const width = readLength(input);
  const names = Array.from({ length: width }, () => readText(input));
  const types = Array.from({ length: width }, () => readText(input));
  const readers = types.map(type => reader(parseColumnType(type)));
  const rows = Array.from({ length: rowCount }, () => readers.map(read => read(input)));
  if (input.at !== bytes.length) throw new SqlError('not one statement alone');
  return { columns: names.map((name, index) => ({ name, type: types[index] ?? '' })), rows };
}

const SCALARS: Readonly<Record<string, Read>> = {
  Bool: input => take(input, 1).readUInt8() === 1,
  Float32: input => take(input, 4).readFloatLE(),
  Float64: input => take(input, 8).readDoubleLE(),
  String: readText,
  Date: input => dateText(take(input, 2).readUInt16LE()),
  Date32: input => dateText(take(input, 4).readInt32LE()),
  DateTime: input => BigInt(take(input, 4).readUInt32LE()) * 1_000_000n,
  Nothing: () => null,
};

function reader(type: ColumnType): Read {
  const scalar = SCALARS[type.name];
  if (scalar !== undefined) return scalar;
  const [first, ...others] = type.arguments;
  if (first === undefined) return integerReader(type);
  switch (type.name) {
    case 'Nullable':
      return nullableReader(reader(first.type));
    case 'LowCardinality':
      return reader(first.type);
    case 'Array':
      return arrayReader(reader(first.type));
    case 'Map':
      return mapReader(first.type, others[0]?.type);
    case 'Tuple':
      return tupleReader([first, ...others]);
    case 'Decimal':
      return decimalReader(Number(first.type.name), Number(others[0]?.type.name));
    case 'DateTime64':
      return instantReader(Number(first.type.name));
    default:
      throw new Error(`no plain form for ClickHouse's ${type.name}`);
  }
}

function nullableReader(read: Read): Read {
  return input => (take(input, 1).readUInt8() === 1 ? null : read(input));
}

function arrayReader(read: Read): Read {
  return input => Array.from({ length: readLength(input) }, () => read(input));
}

function mapReader(key: ColumnType, value: ColumnType | undefined): Read {
  if (value === undefined) throw new Error('a Map has no type of values');
  const [readKey, readValue] = [reader(key), reader(value)];
  return input =>
    Object.fromEntries(
      Array.from({ length: readLength(input) }, () => [String(readKey(input)), readValue(input)]),
    );
}

function tupleReader(fields: ColumnType['arguments']): Read {
  const readers = fields.map(({ label, type }) => ({ label, read: reader(type) }));
  if (readers.some(({ label }) => label === null)) {
    return input => readers.map(({ read }) => read(input));
  }
  return input => Object.fromEntries(readers.map(({ label, read }) => [label, read(input)]));
}

/** An instant lies as a count of ticks of 10^-precision seconds, whatever the zone of its type. */
function instantReader(precision: number): Read {
  if (precision > 6) throw new Error(`DateTime64(${precision}) is finer than a microsecond`);
  const microsPerTick = 10n ** BigInt(6 - precision);
  return input => readInteger(input, 8, true) * microsPerTick;
}

/** A decimal lies as a whole number of units, in as many bytes as its digits need. */
function decimalReader(precision: number, scale: number): Read {
  const size = [9, 18, 38].findIndex(digits => precision <= digits);
  const bytes = size === -1 ? 32 : 4 * 2 ** size;
  return input => decimalText(readInteger(input, bytes, true), scale);
}

function integerReader(type: ColumnType): Read {
  const [, unsigned, bits] = /^(U?)Int(\d+)$/.exec(type.name) ?? [];
  if (bits === undefined) throw new Error(`no plain form for ClickHouse's ${type.name}`);
  return input => readInteger(input, Number(bits) / 8, unsigned === '');
}

function readInteger(input: Input, size: number, signed: boolean): bigint {
  const value = take(input, size).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return signed ? BigInt.asIntN(size * 8, value) : value;
}

function readText(input: Input): string {
  return take(input, readLength(input)).toString('utf8');
}

/** A length: seven bits a byte, lowest first, the top bit set on all but the last. */
function readLength(input: Input): number {
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = take(input, 1).readUInt8();
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return length;
  }
}

function take(input: Input, size: number): Buffer {
  const end = input.at + size;
  if (end > input.bytes.length) throw new Error('the answer of ClickHouse ends too early');
  const taken = input.bytes.subarray(input.at, end);
  input.at = end;
  return taken;
}
