/** Converts an answer's values to the form of BigQuery's REST API, which the driver's row reader accepts. */

import { instantText } from '../../../generator/core/time/instant-text.ts';
import { EngineFailure } from '../../engine.ts';
import type { TypeProto } from '../analyst/server/protocol.ts';
import { nameType } from '../analyst/types.ts';
import type { ValueProto } from './protocol.ts';

/**
 * A list becomes a list of objects with the member `v`. A record becomes an object with the member `f`, which is such a list.
 * NULL becomes `null`.
 */
export function restValue(value: ValueProto, type: TypeProto): unknown {
  const element = type.array_type?.element_type;
  if (element !== undefined) {
    return (value.array_value?.element ?? []).map(item => ({ v: restValue(item, element) }));
  }
  if (type.struct_type !== undefined) {
    if (value.struct_value === undefined) return null;
    const values = value.struct_value.field ?? [];
    const fields = type.struct_type.field ?? [];
    return {
      f: fields.map(({ field_type }, i) => ({ v: restValue(values[i] ?? {}, field_type) })),
    };
  }
  if (Object.keys(value).length === 0) return null;
  return scalarText(value, type);
}

function scalarText(value: ValueProto, type: TypeProto): string {
  const plain = value.string_value ?? value.json_value ?? value.int64_value;
  if (plain !== undefined) return plain;
  if (value.bool_value !== undefined) return String(value.bool_value);
  if (value.double_value !== undefined) return String(value.double_value);
  if (value.bytes_value !== undefined) return value.bytes_value.toString('base64');
  if (value.numeric_value !== undefined) return decimalText(value.numeric_value, 9);
  if (value.bignumeric_value !== undefined) return decimalText(value.bignumeric_value, 38);
  if (value.date_value !== undefined) {
    return new Date(value.date_value * 86_400_000).toISOString().slice(0, 10);
  }
  if (value.timestamp_value !== undefined) {
    const { seconds = '0', nanos = 0 } = value.timestamp_value;
    return String(BigInt(seconds) * 1_000_000n + BigInt(Math.floor(nanos / 1_000)));
  }
  if (value.datetime_value !== undefined) return dateTimeText(value.datetime_value);
  throw new EngineFailure(
    'failed',
    `an answer of ZetaSQL holds a ${nameType(type)}, which tests cannot read: convert it in the statement, to a text for instance`,
  );
}

/** The bytes are as few as the number and its sign need, the lowest first. */
function decimalText(bytes: Buffer, scale: number): string {
  const raw = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const units = BigInt.asIntN(bytes.length * 8, raw);
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/(?<!0)0+$/, '');
  return `${sign}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Packed in bits, from the low end: 6 seconds, 6 minutes, 5 hours, 5 day, 4 month, year. */
function dateTimeText({
  bit_field_datetime_seconds: packed = '0',
  nanos = 0,
}: NonNullable<ValueProto['datetime_value']>): string {
  const bits = BigInt(packed);
  const part = (shift: bigint, width: number) => Number(BigInt.asUintN(width, bits >> shift));
  const date = new Date(0);
  date.setUTCFullYear(part(26n, 14), part(22n, 4) - 1, part(17n, 5));
  const millis = date.setUTCHours(part(12n, 5), part(6n, 6), part(0n, 6));
  const micros = BigInt(millis) * 1_000n + BigInt(Math.floor(nanos / 1_000));
  return instantText(micros).replace(' ', 'T').replace('.000000', '');
}
