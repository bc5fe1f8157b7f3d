/** Converts the values of entries and parameters to ZetaSQL's messages. */

import type { Field } from '../../../generator/core/spec/source.ts';
import { microsOfSecond } from '../../../generator/core/time/instant-text.ts';
import {
  held,
  isListValue,
  isRecords,
  type Scalar,
  type Value,
} from '../../../generator/core/types/scalar.ts';
import type { BoundValue } from '../../engine.ts';
import { type StoredValue, storedFields } from '../../support/entries.ts';
import type { ValueProto } from './protocol.ts';

const NULL: ValueProto = {};
const DAY_MS = 86_400_000;

/** A value of the column. `repeated`: records are in arrays of one. An array is never NULL. */
export function storedValue(value: StoredValue, field: Field, repeated: boolean): ValueProto {
  const { type } = field;
  if (isRecords(type)) {
    const items = Array.isArray(value) ? value : [];
    return arrayOf(items.map(item => recordValue(item, field, false)));
  }
  if (type === 'record') {
    if (!Array.isArray(value)) return repeated ? arrayOf([]) : NULL;
    const record = recordValue(value, field, repeated);
    return repeated ? arrayOf([record]) : record;
  }
  const { as, of } = held(type);
  if (as === 'one') return scalarValue(of, value as Value | null);
  if (as === 'list') {
    return arrayOf(((value ?? []) as readonly Value[]).map(item => scalarValue(of, item)));
  }
  const entries = value instanceof Map ? [...value] : [];
  return arrayOf(
    entries.map(([key, item]) => ({
      struct_value: { field: [{ string_value: key }, scalarValue(of, item)] },
    })),
  );
}

function recordValue(
  values: readonly StoredValue[],
  { fields }: Field,
  repeated: boolean,
): ValueProto {
  const parts = storedFields(fields).map((part, i) =>
    storedValue(values[i] ?? null, part, repeated),
  );
  return { struct_value: { field: parts } };
}

/** The value of a parameter. */
export function boundValue({ scalar, value }: BoundValue): ValueProto {
  if (value === null || !isListValue(value)) return scalarValue(scalar, value);
  return arrayOf(value.map(item => scalarValue(scalar, item)));
}

function arrayOf(element: readonly ValueProto[]): ValueProto {
  return { array_value: { element } };
}

function scalarValue(scalar: Scalar, value: Value | null): ValueProto {
  if (value === null) return NULL;
  switch (scalar) {
    case 'string':
      return { string_value: String(value) };
    case 'json':
      return { json_value: String(value) };
    case 'int64':
      return { int64_value: String(value) };
    case 'float64':
      return { double_value: Number(value) };
    case 'bool':
      return { bool_value: value === true };
    case 'date':
      return { date_value: Date.parse(`${value}T00:00:00Z`) / DAY_MS };
    case 'decimal':
      return { numeric_value: numericBytes(String(value)) };
    case 'datetime':
      return { datetime_value: datetimeOf(BigInt(value)) };
    case 'timestamp': {
      const micros = BigInt(value);
      const fraction = microsOfSecond(micros);
      const seconds = String((micros - fraction) / 1_000_000n);
      return { timestamp_value: { seconds, nanos: Number(fraction) * 1_000 } };
    }
  }
}

/** Packed in bits, from the low end: 6 seconds, 6 minutes, 5 hours, 5 day, 4 month, year. */
function datetimeOf(micros: bigint): NonNullable<ValueProto['datetime_value']> {
  const fraction = microsOfSecond(micros);
  const date = new Date(Number((micros - fraction) / 1_000n));
  const parts = [
    [date.getUTCFullYear(), 26],
    [date.getUTCMonth() + 1, 22],
    [date.getUTCDate(), 17],
    [date.getUTCHours(), 12],
    [date.getUTCMinutes(), 6],
    [date.getUTCSeconds(), 0],
  ] as const;
  const bits = parts.reduce((sum, [part, shift]) => sum | (BigInt(part) << BigInt(shift)), 0n);
  return { bit_field_datetime_seconds: String(bits), nanos: Number(fraction) * 1_000 };
}

const NUMERIC_BYTES = 16;
const NUMERIC_SCALE = 9;

function numericBytes(text: string): Buffer {
  const [whole = '', fraction = ''] = text.split('.');
  const units = BigInt.asUintN(
    NUMERIC_BYTES * 8,
    BigInt(`${whole}${fraction.padEnd(NUMERIC_SCALE, '0')}`),
  );
  return Buffer.from(units.toString(16).padStart(NUMERIC_BYTES * 2, '0'), 'hex').reverse();
}
