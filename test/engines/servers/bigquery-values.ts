/** Values and types as BigQuery's REST API writes them. */
import { splitSeconds } from '../calendar.ts';
import type { Binding, ColumnScalar, ResultColumn, Value } from '../test-engine.ts';

/** A parameter of a request. */
export interface QueryParameter {
  readonly name: string;
  readonly parameterType: { readonly type: string };
  readonly parameterValue: { readonly value?: string | null };
}

const SCALARS: Readonly<Record<string, ColumnScalar>> = {
  STRING: 'string',
  INT64: 'int64',
  FLOAT64: 'float64',
  NUMERIC: 'decimal',
  BOOL: 'bool',
  TIMESTAMP: 'timestamp',
  DATE: 'date',
  JSON: 'json',
};

/** The value of a parameter, strictly: `null` where its text is none of its type. */
export function bindingOf({ name, parameterType, parameterValue }: QueryParameter): Binding | null {
  const scalar = SCALARS[parameterType.type];
  const { value } = parameterValue;
  if (scalar === undefined) return null;
  if (value === undefined || value === null) return { name, scalar, value: null };
  const read = readValue(scalar, value);
  return read === null ? null : { name, scalar, value: read };
}

function readValue(scalar: ColumnScalar, text: string): Binding['value'] {
  switch (scalar) {
    case 'string':
    case 'json':
      return text;
    case 'int64':
      return /^-?\d+$/.test(text) ? BigInt(text) : null;
    case 'float64':
      return text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text);
    case 'decimal':
      return /^-?\d{1,29}(\.\d{1,9})?$/.test(text) ? text : null;
    case 'bool':
      return text === 'true' || text === 'false' ? text === 'true' : null;
    case 'timestamp':
      return instantOf(text);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? text : null;
  }
}

function instantOf(text: string): bigint | null {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\.(\d{6})\+00$/.exec(text);
  if (parts === null) return null;
  const millis = Date.parse(`${parts[1]}T${parts[2]}Z`);
  return Number.isNaN(millis) ? null : BigInt(millis) * 1000n + BigInt(parts[3] ?? 0);
}

/** The API has kept the names of types that its language gave up. */
const LEGACY_NAMES: Readonly<Record<string, string>> = {
  INT64: 'INTEGER',
  FLOAT64: 'FLOAT',
  BOOL: 'BOOLEAN',
};

export interface SchemaField {
  readonly name: string;
  readonly type: string;
  readonly mode: 'NULLABLE' | 'REPEATED';
}

/** A column without a name gets the one that BigQuery gives it. */
export function schemaOf(columns: readonly ResultColumn[]): {
  readonly fields: readonly SchemaField[];
} {
  const fields = columns.map(({ name, type }, index) => {
    const element = /^ARRAY<(.*)>$/s.exec(type)?.[1];
    const plain = element ?? type;
    return {
      name: name === '' || name.startsWith('$') ? `f${index}_` : name,
      type: plain.startsWith('STRUCT<') ? 'RECORD' : (LEGACY_NAMES[plain] ?? plain),
      mode: element === undefined ? ('NULLABLE' as const) : ('REPEATED' as const),
    };
  });
  return { fields };
}

/** A cell of a result; instants as microseconds, or as BigQuery writes them unless it is told otherwise. */
export function cellOf(value: Value, { type }: ResultColumn, int64Timestamp: boolean): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) {
    const element = { name: '', type: type.slice('ARRAY<'.length, -1) };
    return value.map(item => ({ v: cellOf(item, element, int64Timestamp) }));
  }
  if (typeof value === 'object') {
    return { f: Object.values(value).map(v => ({ v: v === null ? null : String(v) })) };
  }
  if (typeof value === 'number') return floatText(value);
  if (type === 'TIMESTAMP' && typeof value === 'bigint' && !int64Timestamp) {
    const { seconds, micros } = splitSeconds(value);
    return `${seconds}.${String(micros).padStart(6, '0')}`;
  }
  return String(value);
}

/** `2.0`, `1.0E308`, `NaN`, `-Infinity`. */
function floatText(value: number): string {
  const text = String(value).replace('e', 'E').replace('E+', 'E');
  return /^-?\d+(E|$)/.test(text) ? text.replace(/^(-?\d+)/, '$1.0') : text;
}
